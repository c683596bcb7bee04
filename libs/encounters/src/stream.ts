import { StreamNotFound, type EventStore, type StoredEvent } from '@bitacora/event-store';
import { metadataOf } from './envelope.js';
import { streamOf } from './names.js';

/** How many events are read from the store at once; between two such pages others get their turn. */
const PAGE = 500;

/** The number of events in encounter `id`'s stream; 0 where there is none. */
export async function lengthOf(store: EventStore, id: string): Promise<number> {
  const stream = streamOf(id);
  const head = stream === null ? null : await store.head(stream);
  return head === null ? 0 : Number(head) + 1;
}

/** At most `max` events of encounter `id` after revision `after`; none where there is no such encounter. */
export async function pageOf(store: EventStore, id: string, after: number, max: number): Promise<StoredEvent[]> {
  const stream = streamOf(id);
  if (stream === null) return [];
  try {
    return await store.readStreamPage(stream, BigInt(after), max);
  } catch (error) {
    if (error instanceof StreamNotFound) return [];
    throw error;
  }
}

/** The events of encounter `id` after revision `after` up to the end, a page at a time; no command is split between two pages. */
export async function* pagesOf(
  store: EventStore,
  id: string,
  after: number,
): AsyncGenerator<StoredEvent[], void, undefined> {
  let held: StoredEvent[] = [];
  let at = after;
  for (;;) {
    const page = await pageOf(store, id, at, PAGE);
    at += page.length;
    const all = held.length === 0 ? page : [...held, ...page];
    if (page.length < PAGE) {
      if (all.length > 0) yield all;
      return;
    }
    const cut = startOfLast(all);
    held = all.slice(cut);
    if (cut > 0) yield all.slice(0, cut);
    await othersTurn();
  }
}

function startOfLast(events: readonly StoredEvent[]): number {
  const command = commandOf(events.at(-1));
  return events.findLastIndex((event) => commandOf(event) !== command) + 1;
}

function commandOf(event: StoredEvent | undefined): string | undefined {
  return event && metadataOf(event).command;
}

/** Lets everything else that waits run first. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
