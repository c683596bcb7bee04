import { pause } from '../core/iterable.js';
import { NoAnswer } from './faults.js';

/** Settles as `work` does, or fails with {@link NoAnswer} after `ms` milliseconds: the driver's own limits do not always hold. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(`no answer within ${Math.round(ms)} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Growing pauses between tries, with jitter, so that many clients do not come back at the same moment. */
export class Backoff {
  #next = 20;

  constructor(readonly longestMs: number) {}

  reset(): void {
    this.#next = 20;
  }

  /** Pauses, but not past `until`. */
  async wait(until = Infinity, signal?: AbortSignal): Promise<void> {
    const wanted = this.#next * (0.5 + Math.random());
    this.#next = Math.min(this.longestMs, this.#next * 2);
    await pause(Math.max(0, Math.min(wanted, until - performance.now())), signal);
  }
}

/** Lets at most `limit` pieces of work run at the same time. */
export class Gate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly limit: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limit) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
