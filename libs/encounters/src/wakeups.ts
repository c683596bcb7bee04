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

/** Iterations that can be ended from outside, one by one or all at once. */
export class Endings {
  readonly #stops = new Set<() => void>();
  #isOver = false;

  /** Ends all that run, and all that begin later. */
  endAll(): void {
    this.#isOver = true;
    for (const stop of [...this.#stops]) stop();
  }

  /**
   * An async iterable whose `return()` ends a `next()` that still waits, as a plain generator's would not.
   * `make` gets a signal that is aborted by `return()`, by `outer` or by `endAll`.
   */
  endable<T>(
    make: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
    outer: AbortSignal | undefined,
  ): AsyncIterable<T> {
    return { [Symbol.asyncIterator]: () => this.#iterator(make, outer) };
  }

  #iterator<T>(
    make: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
    outer: AbortSignal | undefined,
  ): AsyncIterator<T, void> {
    const own = new AbortController();
    const stop = (): void => own.abort();
    const loosen = (): void => {
      outer?.removeEventListener('abort', stop);
      this.#stops.delete(stop);
    };
    outer?.addEventListener('abort', stop, { once: true });
    this.#stops.add(stop);
    if (this.#isOver || outer?.aborted === true) stop();
    const generator = make(own.signal);
    const settle = async (result: Promise<IteratorResult<T, void>>): Promise<IteratorResult<T, void>> => {
      try {
        const { done, value } = await result;
        if (done !== true) return { done: false, value };
      } catch (error) {
        loosen();
        throw error;
      }
      loosen();
      return { done: true, value: undefined };
    };
    return {
      next: () => settle(generator.next()),
      return: () => {
        stop();
        return settle(generator.return());
      },
    };
  }
}
