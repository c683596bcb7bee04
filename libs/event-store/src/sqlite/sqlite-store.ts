import { followLog, readLog, type Log, type Scan } from '../core/follow.js';
import { pause, Waiters } from '../core/iterable.js';
import { checkStreamName, prepareAppend } from '../core/prepare.js';
import { readPages, type StreamPages } from '../core/read-pages.js';
import type { LazyEvent } from '../core/stored.js';
import { AppendAborted, StoreClosed, StoreUnavailable, StreamRetired } from '../errors.js';
import type {
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
import { Connection, findStream, type SqliteOptions } from './connection.js';
import { isBusy, translate } from './faults.js';
import { Tail } from './tail.js';
import { Writing } from './writing.js';

const WINDOW = 4_096;
const POLL_MS = 20;
/** While this process writes, its own answers wake its followers: only every so many polls others are looked for besides. */
const POLLS_WHEN_BUSY = 5;
const OPEN_MS = 5_000;
const HEALTH_MS = 2_000;

/**
 * A store in one SQLite file. An answered append is on the disk; appends that wait at the same time share the fsync.
 * A thread of its own writes and syncs (docs/adr/0008); reading is done here, and sees all that was answered.
 * Several processes may use one file: each sees what the others wrote within about 20 ms, 100 ms while it writes itself.
 */
export class SqliteStore implements EventStore, Log, StreamPages<LazyEvent> {
  readonly appended = new Waiters();
  readonly path: string;
  readonly #connection: Connection;
  readonly #writing: Writing;
  readonly #tail: Tail;
  readonly #poll: NodeJS.Timeout;
  #seen: number;
  #polls = 0;
  #closed = false;
  #closing: Promise<void> | undefined;

  private constructor(connection: Connection, options: SqliteOptions) {
    this.path = connection.path;
    this.#seen = connection.version();
    this.#tail = new Tail(connection.end() + 1);
    this.#connection = connection;
    const { path, inode } = connection;
    this.#writing = new Writing(
      { path, inode, options },
      (position, events) => this.#tail.add(position, events),
      () => this.appended.wake(),
    );
    this.#poll = setInterval(() => this.#notice(), POLL_MS).unref();
  }

  /** Opens the file, making it when absent; waits up to five seconds for one that is locked. Throws typed errors. */
  static async open(path: string, options: SqliteOptions = {}): Promise<SqliteStore> {
    const until = performance.now() + (options.openMs ?? OPEN_MS);
    for (;;) {
      let connection: Connection | undefined;
      try {
        connection = Connection.open(path, options);
        return new SqliteStore(connection, options);
      } catch (error) {
        connection?.close();
        const told = translate(error, path);
        const locked = told instanceof StoreUnavailable && isBusy(told.cause);
        if (!locked || performance.now() > until) throw told;
        await new Promise((go) => setTimeout(go, 50));
      }
    }
  }

  append(
    stream: string,
    events: readonly EventToAppend[],
    expected: Expected,
    options: AppendOptions = {},
  ): Promise<AppendResult> {
    try {
      this.#open();
      const append = prepareAppend(stream, events, expected);
      if (options.signal?.aborted) throw new AppendAborted();
      return this.#writing.append(append, options);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<StoredEvent> {
    return readPages(this, stream, options);
  }

  async readStreamPage(stream: string, from: bigint, max: number): Promise<StoredEvent[]> {
    return this.page(stream, Number(from), max);
  }

  async head(stream: string): Promise<bigint | null> {
    checkStreamName(stream);
    return this.#read((db) => {
      const found = db.stream(stream);
      if (found?.retired) throw new StreamRetired(stream);
      const last = found === undefined ? -1 : db.head(found.id);
      return last < 0 ? null : BigInt(last);
    });
  }

  readAll(options: ReadAllOptions = {}): AsyncIterable<StoredEvent> {
    return readLog(this, options);
  }

  subscribeAll(options: SubscribeOptions = {}): Subscription {
    return followLog(this, options, () => this.#closed);
  }

  async retire(stream: string): Promise<void> {
    this.#open();
    checkStreamName(stream);
    await this.#writing.retire(stream);
  }

  async health(): Promise<StoreHealth> {
    const store = 'sqlite';
    const begun = performance.now();
    const done = new AbortController();
    try {
      this.#open();
      const probed = this.#writing.probe().then(() => true);
      const answered = await Promise.race([probed, pause(HEALTH_MS, done.signal).then(() => false)]);
      if (!answered) throw new StoreUnavailable(`The disk of ${this.path} does not answer.`);
      return { ok: true, store, latencyMs: performance.now() - begun };
    } catch (error) {
      return { ok: false, store, reason: error instanceof Error ? error.message : String(error) };
    } finally {
      done.abort();
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#poll);
    this.appended.wake();
    await this.#writing.close();
    this.#connection.close();
  }

  last(stream: string): number {
    return this.#read((db) => db.head(findStream(db, stream).id));
  }

  page(stream: string, from: number, max: number): LazyEvent[] {
    return this.#read((db) => db.page(findStream(db, stream).id, from, max));
  }

  scan(after: number, filter: EventFilter | undefined, max: number): Scan {
    return this.#read((db) => {
      const recent = this.#tail.scan(after, filter, max);
      if (recent !== undefined) return recent;
      // The end first: what is committed after it was read must not count as looked at.
      const end = Math.min(after + WINDOW, db.end());
      if (end <= after) return { events: [], scanned: after };
      const events = db.scan(after, end, filter, max);
      return { events, scanned: events.length < max ? end : Number(events.at(-1)?.position ?? end) };
    });
  }

  /** While this process writes, its followers are woken with each answer, and need not ask the file. */
  news(after: number, filter: EventFilter | undefined, max: number): Scan {
    this.#open();
    if (after === this.#tail.last && this.#writing.isBusy) return { events: [], scanned: after };
    return this.scan(after, filter, max);
  }

  end(): number {
    return this.#read((db) => db.end());
  }

  /** Looks whether another process has written, and if so wakes those who wait. */
  #notice(): void {
    this.#polls += 1;
    if (this.appended.size === 0 || (this.#writing.isBusy && this.#polls % POLLS_WHEN_BUSY !== 0)) return;
    try {
      const version = this.#connection.version();
      if (version === this.#seen) return;
      this.#seen = version;
      this.#tail.catchUp(this.#connection);
      this.appended.wake();
    } catch {
      // Whoever reads next is told what is wrong.
    }
  }

  #read<T>(read: (db: Connection) => T): T {
    this.#open();
    try {
      return read(this.#connection);
    } catch (error) {
      throw translate(error, this.path);
    }
  }

  #open(): void {
    if (this.#closed) throw new StoreClosed();
  }
}
