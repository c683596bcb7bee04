import {
  pendingRolls,
  rulingsOf,
  topFrame,
  type ActionField,
  type Command,
  type Core,
  type JsonObject,
  type RuleSet,
} from '@bitacora/engine';
import type { Chance } from './chance.js';

/**
 * What happens next where everybody acts plainly: the commands to try, one after the other, until one is not refused. Empty where
 * nothing can be done.
 */
export function plainSteps(core: Core, rules: RuleSet, chance: Chance): readonly Command[] {
  if (core.status === 'setup') return [{ type: 'start' }];
  if (pendingRolls(core, rules).length > 0) return [{ type: 'rollInitiative' }];
  switch (core.clock.stage) {
    case 'tie':
      return rulingsOf(core, rules)
        .slice(0, 1)
        .map((tied) => ({ type: 'decideTie', order: chance.shuffled(tied) }));
    case 'declaration':
      return (rules.order.declarers?.(core) ?? []).map((id) => declared(rules, id));
    case 'standby':
    case 'close':
      return core.frames.length > 0 ? turnSteps(core, rules, chance) : [{ type: 'advance' }];
    default:
      return turnSteps(core, rules, chance);
  }
}

/** Whoever acts ends its turn; who must say something first says the least; an open slot is taken by any of those who may. */
function turnSteps(core: Core, rules: RuleSet, chance: Chance): readonly Command[] {
  const member = topFrame(core)?.members.find((m) => !m.done);
  if (member === undefined) return [];
  const { combatant } = member;
  if (combatant !== null) return [{ type: 'endTurn', combatant }, declared(rules, combatant)];
  const takers = rules.order.takers?.(core, member) ?? [];
  return (takers.length > 1 ? chance.shuffled(takers) : takers).map((id) => ({ type: 'act', combatant: id }));
}

/** The least that `combatant` can declare. */
function declared(rules: RuleSet, combatant: string): Command {
  const kinds = Object.entries(rules.actions.kinds);
  const needs = (fields: readonly ActionField[]) => fields.filter((field) => field.required === true);
  const [kind, fields] = kinds.reduce((least, other) =>
    needs(other[1]).length < needs(least[1]).length ? other : least,
  );
  const given: JsonObject = Object.fromEntries(needs(fields).map((field) => [field.name, leastOf(field)]));
  return { type: 'declare', combatant, action: { kind, ...given } };
}

function leastOf({ name, type, choices }: ActionField): JsonObject[string] {
  if (type === 'choice') return choices?.[0] ?? '';
  if (type === 'text') return '–';
  if (type === 'boolean') return false;
  if (type === 'task') return { timeframe: 1 };
  return name === 'actions' ? [{}] : {};
}
