import { apiErrorOf } from '../http/errors.js';
import type { Language } from '../messages/index.js';
import { problemDetails } from '../problem.js';
import type { OddsJob } from './odds.js';

/** How often a simulation that waits its turn says that it lives, in milliseconds. */
const HEARTBEAT = 10_000;

/**
 * A simulation as server-sent events: `job` with its id, `progress` with the runs that are done, and at the end `odds`, or
 * `problem` with problem details. Who is slow misses progress and nothing else.
 */
export async function* oddsEvents(job: OddsJob, language: Language, requestId: string): AsyncGenerator<string, void> {
  const { id, runs, outcome } = job;
  const state = { done: 0, wake: (): void => undefined };
  job.follow((done) => {
    state.done = done;
    state.wake();
  });
  const last = outcome.then(
    (odds) => frame('odds', odds),
    (error: unknown) => frame('problem', problemDetails(apiErrorOf(error), language, requestId)),
  );
  yield frame('job', { job: id, runs });
  for (let told = 0; ;) {
    const waited = await Promise.race([last, change(state, told)]);
    if (waited !== null) {
      yield waited;
      return;
    }
    if (state.done > told) {
      told = state.done;
      yield frame('progress', { runs: told, of: runs });
    } else yield ': still here\n\n';
  }
}

/** Settles when there is progress beyond `told`, or when it is time for a sign of life. */
function change(state: { done: number; wake: () => void }, told: number): Promise<null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HEARTBEAT, null);
    timer.unref();
    state.wake = () => {
      clearTimeout(timer);
      resolve(null);
    };
    if (state.done > told) state.wake();
  });
}

function frame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
