import { ApiError } from '../problem.js';

/** How long an operation may take, and whether anybody still waits for it. */
export class Patience {
  private readonly over = new AbortController();
  private readonly until: number;

  /** `ms`: milliseconds from now on; Infinity for what goes on. */
  constructor(private readonly ms: number) {
    this.until = performance.now() + ms;
  }

  /** Aborted when the time is over, or when nobody waits any more: long work ends with it. */
  get signal(): AbortSignal {
    return this.over.signal;
  }

  /** Nobody waits any more. */
  end(): void {
    this.over.abort();
  }

  /** Throws `OPERATION_TIMEOUT` where the time is over. */
  ensureTime(): void {
    if (performance.now() > this.until) throw this.timeout();
  }

  /** `work`, or `OPERATION_TIMEOUT` where it is not done in time. */
  within<T>(work: Promise<T>): Promise<T> {
    if (this.ms === Infinity) return work;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        reject(this.timeout());
        this.over.abort();
      };
      const timer = setTimeout(giveUp, Math.max(0, this.until - performance.now()));
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  private timeout(): ApiError {
    return new ApiError('OPERATION_TIMEOUT', { params: { ms: this.ms } });
  }
}
