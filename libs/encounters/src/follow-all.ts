import type { EventStore, StoredEvent } from '@bitacora/event-store';
import { fromStored } from './envelope.js';
import { encounterOf, STREAM_PREFIX } from './names.js';
import { pageOf } from './stream.js';
import type { Summaries } from './summaries.js';
import type { Appended } from './types.js';
import type { Upcaster } from './upcasting/upcast.js';
import { eventsFor, type Viewer } from './viewer.js';

/** What following everything needs. */
export interface LogsReading {
  readonly store: EventStore;
  readonly upcaster: Upcaster;
  readonly summaries: Summaries;
}

/** Every event of all encounters, or of those of one rule set, after a position or from now on. */
export async function* allAfter(
  reading: LogsReading,
  { ruleset, afterPosition }: { readonly ruleset?: string; readonly afterPosition?: string },
  viewer: Viewer,
  signal: AbortSignal,
): AsyncGenerator<Appended, void, undefined> {
  const events = reading.store.subscribeAll({
    filter: { prefixes: [STREAM_PREFIX] },
    after: afterPosition ?? 'end',
    signal,
  });
  for await (const stored of events) {
    const encounter = encounterOf(stored.stream);
    if (ruleset !== undefined && (await rulesetOf(reading, encounter, stored)) !== ruleset) continue;
    for (const event of eventsFor(viewer, [fromStored(stored, reading.upcaster)])) yield { encounter, event };
  }
}

async function rulesetOf(
  { store, upcaster, summaries }: LogsReading,
  id: string,
  event: StoredEvent,
): Promise<unknown> {
  const known = summaries.rulesetOf(id);
  if (known !== undefined) return known;
  const [first] = event.revision === 0n ? [event] : await pageOf(store, id, 0, 1);
  return first && fromStored(first, upcaster).data['ruleset'];
}
