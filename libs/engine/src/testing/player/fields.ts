import type { Command, CommandName, CommandOf, Outcome, RollInitiative } from '../../command.js';
import type { Json } from '../../json.js';
import type { ActionField, RuleSet } from '../../ruleset.js';
import type { View } from '../../view.js';
import type { SeededRandom } from '../seeded.js';
import { between, chance, pick, shuffled } from './chance.js';

/** Where a command is made up: what the player sees, the rules' descriptor and its luck. */
export interface Seat {
  readonly view: View;
  readonly rules: RuleSet;
  readonly random: SeededRandom;
}

/** Makes up the fields of `command` for `id` ('' = the game master). They fit the descriptor; a rule may still refuse them. */
export function fill(seat: Seat, command: CommandName, id: string): Command {
  const make = MAKERS[command as keyof typeof MAKERS] as ((seat: Seat, id: string) => Command) | undefined;
  return make === undefined ? ({ type: command, ...(id !== '' && { combatant: id }) } as Command) : make(seat, id);
}

const MAKERS = {
  rollInitiative,
  decideTie: ({ view, random }: Seat): CommandOf<'decideTie'> => ({
    type: 'decideTie',
    order: shuffled(
      random,
      view.pending.tie.length === 0 ? view.combatants.map((c) => c.id) : pick(random, view.pending.tie),
    ),
  }),
  declare,
  resolve: ({ view, rules, random }: Seat, id: string): CommandOf<'resolve'> => {
    const mine = view.declarations.filter((d) => d.combatant === id);
    const open = mine.filter((d) => d.state === 'declared');
    const known = open.length > 0 ? open : mine;
    return {
      type: 'resolve',
      declaration: known.length === 0 ? 'd0' : pick(random, known).id,
      ...(chance(random, 70) && { outcome: outcome(random) }),
      ...('react' in rules.handlers && chance(random, 30) && { opposedBy: [pick(random, view.combatants).id] }),
    };
  },
  defend: ({ rules, random }: Seat, combatant: string): CommandOf<'defend'> => {
    const kind = pick(random, [undefined, ...Object.keys(rules.actions.kinds)]);
    return {
      type: 'defend',
      combatant,
      ...(kind !== undefined && { kind }),
      ...(chance(random, 30) && { label: 'Parry' }),
    };
  },
  prepare: ({ rules, random }: Seat, combatant: string): CommandOf<'prepare'> => ({
    type: 'prepare',
    combatant,
    action: { kind: pick(random, Object.keys(rules.actions.kinds)), label: 'Strike' },
    condition: 'somebody comes near',
    ...(chance(random, 80) && { moving: chance(random, 50) }),
  }),
  react: ({ random }: Seat, combatant: string): CommandOf<'react'> => ({
    type: 'react',
    combatant,
    action: {
      kind: pick(random, ['dodge', 'counter']),
      ...(chance(random, 30) && { moving: chance(random, 50) }),
      ...(chance(random, 50) && { opposed: chance(random, 70) }),
    },
  }),
  reserveDie: ({ random }: Seat, combatant: string): CommandOf<'reserveDie'> => ({
    type: 'reserveDie',
    combatant,
    ...(chance(random, 30) && { rolls: { [combatant]: [between(random, 1, 4)] } }),
  }),
  withdraw: ({ random }: Seat, combatant: string): CommandOf<'withdraw'> =>
    chance(random, 50)
      ? { type: 'withdraw', combatant, how: 'stepAside' }
      : { type: 'withdraw', combatant, how: 'hide', total: between(random, 5, 12) },
  join: ({ random }: Seat, combatant: string): CommandOf<'join'> => ({
    type: 'join',
    combatant,
    ...(chance(random, 50) && { score: between(random, -3, 12) }),
  }),
};

/** How something came out. */
export function outcome(random: SeededRandom): Outcome {
  return { success: chance(random, 50) };
}

/** The values of the fields that only some families have in `rollInitiative`, each for one combatant. */
const ROLL_FIELDS: Readonly<Record<string, (seat: Seat, id: string) => Json>> = {
  skills: ({ random }) => pick(random, ['cool', 'vigilance']),
  pools: ({ random }) => ({ boost: random.below(3), setback: random.below(2) }),
  results: ({ random }) => ({ successes: between(random, -1, 3), advantages: between(random, -1, 3) }),
  scores: ({ random }) => between(random, -2, 6),
  celerity: ({ view, random }, id) =>
    random.below(Math.min(3, Number(view.combatants.find((c) => c.id === id)?.stats.celerity ?? 0)) + 1),
};

function rollInitiative(seat: Seat): RollInitiative {
  const { view, rules, random } = seat;
  const due = view.pending.rolls;
  const only = chance(random, 15) ? due.filter(() => chance(random, 60)) : due;
  const some = (percent: number) => only.filter(() => chance(random, percent));
  const fields = rules.initiative.fields.filter((field) => Object.hasOwn(ROLL_FIELDS, field) && chance(random, 70));
  return {
    type: 'rollInitiative',
    ...(only.length < due.length && only.length > 0 && { only }),
    ...(chance(random, 15) && { rolls: Object.fromEntries(some(60).map((id) => [id, [between(random, 1, 10)]])) }),
    ...Object.fromEntries(fields.map((field) => [field, values(seat, field, field === 'scores' ? only : some(70))])),
  };
}

function values(seat: Seat, field: string, ids: readonly string[]): Json {
  return Object.fromEntries(ids.map((id) => [id, ROLL_FIELDS[field]?.(seat, id)]));
}

function declare(seat: Seat, combatant: string): CommandOf<'declare'> {
  const { rules, random } = seat;
  const kind = pick(random, Object.keys(rules.actions.kinds));
  const fields = rules.actions.kinds[kind] ?? [];
  const several = fields.some((field) => field.name === 'actions');
  return {
    type: 'declare',
    combatant,
    action: {
      kind,
      ...(!several && chance(random, 30) && { label: 'Strike' }),
      ...actionFields(seat, combatant, fields),
    },
    ...(!several && chance(random, 50) && { outcome: outcome(random) }),
  };
}

function actionFields(seat: Seat, id: string, fields: readonly ActionField[]): Readonly<Record<string, Json>> {
  const given = fields.filter((field) => field.required === true || chance(seat.random, 40));
  return Object.fromEntries(given.map((field) => [field.name, actionField(seat, id, field)]));
}

/** The values of an action's fields whose type says too little, by name. */
const ACTION_FIELDS: Readonly<Record<string, (seat: Seat, id: string) => Json>> = {
  actions: ({ view, random }, id) => {
    const quick = random.below((view.combatants.find((c) => c.id === id)?.resources.celerity ?? 0) + 1);
    const all = Array.from({ length: between(random, 1, 3) + quick }, (_, i) => ({
      ...(chance(random, 40) && { label: 'Strike' }),
      ...(chance(random, 25) && { defensive: true }),
      ...(i < quick && { celerity: true }),
    }));
    return shuffled(random, all);
  },
  disciplines: () => ['Potence'],
  willpower: ({ random }) => random.below(2),
  delay: ({ random }) => chance(random, 40),
};

function actionField(seat: Seat, id: string, field: ActionField): Json {
  const byName = ACTION_FIELDS[field.name];
  if (byName !== undefined) return byName(seat, id);
  switch (field.type) {
    case 'boolean':
      return chance(seat.random, 50);
    case 'text':
      return 'Somehow';
    case 'choice':
      return pick(seat.random, field.choices ?? []);
    case 'task':
      return chance(seat.random, 50)
        ? { timeframe: between(seat.random, 1, 3) }
        : { id: `t${String(seat.random.below(2))}` };
    case 'own':
      throw new Error(`the player does not know how to make up ${field.name}`);
  }
}
