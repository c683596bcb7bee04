import type { LiveCache } from './cache.js';
import { byCommand } from './commands.js';
import { fromStored } from './envelope.js';
import { foldedAt, foldOn } from './history.js';
import type { Live } from './live.js';
import { pagesOf } from './stream.js';
import type { Change } from './types.js';
import { seesAll, type Viewer } from './viewer.js';

/**
 * Each command of encounter `id` after revision `after`: what was, then what comes. Holds a place in the log and no queue.
 * Followers who see the same get the same objects, so that an edge can write each of them once.
 */
export async function* changesAfter(
  cache: LiveCache,
  id: string,
  after: number,
  viewer: Viewer,
  signal: AbortSignal,
): AsyncGenerator<Change, void, undefined> {
  const live = await retained(cache, id);
  if (live === null) return;
  try {
    if (!seesAll(viewer)) {
      yield* seenAfter(live, after, viewer, signal);
      return;
    }
    let at = after;
    while (!signal.aborted) {
      if (at >= live.revision) {
        await live.moved.wait(signal);
        continue;
      }
      const recent = live.changeAfter(at);
      for await (const change of recent === undefined ? storedChanges(live, at) : [recent]) {
        if (signal.aborted) return;
        yield seen(change, at);
        at = change.revision;
      }
    }
  } finally {
    live.release();
  }
}

/** The encounter, kept in the cache until it is released. */
async function retained(cache: LiveCache, id: string): Promise<Live | null> {
  for (;;) {
    const live = await cache.get(id);
    if (live === null) return null;
    live.retain();
    if (cache.peek(id) === live) return live;
    live.release();
  }
}

/** What the store has after revision `after`, command by command. */
async function* storedChanges(live: Live, after: number): AsyncGenerator<Change, void, undefined> {
  const { store, upcaster } = live.reading;
  let folded = await foldedAt(live, after);
  for await (const page of pagesOf(store, live.id, after)) {
    for (const events of byCommand(page.map((stored) => fromStored(stored, upcaster)))) {
      folded = foldOn(folded, events);
      yield { revision: folded.revision, events, folded };
    }
  }
}

/** Each frame that `viewer` sees after its own revision `after`. */
async function* seenAfter(
  live: Live,
  after: number,
  viewer: Viewer,
  signal: AbortSignal,
): AsyncGenerator<Change, void, undefined> {
  for (let at = after; !signal.aborted;) {
    const log = await live.seenBy(viewer);
    const frame = log.at(at + 1);
    if (frame === undefined) {
      if (log.trueRevision >= live.revision) await live.moved.wait(signal);
      continue;
    }
    yield seen(frame, at);
    at = frame.revision;
  }
}

function seen(change: Change, after: number): Change {
  const isCut = (change.events[0]?.revision ?? 0) <= after;
  return isCut ? { ...change, events: change.events.filter((event) => event.revision > after) } : change;
}
