import { InvalidPosition, StoreClosed, StoreUnavailable } from '../errors.js';
import type { EventFilter, Position, ReadAllOptions, StoredEvent, SubscribeOptions, Subscription } from '../port.js';
import { cancellable, pause, type Waiters } from './iterable.js';

/** A part of the log: the matching events in it, and the last position that was looked at. */
export interface Scan {
  readonly events: readonly StoredEvent[];
  readonly scanned: number;
}

/** The log of an embedded store: positions are 1, 2, 3 … without gaps. */
export interface Log {
  /** Looks at a bounded range after `after`, up to `max` matches. `scanned` is `after` itself when there is nothing more. */
  scan(after: number, filter: EventFilter | undefined, max: number): Scan;
  /** As `scan`, for one who is woken for what comes: what will be told of soon may be left out. */
  news(after: number, filter: EventFilter | undefined, max: number): Scan;
  /** The last position; 0 in an empty store. */
  end(): number;
  /** Woken after every append. */
  readonly appended: Waiters;
}

const PAGE = 256;
const RETRY_MS = 200;

/** Whether an event passes a filter; without one, every event does. */
export function matches(event: StoredEvent, filter: EventFilter | undefined): boolean {
  if (filter === undefined) return true;
  if (filter.types !== undefined && !filter.types.includes(event.type)) return false;
  return filter.prefixes === undefined || filter.prefixes.some((prefix) => event.stream.startsWith(prefix));
}

function parsePosition(position: Position): number {
  const value = /^\d{1,15}$/.test(position) ? Number(position) : NaN;
  if (Number.isNaN(value)) throw new InvalidPosition(position);
  return value;
}

/** `readAll` over a {@link Log}. */
export async function* readLog(log: Log, options: ReadAllOptions): AsyncGenerator<StoredEvent, void, undefined> {
  let at = options.after === undefined ? 0 : parsePosition(options.after);
  let left = options.max ?? Infinity;
  while (left > 0 && !options.signal?.aborted) {
    const page = log.scan(at, options.filter, Math.min(PAGE, left));
    if (page.scanned === at) return;
    for (const event of page.events) {
      if (options.signal?.aborted) return;
      yield event;
    }
    at = page.scanned;
    left -= page.events.length;
  }
}

/** `subscribeAll` over a {@link Log}; ends when `closed` says so. */
export function followLog(log: Log, options: SubscribeOptions, closed: () => boolean): Subscription {
  return subscription((signal) => follow(log, options, signal, closed), closed, options.signal);
}

type Pages = AsyncGenerator<readonly StoredEvent[], void, undefined>;

/** A subscription to what `make` gives until `closed` says so; its signal is aborted by `outer`, or when the consumer ends the iteration. */
export function subscription(
  make: (signal: AbortSignal) => Pages,
  closed: () => boolean,
  outer: AbortSignal | undefined,
): Subscription {
  const one = (signal: AbortSignal) => each(make(signal), () => signal.aborted || closed());
  return {
    pages: () => cancellable(make, outer),
    [Symbol.asyncIterator]: () => cancellable(one, outer)[Symbol.asyncIterator](),
  };
}

async function* each(pages: Pages, isOver: () => boolean): AsyncGenerator<StoredEvent, void, undefined> {
  for await (const page of pages) {
    for (const event of page) {
      if (isOver()) return;
      yield event;
    }
  }
}

async function* follow(log: Log, options: SubscribeOptions, signal: AbortSignal, closed: () => boolean): Pages {
  if (closed()) throw new StoreClosed();
  let at = options.after === 'end' ? log.end() : options.after === undefined ? 0 : givenOut(log, options.after);
  let told = false;
  while (!signal.aborted && !closed()) {
    const page = scanIfPossible(log, at, options.filter);
    if (page === undefined) {
      await pause(RETRY_MS, signal);
      continue;
    }
    if (page.scanned === at) {
      const tell = told ? undefined : options.onCaughtUp;
      told = true;
      await (tell === undefined ? log.appended.wait(signal) : tell());
      continue;
    }
    told = false;
    if (page.events.length > 0) yield page.events;
    at = page.scanned;
    const last = page.events.at(-1);
    if (last === undefined || last.position !== String(at)) await options.onCheckpoint?.(String(at));
  }
}

/** A position of this log; one beyond its end was never given out, and nothing would come after it. */
function givenOut(log: Log, position: Position): number {
  const at = parsePosition(position);
  const end = ifPossible(() => log.end());
  if (end !== undefined && at > end) throw new InvalidPosition(position);
  return at;
}

/**
 * A store that cannot be read now does not end a subscription: the caller waits and tries again. Nothing is awaited here: what is
 * appended between a scan that finds nothing and the wait for news would wake nobody.
 */
function scanIfPossible(log: Log, at: number, filter: EventFilter | undefined): Scan | undefined {
  return ifPossible(() => log.news(at, filter, PAGE));
}

function ifPossible<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return undefined;
  }
}
