import { StoreClosed, type EventStore, type StoredEvent, type SubscribeOptions } from '@bitacora/event-store';
import type { LiveCache } from './cache.js';
import { encounterOf, STREAM_PREFIX } from './names.js';
import type { Live } from './live.js';
import { othersTurn } from './stream.js';
import { pause } from './wakeups.js';

const RETRY_MS = 500;
/** After so many events in a row, others get their turn. */
const BURST = 256;

/** Who follows the store. */
export interface Follower {
  /** Where to begin: a position (exclusive), `end`, or undefined for the beginning. */
  from(): SubscribeOptions['after'];
  take(event: StoredEvent): void;
  /** All there is was given. */
  caughtUp?(): void | Promise<void>;
  /** A range without events of ours was passed. */
  passed?(position: string): void;
  /** The subscription has failed; it begins again. */
  failed?(error: unknown): void;
}

/** Gives `follower` every event of all encounters, for as long as the signal lets it; begins again by itself after a failure. */
export async function followStore(store: EventStore, follower: Follower, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await followOnce(store, follower, signal);
    } catch (error) {
      if (signal.aborted || error instanceof StoreClosed) return;
      follower.failed?.(error);
      await pause(RETRY_MS, signal);
    }
  }
}

async function followOnce(store: EventStore, follower: Follower, signal: AbortSignal): Promise<void> {
  let inARow = 0;
  const events = store.subscribeAll({
    filter: { prefixes: [STREAM_PREFIX] },
    after: follower.from(),
    signal,
    onCaughtUp: () => {
      inARow = 0;
      return follower.caughtUp?.();
    },
    onCheckpoint: (position) => follower.passed?.(position),
  });
  for await (const event of events) {
    follower.take(event);
    inARow += 1;
    if (inARow % BURST === 0) await othersTurn();
  }
  if (!signal.aborted) throw new StoreClosed();
}

/** Brings followed encounters forward when the store tells that somebody wrote to them. */
export class Feed implements Follower {
  #position: string | undefined;

  constructor(
    readonly cache: LiveCache,
    readonly signal: AbortSignal,
  ) {}

  from(): SubscribeOptions['after'] {
    return this.#position ?? 'end';
  }

  take(event: StoredEvent): void {
    this.#position = event.position;
    const live = this.cache.peek(encounterOf(event.stream));
    const revision = Number(event.revision) + 1;
    if (live?.isFollowed !== true || live.revision >= revision) return;
    // Behind the command in flight, which brings its own news.
    void live.run(() => this.#bring(live, revision));
  }

  /** Nobody knows what was written before the first event came. */
  async caughtUp(): Promise<void> {
    if (this.#position !== undefined) return;
    await Promise.all([...this.cache.inUse()].filter((live) => live.isFollowed).map((live) => live.sync()));
  }

  async #bring(live: Live, revision: number): Promise<void> {
    while (live.isFollowed && live.revision < revision && !this.signal.aborted) {
      try {
        await live.catchUp();
      } catch (error) {
        if (error instanceof StoreClosed) return;
        await pause(RETRY_MS, this.signal);
      }
    }
  }
}
