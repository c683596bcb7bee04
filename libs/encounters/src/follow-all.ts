import { InvalidPosition, type EventStore, type StoredEvent } from '@bitacora/event-store';
import { fromStored } from './envelope.js';
import type { LiveCache } from './cache.js';
import { changesAfter } from './follow.js';
import { encounterOf, STREAM_PREFIX } from './names.js';
import { pageOf } from './stream.js';
import type { Summaries } from './summaries.js';
import type { Appended, FollowAllQuery } from './types.js';
import type { Upcaster } from './upcasting/upcast.js';
import type { Viewer } from './viewer.js';

/** What following everything needs. */
export interface LogsReading {
  readonly store: EventStore;
  readonly upcaster: Upcaster;
  readonly summaries: Summaries;
}

/** Every event of all encounters, or of those of one rule set, after a position or from now on. */
export async function* allAfter(
  reading: LogsReading,
  { ruleset, encounter: only, afterPosition }: FollowAllQuery,
  signal: AbortSignal,
): AsyncGenerator<Appended, void, undefined> {
  const events = reading.store.subscribeAll({
    filter: { prefixes: [STREAM_PREFIX] },
    after: afterPosition ?? 'end',
    signal,
  });
  for await (const stored of events) {
    const encounter = encounterOf(stored.stream);
    if (only !== undefined && encounter !== only) continue;
    if (ruleset !== undefined && (await rulesetOf(reading, encounter, stored)) !== ruleset) continue;
    yield { encounter, event: fromStored(stored, reading.upcaster) };
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

/** What `viewer`, who does not see everything, sees of the one encounter that it may know of; nothing where it says none. */
export async function* allSeenAfter(
  cache: LiveCache,
  { ruleset, encounter, afterPosition }: FollowAllQuery,
  viewer: Viewer,
  signal: AbortSignal,
): AsyncGenerator<Appended, void, undefined> {
  const live = encounter === undefined ? null : await cache.get(encounter);
  if (live === null || (ruleset !== undefined && live.rules.id !== ruleset)) return;
  await live.sync();
  const { revision } = await live.seenBy(viewer);
  const after = afterPosition === undefined ? revision : revisionOf(afterPosition, revision);
  for await (const { events } of changesAfter(cache, live.id, after, viewer, signal))
    for (const event of events) yield { encounter: live.id, event };
}

/** A position of a viewer's own log, which ends at `end`. */
function revisionOf(position: string, end: number): number {
  const revision = /^\d{1,9}$/.test(position) ? Number(position) : Infinity;
  if (revision > end) throw new InvalidPosition(position);
  return revision;
}
