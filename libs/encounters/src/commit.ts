import type { DomainEvent } from '@bitacora/engine';
import {
  StoreUnavailable,
  type Appended,
  type AppendResult,
  type EventStore,
  type EventToAppend,
  type Expected,
} from '@bitacora/event-store';
import { fromAppended, toAppend, type EventEnvelope, type Stamp } from './envelope.js';
import type { Reading } from './live.js';
import { pageOf } from './stream.js';

/** How often an unknown outcome is asked for; each asking may itself take as long as the store tries, and somebody waits for the answer. */
const ASKS = 1;

/**
 * `appended`: our events stand in the store. `elsewise`: they do not, or not as we made them: others were faster, perhaps the same
 * command from elsewhere. The store knows.
 */
export type Committed =
  | { readonly kind: 'appended'; readonly events: readonly EventEnvelope[]; readonly hash: string }
  | { readonly kind: 'elsewise' };

/** Where a command's events go: behind revision `revision` of `stream`, bound to `hash`. */
interface Place {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly hash: string;
}

/** Puts a command's events in their place, all or none. */
export function commit(
  reading: Reading,
  place: Place,
  events: readonly DomainEvent[],
  stamp: Stamp,
  signal: AbortSignal | undefined,
): Promise<Committed> {
  const { events: ready, hash } = toAppend(events, stamp, reading.upcaster, place);
  const expected: Expected = place.revision === 0 ? 'no_stream' : BigInt(place.revision - 1);
  const appended = (positions: readonly string[]): Committed => ({
    kind: 'appended',
    events: fromAppended(ready, stamp, place.revision, positions),
    hash,
  });
  const settled = async (result: AppendResult): Promise<Committed> => {
    const outcome = result.kind === 'unknown' ? await known(result) : result;
    // Without a key nobody else has these ids; with one, an earlier try may have stored other dice under them.
    const isOurs = outcome.kind === 'appended' || (outcome.kind === 'already' && stamp.key === undefined);
    if (!isOurs) return { kind: 'elsewise' };
    return appended(outcome.positions ?? (await positionsOf(reading.store, place, ready, outcome)));
  };
  return reading.store
    .append(place.stream, ready, expected, { signal })
    .then((result) =>
      result.kind === 'appended' && result.positions !== undefined ? appended(result.positions) : settled(result),
    );
}

/** The result once it is known. @throws StoreUnavailable when it cannot be found out now. */
async function known(result: AppendResult): Promise<Exclude<AppendResult, { kind: 'unknown' }>> {
  let outcome = result;
  for (let asked = 0; outcome.kind === 'unknown'; asked += 1) {
    if (asked === ASKS) throw new StoreUnavailable('Whether the command was stored cannot be found out now.');
    outcome = await outcome.resolve();
  }
  return outcome;
}

async function positionsOf(
  store: EventStore,
  { id, revision }: Place,
  ready: readonly EventToAppend[],
  appended: Appended,
): Promise<readonly string[]> {
  if (ready.length === 1) return [appended.position];
  const stored = await pageOf(store, id, revision, ready.length);
  return stored.map((event) => event.position);
}
