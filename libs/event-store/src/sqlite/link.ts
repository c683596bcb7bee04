import { Connection, moved, type SqliteOptions } from './connection.js';
import { isBusy, translate } from './faults.js';
import { Writer } from './writer.js';

const REOPEN_EVERY_MS = 100;

/**
 * The connection in use, opened when it is first needed. After a commit of unknown outcome it is closed at once; a new one is opened, and fenced, when
 * it is next needed, so that nothing is read or written before the file alone says what is stored.
 */
export class Link {
  #writer: Writer | null = null;
  #error: unknown = null;
  #tried = -Infinity;

  /** `inode`: of the file that is meant; another one in its place is none of ours. */
  constructor(
    readonly path: string,
    readonly inode: number,
    readonly options: SqliteOptions,
  ) {}

  connection(): Connection {
    return this.writer().connection;
  }

  /** Throws `StoreUnavailable` while the file cannot be opened again. */
  writer(): Writer {
    return this.#writer ?? this.#reopen();
  }

  /** Tries to bring the connection back if it is gone, and says whether it is there. */
  isWhole(): boolean {
    try {
      this.writer();
      return true;
    } catch {
      return false;
    }
  }

  failed(error: unknown, broken: boolean): void {
    this.#error = error;
    if (!broken) return;
    const connection = this.#writer?.connection;
    this.#writer = null;
    this.#tried = performance.now();
    closeQuietly(connection);
  }

  /** Throws unless the store can be read and, after a failed write, written again. */
  probe(): void {
    const connection = this.connection();
    if (!connection.isInPlace()) throw moved(this.path);
    if (this.#error === null) connection.end();
    else this.write((db) => db.fence());
  }

  close(): void {
    closeQuietly(this.#writer?.connection);
    this.#writer = null;
  }

  #reopen(): Writer {
    const now = performance.now();
    if (now - this.#tried < REOPEN_EVERY_MS) throw this.#unavailable();
    this.#tried = now;
    let connection: Connection | undefined;
    try {
      connection = Connection.open(this.path, this.options, this.inode);
      const fresh = connection;
      if (this.#error !== null) fresh.transact(() => fresh.fence());
      this.#error = null;
      return (this.#writer = new Writer(fresh));
    } catch (error) {
      this.#error = error;
      closeQuietly(connection);
      throw this.#unavailable();
    }
  }

  /** A small write of its own: durable when this returns. */
  write(change: (connection: Connection) => void): void {
    const connection = this.connection();
    try {
      connection.transact(() => change(connection));
      this.#error = null;
    } catch (error) {
      if (!isBusy(error) || connection.inTransaction) this.failed(error, true);
      throw error;
    }
  }

  #unavailable(): unknown {
    return translate(this.#error, this.path);
  }
}

function closeQuietly(connection: Connection | undefined): void {
  try {
    connection?.close();
  } catch {
    // It is given up either way.
  }
}
