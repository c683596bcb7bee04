import { rulesets } from '@bitacora/rulesets';
import { parentPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages.js';
import { Simulation } from './simulate.js';

/** How long it plays before it looks whether it was told something, in milliseconds. */
const SLICE = 20;
/** How often it says how far it is, in milliseconds. */
const PROGRESS = 100;

const port = parentPort;
let cancelled = -1;

const tell = (message: FromWorker): void => port?.postMessage(message);

port?.on('message', (message: ToWorker) => {
  if (message.type === 'cancel') cancelled = message.job;
  else void simulate(message);
});

async function simulate(asked: Extract<ToWorker, { type: 'run' }>): Promise<void> {
  const { job } = asked;
  try {
    tell(await outcomeOf(asked));
  } catch (error) {
    tell({ type: 'failed', job, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

async function outcomeOf({
  job,
  ruleset,
  encounter,
  query,
  limitMs,
}: Extract<ToWorker, { type: 'run' }>): Promise<FromWorker> {
  const rules = rulesets.get(ruleset);
  if (rules === undefined) throw new Error(`there is no rule set ${ruleset}`);
  const begun = performance.now();
  const simulation = new Simulation(encounter, rules, query);
  let told = begun;
  while (!simulation.isDone) {
    const slice = performance.now();
    do {
      if (simulation.refusal !== null) return { type: 'refused', job, refusal: simulation.refusal };
      simulation.run();
    } while (!simulation.isDone && performance.now() - slice < SLICE);
    const now = performance.now();
    if (now - begun >= limitMs) break;
    if (now - told >= PROGRESS) {
      tell({ type: 'progress', job, runs: simulation.runs });
      told = now;
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (cancelled === job) return { type: 'cancelled', job };
  }
  const { refusal } = simulation;
  return refusal === null ? { type: 'done', job, odds: simulation.odds() } : { type: 'refused', job, refusal };
}
