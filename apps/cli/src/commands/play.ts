import { Command } from 'commander';
import { openApi, type Api } from '../api/client.js';
import { startServer } from '../api/server.js';
import type { Context } from '../context.js';
import { Failure } from '../failure.js';
import { tokenOption, urlOption, type ServerOptions } from '../options.js';
import { printable, printableJson } from '../printable.js';
import { playScenario, type Told } from '../scenario/play.js';
import { readScenario, scenarioFiles, type Source } from '../scenario/source.js';

type Options = ServerOptions & { readonly quiet?: true };

/** `play`: scenario files against a server. */
export function playCommand(context: Context): Command {
  const { texts } = context;
  return new Command('play')
    .description(texts.play.about)
    .argument('<FILE...>', texts.play.files)
    .addOption(urlOption(texts.play.url, texts))
    .addOption(tokenOption(texts))
    .option('--quiet', texts.play.quiet)
    .action(async (paths: readonly string[], options: Options) => {
      const sources = scenarioFiles(paths, texts).map((file) => readScenario(file, texts));
      const failed = await withServer(context, options, (api) =>
        playAll(api, sources, context, options.quiet === true),
      );
      context.out(texts.play.total(sources.length - failed, failed));
      if (failed > 0) throw new Failure('');
    });
}

async function withServer<T>(
  context: Context,
  { url, token }: ServerOptions,
  use: (api: Api) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return use(openApi(url, token ?? (context.env.BITACORA_TOKEN || undefined), context));
  const server = await startServer('memory:', context);
  try {
    return await use(openApi(server.url, undefined, context));
  } finally {
    await server.stop();
  }
}

async function playAll(api: Api, sources: readonly Source[], context: Context, quiet: boolean): Promise<number> {
  let failed = 0;
  for (const source of sources) if (!(await playOne(api, source, context, quiet))) failed += 1;
  return failed;
}

async function playOne(api: Api, source: Source, { texts, out }: Context, quiet: boolean): Promise<boolean> {
  if ('problem' in source) {
    out(printable(source.problem));
    return false;
  }
  const title = printable(`${source.file}: ${source.scenario.name}`);
  let titled = false;
  const say = (lines: readonly string[]) => {
    if (!titled) out(title);
    titled = true;
    lines.forEach(out);
  };
  if (!quiet) say([]);
  let passed = true;
  const told = (step: Told) => {
    if (step.differences.length > 0) passed = false;
    if (!quiet || step.differences.length > 0) say(linesOf(step, texts.play));
  };
  const ended = await playScenario(api, source.scenario, { told });
  if (typeof ended === 'string') return passed;
  say([`  ${printable(texts.play.notCreated(ended.code, ended.detail))}`]);
  return false;
}

function linesOf({ number, step, differences }: Told, words: Context['texts']['play']): readonly string[] {
  const { type, ...fields } = step.do;
  const said = Object.keys(fields).length === 0 ? '' : ` ${printableJson(fields)}`;
  const verdict = differences.length === 0 ? words.ok : words.differs;
  const head = `  ${String(number).padStart(3)} ${verdict.padEnd(words.differs.length)} ${printable(type)}${said}`;
  return [
    head,
    ...differences.map(
      (d) => `      ${words.difference(printable(d.what), printableJson(d.expected), printableJson(d.actual))}`,
    ),
  ];
}
