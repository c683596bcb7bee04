import {
  counted,
  isAble,
  malformed,
  notActing,
  refreshOrder,
  refuse,
  theCombatant,
  type ActionRules,
  type Activation,
  type Command,
  type Core,
  type Handler,
  type Refusal,
} from '@bitacora/engine';
import {
  energyLeft,
  hasAbility,
  isKind,
  kindOfKey,
  KINDS,
  nextDefence,
  overReserveName,
  spendEnergy,
  spentInPass,
  type Kind,
} from './energy.js';

const MAX_LABEL = 2000;

/** The refusal of an action that is not of the entry's kind (TJ-2), or that its owner has no ability for (TJ-3). */
function wrongKind(kind: string, allowed: readonly Kind[], rule: string): Refusal {
  return refuse('WRONG_ACTION_KIND', rule, { kind, allowed });
}

/** What refuses any action in this activation: one an entry a pass, and one energy each (TJ-2, TJ-11). */
function limitRefusal(core: Core, activation: Activation): Refusal | null {
  const kind = kindOfKey(activation.key);
  const c = theCombatant(core, activation.combatant ?? '');
  if (!hasAbility(c, kind)) return wrongKind(kind, [], 'TJ-3');
  if (counted(core, activation).length > 0) return refuse('ACTION_LIMIT', 'TJ-2', { kind });
  return energyLeft(c, kind) > 0 ? null : refuse('NO_ENERGY', 'TJ-11', { combatant: c.id, kind });
}

/** The actions of Turno de Juego (TJ-2). */
export const actions: ActionRules = {
  kinds: { physical: [], mental: [] },
  fits: (_, activation, { kind }) => {
    const own = kindOfKey(activation.key);
    return kind === own ? null : wrongKind(kind, [own], 'TJ-2');
  },
  may: limitRefusal,
  check: () => null,
  declared: (draft, { combatant, action }) => {
    spendEnergy(draft, theCombatant(draft.core, combatant), action.kind as Kind);
  },
  outcomes: (core, { combatant, action }, becomes) => {
    if (becomes !== 'vetoed') return {};
    const kind = action.kind as Kind;
    const left = energyLeft(theCombatant(core, combatant), kind) + 1;
    return {
      set: { [combatant]: { resources: { [`${kind}Energy`]: left } } },
      memory: { spent: spentInPass(core) - 1 },
    };
  },
};

/** Whether some defence is left to `id` now (TJ-7, TJ-8). */
function mayDefend(core: Core, id: string): Refusal | null {
  const c = theCombatant(core, id);
  if (KINDS.every((kind) => nextDefence(core, c, kind) === null)) return noDefenceLeft(id);
  return isAble(c) && core.clock.stage === 'actions' ? null : notActing(core, id);
}

function noDefenceLeft(combatant: string): Refusal {
  return refuse('NO_DEFENCE_LEFT', 'TJ-8', { combatant });
}

/** `defend`: at any moment, from the reserve of its kind while there is one, then ever harder, then no more (TJ-7, TJ-8). */
export const defend: Handler<'defend'> = {
  gate: 'pending',
  first: (_, { kind }) => (isKind(kind) ? null : wrongKind(String(kind), KINDS, 'TJ-7')),
  may: mayDefend,
  run: (draft, { combatant: id, kind, label }) => {
    const { core } = draft;
    const defended = kind as Kind;
    const c = theCombatant(core, id);
    const defence = nextDefence(core, c, defended);
    if (defence === null) return noDefenceLeft(id);
    const { difficulty, inReserve } = defence;
    const made = { combatant: id, kind: defended, label: label ?? null, declaration: null, difficulty };
    if (!inReserve) {
      draft.emit('DefenceMade', { ...made, set: { [id]: { resources: overReserveAfter(core, id, defended) } } });
      return null;
    }
    draft.emit('DefenceMade', made);
    spendEnergy(draft, c, defended);
    refreshOrder(draft, 'energy', 'TJ-3', null);
    return null;
  },
};

function overReserveAfter(core: Core, id: string, kind: Kind): Readonly<Record<string, number>> {
  const name = overReserveName(core.options, kind);
  return { [name]: (theCombatant(core, id).resources[name] ?? 0) + 1 };
}

/** Refuses a defence that does not say its kind (TJ-7). */
export function shape(command: Command): Refusal | null {
  if (command.type !== 'defend') return null;
  if (command.kind === undefined) return malformed('/kind', 'missing', { choices: KINDS });
  if (typeof command.kind !== 'string') return malformed('/kind', 'notAChoice', { choices: KINDS });
  const { label } = command;
  const fits = label === undefined || (typeof label === 'string' && label.length <= MAX_LABEL);
  return fits ? null : malformed('/label', 'notSuchAText', { maxLength: MAX_LABEL });
}
