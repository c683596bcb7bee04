import type { PreparedAppend } from '../core/prepare.js';
import type { LazyEvent } from '../core/stored.js';
import { AppendAborted } from '../errors.js';
import type { AppendOptions, AppendResult } from '../port.js';
import { isBusy, translate } from './faults.js';
import type { Outcome, Writer } from './writer.js';

interface Waiting {
  readonly append: PreparedAppend;
  readonly signal: AbortSignal | undefined;
  readonly until: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The file behind a {@link GroupCommit}: whom to write with, and whom to tell. */
export interface Commits {
  readonly path: string;
  /** The writer to use now; throws `StoreUnavailable` while there is none. */
  writer(): Writer;
  /** A group is durable: these events were inserted, the first at `position`. */
  committed(position: number, events: readonly LazyEvent[]): void;
  /** A write failed. With `broken` the connection must not be used again: nobody can tell what of the write is in the file. */
  failed(error: unknown, broken: boolean): void;
  /** Finds out what became of an append whose commit failed. */
  resolve(append: PreparedAppend): Promise<AppendResult>;
}

const DEADLINE_MS = 5_000;
const MAX_GROUP = 512;
const MAX_GROUP_BYTES = 4_000_000;

/**
 * Puts all appends that wait when the event loop comes round into one transaction, so that they share an fsync; each gets
 * its own verdict, and nobody an answer before the commit.
 */
export class GroupCommit {
  #queue: Waiting[] = [];
  #scheduled = false;

  constructor(readonly commits: Commits) {}

  /** Queues an append; settles when its group was committed. Throws `AppendAborted` where it was called off before it was begun, `StoreUnavailable` where the file stayed locked until the deadline. */
  append(append: PreparedAppend, options: AppendOptions): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      const until = performance.now() + (options.deadlineMs ?? DEADLINE_MS);
      this.#queue.push({ append, signal: options.signal, until, resolve, reject });
      this.#schedule();
    });
  }

  /** Writes what waits, now. */
  flush(): void {
    while (this.#queue.length > 0 && this.#flushGroup() === 'done');
  }

  /** Writes what waits, and refuses what cannot be written at once. */
  finish(error: Error): void {
    this.flush();
    for (const waiting of this.#queue.splice(0)) waiting.reject(error);
  }

  #schedule(delayMs?: number): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const run = (): void => {
      this.#scheduled = false;
      if (this.#flushGroup() === 'busy') this.#schedule(2 + Math.random() * 8);
      else if (this.#queue.length > 0) this.#schedule();
    };
    if (delayMs === undefined) setImmediate(run);
    else setTimeout(run, delayMs);
  }

  #flushGroup(): 'done' | 'busy' {
    const group = this.#take();
    if (group.length === 0) return 'done';
    let writer: Writer;
    try {
      writer = this.commits.writer();
      writer.connection.begin.run();
    } catch (error) {
      return this.#notBegun(group, error);
    }
    const outcomes = this.#applyAll(writer, group);
    return outcomes === undefined ? 'done' : this.#commit(writer, group, outcomes);
  }

  #applyAll(writer: Writer, group: readonly Waiting[]): Outcome[] | undefined {
    try {
      writer.start();
      return group.map((waiting) => writer.apply(waiting.append));
    } catch (error) {
      this.commits.failed(error, !undo(writer));
      this.#refuse(group, translate(error, writer.connection.path));
      return undefined;
    }
  }

  #commit(writer: Writer, group: readonly Waiting[], outcomes: readonly Outcome[]): 'done' | 'busy' {
    try {
      writer.connection.commit.run();
    } catch (error) {
      if (isBusy(error) && undo(writer)) return this.#notBegun(group, error);
      this.commits.failed(error, true);
      this.#unknown(group, outcomes, translate(error, writer.connection.path));
      return 'done';
    }
    if (writer.inserted.length > 0) this.commits.committed(writer.first, writer.inserted);
    group.forEach((waiting, i) => {
      const outcome = outcomes[i] as Outcome;
      if (outcome.kind === 'answer') waiting.resolve(outcome.answer);
      else waiting.reject(outcome.error);
    });
    return 'done';
  }

  /** A locked file is worth waiting for until the deadline; anything else is told at once. */
  #notBegun(group: readonly Waiting[], error: unknown): 'done' | 'busy' {
    const now = performance.now();
    const given = isBusy(error) ? group.filter((waiting) => waiting.until <= now) : group;
    this.#refuse(given, translate(error, this.commits.path));
    if (given === group) return 'done';
    this.#queue.unshift(...group.filter((waiting) => waiting.until > now));
    return 'busy';
  }

  #unknown(group: readonly Waiting[], outcomes: readonly Outcome[], error: unknown): void {
    group.forEach((waiting, i) => {
      const outcome = outcomes[i] as Outcome;
      // A refusal may rest on what the failed commit was to bring, so it does not stand; but nothing of it was stored.
      if (outcome.kind === 'error' || outcome.answer.kind === 'conflict') waiting.reject(error);
      else waiting.resolve({ kind: 'unknown', resolve: () => this.commits.resolve(waiting.append) });
    });
  }

  #refuse(group: readonly Waiting[], error: unknown): void {
    for (const waiting of group) waiting.reject(error);
  }

  #take(): Waiting[] {
    const group: Waiting[] = [];
    let bytes = 0;
    let taken = 0;
    for (const waiting of this.#queue) {
      if (group.length >= MAX_GROUP || bytes >= MAX_GROUP_BYTES) break;
      taken += 1;
      if (waiting.signal?.aborted) {
        waiting.reject(new AppendAborted());
        continue;
      }
      group.push(waiting);
      bytes += waiting.append.bytes;
    }
    this.#queue.splice(0, taken);
    return group;
  }
}

/** Whether the transaction is gone; if not, the connection must not be used again. */
function undo(writer: Writer): boolean {
  writer.forget();
  try {
    if (writer.connection.inTransaction) writer.connection.rollback.run();
    return true;
  } catch {
    return false;
  }
}
