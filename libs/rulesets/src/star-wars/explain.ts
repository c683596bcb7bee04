import { adjustmentParts, combatantOf, type Combatant, type Core, type Entry, type Reason } from '@bitacora/engine';
import type { Skill } from './pool.js';
import { hasSlots, keptSlot } from './slots.js';

function check(
  successes: number,
  advantages: number,
  kind: Combatant['kind'],
  adjustments: readonly Reason[],
): readonly Reason[] {
  return [
    { rule: 'SW-4', what: 'successes', value: successes },
    ...adjustments,
    { rule: 'SW-4', what: 'advantages', value: advantages },
    { rule: 'SW-4', what: kind, value: kind === 'pc' ? 1 : 0 },
  ];
}

function checkOf(core: Core, key: string): readonly Reason[] {
  const c = combatantOf(core, key);
  if (c === undefined) {
    const { successes, advantages, kind } = keptSlot(core, key);
    return check(successes, advantages, kind, []);
  }
  const adjustments = adjustmentParts(c).map(({ what, value }): Reason => ({ rule: 'SW-8', what, value }));
  const skill: Reason = { rule: 'SW-1', what: c.memory.skill as Skill, value: null };
  return [skill, ...check(Number(c.memory.successes), Number(c.memory.advantages), c.kind, adjustments)];
}

/** Why an entry stands where it stands: the check, adjustments, advantages, a player's character; for a slot who rolled it. */
export function explain(core: Core, entry: Entry): readonly Reason[] {
  const slot: readonly Reason[] = hasSlots(core)
    ? [{ rule: 'SW-9', what: 'slot', value: null, params: { rolledBy: entry.key } }]
    : [];
  return [...slot, ...checkOf(core, entry.key)];
}
