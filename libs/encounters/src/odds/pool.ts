import type { Encounter, RuleSet } from '@bitacora/engine';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages.js';
import { playable } from './simulate.js';
import type { OddsQuery, OddsResult } from './types.js';

/** The compiled thread: beside this file's folder, also where the sources run as they are. */
const SCRIPT = new URL('../../dist/odds/worker.js', import.meta.url);

/** How long a thread that does not answer is waited for beyond its time, in milliseconds. */
const GRACE = 2_000;
/** Much is made in a run and thrown away after it: room for that saves a quarter of the time. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };

/** Bounds of the simulations of one server. */
export interface OddsLimits {
  /** Threads that play at once. Default 1. */
  readonly threads?: number;
  /** Questions that wait besides. Default 8. */
  readonly waiting?: number;
  /** How long one question is played for, in milliseconds. Default 30,000. */
  readonly limitMs?: number;
}

/** How a question is followed and called off. */
export interface OddsWatch {
  readonly signal?: AbortSignal;
  /** Told now and then how many runs are done. */
  readonly progress?: (runs: number) => void;
}

interface Job {
  readonly id: number;
  readonly encounter: Encounter;
  readonly rules: RuleSet;
  readonly query: OddsQuery;
  readonly progress: (runs: number) => void;
  readonly settle: (result: OddsResult) => void;
  readonly fail: (error: Error) => void;
}

/** Plays fights on in threads of their own, so that the server goes on answering. Never writes anything. */
export class OddsPool {
  readonly #threads: number;
  readonly #waiting: number;
  readonly #limitMs: number;
  readonly #idle: Thread[] = [];
  readonly #busy = new Map<number, Thread>();
  #queue: Job[] = [];
  #jobs = 0;
  #isClosed = false;

  constructor({ threads = 1, waiting = 8, limitMs = 30_000 }: OddsLimits = {}) {
    this.#threads = threads;
    this.#waiting = waiting;
    this.#limitMs = limitMs;
  }

  /** Odds of the fight as it stands in `encounter`. Rejects where a thread fails. */
  async ask(
    encounter: Encounter,
    rules: RuleSet,
    query: OddsQuery,
    { signal, progress = () => undefined }: OddsWatch = {},
  ): Promise<OddsResult> {
    if (this.#isClosed || signal?.aborted === true) return { kind: 'cancelled' };
    if (this.#busy.size >= this.#threads && this.#queue.length >= this.#waiting)
      return { kind: 'busy', retryAfter: Math.ceil(this.#limitMs / 4_000) };
    const id = (this.#jobs += 1);
    const cancel = (): void => this.#cancel(id);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<OddsResult>((settle, fail) => {
        this.#queue.push({ id, encounter: playable(encounter), rules, query, progress, settle, fail });
        this.#next();
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Cancels all questions and ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#queue.splice(0)) job.settle({ kind: 'cancelled' });
    const threads = [...this.#idle.splice(0), ...this.#busy.values()];
    for (const id of [...this.#busy.keys()]) this.#busy.get(id)?.give({ kind: 'cancelled' });
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #cancel(id: number): void {
    const waiting = this.#queue.find((job) => job.id === id);
    this.#queue = this.#queue.filter((job) => job.id !== id);
    waiting?.settle({ kind: 'cancelled' });
    this.#busy.get(id)?.cancel();
  }

  /** An idle thread; one that has ended meanwhile is none. */
  #usable(): Thread | undefined {
    let thread = this.#idle.pop();
    while (thread?.hasEnded === true) thread = this.#idle.pop();
    return thread;
  }

  #next(): void {
    if (this.#isClosed || this.#busy.size >= this.#threads) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    const thread = this.#usable() ?? new Thread();
    this.#busy.set(job.id, thread);
    thread.play(job, this.#limitMs, (isUsable) => {
      this.#busy.delete(job.id);
      if (isUsable && !this.#isClosed) this.#idle.push(thread);
      else void thread.end();
      this.#next();
    });
  }
}

/** One thread. It keeps nothing alive while it has nothing to do. */
class Thread {
  readonly #worker = new Worker(SCRIPT, { resourceLimits: MEMORY });
  hasEnded = false;
  #job: Job | null = null;
  #free: (isUsable: boolean) => void = () => undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (message: FromWorker) => this.#hear(message));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => {
      this.hasEnded = true;
      this.#fail(new Error('the simulating thread has ended'));
    });
  }

  play(job: Job, limitMs: number, free: (isUsable: boolean) => void): void {
    this.#job = job;
    this.#free = free;
    this.#worker.ref();
    this.#watch = setTimeout(() => this.#fail(new Error('the simulating thread does not answer')), limitMs + GRACE);
    const { id, encounter, query, rules } = job;
    this.#tell({ type: 'run', job: id, ruleset: rules.id, encounter, query, limitMs });
  }

  /** Calls off what it plays; it answers soon that it has stopped. */
  cancel(): void {
    const job = this.#job;
    if (job === null) return;
    job.settle({ kind: 'cancelled' });
    this.#tell({ type: 'cancel', job: job.id });
  }

  /** Settles what it plays without waiting for it. */
  give(result: OddsResult): void {
    this.#job?.settle(result);
  }

  async end(): Promise<void> {
    clearTimeout(this.#watch);
    this.#job = null;
    await this.#worker.terminate();
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    const job = this.#job;
    if (job === null || job.id !== message.job) return;
    switch (message.type) {
      case 'progress':
        job.progress(message.runs);
        return;
      case 'failed':
        job.fail(new Error(message.message));
        break;
      case 'done':
        job.settle({ kind: 'done', odds: message.odds });
        break;
      case 'refused':
        job.settle({ kind: 'refused', refusal: message.refusal });
        break;
      case 'cancelled':
        job.settle({ kind: 'cancelled' });
    }
    this.#release(true);
  }

  #fail(error: Error): void {
    this.#job?.fail(error);
    this.#release(false);
  }

  #release(isUsable: boolean): void {
    if (this.#job === null) return;
    this.#job = null;
    clearTimeout(this.#watch);
    this.#worker.unref();
    this.#free(isUsable);
  }
}
