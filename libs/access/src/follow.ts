import { StoreClosed, type EventStore, type StoredEvent } from '@bitacora/event-store';
import { setTimeout as pause } from 'node:timers/promises';
import { ACCESS_PREFIX } from './directory.js';

const RETRY_MS = 500;
const FILTER = { prefixes: [ACCESS_PREFIX] };

/** Follows the streams of access from their beginning; goes on by itself after a failure. */
export class Follower {
  readonly #end = new AbortController();
  readonly #following: Promise<void>;
  #reached: string | undefined;
  #isCaughtUp = false;
  #reading: Promise<void> | undefined;

  constructor(
    readonly store: EventStore,
    readonly take: (event: StoredEvent) => void,
  ) {
    this.#following = this.#follow();
  }

  /** Waits until everything that was there at the start is known. Throws the store's errors. */
  async caughtUp(): Promise<void> {
    if (!this.#isCaughtUp) await this.refresh();
  }

  /** Reads what was written since, by any process; those who ask meanwhile share the next reading. */
  async refresh(): Promise<void> {
    await this.#reading;
    await (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#following;
  }

  async #read(): Promise<void> {
    for await (const event of this.store.readAll({ filter: FILTER, after: this.#reached })) this.#note(event);
    this.#isCaughtUp = true;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      try {
        const events = this.store.subscribeAll({
          filter: FILTER,
          after: this.#reached,
          signal,
          onCheckpoint: (position) => void (this.#reached = position),
          onCaughtUp: () => void (this.#isCaughtUp = true),
        });
        for await (const event of events) this.#note(event);
      } catch (error) {
        if (error instanceof StoreClosed) return;
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  #note(event: StoredEvent): void {
    this.take(event);
    this.#reached = event.position;
  }
}
