import type { AppendResult, EventStore, StoredEvent } from '@bitacora/event-store';
import { createHash, type Hash } from 'node:crypto';
import { batchesOf } from './batches.js';
import { MigrationStopped } from './stop.js';
import { factsOf, pairs, survey, type Survey } from './survey.js';

/** How often an unknown outcome is asked for. */
const ASKS = 5;
const APPEND_MS = 15_000;

/** Where a migration tells how it gets on. */
export interface Progress {
  found(survey: Survey): void;
  /** So many of all events are in the target now. */
  copied(events: number): void;
}

/** What was found equal in both stores at the end. */
export interface Verified {
  readonly streams: number;
  readonly events: number;
  /** SHA-256, in hex, over all that was compared, stream by stream: of the one store as of the other. */
  readonly hash: string;
}

/**
 * Copies every stream of `source` into `target`, in the order of the whole log, with ids and revisions kept; then compares
 * event by event. What is there already is not written again, so that it can be run again after anything.
 * @throws MigrationStopped where it cannot go on; the stores' typed errors.
 */
export async function migrate(
  source: EventStore,
  target: EventStore,
  progress: Progress,
  signal: AbortSignal,
): Promise<Verified> {
  const found = await survey(source, target, signal);
  progress.found(found);
  const log = new MissingEvents(source, found, signal);
  let done = found.copied;
  for await (const batch of batchesOf(log.read())) {
    ensureGoesOn(signal);
    await put(target, batch);
    done += batch.length;
    progress.copied(done);
  }
  ensureGoesOn(signal);
  return verify(source, target, log, signal);
}

/** What the target does not have yet, in the order of the source's log. */
class MissingEvents {
  /** The streams that were read, in the order of their first events. */
  readonly streams: Set<string>;
  /** Where the reading stands. */
  position: string | undefined;
  readonly #copied: ReadonlyMap<string, number>;
  readonly #retired: ReadonlySet<string>;

  constructor(
    readonly source: EventStore,
    { streams, retired }: Survey,
    readonly signal: AbortSignal,
  ) {
    this.streams = new Set(streams.map(({ name }) => name));
    this.#copied = new Map(streams.map(({ name, copied }) => [name, copied]));
    this.#retired = new Set(retired);
  }

  async *read(): AsyncGenerator<StoredEvent, void, undefined> {
    for await (const event of this.source.readAll({ signal: this.signal })) {
      this.position = event.position;
      if (this.#retired.has(event.stream)) continue;
      this.streams.add(event.stream);
      if (event.revision >= BigInt(this.#copied.get(event.stream) ?? 0)) yield event;
    }
  }
}

function ensureGoesOn(signal: AbortSignal): void {
  if (signal.aborted) throw new MigrationStopped({ name: 'stopped' });
}

async function put(target: EventStore, batch: readonly StoredEvent[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const { stream, revision } = first;
  const events = batch.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
  const expected = revision === 0n ? 'no_stream' : revision - 1n;
  let result: AppendResult = await target.append(stream, events, expected, { deadlineMs: APPEND_MS });
  for (let asked = 0; result.kind === 'unknown'; asked += 1) {
    if (asked === ASKS) throw new MigrationStopped({ name: 'unclear' });
    result = await result.resolve();
  }
  if (result.kind === 'conflict') throw new MigrationStopped({ name: 'writtenMeanwhile', stream });
}

async function verify(
  source: EventStore,
  target: EventStore,
  { streams, position }: MissingEvents,
  signal: AbortSignal,
): Promise<Verified> {
  const hash = createHash('sha256');
  let events = 0;
  for (const stream of streams) {
    ensureGoesOn(signal);
    events += await compare(source, target, stream, hash);
  }
  for await (const { stream } of source.readAll({ after: position, max: 1 })) {
    throw new MigrationStopped({ name: 'grown', stream });
  }
  return { streams: streams.size, events, hash: hash.digest('hex') };
}

/** Compares one stream to its end in both stores; answers its length. */
async function compare(source: EventStore, target: EventStore, stream: string, hash: Hash): Promise<number> {
  const [length, copied] = await Promise.all([lengthOf(source, stream), lengthOf(target, stream)]);
  let number = 0;
  for await (const [here, there] of pairs(source, target, stream, copied)) {
    number += 1;
    const fact = here && factsOf(here);
    if (fact === undefined || there === undefined || fact !== factsOf(there)) {
      throw new MigrationStopped({ name: 'differs', stream, number });
    }
    hash.update(`${fact}\n`);
  }
  if (length > copied) throw new MigrationStopped({ name: 'grown', stream });
  return length;
}

async function lengthOf(store: EventStore, stream: string): Promise<number> {
  return Number((await store.head(stream)) ?? -1n) + 1;
}
