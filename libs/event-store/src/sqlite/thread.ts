import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { pause } from '../core/iterable.js';
import type { PreparedAppend } from '../core/prepare.js';
import { StoreClosed } from '../errors.js';
import type { AppendResult } from '../port.js';
import { findStream, type SqliteOptions } from './connection.js';
import { translate } from './faults.js';
import { GroupCommit, type Commits } from './group-commit.js';
import { Link } from './link.js';
import { packAnswer, packDone, packError, unpackAppends, type Call, type PackedAppends, type Sent } from './wire.js';
import type { Writer } from './writer.js';

/** What the thread is started with. */
export interface ThreadData {
  readonly path: string;
  /** Of the file that the other thread reads. */
  readonly inode: number;
  readonly options: SqliteOptions;
}

const RESOLVE_MS = 5_000;

/** The thread that writes: it judges, commits and syncs while the other one decides the next commands. */
class WritingThread implements Commits {
  readonly path: string;
  readonly #link: Link;
  readonly #commits = new GroupCommit(this);
  #answers: unknown[] = [];
  #closed = false;

  constructor(
    readonly port: MessagePort,
    { path, inode, options }: ThreadData,
  ) {
    this.path = path;
    this.#link = new Link(path, inode, options);
    port.on('message', (message: PackedAppends | Call) => {
      if ('call' in message) this.#answerCall(message);
      else for (const sent of unpackAppends(message)) this.#append(sent);
    });
  }

  writer(): Writer {
    return this.#link.writer();
  }

  /** The other thread learns it from the answers. */
  committed(): void {
    return undefined;
  }

  failed(error: unknown, broken: boolean): void {
    this.#link.failed(error, broken);
  }

  async resolve(append: PreparedAppend): Promise<AppendResult> {
    const until = performance.now() + RESOLVE_MS;
    while (!this.#link.isWhole()) {
      if (performance.now() > until) return { kind: 'unknown', resolve: () => this.resolve(append) };
      await pause(100);
      if (this.#closed) throw new StoreClosed();
    }
    const again = await this.#commits.append(append, {});
    if (again.kind !== 'already') return again;
    const first = Number(again.revision) - append.events.length + 1;
    const db = this.#link.connection();
    const stored = db.page(findStream(db, append.stream).id, first, append.events.length);
    const ours = append.events.every((event, i) => stored[i]?.dataText === event.data);
    return ours ? { ...again, kind: 'appended' } : again;
  }

  #append({ ticket, append, deadlineMs, again }: Sent): void {
    const outcome = again ? this.resolve(append) : this.#commits.append(append, { deadlineMs });
    outcome.then(
      (result) => this.#answer((packed) => packAnswer(packed, ticket, result)),
      (error: unknown) => this.#answer((packed) => packError(packed, ticket, translate(error, this.path))),
    );
  }

  /** What is answered in one go is told in one message. */
  #answer(pack: (packed: unknown[]) => void): void {
    if (this.#answers.length === 0) queueMicrotask(() => this.#tell());
    pack(this.#answers);
  }

  #tell(): void {
    const answers = this.#answers;
    this.#answers = [];
    this.port.postMessage(answers);
  }

  #answerCall({ ticket, call, stream }: Call): void {
    try {
      if (call === 'probe') this.#link.probe();
      else if (call === 'retire') this.#retire(stream);
      else this.#close();
      this.#answer((packed) => packDone(packed, ticket));
    } catch (error) {
      this.#answer((packed) => packError(packed, ticket, translate(error, this.path)));
    }
    // After what was settled has been told.
    if (call === 'close') setImmediate(() => this.port.close());
  }

  #retire(stream: string): void {
    this.#commits.flush();
    const { id } = findStream(this.#link.connection(), stream);
    this.#link.writer().forget();
    this.#link.write((db) => db.retire(id));
  }

  #close(): void {
    this.#commits.finish(new StoreClosed());
    this.#closed = true;
    this.#link.close();
  }
}

if (parentPort !== null) new WritingThread(parentPort, workerData as ThreadData);
