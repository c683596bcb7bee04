import { followLog, matches, readLog, type Log, type Scan } from '../core/follow.js';
import { Waiters } from '../core/iterable.js';
import { judge, type StreamLookup } from '../core/judge.js';
import { checkStreamName, prepareAppend, type PreparedAppend } from '../core/prepare.js';
import { readPages, type StreamPages } from '../core/read-pages.js';
import { LazyEvent } from '../core/stored.js';
import { AppendAborted, DuplicateEventId, StoreClosed, StreamNotFound, StreamRetired } from '../errors.js';
import type {
  Appended,
  AppendOptions,
  AppendResult,
  EventFilter,
  EventStore,
  EventToAppend,
  Expected,
  ReadAllOptions,
  ReadStreamOptions,
  StoredEvent,
  StoreHealth,
  SubscribeOptions,
  Subscription,
} from '../port.js';

const SCAN = 4_096;

class MemoryStream implements StreamLookup {
  readonly events: LazyEvent[] = [];
  readonly #sizes: number[] = [];
  readonly #revisions = new Map<string, number>();
  retired = false;

  get head(): number {
    return this.events.length - 1;
  }

  at(revision: number): { id: string; appended: number } | undefined {
    const event = this.events[revision];
    return event && { id: event.id, appended: this.#sizes[revision] ?? 0 };
  }

  find(id: string): number | undefined {
    return this.#revisions.get(id);
  }

  add(event: LazyEvent, appended: number): void {
    this.#revisions.set(event.id, this.events.length);
    this.events.push(event);
    this.#sizes.push(appended);
  }
}

/** What a memory store holds. Two stores over the same content see the same. */
export class MemoryContent {
  readonly streams = new Map<string, MemoryStream>();
  readonly log: LazyEvent[] = [];
  readonly appended = new Waiters();
}

/** A store in the memory of this process, for tests and for trying things out. It forgets everything when it is let go. */
export class MemoryStore implements EventStore, Log, StreamPages<LazyEvent> {
  readonly appended: Waiters;
  readonly #streams: Map<string, MemoryStream>;
  readonly #log: LazyEvent[];
  #closed = false;

  constructor(content = new MemoryContent()) {
    this.appended = content.appended;
    this.#streams = content.streams;
    this.#log = content.log;
  }

  async append(
    stream: string,
    events: readonly EventToAppend[],
    expected: Expected,
    options: AppendOptions = {},
  ): Promise<AppendResult> {
    this.#open();
    const append = prepareAppend(stream, events, expected);
    if (options.signal?.aborted) throw new AppendAborted();
    const target = this.#streams.get(stream) ?? new MemoryStream();
    if (target.retired) throw new StreamRetired(stream);
    const verdict = judge(append, target);
    if (verdict.kind === 'conflict') return { kind: 'conflict', actual: target.head < 0 ? null : BigInt(target.head) };
    if (verdict.kind === 'already') return done('already', target.events[verdict.last] as LazyEvent);
    return done('appended', this.#store(append, target));
  }

  #store(append: PreparedAppend, target: MemoryStream): LazyEvent {
    for (const { id } of append.events) {
      const before = target.find(id);
      if (before !== undefined) throw new DuplicateEventId(append.stream, id, BigInt(before));
    }
    this.#streams.set(append.stream, target);
    append.events.forEach((event, i) => {
      const revision = BigInt(target.events.length);
      const position = String(this.#log.length + 1);
      const { id, type, data, metadata } = event;
      const stored = new LazyEvent(append.stream, revision, position, id, type, data, metadata);
      target.add(stored, i === 0 ? append.events.length : 0);
      this.#log.push(stored);
    });
    this.appended.wake();
    return target.events[target.head] as LazyEvent;
  }

  readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<StoredEvent> {
    return readPages(this, stream, options);
  }

  async readStreamPage(stream: string, from: bigint, max: number): Promise<StoredEvent[]> {
    return this.page(stream, Number(from), max);
  }

  last(stream: string): number {
    return this.#stream(stream).head;
  }

  page(stream: string, from: number, max: number): LazyEvent[] {
    return this.#stream(stream).events.slice(from, from + max);
  }

  async head(stream: string): Promise<bigint | null> {
    this.#open();
    checkStreamName(stream);
    const found = this.#streams.get(stream);
    if (found?.retired) throw new StreamRetired(stream);
    return found === undefined ? null : BigInt(found.head);
  }

  readAll(options: ReadAllOptions = {}): AsyncIterable<StoredEvent> {
    return readLog(this, options);
  }

  subscribeAll(options: SubscribeOptions = {}): Subscription {
    return followLog(this, options, () => this.#closed);
  }

  scan(after: number, filter: EventFilter | undefined, max: number): Scan {
    this.#open();
    const events: LazyEvent[] = [];
    const stop = Math.min(this.#log.length, after + SCAN);
    let at = after;
    while (at < stop && events.length < max) {
      const event = this.#log[at] as LazyEvent;
      if (matches(event, filter)) events.push(event);
      at += 1;
    }
    return { events, scanned: at };
  }

  news(after: number, filter: EventFilter | undefined, max: number): Scan {
    return this.scan(after, filter, max);
  }

  end(): number {
    return this.#log.length;
  }

  async retire(stream: string): Promise<void> {
    this.#stream(stream).retired = true;
  }

  async health(): Promise<StoreHealth> {
    return this.#closed
      ? { ok: false, store: 'memory', reason: 'The store is closed.' }
      : { ok: true, store: 'memory', latencyMs: 0 };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.appended.wake();
  }

  #open(): void {
    if (this.#closed) throw new StoreClosed();
  }

  #stream(stream: string): MemoryStream {
    this.#open();
    checkStreamName(stream);
    const found = this.#streams.get(stream);
    if (found === undefined) throw new StreamNotFound(stream);
    if (found.retired) throw new StreamRetired(stream);
    return found;
  }
}

function done(kind: Appended['kind'], last: LazyEvent): Appended {
  return { kind, revision: last.revision, position: last.position };
}
