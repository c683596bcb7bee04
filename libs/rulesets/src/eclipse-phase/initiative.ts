import {
  adjustmentParts,
  rollOneDie,
  stat,
  total,
  type Combatant,
  type Core,
  type Initiative,
  type InitiativeRules,
  type JsonObject,
  type Part,
  type Place,
  type Standing,
} from '@bitacora/engine';
import { goesFirst } from './moxie.js';

const DIE = 10;

/** The Initiative of `c` without a roll, part by part (EP-1). */
export function ratingParts(core: Core, c: Combatant): readonly Part[] {
  const penalty = Number(core.options.woundPenalty) * c.wounds;
  return [
    { value: Math.ceil((stat(c, 'intuition') + stat(c, 'reflexes')) / 5), what: 'rating' },
    ...modifiersOf(c.stats),
    ...(penalty > 0 ? [{ value: -penalty, what: 'wounds' }] : []),
    ...adjustmentParts(c),
  ];
}

function modifiersOf(stats: JsonObject): readonly Part[] {
  return (stats.modifiers ?? []) as unknown as readonly Part[];
}

/** The face that `c` rolled this round, or null before it has. */
function rollOf(core: Core, c: Combatant): number | null {
  const face = c.memory.roll;
  return c.scoredRound === core.clock.round && typeof face === 'number' ? face : null;
}

/** The score of `c` this round: its Initiative now and its roll (EP-2, EP-5). */
export function initiativeOf(core: Core, c: Combatant): Initiative {
  const face = rollOf(core, c);
  if (face === null) return { parts: [], score: null };
  const [rating, ...others] = ratingParts(core, c);
  const parts = [...(rating === undefined ? [] : [rating]), { value: face, what: 'roll' }, ...others];
  return { parts, score: total(parts) };
}

/** Those who bought the first place in this pass stand before the others (EP-6). */
export function standingOf(core: Core, c: Combatant): Standing {
  const score = initiativeOf(core, c).score ?? 0;
  return { score, rank: [goesFirst(core, c) ? 1 : 0, score] };
}

/** Everyone rolls 1d10 every round; equal scores act together; wounds count at once (EP-2, EP-3, EP-5). */
export const initiative: InitiativeRules = {
  lasts: 'round',
  together: true,
  fields: [],
  of: initiativeOf,
  counts: () => true,
  roll: (draft, command, ids) =>
    rollOneDie(draft, command, ids, {
      faces: DIE,
      reading: { zeroIsHighest: true },
      scored: (c, roll) => ({
        initiative: initiativeOf(draft.core, { ...c, memory: { ...c.memory, roll } }),
        memory: { roll },
      }),
    }),
};

/** The place of `c` in any pass: it has one entry. */
export function placeOf(c: Combatant): Place {
  return { key: c.id, combatant: c.id, entry: 'main' };
}
