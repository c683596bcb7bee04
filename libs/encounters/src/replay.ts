import { fromStored, metadataOf, type EventEnvelope } from './envelope.js';
import type { FoldedEncounter } from './folded.js';
import { foldedAt } from './history.js';
import type { Live } from './live.js';
import { pageOf } from './stream.js';

const PAGE = 64;

/** An earlier answer. */
export interface Replayed {
  readonly events: readonly EventEnvelope[];
  readonly folded: FoldedEncounter;
}

/** The answer to an earlier command, whose first event has revision `first`, given again; null where that was another body. */
export async function replay(live: Live, first: number, fingerprint: string): Promise<Replayed | null> {
  const { store, upcaster } = live.reading;
  const [cause, ...rest] = await pageOf(store, live.id, first - 1, PAGE);
  if (cause === undefined) throw new Error(`event ${first} of encounter ${live.id} is gone`);
  const { command, fingerprint: before } = metadataOf(cause);
  if (before !== fingerprint) return null;
  const stored = [cause, ...rest];
  while (metadataOf(stored.at(-1) ?? cause).command === command) {
    const more = await pageOf(store, live.id, first - 1 + stored.length, PAGE);
    if (more.length === 0) break;
    stored.push(...more);
  }
  const events = stored
    .filter((event) => metadataOf(event).command === command)
    .map((event) => fromStored(event, upcaster));
  const folded = await foldedAt(live, first - 1 + events.length);
  return { events: events, folded };
}
