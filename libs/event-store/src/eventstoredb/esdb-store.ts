import type { RecordedEvent, Position as DriverPosition } from '@eventstore/db-client';
import { matches, subscription } from '../core/follow.js';
import { checkStreamName, prepareAppend } from '../core/prepare.js';
import { AppendAborted, InvalidStoreUrl, StreamNotFound, StreamRetired } from '../errors.js';
import type {
  AppendOptions,
  AppendResult,
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
import { parseAddress } from './address.js';
import { Appender } from './appender.js';
import {
  Driver,
  isSettled,
  PATIENCE,
  type Patience,
  type DriverModule,
  type PageRequest,
  type Settled,
} from './driver.js';
import { Follower } from './follow.js';
import { fromPosition, isForeign, toStored } from './records.js';

const PAGE = 500;
const HEALTH_MS = 2_000;
const LAST_REVISION = 2n ** 64n - 1n;

/**
 * A store on EventStoreDB or KurrentDB. Every append is confirmed by reading its last event back, because the server
 * answers a new append and a repeated one alike, and a caller must know which: a repeated one may hold other data.
 */
export class EventStoreDb implements EventStore {
  readonly #driver: Driver;
  readonly #appender: Appender;
  readonly #closing = new AbortController();

  private constructor(driver: Driver) {
    this.#driver = driver;
    this.#appender = new Appender(driver);
  }

  /** Makes the client; the connection is made when it is first needed. Throws `InvalidStoreUrl`. */
  static async open(url: string, patience: Partial<Patience> = {}): Promise<EventStoreDb> {
    const address = parseAddress(url);
    const { default: module } = (await import('@eventstore/db-client')) as unknown as { default: DriverModule };
    try {
      return new EventStoreDb(new Driver(module, address, { ...PATIENCE, ...patience }));
    } catch (error) {
      const said = error instanceof Error ? error.message.replaceAll(url, address.shown) : String(error);
      throw new InvalidStoreUrl(`${address.shown}: ${said}`);
    }
  }

  async append(
    stream: string,
    events: readonly EventToAppend[],
    expected: Expected,
    options: AppendOptions = {},
  ): Promise<AppendResult> {
    this.#driver.open();
    const append = prepareAppend(stream, events, expected);
    if (options.signal?.aborted) throw new AppendAborted();
    return this.#appender.append(append, options);
  }

  async *readStream(stream: string, options: ReadStreamOptions = {}): AsyncGenerator<StoredEvent, void, undefined> {
    const backward = options.direction === 'backward';
    let from: bigint | 'start' | 'end' = options.from ?? (backward ? 'end' : 'start');
    let left = options.max ?? Infinity;
    if (left <= 0) await this.#page(stream, { from: 'start', max: 1, backward: false });
    while (left > 0 && !options.signal?.aborted) {
      const max = Math.min(PAGE, left);
      const page = await this.#page(stream, { from: atMost(from), max, backward });
      for (const event of page) {
        if (options.signal?.aborted) return;
        yield toStored(event);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < max || (backward && last.revision === 0n)) return;
      from = last.revision + (backward ? -1n : 1n);
      left -= page.length;
    }
  }

  async readStreamPage(stream: string, from: bigint, max: number): Promise<StoredEvent[]> {
    return (await this.#page(stream, { from: atMost(from), max, backward: false })).map(toStored);
  }

  async head(stream: string): Promise<bigint | null> {
    const found = await this.#ask(stream, { from: 'end', max: 1, backward: true });
    if (!isSettled(found)) return found[0]?.revision ?? null;
    if (found.kind === 'deleted') throw new StreamRetired(stream);
    return null;
  }

  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<StoredEvent, void, undefined> {
    let from: DriverPosition | 'start' = options.after === undefined ? 'start' : fromPosition(options.after);
    let left = options.max ?? Infinity;
    while (left > 0 && !options.signal?.aborted) {
      const start = from;
      const found = await this.#driver.patiently((limits) => this.#driver.allPage(start, PAGE, limits));
      if (isSettled(found)) return;
      for (const event of found) {
        if (event.position === undefined || isSame(event.position, start) || isForeign(event)) continue;
        const stored = toStored(event);
        if (!matches(stored, options.filter)) continue;
        if (left <= 0 || options.signal?.aborted) return;
        yield stored;
        left -= 1;
      }
      const last = found.at(-1)?.position;
      if (last === undefined || found.length < PAGE) return;
      from = last;
    }
  }

  subscribeAll(options: SubscribeOptions = {}): Subscription {
    const signals = [this.#closing.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const pages = (signal: AbortSignal) => new Follower(this.#driver, options, signal).run();
    return subscription(pages, () => this.#driver.closed, AbortSignal.any(signals));
  }

  async retire(stream: string): Promise<void> {
    if ((await this.head(stream)) === null) throw new StreamNotFound(stream);
    const until = performance.now() + this.#driver.patience.callMs;
    // Deleted already can only mean: by an earlier try, or by somebody else at the same moment.
    await this.#driver.patiently(
      () => this.#driver.try(until, (limits) => this.#driver.client.tombstoneStream(stream, limits)),
      until,
    );
  }

  async health(): Promise<StoreHealth> {
    const store = 'eventstoredb';
    const begun = performance.now();
    try {
      await this.#driver.patiently((limits) => this.#driver.allPage('end', 1, limits), begun + HEALTH_MS);
      return { ok: true, store, latencyMs: performance.now() - begun };
    } catch (error) {
      return { ok: false, store, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    if (this.#driver.closed) return;
    this.#driver.closed = true;
    this.#closing.abort();
    await this.#appender.idle();
    await this.#driver.close();
  }

  async #page(stream: string, request: PageRequest): Promise<RecordedEvent[]> {
    const found = await this.#ask(stream, request);
    if (!isSettled(found)) return found;
    throw found.kind === 'deleted' ? new StreamRetired(stream) : new StreamNotFound(stream);
  }

  async #ask(stream: string, request: PageRequest): Promise<RecordedEvent[] | Settled> {
    this.#driver.open();
    checkStreamName(stream);
    return this.#driver.patiently((limits) => this.#driver.page(stream, request, limits));
  }
}

function atMost(from: bigint | 'start' | 'end'): bigint | 'start' | 'end' {
  return typeof from === 'bigint' && from > LAST_REVISION ? LAST_REVISION : from;
}

function isSame(position: DriverPosition, other: DriverPosition | 'start'): boolean {
  return other !== 'start' && position.commit === other.commit && position.prepare === other.prepare;
}
