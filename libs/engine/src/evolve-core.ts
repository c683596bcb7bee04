import { deedOf, NO_INITIATIVE, type Combatant, type Core } from './encounter.js';
import type { DomainEvent, EventData, EventType, Outcomes, Patch } from './event.js';
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

/** The core before any event. */
export const NOTHING: Core = {
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
