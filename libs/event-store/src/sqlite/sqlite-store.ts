import { followLog, readLog, type Log, type Scan } from '../core/follow.js';
import { pause, Waiters } from '../core/iterable.js';
import { checkStreamName, prepareAppend, type PreparedAppend } from '../core/prepare.js';
import { readPages, type StreamPages } from '../core/read-pages.js';
import type { LazyEvent } from '../core/stored.js';
import { AppendAborted, StoreClosed, StoreUnavailable, StreamNotFound, StreamRetired } from '../errors.js';
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
} from '../port.js';
import { Connection, type SqliteOptions } from './connection.js';
import { isBusy, translate } from './faults.js';
import { GroupCommit, type Commits } from './group-commit.js';
import { Link } from './link.js';
import { Tail } from './tail.js';

const WINDOW = 4_096;
const POLL_MS = 20;
const OPEN_MS = 5_000;
const RESOLVE_MS = 5_000;

/**
 * A store in one SQLite file. An answered append is on the disk; appends that wait at the same time share the fsync.
 * Several processes may use one file: each sees what the others wrote within about 20 ms.
 */
export class SqliteStore implements EventStore, Log, Commits, StreamPages<LazyEvent> {
  readonly appended = new Waiters();
  readonly path: string;
  readonly #link: Link;
  readonly #commits = new GroupCommit(this);
  readonly #tail: Tail;
  readonly #poll: NodeJS.Timeout;
  #seen: number;
  #closed = false;

  private constructor(connection: Connection, options: SqliteOptions) {
    this.path = connection.path;
    this.#seen = connection.version();
    this.#tail = new Tail(connection.end() + 1);
    this.#link = new Link(connection, options);
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

  async append(
    stream: string,
    events: readonly EventToAppend[],
    expected: Expected,
    options: AppendOptions = {},
  ): Promise<AppendResult> {
    this.#open();
    const append = prepareAppend(stream, events, expected);
    if (options.signal?.aborted) throw new AppendAborted();
    return this.#commits.append(append, options);
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

  subscribeAll(options: SubscribeOptions = {}): AsyncIterable<StoredEvent> {
    return followLog(this, options, () => this.#closed);
  }

  async retire(stream: string): Promise<void> {
    this.#commits.flush();
    const { id } = this.#read((db) => find(db, stream));
    try {
      this.#link.writer().forget();
      this.#link.write((db) => db.retire(id));
    } catch (error) {
      throw translate(error, this.path);
    }
  }

  async health(): Promise<StoreHealth> {
    const store = 'sqlite';
    const begun = performance.now();
    try {
      this.#open();
      this.#link.probe();
      return { ok: true, store, latencyMs: performance.now() - begun };
    } catch (error) {
      const told = translate(error, this.path);
      return { ok: false, store, reason: told instanceof Error ? told.message : String(told) };
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#commits.finish(new StoreClosed());
    this.#closed = true;
    clearInterval(this.#poll);
    this.appended.wake();
    this.#link.close();
  }

  last(stream: string): number {
    return this.#read((db) => db.head(find(db, stream).id));
  }

  page(stream: string, from: number, max: number): LazyEvent[] {
    return this.#read((db) => db.page(find(db, stream).id, from, max));
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

  end(): number {
    return this.#read((db) => db.end());
  }

  writer(): ReturnType<Link['writer']> {
    return this.#link.writer();
  }

  committed(position: number, events: readonly LazyEvent[]): void {
    this.#tail.add(position, events);
    this.appended.wake();
  }

  failed(error: unknown, broken: boolean): void {
    this.#link.failed(error, broken);
  }

  async resolve(append: PreparedAppend): Promise<AppendResult> {
    const until = performance.now() + RESOLVE_MS;
    while (!this.#link.isWhole()) {
      if (performance.now() > until) return { kind: 'unknown', resolve: () => this.resolve(append) };
      await pause(100);
      this.#open();
    }
    const again = await this.#commits.append(append, {});
    if (again.kind !== 'already') return again;
    const first = Number(again.revision) - append.events.length + 1;
    const stored = this.page(append.stream, first, append.events.length);
    const ours = append.events.every((event, i) => stored[i]?.dataText === event.data);
    return ours ? { ...again, kind: 'appended' } : again;
  }

  /** Looks whether another process has written, and if so wakes those who wait. */
  #notice(): void {
    if (this.appended.size === 0) return;
    try {
      const version = this.#link.connection().version();
      if (version === this.#seen) return;
      this.#seen = version;
      this.#tail.catchUp(this.#link.connection());
      this.appended.wake();
    } catch {
      // Whoever reads next is told what is wrong.
    }
  }

  #read<T>(read: (db: Connection) => T): T {
    this.#open();
    try {
      return read(this.#link.connection());
    } catch (error) {
      throw translate(error, this.path);
    }
  }

  #open(): void {
    if (this.#closed) throw new StoreClosed();
  }
}

function find(db: Connection, stream: string): { id: number } {
  checkStreamName(stream);
  const found = db.stream(stream);
  if (found?.retired) throw new StreamRetired(stream);
  if (found === undefined || db.head(found.id) < 0) throw new StreamNotFound(stream);
  return found;
}
