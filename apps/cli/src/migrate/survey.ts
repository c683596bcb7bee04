import { StoreError, type EventStore, type StoredEvent } from '@bitacora/event-store';
import { MigrationStopped } from './stop.js';

/** How many streams are looked up at once. */
const AT_ONCE = 16;

/** A stream of the source. */
export interface StreamFound {
  readonly name: string;
  readonly events: number;
  /** How many of its events the target has already: the same ones, from the first on. */
  readonly copied: number;
}

/** What there is to copy. */
export interface Survey {
  /** In the order of their first events. */
  readonly streams: readonly StreamFound[];
  readonly events: number;
  readonly copied: number;
  /** Streams that were closed for good: nobody can read them, and they are not copied. */
  readonly retired: readonly string[];
}

/**
 * Looks through both stores, and writes nothing.
 * @throws MigrationStopped where revisions could not be kept, or the target has other data; the stores' typed errors.
 */
export async function survey(source: EventStore, target: EventStore, signal: AbortSignal): Promise<Survey> {
  const counts = await countsOf(source, signal);
  const streams: StreamFound[] = [];
  const retired: string[] = [];
  const names = [...counts.keys()];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    if (signal.aborted) throw new MigrationStopped({ name: 'stopped' });
    const some = names.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map((name) => compared(source, target, name, counts.get(name) ?? 0)));
    for (const [i, one] of found.entries()) {
      if (one === null) retired.push(some[i] ?? '');
      else streams.push(one);
    }
  }
  const sum = (of: (stream: StreamFound) => number): number => streams.reduce((total, each) => total + of(each), 0);
  return { streams, retired, events: sum((each) => each.events), copied: sum((each) => each.copied) };
}

async function countsOf(source: EventStore, signal: AbortSignal): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { stream, revision } of source.readAll({ signal })) {
    const count = counts.get(stream) ?? 0;
    if (revision !== BigInt(count)) throw new MigrationStopped({ name: 'notWhole', stream, number: count + 1 });
    counts.set(stream, count + 1);
  }
  if (signal.aborted) throw new MigrationStopped({ name: 'stopped' });
  return counts;
}

/** Null for a stream of the source that was retired. */
async function compared(
  source: EventStore,
  target: EventStore,
  name: string,
  events: number,
): Promise<StreamFound | null> {
  if ((await unlessRetired(source.head(name))) === 'retired') return null;
  const head = await unlessRetired(target.head(name));
  if (head === 'retired') throw new MigrationStopped({ name: 'retiredThere', stream: name });
  const copied = head === null ? 0 : Number(head) + 1;
  const common = Math.min(copied, events);
  const other = await firstDifference(source, target, name, common);
  if (other !== null || copied > events) {
    throw new MigrationStopped({ name: 'otherData', stream: name, number: other ?? events + 1 });
  }
  return { name, events, copied };
}

async function unlessRetired<T>(asked: Promise<T>): Promise<T | 'retired'> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STREAM_RETIRED') return 'retired';
    throw error;
  }
}

const PAGE = 500;

/** The first `max` events of a stream in both stores, pair by pair; a missing one is undefined. */
export async function* pairs(
  source: EventStore,
  target: EventStore,
  stream: string,
  max: number,
): AsyncGenerator<readonly [StoredEvent | undefined, StoredEvent | undefined], void, undefined> {
  for (let at = 0; at < max; at += PAGE) {
    const size = Math.min(PAGE, max - at);
    const pages = [source, target].map((store) => store.readStreamPage(stream, BigInt(at), size));
    const [here = [], there = []] = await Promise.all(pages);
    for (let i = 0; i < size; i += 1) yield [here[i], there[i]];
  }
}

/** The number, from 1, of the first event that is not the same in both stores; null where there is none. */
async function firstDifference(
  source: EventStore,
  target: EventStore,
  stream: string,
  max: number,
): Promise<number | null> {
  let number = 0;
  for await (const [here, there] of pairs(source, target, stream, max)) {
    number += 1;
    if (here === undefined || there === undefined || factsOf(here) !== factsOf(there)) return number;
  }
  return null;
}

/** All of an event that a migration keeps, as one text. The position is not among it: each store has its own. */
export function factsOf({ stream, revision, id, type, data, metadata }: StoredEvent): string {
  return JSON.stringify([stream, String(revision), id, type, data, metadata]);
}
