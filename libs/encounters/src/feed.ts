import { StoreClosed, type EventStore, type StoredEvent } from '@bitacora/event-store';
import type { LiveCache } from './cache.js';
import { encounterOf, STREAM_PREFIX } from './names.js';
import type { Live } from './live.js';
import { othersTurn } from './stream.js';
import { pause } from './wakeups.js';

const RETRY_MS = 500;
/** After so many events in a row, others get their turn; a store gives about as many at a time at most. */
const BURST = 256;

/** Who follows the store. */
export interface Follower {
  take(event: StoredEvent): void;
  /** All there is was given. */
  caughtUp(): void;
  /** The subscription has failed; it begins again after the last event. */
  failed(error: unknown): void;
}

/**
 * Gives `follower` every event of all encounters, from the first one on and for as long as the signal lets it. Begins again by
 * itself after a failure.
 */
export async function followStore(store: EventStore, follower: Follower, signal: AbortSignal): Promise<void> {
  const reached: { position?: string } = {};
  while (!signal.aborted) {
    try {
      await followOnce(store, follower, signal, reached);
    } catch (error) {
      if (signal.aborted || error instanceof StoreClosed) return;
      follower.failed(error);
      await pause(RETRY_MS, signal);
    }
  }
}

async function followOnce(
  store: EventStore,
  follower: Follower,
  signal: AbortSignal,
  reached: { position?: string },
): Promise<void> {
  let inARow = 0;
  const events = store.subscribeAll({
    filter: { prefixes: [STREAM_PREFIX] },
    after: reached.position,
    signal,
    onCaughtUp: () => {
      inARow = 0;
      follower.caughtUp();
    },
    onCheckpoint: (position) => void (reached.position = position),
  });
  for await (const page of events.pages()) {
    for (const event of page) {
      follower.take(event);
      reached.position = event.position;
    }
    inARow += page.length;
    if (inARow < BURST) continue;
    inARow = 0;
    await othersTurn();
  }
  if (!signal.aborted) throw new StoreClosed();
}

/** Brings followed encounters forward when the store tells that somebody wrote to them. */
export class Feed {
  constructor(
    readonly cache: LiveCache,
    readonly signal: AbortSignal,
  ) {}

  /** To be told every event of the store. */
  take(event: StoredEvent): void {
    const live = this.cache.peek(encounterOf(event.stream));
    const revision = Number(event.revision) + 1;
    if (live?.isFollowed !== true || live.revision >= revision) return;
    void this.#bring(live, revision);
  }

  /** Behind the command in flight, which brings its own news; and each time only once, so that no command waits for a store that is away. */
  async #bring(live: Live, revision: number): Promise<void> {
    while (live.isFollowed && live.revision < revision && !this.signal.aborted) {
      try {
        await live.run(async () => {
          if (live.revision < revision) await live.catchUp();
        });
      } catch (error) {
        if (error instanceof StoreClosed) return;
        await pause(RETRY_MS, this.signal);
      }
    }
  }
}
