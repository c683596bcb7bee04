import {
  adjustmentParts,
  combatantOf,
  NO_INITIATIVE,
  rollOneDie,
  stat,
  total,
  type Combatant,
  type Core,
  type Initiative,
  type InitiativeRules,
  type Place,
  type Standing,
} from '@bitacora/engine';

const DIE = 20;

/** The die and the modifier, with adjustments (D20-1). */
export function initiativeOf(_: Core, c: Combatant): Initiative {
  const { roll } = c.memory;
  if (typeof roll !== 'number') return NO_INITIATIVE;
  const parts = [
    { value: roll, what: 'roll' },
    { value: stat(c, 'modifier'), what: 'modifier' },
    ...adjustmentParts(c),
  ];
  return { parts, score: total(parts) };
}

/** Score, then modifier (D20-2), then the place next to whom a delayed turn interrupted (D20-8). */
export function standingOf(core: Core, c: Combatant): Standing {
  const score = initiativeOf(core, c).score ?? 0;
  const { tieBreak, place } = c.memory;
  return { score, rank: [score, Number(tieBreak ?? stat(c, 'modifier')), Number(place ?? 0)] };
}

/** The standing of a place, which has one owner. */
export function standing(core: Core, { combatant }: Place): Standing {
  const c = combatantOf(core, combatant);
  return c === undefined ? { score: 0, rank: [] } : standingOf(core, c);
}

/** One d20 each, at the start or when one comes in; equals act together (D20-1, D20-2). */
export const initiative: InitiativeRules = {
  lasts: 'encounter',
  together: true,
  fields: [],
  of: initiativeOf,
  counts: () => true,
  roll: (draft, command, ids) =>
    rollOneDie(draft, command, ids, {
      faces: DIE,
      scored: (c, roll) => ({ initiative: initiativeOf(draft.core, { ...c, memory: { roll } }), memory: { roll } }),
    }),
};
