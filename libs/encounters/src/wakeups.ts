/** Those who wait until something has happened. */
export class Wakeups {
  #waiting = new Set<() => void>();

  /** Wakes all who wait now. */
  wake(): void {
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Set();
    for (const go of waiting) go();
  }

  /** Settles at the next `wake`, or when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const go = (): void => {
        this.#waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      this.#waiting.add(go);
      signal.addEventListener('abort', go, { once: true });
    });
  }
}

/** Waits `ms` milliseconds, or until the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}

/**
 * An async iterable whose `return()` ends a `next()` that still waits, as a plain generator's would not.
 * `make` gets a signal that is aborted by `return()` or by one of `outer`.
 */
export function endable<T>(
  make: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
  outer: readonly (AbortSignal | undefined)[],
): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const own = new AbortController();
      const signals = outer.filter((signal) => signal !== undefined);
      const stop = (): void => own.abort();
      const loosen = (): void => signals.forEach((signal) => signal.removeEventListener('abort', stop));
      for (const signal of signals) {
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      }
      const generator = make(own.signal);
      return {
        next: () =>
          generator.next().then(
            (result) => {
              if (result.done === true) loosen();
              return result;
            },
            (error: unknown) => {
              loosen();
              throw error;
            },
          ),
        return: () => {
          stop();
          return generator.return().finally(loosen);
        },
      };
    },
  };
}
