import {
  adjustmentParts,
  allTableFaces,
  combatantOf,
  NO_INITIATIVE,
  stat,
  theCombatant,
  total,
  withoutDie,
  type Combatant,
  type Core,
  type Initiative,
  type InitiativeRules,
  type Patch,
  type Place,
  type RollRecord,
  type Standing,
} from '@bitacora/engine';

const DIE = 20;

/** The die and the modifier, with adjustments (D20-1). */
export function initiativeOf(_: Core, c: Combatant): Initiative {
  const { roll } = c.memory;
  if (typeof roll !== 'number') return NO_INITIATIVE;
  const parts = [
    { what: 'roll', value: roll },
    { what: 'modifier', value: stat(c, 'modifier') },
    ...adjustmentParts(c),
  ];
  return { score: total(parts), parts };
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
  roll: (draft, command, ids) => {
    const faces = allTableFaces(command, ids, () => [DIE]);
    if ('refused' in faces) return faces;
    const set: Record<string, Patch> = {};
    const rolls = ids.map((id): RollRecord => {
      const table = faces.get(id);
      const thrown = draft.roll({
        combatant: id,
        purpose: 'initiative',
        dice: [DIE],
        ...(table !== undefined && { table }),
      });
      const memory = { roll: thrown.faces[0] ?? 0 };
      const shown = initiativeOf(draft.core, { ...theCombatant(draft.core, id), memory });
      set[id] = { scoredRound: draft.core.clock.round, initiative: shown, memory };
      return {
        combatant: id,
        roll: thrown.roll,
        by: thrown.by,
        purpose: 'initiative',
        dice: [DIE],
        faces: thrown.faces,
        modifiers: withoutDie(shown.parts),
        total: shown.score,
        ...(thrown.hidden && { hidden: true }),
      };
    });
    draft.emit('InitiativeRolled', { rolls, set });
    return null;
  },
};
