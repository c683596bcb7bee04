/**
 * Makes an async iterable whose `return()` also ends a `next()` that is still waiting: a plain async generator would leave
 * both hanging until the next event. `make` gets a signal that is aborted by `return()`, or by `outer`.
 */
export function cancellable<T>(
  make: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
  outer?: AbortSignal,
): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const own = new AbortController();
      const stop = (): void => own.abort();
      if (outer?.aborted) own.abort();
      outer?.addEventListener('abort', stop, { once: true });
      const generator = make(own.signal);
      const finish = <R>(result: R): R => {
        outer?.removeEventListener('abort', stop);
        return result;
      };
      return {
        next: () =>
          generator.next().then(
            (result) => (result.done ? finish(result) : result),
            (error: unknown) => Promise.reject(finish(error)),
          ),
        return: () => {
          stop();
          return generator.return().then(finish);
        },
      };
    },
  };
}

/** A set of those who wait for something to happen. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** How many wait now. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Wakes all who wait now. */
  wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const go of waiting) go();
  }

  /** Settles at the next `wake`, or when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.#waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      if (signal.aborted) return resolve();
      this.#waiting.add(go);
      signal.addEventListener('abort', go, { once: true });
    });
  }
}

/** Waits `ms` milliseconds, or until the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done, { once: true });
  });
}
