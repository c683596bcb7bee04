import { combatantOf, scoreReasons, type Core, type Entry, type Part, type Reason } from '@bitacora/engine';
import type { Skill } from './pool.js';
import { hasSlots, keptSlot } from './slots.js';

const RULES: Readonly<Record<string, string>> = { successes: 'SW-4' };

/** The skill and the parts of the score of whoever rolled the entry; of one who is gone what stands for it, if that is all of the score. */
function checkOf(
  core: Core,
  { key, score }: Entry,
): { readonly skill: readonly Reason[]; readonly parts: readonly Part[] } {
  const c = combatantOf(core, key);
  if (c === undefined) {
    const { successes } = keptSlot(core, key);
    return { skill: [], parts: successes === score ? [{ value: successes, what: 'successes' }] : [] };
  }
  return { skill: [{ rule: 'SW-1', what: c.memory.skill as Skill, value: null }], parts: c.initiative.parts };
}

/** Why an entry stands where it stands: the check, adjustments, advantages, a player's character; for a slot who rolled it. */
export function explain(core: Core, entry: Entry): readonly Reason[] {
  const slot: readonly Reason[] = hasSlots(core)
    ? [{ rule: 'SW-9', what: 'slot', value: null, params: { rolledBy: entry.key } }]
    : [];
  const { skill, parts } = checkOf(core, entry);
  const [, advantages = 0, player = 0] = entry.rank;
  return [
    ...slot,
    ...skill,
    ...scoreReasons(entry, parts, (what) => RULES[what] ?? 'SW-8'),
    { rule: 'SW-4', what: 'advantages', value: advantages },
    { rule: 'SW-4', what: player === 1 ? 'pc' : 'npc', value: null },
  ];
}
