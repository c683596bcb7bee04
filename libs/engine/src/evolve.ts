import {
  deedOf,
  NO_INITIATIVE,
  type Combatant,
  type Core,
  type Counters,
  type Encounter,
  type Seeds,
} from './encounter.js';
import type { DomainEvent, EventData, EventType, Outcomes, Patch, Recorded, RollRecord } from './event.js';
import {
  activationEnded,
  changeCombatant,
  changeDeclaration,
  changeEntry,
  delayedActionTaken,
  framesAfter,
  orderWith,
  pushInterrupt,
  stillActing,
  turnStarted,
  withoutEntries,
} from './evolve-turns.js';
import { own, type Json, type JsonObject } from './json.js';
import { append, EMPTY_LOG } from './log.js';

const NOTHING: Core = {
  id: '',
  name: '',
  ruleset: '',
  options: {},
  status: 'setup',
  clock: { round: 0, pass: 0, stage: 'setup' },
  resume: null,
  combatants: [],
  removed: [],
  order: [],
  cameUp: null,
  frames: [],
  activations: 0,
  begun: 0,
  open: [],
  closed: EMPTY_LOG,
  conditions: [],
  memory: {},
};

/** The state before any event. */
export const EMPTY: Encounter = {
  revision: 0,
  now: NOTHING,
  past: null,
  future: null,
  command: '',
  counters: { declarations: 0, conditions: 0, rolls: 0, hiddenRolls: 0 },
  seeds: { epoch: null, dice: null, revealed: false, contributions: [] },
};

/**
 * The encounter after `event`. Knows no rules: every outcome is in the event, so that an old
 * combat replays the same whatever later versions of the rules say. Costs the same however
 * long the encounter is, undo included: earlier states are kept and shared.
 */
export function evolve(encounter: Encounter, event: Recorded): Encounter {
  const revision = encounter.revision + 1;
  if (event.type === 'CommandUndone') return { ...undone(encounter), revision, command: event.command };
  if (event.type === 'CommandRedone') return { ...redone(encounter), revision, command: event.command };
  const isNewCommand = event.command !== encounter.command && encounter.revision > 0;
  return {
    revision,
    now: evolveCore(encounter.now, event),
    past: isNewCommand ? { command: event.command, before: encounter.now, rest: encounter.past } : encounter.past,
    future: isNewCommand ? null : encounter.future,
    command: event.command,
    counters: count(encounter.counters, event),
    seeds: seedsAfter(encounter.seeds, event),
  };
}

function undone(encounter: Encounter): Encounter {
  const { past, future, now } = encounter;
  if (past === null) throw new Error('an undo without a command to take back');
  return {
    ...encounter,
    now: past.before,
    past: past.rest,
    future: { command: past.command, after: now, rest: future },
  };
}

function redone(encounter: Encounter): Encounter {
  const { past, future, now } = encounter;
  if (future === null) throw new Error('a redo without an undone command');
  return {
    ...encounter,
    now: future.after,
    past: { command: future.command, before: now, rest: past },
    future: future.rest,
  };
}

function count(counters: Counters, event: DomainEvent): Counters {
  switch (event.type) {
    case 'ActionDeclared':
      return { ...counters, declarations: Math.max(counters.declarations, numberOf(event.data.declaration.id)) };
    case 'ConditionApplied':
      return { ...counters, conditions: Math.max(counters.conditions, numberOf(event.data.condition.id)) };
    case 'InitiativeRolled':
    case 'TieBreakRolled':
    case 'ReserveDieRolled':
      return countRolls(counters, event.data.rolls);
    case 'DiceRolled':
      return countRolls(counters, [event.data.roll]);
    default:
      return counters;
  }
}

function seedsAfter(seeds: Seeds, event: DomainEvent): Seeds {
  switch (event.type) {
    case 'EncounterCreated':
      return event.data.dice === undefined ? seeds : { ...seeds, ...committed(event.data.dice as JsonObject) };
    case 'SeedCommitted':
      return { ...seeds, ...committed(event.data.dice) };
    case 'SeedContributed':
      return { ...seeds, contributions: [...seeds.contributions, event.data.seed] };
    case 'EncounterEnded':
      return event.data.reveal === undefined ? seeds : { ...seeds, revealed: true };
    default:
      return seeds;
  }
}

function committed(dice: JsonObject): Pick<Seeds, 'epoch' | 'dice' | 'revealed'> {
  return { epoch: Number(dice.epoch), dice, revealed: false };
}

function countRolls(counters: Counters, records: readonly RollRecord[]): Counters {
  return records.reduce((now, { roll, hidden }) => {
    const of = hidden === true ? 'hiddenRolls' : 'rolls';
    return { ...now, [of]: Math.max(now[of], roll) };
  }, counters);
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}

/** The core after `event` and after the outcomes that it carries. */
export function evolveCore(core: Core, event: DomainEvent): Core {
  const apply = own(EVOLVERS as Record<string, (core: Core, data: unknown) => Core>, event.type);
  const after = apply === undefined ? core : apply(core, event.data);
  return withOutcomes(after, event.data as Outcomes);
}

function withOutcomes(core: Core, { set, memory }: Outcomes): Core {
  if (set === undefined && memory === undefined) return core;
  return {
    ...core,
    combatants: set === undefined ? core.combatants : core.combatants.map((c) => patched(c, own(set, c.id))),
    memory: memory === undefined ? core.memory : merged(core.memory, memory),
  };
}

function patched(c: Combatant, patch: Patch | undefined): Combatant {
  if (patch === undefined) return c;
  const { resources, memory } = patch;
  return {
    ...c,
    ...patch,
    resources: resources === undefined ? c.resources : { ...c.resources, ...resources },
    memory: memory === undefined ? c.memory : merged(c.memory, memory),
  };
}

function merged(memory: JsonObject, more: JsonObject): Record<string, Json> {
  const all = Object.entries({ ...memory, ...more });
  return Object.fromEntries(all.filter((pair): pair is [string, Json] => pair[1] !== null && pair[1] !== undefined));
}

type Evolver<T extends EventType> = (core: Core, data: EventData[T]) => Core;

const EVOLVERS: { readonly [T in EventType]?: Evolver<T> } = {
  EncounterCreated: (core, { id, name, ruleset, options }) => ({ ...core, id, name, ruleset, options }),
  CombatantAdded: (core, data) => ({ ...core, combatants: [...core.combatants, enlisted(data)] }),
  CombatantChanged: (core, { combatant, changes }) => {
    const { name, side, hidden } = changes as Partial<Pick<Combatant, 'name' | 'side' | 'hidden'>>;
    return changeCombatant(core, combatant, (c) => ({
      ...c,
      ...(name !== undefined && { name }),
      ...(side !== undefined && { side }),
      ...(hidden !== undefined && { hidden }),
    }));
  },
  CombatantRemoved: (core, { combatant, entries }) => ({
    ...core,
    combatants: core.combatants.filter((c) => c.id !== combatant),
    removed: [...core.removed, combatant],
    conditions: core.conditions.filter((c) => c.combatant !== combatant),
    order: withoutEntries(core.order, (e) => entries.includes(e.key)),
  }),
  EncounterStarted: (core) => ({ ...core, status: 'running' }),
  RoundStarted: (core, { round }) => ({
    ...core,
    clock: { round, pass: 1, stage: 'initiative' },
    resume: null,
    order: [],
    cameUp: null,
    frames: [],
    begun: 0,
    combatants: core.combatants.map((c) => roundBegins(c, round)),
    open: [],
    closed: append(core.closed, core.open),
  }),
  StageEntered: (core, { stage, resume }) => ({ ...core, resume, clock: { ...core.clock, stage } }),
  PassStarted: (core, { round, pass, stage, order }) => ({
    ...core,
    clock: { round, pass, stage },
    resume: null,
    order,
    cameUp: null,
    frames: [],
    begun: 0,
    combatants: core.combatants.map((c) => (c.arriving ? { ...c, arriving: false } : c)),
  }),
  OrderChanged: (core, { order }) => ({
    ...core,
    order,
    cameUp: core.order.some((g) => g.opened) && !order.some((g) => g.opened) ? null : core.cameUp,
    frames: stillActing(core.frames, order),
  }),
  TurnStarted: turnStarted,
  ActionDeclared: (core, { declaration }) => ({
    ...core,
    open: [...core.open, declaration],
    begun: core.begun + deedOf(core, declaration.combatant),
  }),
  ActionResolved: (core, { declaration, outcome }) =>
    changeDeclaration(core, declaration, (d) => ({ ...d, state: 'resolved', outcome })),
  ActionVetoed: (core, { combatant, declaration }) => {
    const vetoed = changeDeclaration(core, declaration, (d) => ({ ...d, state: 'vetoed' }));
    const inThisPass = core.open.some(
      (d) => d.id === declaration && d.round === core.clock.round && d.pass === core.clock.pass,
    );
    return inThisPass ? { ...vetoed, begun: Math.max(0, core.begun - deedOf(core, combatant)) } : vetoed;
  },
  ActionCancelled: (core, { declaration }) =>
    changeDeclaration(core, declaration, (d) => ({ ...d, state: 'cancelled' })),
  TurnEnded: (core, { activation, combatant, entry }) => ({
    ...core,
    begun: core.begun + deedOf(core, combatant),
    frames: framesAfter(core.frames, activation),
    order: entry === null ? core.order : orderWith(core.order, entry, (e) => ({ ...e, state: 'acted' })),
  }),
  ActionDelayed: (core, { combatant, activation, delayed }) => {
    const held = changeCombatant({ ...core, begun: core.begun + deedOf(core, combatant) }, combatant, (c) => ({
      ...c,
      delayed,
    }));
    return activationEnded(held, activation, delayed.key, 'delayed');
  },
  DelayedActionTaken: delayedActionTaken,
  DelayedActionLost: (core, { combatant, delayed }) => {
    const lost = changeCombatant(core, combatant, (c) => ({ ...c, delayed: null }));
    return changeEntry(lost, delayed.key, (e) => (e.state === 'delayed' ? { ...e, state: 'forfeited' } : e));
  },
  TurnForfeited: (core, { key, activation }) =>
    activation === null
      ? changeEntry(core, key, (e) => ({ ...e, state: 'forfeited' }))
      : activationEnded(core, activation, key, 'forfeited'),
  ActionPrepared: (core, { combatant, prepared }) => changeCombatant(core, combatant, (c) => ({ ...c, prepared })),
  PreparedActionTriggered: (core, { combatant, activation }) => {
    const spent = changeCombatant(core, combatant, (c) => ({ ...c, prepared: null }));
    return pushInterrupt(
      spent,
      {
        id: activation,
        key: combatant,
        combatant,
        entry: null,
        source: 'prepared',
        delayed: null,
        started: false,
        done: false,
      },
      0,
    );
  },
  PreparedActionWaived: (core, { combatant }) => changeCombatant(core, combatant, (c) => ({ ...c, prepared: null })),
  PreparedActionLost: (core, { combatant }) => changeCombatant(core, combatant, (c) => ({ ...c, prepared: null })),
  ReserveDieRolled: (core, { combatant, reserveDie }) =>
    changeCombatant(core, combatant, (c) => ({ ...c, reserveDie })),
  ReserveDieApplied: (core, { combatant }) => changeCombatant(core, combatant, (c) => ({ ...c, reserveDie: null })),
  ReserveDieLost: (core, { combatant }) => changeCombatant(core, combatant, (c) => ({ ...c, reserveDie: null })),
  WoundsInflicted: (core, { combatant, wounds }) => changeCombatant(core, combatant, (c) => ({ ...c, wounds })),
  WoundsHealed: (core, { combatant, wounds }) => changeCombatant(core, combatant, (c) => ({ ...c, wounds })),
  StatusChanged: (core, { combatant, from, status }) => {
    const firstStage = core.clock.stage === 'initiative' && core.resume === null;
    const outRound = from === 'active' && core.clock.round > 0 && !firstStage ? { outRound: core.clock.round } : {};
    return changeCombatant(core, combatant, (c) => ({ ...c, status, ...outRound }));
  },
  ConditionApplied: (core, { condition }) => ({ ...core, conditions: [...core.conditions, condition] }),
  ConditionRemoved: (core, { condition }) => ({
    ...core,
    conditions: core.conditions.filter((c) => c.id !== condition),
  }),
  ConditionExpired: (core, { condition }) => ({
    ...core,
    conditions: core.conditions.filter((c) => c.id !== condition),
  }),
  InitiativeAdjusted: (core, { combatant, by, reason, round }) =>
    changeCombatant(core, combatant, (c) => ({ ...c, adjustments: [...c.adjustments, { by, reason, round }] })),
  EncounterEnded: (core) => ({ ...core, status: 'ended', frames: [] }),
};

function enlisted({ combatant, came, arriving, status, wounds }: EventData['CombatantAdded']): Combatant {
  const { id, name, kind, stats } = combatant;
  return {
    id,
    name,
    kind,
    status,
    came,
    arriving,
    wounds,
    stats,
    side: combatant.side ?? null,
    hidden: combatant.hidden ?? false,
    sidelined: combatant.sidelined ?? false,
    withdrawn: null,
    initiative: NO_INITIATIVE,
    scoredRound: null,
    adjustments: [],
    resources: {},
    delayed: null,
    prepared: null,
    reserveDie: null,
    actedRound: null,
    outRound: null,
    memory: {},
  };
}

function roundBegins(c: Combatant, round: number): Combatant {
  const expired = c.adjustments.some((a) => a.round !== null && a.round < round);
  if (c.came && !c.arriving && !expired) return c;
  return {
    ...c,
    came: true,
    arriving: false,
    adjustments: c.adjustments.filter((a) => a.round === null || a.round >= round),
  };
}
