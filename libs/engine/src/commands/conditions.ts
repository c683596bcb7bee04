import type { ApplyCondition, RemoveCondition } from '../command.js';
import type { Draft } from '../draft.js';
import type { Until } from '../encounter.js';
import { refuse, type Refusal } from '../refusal.js';
import { unknownCombatant } from '../turn/may-act.js';

/** `applyCondition`: until removed, or until the boundary that `lasts` names. */
export function applyCondition(draft: Draft, { combatant: id, name, lasts }: ApplyCondition): Refusal | null {
  const { core } = draft;
  const unknown = unknownCombatant(core, id) ?? (lasts?.of === undefined ? null : unknownCombatant(core, lasts.of));
  if (unknown !== null) return unknown;
  const until: Until | null =
    lasts === undefined
      ? null
      : {
          round: core.clock.round + lasts.rounds,
          boundary: lasts.boundary,
          of: lasts.boundary === 'endOfRound' ? null : (lasts.of ?? id),
        };
  const condition = `c${String(draft.encounter.counters.conditions + 1)}`;
  draft.emit('ConditionApplied', { condition: { id: condition, combatant: id, name, until } });
  return null;
}

/** `removeCondition`: ends it now. */
export function removeCondition(draft: Draft, { condition: id }: RemoveCondition): Refusal | null {
  const condition = draft.core.conditions.find((c) => c.id === id);
  if (condition === undefined) return refuse('UNKNOWN_CONDITION', 'G-13', { condition: id });
  draft.emit('ConditionRemoved', { combatant: condition.combatant, condition: id, name: condition.name });
  return null;
}
