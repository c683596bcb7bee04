import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  Failure,
  languageOf,
  openApi,
  playScenario,
  printable,
  readScenario,
  scenarioFiles,
  startServer,
  textsIn,
  type Api,
  type Context,
} from '@bitacora/cli';
import type { Scenario } from '@bitacora/engine';

const SCENARIOS = join(import.meta.dirname, '../../scenarios');

/** One scenario of every rule set: the one that tells a whole round, else the first. */
function tales(context: Context): readonly { readonly file: string; readonly scenario: Scenario }[] {
  const chosen = new Map<string, { file: string; scenario: Scenario }>();
  for (const file of scenarioFiles([SCENARIOS], context.texts)) {
    const source = readScenario(file, context.texts);
    if ('problem' in source) throw new Failure(source.problem);
    const { ruleset } = source.scenario;
    if (!chosen.has(ruleset) || /[/\\]full-[^/\\]*$/u.test(file))
      chosen.set(ruleset, { file, scenario: source.scenario });
  }
  return [...chosen.values()];
}

/** Tells one combat. Every request has its key, so that telling it again, or going on after a break, appends nothing twice. */
async function tell(api: Api, file: string, scenario: Scenario, { texts, out }: Context): Promise<void> {
  const steps = scenario.steps.filter((step) => step.expect?.error === undefined);
  const print = createHash('sha256').update(JSON.stringify(scenario)).digest('hex').slice(0, 16);
  const ended = await playScenario(
    api,
    { ...scenario, steps },
    {
      key: `demo-${scenario.ruleset}-${print}`,
      told: ({ number, differences }) => {
        if (differences.length > 0) throw new Failure(texts.demo.differs(file, number));
      },
    },
  );
  if (typeof ended !== 'string') throw new Failure(texts.play.notCreated(ended.code, ended.detail));
  out(printable(texts.demo.told(scenario.ruleset, ended, scenario.name)));
}

async function main(context: Context): Promise<void> {
  const store = context.env.BITACORA_STORE ?? 'sqlite:data/bitacora.db';
  if (store === 'memory:') throw new Failure(context.texts.demo.notKept, 2);
  const server = await startServer(store, context);
  try {
    const api = openApi(server.url, undefined, context);
    for (const { file, scenario } of tales(context)) await tell(api, file, scenario, context);
    context.out(context.texts.demo.done(store));
  } finally {
    await server.stop();
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const language = languageOf(process.env);
try {
  await main({
    env: process.env,
    language,
    texts: textsIn(language),
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
  });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
