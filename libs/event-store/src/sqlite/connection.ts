import Database, { type Statement } from 'better-sqlite3';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkStreamName } from '../core/prepare.js';
import { idBytes, LazyEvent } from '../core/stored.js';
import { StoreUnavailable, StreamNotFound, StreamRetired } from '../errors.js';
import type { EventFilter } from '../port.js';
import { translate } from './faults.js';
import { migrate } from './schema.js';

/** How the file is synced, checkpointed and waited for. */
export interface SqliteOptions {
  /**
   * `FULL` (the default): what was answered survives a power cut. `NORMAL` is faster and may lose the last answers in one,
   * never corrupt: only for those who choose so.
   */
  readonly synchronous?: 'FULL' | 'NORMAL' | undefined;
  /** After how many pages of its log SQLite copies them back into the file. Default 4,000: a log of 16 MiB. */
  readonly checkpointPages?: number | undefined;
  /** How long to wait for a locked file, in milliseconds. Default 5,000. */
  readonly openMs?: number | undefined;
}

/** The longest that SQLite itself may hold up the event loop while another process writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 20;
const LEVEL = { NORMAL: 1, FULL: 2 } as const;
const EVENT = 'e.position, s.name, e.revision, e.id, e.type, e.data, e.metadata';

type Row = [
  position: number,
  stream: string,
  revision: number,
  id: Buffer,
  type: string,
  data: string,
  metadata: string,
];

/** One connection to a database file, with its settings asserted and every statement that the store uses. */
export class Connection {
  readonly path: string;
  readonly #db: Database.Database;
  /** Of the file. */
  readonly inode: number;
  readonly #scans = new Map<string, Statement>();
  readonly begin: Statement;
  readonly commit: Statement;
  readonly rollback: Statement;
  readonly #version: Statement;
  readonly #end: Statement;
  readonly #stream: Statement;
  readonly #head: Statement;
  readonly #addStream: Statement;
  readonly #insert: Statement;
  readonly #cut: Statement;
  readonly #at: Statement;
  readonly #find: Statement;
  readonly #position: Statement;
  readonly #page: Statement;
  readonly #retire: Statement;
  readonly #fence: Statement;

  private constructor(db: Database.Database, path: string) {
    this.#db = db;
    this.path = path;
    this.inode = statSync(path).ino;
    const sql = (text: string): Statement => this.#db.prepare(text);
    this.begin = sql('BEGIN IMMEDIATE');
    this.commit = sql('COMMIT');
    this.rollback = sql('ROLLBACK');
    this.#version = sql('PRAGMA data_version').pluck();
    this.#end = sql('SELECT coalesce(max(position), 0) FROM events').pluck();
    this.#stream = sql('SELECT id, retired FROM streams WHERE name = ?').raw();
    this.#head = sql('SELECT coalesce(max(revision), -1) FROM events WHERE stream = ?').pluck();
    this.#addStream = sql('INSERT INTO streams (name) VALUES (?)');
    this.#insert = sql('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.#cut = sql('DELETE FROM events WHERE position >= ?');
    this.#at = sql('SELECT id, appended FROM events WHERE stream = ? AND revision = ?').raw();
    this.#find = sql('SELECT revision FROM events WHERE stream = ? AND id = ?').pluck();
    this.#position = sql('SELECT position FROM events WHERE stream = ? AND revision = ?').pluck();
    this.#page = sql(
      `SELECT ${EVENT} FROM streams s CROSS JOIN events e ON e.stream = s.id
       WHERE s.id = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?`,
    ).raw();
    this.#retire = sql('UPDATE streams SET retired = 1 WHERE id = ?');
    this.#fence = sql('UPDATE store SET fence = fence + 1');
  }

  /**
   * Opens the file, making it and its folder when absent; with `inode` only the file that has it. Throws typed errors;
   * `StoreUnavailable` while it is locked.
   */
  static open(file: string, options: SqliteOptions = {}, inode?: number): Connection {
    const path = resolve(file);
    let db: Database.Database | undefined;
    try {
      if (inode !== undefined && inodeOf(path) !== inode) throw moved(path);
      mkdirSync(dirname(path), { recursive: true });
      db = new Database(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: inode !== undefined });
      settle(db, path, options);
      migrate(db, path);
      return new Connection(db, path);
    } catch (error) {
      db?.close();
      if (!isSystemError(error)) throw translate(error, path);
      throw new StoreUnavailable(`The database ${path} cannot be opened (${error.message}).`, { cause: error });
    }
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /** Changes whenever another connection has committed. */
  version(): number {
    return this.#version.get() as number;
  }

  /** The last position; 0 in an empty store. */
  end(): number {
    return this.#end.get() as number;
  }

  stream(name: string): { id: number; retired: boolean } | undefined {
    const row = this.#stream.get(name) as [number, number] | undefined;
    return row && { id: row[0], retired: row[1] === 1 };
  }

  /** The revision of the stream's last event; -1 if there is none. */
  head(stream: number): number {
    return this.#head.get(stream) as number;
  }

  addStream(name: string): number {
    return Number(this.#addStream.run(name).lastInsertRowid);
  }

  insert(position: number, stream: number, revision: number, appended: number, e: EventTexts): void {
    this.#insert.run(position, stream, revision, appended, idBytes(e.id), e.type, e.data, e.metadata);
  }

  /** Takes back rows of the open transaction, from this position on. */
  cut(position: number): void {
    this.#cut.run(position);
  }

  at(stream: number, revision: number): { id: Buffer; appended: number } | undefined {
    const row = this.#at.get(stream, revision) as [Buffer, number] | undefined;
    return row && { id: row[0], appended: row[1] };
  }

  find(stream: number, id: string): number | undefined {
    return this.#find.get(stream, idBytes(id)) as number | undefined;
  }

  position(stream: number, revision: number): number {
    return this.#position.get(stream, revision) as number;
  }

  page(stream: number, from: number, max: number): LazyEvent[] {
    return (this.#page.all(stream, from, max) as Row[]).map(toEvent);
  }

  /** The matching events after one position and up to another, at most `max`. */
  scan(after: number, upTo: number, filter: EventFilter | undefined, max: number): LazyEvent[] {
    const prefixes = filter?.prefixes;
    const types = filter?.types;
    const key = `${prefixes?.length},${types?.length}`;
    let statement = this.#scans.get(key);
    if (statement === undefined) this.#scans.set(key, (statement = this.#db.prepare(scanSql(prefixes, types)).raw()));
    const twice = (prefixes ?? []).flatMap((prefix) => [prefix, prefix]);
    return (statement.all(after, upTo, ...twice, ...(types ?? []), max) as Row[]).map(toEvent);
  }

  retire(stream: number): void {
    this.#retire.run(stream);
  }

  /**
   * A change of no meaning. Committed after a commit of unknown outcome, it writes over what the failed one may have left in
   * the write-ahead log, so that from then on the file alone says what is stored.
   */
  fence(): void {
    this.#fence.run();
  }

  /** A transaction of its own. After an error it may still be open. */
  transact(change: () => void): void {
    this.begin.run();
    change();
    this.commit.run();
  }

  /** The settings that decide what survives a power cut, as SQLite reports them. */
  durability(): { journal: unknown; synchronous: unknown } {
    return durability(this.#db);
  }

  /** Whether the file at the path is still the one that is open. */
  isInPlace(): boolean {
    return inodeOf(this.path) === this.inode;
  }

  close(): void {
    this.#db.close();
  }
}

/** What is said when the file is no longer at its path. */
export function moved(path: string): StoreUnavailable {
  return new StoreUnavailable(`The file ${path} was moved or deleted.`);
}

/** The row of a stream that has events. Throws `StreamNotFound` or `StreamRetired` where there is none. */
export function findStream(db: Connection, stream: string): { readonly id: number } {
  checkStreamName(stream);
  const found = db.stream(stream);
  if (found?.retired) throw new StreamRetired(stream);
  if (found === undefined || db.head(found.id) < 0) throw new StreamNotFound(stream);
  return found;
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

interface EventTexts {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

function settle(db: Database.Database, path: string, options: SqliteOptions): void {
  const { synchronous = 'FULL', checkpointPages = 4_000 } = options;
  db.pragma('journal_mode = WAL');
  // A new file would come with FULL, a reopened one with NORMAL: never leave it to the default.
  db.pragma(`synchronous = ${synchronous}`);
  // Pages that change often are copied back less often: a quarter more appends a second, for a log of 16 MiB.
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  db.pragma('cache_size = -16000');
  db.pragma('trusted_schema = OFF');
  const found = durability(db);
  if (found.journal === 'wal' && found.synchronous === LEVEL[synchronous]) return;
  throw new StoreUnavailable(
    `The database ${path} cannot be made durable (${JSON.stringify(found)}). Use a local disk.`,
  );
}

function durability(db: Database.Database): { journal: unknown; synchronous: unknown } {
  const setting = (name: string): unknown => db.pragma(name, { simple: true });
  return { journal: setting('journal_mode'), synchronous: setting('synchronous') };
}

function scanSql(prefixes: EventFilter['prefixes'], types: EventFilter['types']): string {
  const starts = prefixes?.map(() => 'substr(s.name, 1, length(?)) = ?').join(' OR ');
  const among = types?.map(() => '?').join(', ');
  return `SELECT ${EVENT} FROM events e CROSS JOIN streams s ON s.id = e.stream
    WHERE e.position > ? AND e.position <= ?
    ${starts === undefined ? '' : `AND (${starts || '0'})`} ${among === undefined ? '' : `AND e.type IN (${among})`}
    ORDER BY e.position LIMIT ?`;
}

function toEvent([position, stream, revision, id, type, data, metadata]: Row): LazyEvent {
  return new LazyEvent(stream, BigInt(revision), String(position), id, type, data, metadata);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}
