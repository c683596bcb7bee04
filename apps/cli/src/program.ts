import { Command, type CommanderError } from 'commander';
import { exportCommand } from './commands/export.js';
import { keysCommand } from './commands/keys.js';
import { migrateCommand } from './commands/migrate.js';
import { importCommand } from './commands/import.js';
import { playCommand } from './commands/play.js';
import { replayCommand } from './commands/replay.js';
import { simulateCommand } from './commands/simulate.js';
import { tailCommand } from './commands/tail.js';
import { verifyCommand } from './commands/verify.js';
import type { Context } from './context.js';
import { Failure } from './failure.js';
import type { Texts } from './texts.js';
import { version } from './version.js';

const COMMANDS = [
  playCommand,
  tailCommand,
  exportCommand,
  importCommand,
  replayCommand,
  simulateCommand,
  verifyCommand,
  keysCommand,
  migrateCommand,
];

/** The tool with all its commands, in the context's language. */
export function createProgram(context: Context): Command {
  const { texts } = context;
  const program = new Command('bitacora')
    .description(texts.about)
    .usage(texts.usage)
    .version(version, '-V, --version', texts.version);
  program.helpCommand('help [command]', texts.helpCommand);
  for (const make of COMMANDS) {
    const command = make(context);
    program.addCommand(command);
  }
  localiseAll(program, context);
  return program;
}

function localiseAll(command: Command, context: Context): void {
  localise(command, context);
  for (const below of command.commands) {
    const { usage, commandUsage } = context.texts;
    below.usage(below.commands.length > 0 ? usage : commandUsage(argumentsOf(below)));
    localiseAll(below, context);
  }
}

function argumentsOf(command: Command): string {
  return command.registeredArguments.map((a) => `<${a.name()}${a.variadic ? '...' : ''}>`).join(' ');
}

function localise(command: Command, { texts, out, err }: Context): void {
  command
    .helpOption('-h, --help', texts.help)
    .configureHelp({ styleTitle: (title) => texts.titles[title] ?? title })
    .configureOutput({
      writeOut: (text) => out(text.trimEnd()),
      writeErr: (text) => err(text.trimEnd()),
      outputError: () => undefined,
    })
    .exitOverride();
}

/** What the parser found wrong, as a message in the user's language; null where it only showed its help. */
export function usageFailure({ code, message, exitCode }: CommanderError, texts: Texts): Failure | null {
  if (exitCode === 0) return null;
  const name = /'([^']*)'/u.exec(message)?.[1] ?? '';
  const words = texts.wrongUsage;
  const said: Readonly<Record<string, string>> = {
    'commander.unknownCommand': words.unknownCommand(name),
    'commander.unknownOption': words.unknownOption(name),
    'commander.missingArgument': words.missingArgument(name),
    'commander.missingMandatoryOptionValue': words.missingOption(name),
    'commander.optionMissingArgument': words.optionMissingArgument(name),
    'commander.excessArguments': words.excessArguments(),
    'commander.invalidArgument': message.replace(/^error: .* is invalid\. /u, ''),
    'commander.help': '',
  };
  return new Failure(said[code] ?? words.other(message), 2);
}
