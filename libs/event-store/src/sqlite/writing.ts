import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { PreparedAppend } from '../core/prepare.js';
import { LazyEvent } from '../core/stored.js';
import { AppendAborted, StoreClosed, StoreUnavailable } from '../errors.js';
import type { AppendOptions, AppendResult } from '../port.js';
import type { ThreadData } from './thread.js';
import { packAppends, unpackAnswers, type Answer, type Call, type PackedAnswers, type Sent } from './wire.js';

/** So many appends are handed over at once, so that the other thread writes them while the next ones are decided: a few where it has nothing to do. */
const HANDFUL = 32;
const FIRST_HANDFUL = 8;

const BESIDE = new URL('./thread.js', import.meta.url);
/** Where sources run as they are, as tests do, the thread still runs what was built of them. */
const THREAD = existsSync(BESIDE) ? BESIDE : new URL('../../dist/sqlite/thread.js', import.meta.url);

interface Waiting extends Sent {
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

interface Asked {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Starts the thread that writes a store. */
export function startThread(data: ThreadData): Worker {
  return new Worker(THREAD, { workerData: data });
}

/** The near end of the thread that writes. It is started when it is first needed, and again should it ever end by itself. */
export class Writing {
  readonly #data: ThreadData;
  #worker: Worker | null = null;
  #outbox: Waiting[] = [];
  #scheduled = false;
  #closing = false;
  #ticket = 0;
  readonly #pending = new Map<number, Waiting | Asked>();

  /** `committed` is told the events that were put into the store, the first of them at `position`; none where they are read anyway. */
  constructor(
    data: ThreadData,
    readonly committed: (position: number, events: readonly LazyEvent[]) => void,
    readonly answered: () => void,
    readonly start: (data: ThreadData) => Worker = startThread,
  ) {
    this.#data = data;
  }

  /** Whether an answer is waited for. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  append(append: PreparedAppend, { signal, deadlineMs }: AppendOptions): Promise<AppendResult> {
    return this.#send(append, signal, deadlineMs, false);
  }

  /** Checks that the store can be read and, after a failed write, written again. */
  probe(): Promise<void> {
    return this.#call('probe');
  }

  /** Closes a stream for good, behind all that was appended before. */
  retire(stream: string): Promise<void> {
    return this.#call('retire', stream);
  }

  /** Settles what is under way, and ends the thread. */
  async close(): Promise<void> {
    if (this.#worker === null && this.#outbox.length === 0) return;
    const ended = this.#call('close');
    this.#closing = true;
    const worker = this.#worker;
    await Promise.all([ended, worker && new Promise((go) => worker.once('exit', go))]);
  }

  #send(
    append: PreparedAppend,
    signal: AbortSignal | undefined,
    deadlineMs: number | undefined,
    again: boolean,
  ): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      this.#ticket += 1;
      this.#outbox.push({ ticket: this.#ticket, append, signal, deadlineMs, again, resolve, reject });
      if (this.#outbox.length >= (this.isBusy ? HANDFUL : FIRST_HANDFUL)) this.#flush();
      else this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const outbox = this.#outbox;
    if (outbox.length === 0) return;
    this.#outbox = [];
    const sent: Waiting[] = [];
    for (const waiting of outbox) {
      if (waiting.signal?.aborted) {
        waiting.reject(new AppendAborted());
        continue;
      }
      this.#pending.set(waiting.ticket, waiting);
      sent.push(waiting);
    }
    if (sent.length > 0) this.#thread().postMessage(packAppends(sent));
  }

  #call(call: Call['call'], stream = ''): Promise<void> {
    this.#flush();
    return new Promise((resolve, reject) => {
      this.#ticket += 1;
      this.#pending.set(this.#ticket, { resolve, reject });
      const message: Call = { ticket: this.#ticket, call, stream };
      this.#thread().postMessage(message);
    });
  }

  #thread(): Worker {
    if (this.#worker === null) {
      const worker = this.start(this.#data);
      worker.on('message', (answers: PackedAnswers) => this.#take(answers));
      let cause: unknown;
      worker.on('error', (error) => (cause = error));
      worker.on('exit', () => this.#lost(cause));
      this.#worker = worker;
    }
    // It keeps the process alive for as long as somebody waits for an answer.
    this.#worker.ref();
    return this.#worker;
  }

  #take(answers: PackedAnswers): void {
    unpackAnswers(answers, (ticket, answer) => {
      const waiting = this.#pending.get(ticket);
      this.#pending.delete(ticket);
      if (waiting === undefined) return;
      if (answer.kind === 'error') waiting.reject(answer.error);
      else if ('append' in waiting) waiting.resolve(this.#resultOf(waiting, answer));
      else waiting.resolve();
    });
    if (this.#pending.size === 0 && !this.#closing) this.#worker?.unref();
    this.answered();
  }

  #resultOf({ append, again }: Waiting, answer: Exclude<Answer, { kind: 'error' }>): AppendResult {
    if (answer.kind === 'conflict')
      return { kind: 'conflict', actual: answer.actual === null ? null : BigInt(answer.actual) };
    if (!('position' in answer)) return this.#unknown(append);
    const { kind, position } = answer;
    const revision = BigInt(answer.revision);
    if (kind === 'already' || again) return { kind, revision, position: String(position) };
    const first = position - append.events.length + 1;
    const events = stored(append, answer.revision - append.events.length + 1, first);
    this.committed(first, events);
    return { kind, revision, position: String(position), positions: events.map((event) => event.position) };
  }

  #unknown(append: PreparedAppend): AppendResult {
    return { kind: 'unknown', resolve: () => this.#send(append, undefined, undefined, true) };
  }

  /** The thread has ended: nobody can tell what became of what it was writing. */
  #lost(cause: unknown): void {
    this.#worker = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    const told = this.#closing
      ? new StoreClosed()
      : new StoreUnavailable(`The thread that writes ${this.#data.path} has ended.`, { cause });
    for (const waiting of pending) {
      if ('append' in waiting && !this.#closing) waiting.resolve(this.#unknown(waiting.append));
      else waiting.reject(told);
    }
    this.answered();
  }
}

function stored({ stream, events }: PreparedAppend, revision: number, position: number): LazyEvent[] {
  return events.map(
    ({ id, type, data, metadata }, i) =>
      new LazyEvent(stream, BigInt(revision + i), String(position + i), id, type, data, metadata),
  );
}
