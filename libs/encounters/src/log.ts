import type { EventStore } from '@bitacora/event-store';
import { fromStored, type EventEnvelope } from './envelope.js';
import { pageOf, pagesOf } from './stream.js';
import type { EventPage, EventQuery } from './types.js';
import type { Upcaster } from './upcasting/upcast.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
/** How many events one call looks at for those of certain types. */
const MAX_LOOKED_AT = 5_000;

/** The log of one encounter, as the store has it. */
export interface LogReading {
  readonly store: EventStore;
  readonly upcaster: Upcaster;
}

/** A page of encounter `id`'s log. */
export async function eventPage(reading: LogReading, id: string, query: EventQuery): Promise<EventPage> {
  const limit = Math.min(Math.max(query.limit ?? DEFAULT_LIMIT, 1), MAX_LIMIT);
  const { types } = query;
  const items: EventEnvelope[] = [];
  let at = query.after ?? 0;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT;) {
    const size = types === undefined ? limit : MAX_LIMIT;
    const page = await pageOf(reading.store, id, at, size + 1);
    for (const stored of page.slice(0, size)) {
      at += 1;
      if (types !== undefined && !types.includes(stored.type)) continue;
      items.push(fromStored(stored, reading.upcaster));
      if (items.length === limit) break;
    }
    lookedAt += page.length;
    const isEnd = page.length <= size && at >= Number(page.at(-1)?.revision ?? -1n) + 1;
    if (isEnd) return { items, next: null };
    if (items.length === limit) break;
  }
  return { items, next: at };
}

/** The whole log of encounter `id`, up to its present end. */
export async function* wholeLog(
  reading: LogReading,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<EventEnvelope, void, undefined> {
  for await (const page of pagesOf(reading.store, id, 0)) {
    if (signal.aborted) return;
    for (const stored of page) yield fromStored(stored, reading.upcaster);
  }
}

/** A page of what one scope has seen. */
export function seenPage(events: readonly EventEnvelope[], { after = 0, limit, types }: EventQuery): EventPage {
  const most = Math.min(Math.max(limit ?? DEFAULT_LIMIT, 1), MAX_LIMIT);
  const items: EventEnvelope[] = [];
  let at = after;
  for (; at < events.length && items.length < most && at - after < MAX_LOOKED_AT; at += 1) {
    const event = events[at] as EventEnvelope;
    if (types === undefined || types.includes(event.type)) items.push(event);
  }
  return { items, next: at < events.length ? at : null };
}

/** All that one scope has seen up to now. */
export async function* seenStream(
  events: readonly EventEnvelope[],
  signal: AbortSignal,
): AsyncGenerator<EventEnvelope, void, undefined> {
  const end = events.length;
  for (let at = 0; at < end && !signal.aborted; at += 1) yield events[at] as EventEnvelope;
}
