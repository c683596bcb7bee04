import type { LiveCache } from './cache.js';
import { fromStored, type EventEnvelope } from './envelope.js';
import { foldedAt, foldOn } from './history.js';
import type { Live } from './live.js';
import { pagesOf } from './stream.js';
import type { Change } from './types.js';
import { eventsFor, type Viewer } from './viewer.js';

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
    let at = after;
    while (!signal.aborted) {
      if (at >= live.revision) {
        await live.moved.wait(signal);
        continue;
      }
      const recent = live.changeAfter(at);
      for await (const change of recent === undefined ? storedChanges(live, at) : [recent]) {
        if (signal.aborted) return;
        yield seen(change, at, viewer);
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

function byCommand(events: readonly EventEnvelope[]): EventEnvelope[][] {
  const commands: EventEnvelope[][] = [];
  for (const event of events) {
    const current = commands.at(-1);
    if (current?.[0]?.command === event.command) current.push(event);
    else commands.push([event]);
  }
  return commands;
}

function seen(change: Change, after: number, viewer: Viewer): Change {
  const isCut = (change.events[0]?.revision ?? 0) <= after;
  const events = eventsFor(viewer, isCut ? change.events.filter((event) => event.revision > after) : change.events);
  return events === change.events ? change : { ...change, events };
}
