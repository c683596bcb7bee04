import { Command } from 'commander';
import type { Context } from '../context.js';
import { Failure } from '../failure.js';
import { HELP, runVerify } from '../verify/index.js';

interface Options {
  readonly head?: readonly string[];
  readonly key?: string;
  readonly json?: true;
}

/** `verify`: an export, checked without a server. */
export function verifyCommand({ language, out, err }: Context): Command {
  const words = HELP[language];
  return new Command('verify')
    .description(words.about)
    .argument('<FILE>', words.file)
    .option('--head <REVISION:HASH>', words.head, (head: string, heads?: readonly string[]) => [...(heads ?? []), head])
    .option('--key <ID>', words.key)
    .option('--json', words.json)
    .action(async (file: string, { head, key, json }: Options) => {
      const asked = { file, heads: head ?? [], key, json: json === true };
      const code = await runVerify(asked, { language, out, error: err });
      if (code !== 0) throw new Failure('', code);
    });
}
