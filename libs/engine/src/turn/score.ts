import type { Draft } from '../draft.js';
import { combatantOf, type Combatant, type Core } from '../encounter.js';
import type { EventData, Patch } from '../event.js';
import { evolveCore } from '../evolve-core.js';
import { own, sameJson } from '../json.js';

/** The initiative that `id` has once the event stands, or null where it is what it was. */
export function initiativeAfter<T extends keyof EventData>(
  draft: Draft,
  type: T,
  data: EventData[T],
  id: string,
): Combatant['initiative'] | null {
  const after = evolveCore(draft.core, { type, data } as never);
  const c = combatantOf(after, id);
  if (c === undefined) return null;
  const known = c.scoredRound !== null || draft.rules.initiative.given?.(after, c) === true;
  if (!known) return null;
  const initiative = draft.rules.initiative.of(after, c);
  return sameJson(initiative, c.initiative) ? null : initiative;
}

/** `patches` with the initiative that `id` has once the event stands. */
export function withInitiative<T extends keyof EventData>(
  draft: Draft,
  type: T,
  data: EventData[T] & { readonly set?: Readonly<Record<string, Patch>> },
  id: string,
): EventData[T] {
  const initiative = initiativeAfter(draft, type, data, id);
  if (initiative === null) return data;
  return { ...data, set: { ...data.set, [id]: { ...own(data.set, id), initiative } } };
}

/** Whether the round has begun beyond its first stage. */
export function isMidRound(core: Core): boolean {
  return core.status === 'running' && (core.clock.stage !== 'initiative' || core.resume !== null);
}
