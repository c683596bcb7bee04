import type { Change, EventEnvelope } from '@bitacora/encounters';

/** How often a silent stream says that it lives, in milliseconds. */
const HEARTBEAT = 15_000;

/** How long a client waits before it connects again, in milliseconds. */
const RETRY = 2_000;

/**
 * Changes as server-sent events, one event of the log each; the id is its revision, with which a client resumes.
 * Comments keep the connection alive while nothing happens. Ends with `signal`.
 */
export async function* serverSentEvents(
  changes: AsyncIterable<Change>,
  wanted: (event: EventEnvelope) => boolean,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${RETRY}\n\n`;
  const source = changes[Symbol.asyncIterator]();
  try {
    let next = source.next();
    while (!signal.aborted) {
      const result = await within(next, HEARTBEAT);
      if (result === null) {
        yield ': still here\n\n';
        continue;
      }
      if (result.done === true) return;
      const events = result.value.events.filter(wanted);
      if (events.length > 0) yield events.map(frame).join('');
      next = source.next();
    }
  } finally {
    await source.return?.();
  }
}

function frame(event: EventEnvelope): string {
  return `id: ${event.revision}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** What `pending` gives, or null when that takes longer than `ms`. */
async function within<T>(pending: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}
