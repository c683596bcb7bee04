/** An event as the model keeps it. `position` stands for both the commit and the prepare position. */
export interface Recorded {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export type Proposed = Pick<Recorded, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type ModelExpected = bigint | 'no_stream' | 'stream_exists' | 'any';

export type ModelAppend =
  | { readonly kind: 'ok'; readonly revision: bigint; readonly position: bigint }
  | { readonly kind: 'wrong'; readonly current: bigint | null }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'too-large'; readonly limit: number };

export type ModelRead = readonly Recorded[] | 'missing' | 'deleted';

export interface ModelOptions {
  /** Bytes of one append: type, data and metadata. The server's default up to 25.0 is 1 MiB. */
  readonly maxAppendBytes?: number;
  /** How many ids the server remembers for appends without a revision. */
  readonly rememberedIds?: number;
  /** The revision that the first event of a new stream gets, to try numbers beyond 2^53. */
  readonly firstRevision?: bigint;
}

const SOFT_DELETED = 2n ** 63n - 1n;
const encoder = new TextEncoder();

interface StreamState {
  readonly events: Recorded[];
  truncateBefore: bigint;
  maxCount: number;
  deleted: boolean;
}

/**
 * What an EventStoreDB server decides and keeps, as far as the adapter uses it: expected revisions and idempotency,
 * one log with sparse positions, truncation, soft and hard delete. A model made from the documents and the server's
 * source, not the server: no disk, no cluster, no projections, no links.
 */
export class EsdbModel {
  readonly log: Recorded[] = [];
  readonly #streams = new Map<string, StreamState>();
  readonly #remembered = new Map<string, { stream: string; revision: bigint }>();
  #position = 0n;

  constructor(readonly options: ModelOptions = {}) {}

  append(stream: string, events: readonly Proposed[], expected: ModelExpected): ModelAppend {
    const state = this.#streams.get(stream);
    if (state?.deleted) return { kind: 'deleted' };
    const limit = this.options.maxAppendBytes ?? 1_048_576;
    if (events.reduce((sum, e) => sum + sizeOf(e), 0) > limit) return { kind: 'too-large', limit };
    const current = lastOf(state);
    const before = this.#stored(stream, state, events, expected, current);
    if (before !== undefined) return before;
    const accepted =
      expected === 'any' ||
      (expected === 'stream_exists' && current !== null && !isSoftDeleted(state)) ||
      (expected === 'no_stream' && (current === null || isSoftDeleted(state))) ||
      expected === current;
    return accepted ? this.#write(stream, events) : { kind: 'wrong', current };
  }

  /** The answer when the events, or some of them, stand there already. */
  #stored(
    stream: string,
    state: StreamState | undefined,
    events: readonly Proposed[],
    expected: ModelExpected,
    current: bigint | null,
  ): ModelAppend | undefined {
    if (current === null || state === undefined) return undefined;
    if (expected === 'any' || expected === 'stream_exists') return this.#rememberedAppend(stream, events, current);
    const start = this.options.firstRevision ?? 0n;
    const from = expected === 'no_stream' ? start - 1n : expected;
    if (from >= current || (expected === 'no_stream' && isSoftDeleted(state))) return undefined;
    const at = (i: number): Recorded | undefined => state.events[Number(from + 1n - start) + i];
    if (!events.every((event, i) => at(i)?.id === event.id)) return { kind: 'wrong', current };
    const last = at(events.length - 1);
    return last && { kind: 'ok', revision: last.revision, position: last.position };
  }

  #rememberedAppend(stream: string, events: readonly Proposed[], current: bigint): ModelAppend | undefined {
    const known = events.map((event) => this.#remembered.get(event.id));
    if (known[0]?.stream !== stream) return undefined;
    const last = known.at(-1);
    if (!known.every((each) => each?.stream === stream) || last === undefined) return { kind: 'wrong', current };
    const event = this.#streams.get(stream)?.events.find((each) => each.revision === last.revision);
    return event && { kind: 'ok', revision: event.revision, position: event.position };
  }

  #write(stream: string, events: readonly Proposed[]): ModelAppend {
    const state = this.#state(stream);
    if (isSoftDeleted(state)) state.truncateBefore = (lastOf(state) ?? -1n) + 1n;
    for (const event of events) {
      const revision = (lastOf(state) ?? (this.options.firstRevision ?? 0n) - 1n) + 1n;
      const recorded = { ...event, stream, revision, position: this.#position };
      this.#position += BigInt(sizeOf(event) + 64);
      state.events.push(recorded);
      this.log.push(recorded);
      this.#remember(recorded);
    }
    const last = state.events.at(-1);
    return { kind: 'ok', revision: last?.revision ?? 0n, position: last?.position ?? 0n };
  }

  #remember({ id, stream, revision }: Recorded): void {
    this.#remembered.set(id, { stream, revision });
    const limit = this.options.rememberedIds ?? 100_000;
    if (this.#remembered.size > limit) this.#remembered.delete(this.#remembered.keys().next().value ?? '');
  }

  /** From a revision, inclusive; from the first or the last one when it is undefined. */
  readStream(stream: string, from: bigint | undefined, backward: boolean, max: number): ModelRead {
    const state = this.#streams.get(stream);
    if (state?.deleted) return 'deleted';
    if (state === undefined || isSoftDeleted(state)) return 'missing';
    const first = state.maxCount < Infinity ? (lastOf(state) ?? 0n) - BigInt(state.maxCount) + 1n : 0n;
    const lowest = first > state.truncateBefore ? first : state.truncateBefore;
    const seen = state.events.filter((event) => event.revision >= lowest);
    if (!backward) return seen.filter((event) => from === undefined || event.revision >= from).slice(0, max);
    return seen
      .filter((event) => from === undefined || event.revision <= from)
      .reverse()
      .slice(0, max);
  }

  /** From a position, inclusive going forward and exclusive going backward, as the server has it. */
  readAll(from: bigint | undefined, backward: boolean, max: number): readonly Recorded[] {
    if (!backward) {
      const start = from === undefined ? 0 : this.indexAt(from);
      return this.log.slice(start, start + max);
    }
    const end = from === undefined ? this.log.length : this.indexAt(from);
    return this.log.slice(Math.max(0, end - max), end).reverse();
  }

  /** The index in the log of the first event at or after a position. */
  indexAt(position: bigint): number {
    let low = 0;
    let high = this.log.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.log[middle] as Recorded).position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  setMetadata(stream: string, metadata: { $tb?: bigint; $maxCount?: number }): void {
    const state = this.#state(stream);
    state.truncateBefore = metadata.$tb ?? 0n;
    state.maxCount = metadata.$maxCount ?? Infinity;
    const text = `{"$tb":${metadata.$tb ?? 0n},"$maxCount":${metadata.$maxCount ?? null}}`;
    this.#write(`$$${stream}`, [system('$metadata', text)]);
  }

  /** Soft delete: the stream reads as missing, and a later append goes on after its last revision. */
  delete(stream: string, expected: ModelExpected): ModelAppend {
    return this.#end(stream, expected, () => this.setMetadata(stream, { $tb: SOFT_DELETED }));
  }

  /** Hard delete: final. */
  tombstone(stream: string, expected: ModelExpected): ModelAppend {
    return this.#end(stream, expected, () => {
      this.#state(stream).deleted = true;
      this.#write(`$$${stream}`, [system('$streamDeleted', '{}')]);
    });
  }

  #end(stream: string, expected: ModelExpected, act: () => void): ModelAppend {
    const state = this.#streams.get(stream);
    if (state?.deleted) return { kind: 'deleted' };
    const current = lastOf(state);
    if (typeof expected === 'bigint' && expected !== current) return { kind: 'wrong', current };
    if (expected === 'stream_exists' && current === null) return { kind: 'wrong', current };
    act();
    return { kind: 'ok', revision: current ?? 0n, position: this.#position };
  }

  #state(stream: string): StreamState {
    let state = this.#streams.get(stream);
    if (state === undefined) {
      state = { events: [], truncateBefore: 0n, maxCount: Infinity, deleted: false };
      this.#streams.set(stream, state);
    }
    return state;
  }
}

function lastOf(state: StreamState | undefined): bigint | null {
  return state?.events.at(-1)?.revision ?? null;
}

function isSoftDeleted(state: StreamState | undefined): boolean {
  return state?.truncateBefore === SOFT_DELETED;
}

function sizeOf(event: Proposed): number {
  return encoder.encode(event.type).length + event.data.length + event.metadata.length;
}

function system(type: string, text: string): Proposed {
  const id = crypto.randomUUID();
  return { id, type, contentType: 'application/json', data: encoder.encode(text), metadata: new Uint8Array() };
}
