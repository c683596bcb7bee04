import {
  own,
  sameJson,
  type Combatant,
  type Core,
  type Declaration,
  type EventType,
  type JsonObject,
  type Outcomes,
  type RollRecord,
  type Stage,
  type TurnRecord,
} from '@bitacora/engine';
import type { EventEnvelope } from '../envelope.js';
import { maskedFrames, maskedOrder } from './mask.js';
import { hiddenIn, type Sight, type State, type Withheld } from './sight.js';

/** An event as a scope sees it. `released`: it was withheld until now, and comes by itself. */
export interface Shown {
  readonly type: EventType;
  readonly data: JsonObject;
  readonly released?: true;
}

/** What a scope sees of an event, and what is withheld from it then. */
export interface Seen {
  readonly shown: readonly Shown[];
  readonly withheld: Withheld;
}

/** What an event looks like between the two states of the encounter. */
interface Moment {
  readonly data: JsonObject;
  readonly before: Core;
  readonly after: Core;
  /** Hidden before the event. */
  readonly hidden: ReadonlySet<string>;
  /** The stages that are shown. */
  readonly stages: { readonly before: Stage; readonly after: Stage };
  readonly sight: Sight;
}

/** What a scope sees of one event, as it may see it. */
export function maskedEvent(
  event: EventEnvelope,
  state: State,
  after: Pick<State, 'encounter' | 'stage'>,
  sight: Sight,
): Seen {
  const before = state.encounter.now;
  const stages = { before: state.stage, after: after.stage };
  const moment: Moment = {
    data: event.data,
    before,
    after: after.encounter.now,
    stages,
    hidden: hiddenIn(before),
    sight,
  };
  const withheld = withholding(event, state.withheld, moment);
  if (withheld !== null) return { shown: [], withheld };
  const mask = own(MASKS, event.type) ?? maskedAny;
  const shown = mask(moment).map((data): Shown => ({ type: event.type, data: withoutMemory(data, moment.hidden) }));
  const revealed = own(MANY, event.type)?.(moment) ?? shown;
  const released = releasing(state.withheld, moment);
  return { shown: [...released.shown, ...revealed], withheld: released.withheld };
}

type Mask = (moment: Moment) => readonly JsonObject[];

/** Any event: nothing of a hidden combatant's own, the rest as it is. */
const maskedAny: Mask = ({ data, hidden }) => (isOf(data.combatant, hidden) ? [] : [data]);

const MASKS: Readonly<Record<string, Mask>> = {
  CombatantAdded: ({ data }) => ((data.combatant as JsonObject).hidden === true ? [] : [data]),
  InitiativeRolled: maskedRolls,
  TieBreakRolled: maskedRolls,
  DiceRolled: ({ data, hidden }) => (isOf((data.roll as JsonObject).combatant, hidden) ? [] : [data]),
  TieDecided: ({ data, hidden }) => {
    const order = (data.order as readonly string[]).filter((id) => !hidden.has(id));
    return order.length > 1 ? [{ ...data, order }] : [];
  },
  StageEntered: ({ after, stages }) => {
    if (stages.after === stages.before) return [];
    return [{ stage: stages.after, resume: stages.after === after.clock.stage ? after.resume : null }];
  },
  PassStarted: ({ data, hidden, after }) => {
    const order = maskedOrder(after.order, hidden);
    return order.length > 0 ? [{ ...data, order: order as unknown as JsonObject }] : [];
  },
  OrderChanged: ({ data, before, after, hidden }) => {
    const order = maskedOrder(after.order, hidden);
    return sameJson(order, maskedOrder(before.order, hidden))
      ? []
      : [{ ...data, order: order as unknown as JsonObject }];
  },
  TurnStarted: ({ data, hidden, sight }) => {
    const turns = (data.turns as unknown as readonly TurnRecord[])
      .filter((t) => !concerns(t, hidden))
      .map((t) => renumbered(t, sight));
    return turns.length > 0 ? [{ ...data, turns: turns }] : [];
  },
  TurnEnded: ({ data, hidden, sight }) => (concerns(data as unknown as Place, hidden) ? [] : [renumbered(data, sight)]),
  TurnForfeited: ({ data, hidden, sight }) =>
    concerns(data as unknown as Place, hidden) ? [] : [renumbered(data, sight)],
  ActionDelayed: ofCombatant(({ data, sight }) => renumbered(data, sight)),
  PreparedActionTriggered: ofCombatant(({ data, sight }) => renumbered(data, sight)),
  DelayedActionTaken: ofCombatant(({ data, before, hidden, sight }) => {
    const above = before.frames.slice(before.frames.length - Number(data.beneath));
    return {
      ...renumbered(data, sight),
      beneath: maskedFrames(above, hidden).filter((f) => f.members.length > 0).length,
    };
  }),
  ActionDeclared: ({ data, hidden, sight }) => {
    const declaration = data.declaration as unknown as Declaration;
    return hidden.has(declaration.combatant) ? [] : [{ ...data, declaration: shownDeclaration(declaration, sight) }];
  },
  ActionResolved: ofDeclaration(({ data, hidden }) => ({
    ...data,
    opposedBy: (data.opposedBy as readonly string[]).filter((id) => !hidden.has(id)),
  })),
  ActionVetoed: ofDeclaration(({ data }) => data),
  ActionCancelled: ofDeclaration(({ data }) => data),
  DefenceMade: ofCombatant(({ data, sight }) => ({
    ...data,
    declaration: data.declaration === null ? null : (sight.declarations.shownAs(data.declaration as string) ?? null),
  })),
  WoundsInflicted: ofCombatant(withoutHiddenSource),
  WoundsHealed: ofCombatant(withoutHiddenSource),
  ConditionApplied: ({ data, hidden, sight }) => {
    const { id, combatant, until, name } = data.condition as unknown as Core['conditions'][number];
    if (hidden.has(combatant)) return [];
    const of = until !== null && until.of !== null && hidden.has(until.of) ? null : (until?.of ?? null);
    return [
      {
        ...data,
        condition: { id: sight.conditions.show(id), combatant, name, until: until === null ? null : { ...until, of } },
      },
    ];
  },
  ConditionRemoved: ofCombatant(ofCondition),
  ConditionExpired: ofCombatant(ofCondition),
  CommandUndone: ({ data, sight }) => undone(data, 'undone', sight),
  CommandRedone: ({ data, sight }) => undone(data, 'redone', sight),
};

/** Events that can show as others: a combatant that is revealed comes in, one that is hidden is gone. */
const MANY: Readonly<Record<string, (moment: Moment) => readonly Shown[] | undefined>> = {
  CombatantChanged: ({ data, before, after, hidden, sight }) => {
    const id = data.combatant as string;
    const change = (data.changes as JsonObject).hidden;
    const c = after.combatants.find((one) => one.id === id);
    if (c === undefined || change === undefined) return undefined;
    const order = {
      reason: 'visibility',
      rule: 'G-17',
      order: maskedOrder(after.order, hiddenIn(after)) as unknown as JsonObject,
    };
    const isInOrder = !sameJson(maskedOrder(before.order, hidden), maskedOrder(after.order, hiddenIn(after)));
    const changed: readonly Shown[] = isInOrder ? [{ type: 'OrderChanged', data: order }] : [];
    if (change === true) return [{ type: 'CombatantRemoved', data: goneData(id, before) }];
    return [
      { type: 'CombatantAdded', data: revealData(c) },
      ...revealedConditions(after, id, sight),
      ...changed,
      ...revealedTurn(after, id, sight),
    ];
  },
};

function goneData(id: string, before: Core): JsonObject {
  const entries = before.order.flatMap((g) => g.entries).filter((e) => e.combatant === id);
  return { combatant: id, reason: null, entries: entries.map((e) => e.key) };
}

/** One that is revealed comes in as it is now; how it became so stays hidden. */
function revealData(c: Combatant): JsonObject {
  const {
    id,
    name,
    kind,
    side,
    sidelined,
    stats,
    came,
    status,
    wounds,
    initiative,
    scoredRound,
    resources,
    delayed,
    prepared,
    reserveDie,
    withdrawn,
  } = c;
  const set = { [id]: { initiative, scoredRound, resources, delayed, prepared, reserveDie, withdrawn } };
  return {
    combatant: { id, name, kind, side, sidelined, stats },
    came,
    arriving: false,
    status,
    wounds,
    set,
  } as unknown as JsonObject;
}

function revealedConditions(after: Core, id: string, { conditions }: Sight): readonly Shown[] {
  return after.conditions
    .filter((c) => c.combatant === id)
    .map((c): Shown => ({
      type: 'ConditionApplied',
      data: { condition: { ...c, id: conditions.show(c.id) } as unknown as JsonObject },
    }));
}

function revealedTurn(after: Core, id: string, sight: Sight): readonly Shown[] {
  return after.frames.flatMap((frame) =>
    frame.members
      .filter((m) => m.combatant === id && !m.done)
      .map((m): Shown => {
        const turn = renumbered({ activation: m.id, key: m.key, combatant: id, entry: m.entry }, sight);
        return { type: 'TurnStarted', data: { source: m.source, turns: [turn] } };
      }),
  );
}

function maskedRolls({ data, hidden }: Moment): readonly JsonObject[] {
  const rolls = (data.rolls as unknown as readonly RollRecord[]).filter(
    (r) => r.combatant === null || !hidden.has(r.combatant),
  );
  return rolls.length > 0 ? [{ ...data, rolls: rolls as unknown as JsonObject }] : [];
}

function ofCombatant(change: (moment: Moment) => JsonObject): Mask {
  return (moment) => (isOf(moment.data.combatant, moment.hidden) ? [] : [change(moment)]);
}

function ofDeclaration(change: (moment: Moment) => JsonObject): Mask {
  return (moment) => {
    const declaration = moment.sight.declarations.shownAs(moment.data.declaration as string);
    return declaration === undefined ? [] : [{ ...change(moment), declaration }];
  };
}

function ofCondition({ data, sight }: Moment): JsonObject {
  return { ...data, condition: sight.conditions.show(data.condition as string) };
}

function withoutHiddenSource({ data, hidden }: Moment): JsonObject {
  return isOf(data.source, hidden) ? { ...data, source: null } : data;
}

function undone(data: JsonObject, field: 'undone' | 'redone', sight: Sight): readonly JsonObject[] {
  const shown = sight.commands.get(data[field] as string);
  return shown === undefined ? [] : [{ [field]: shown }];
}

function shownDeclaration(declaration: Declaration, { declarations, activations }: Sight): JsonObject {
  const activation = declaration.activation === null ? null : Number(activations.show(String(declaration.activation)));
  return { ...declaration, id: declarations.show(declaration.id), activation } as unknown as JsonObject;
}

function renumbered(data: object, { activations }: Sight): JsonObject {
  const { activation } = data as { activation?: number | null };
  const shown = typeof activation === 'number' ? { activation: Number(activations.show(String(activation))) } : {};
  return { ...data, ...shown };
}

/** Where somebody acts; a slot that nobody took has no combatant. */
interface Place {
  readonly combatant: string | null;
  readonly key: string;
}

function concerns({ combatant, key }: Place, hidden: ReadonlySet<string>): boolean {
  return combatant === null ? hidden.has(key) : hidden.has(combatant);
}

function isOf(id: unknown, hidden: ReadonlySet<string>): boolean {
  return typeof id === 'string' && hidden.has(id);
}

/** Outcomes without the rule set's own notes, and without those of hidden ones. */
function withoutMemory(data: JsonObject, hidden: ReadonlySet<string>): JsonObject {
  const { set, ...rest } = omit(data, 'memory') as JsonObject & Outcomes;
  if (set === undefined) return rest;
  const patches = Object.entries(set).flatMap(([id, patch]): [string, JsonObject][] => {
    const shown = omit(patch as JsonObject, 'memory');
    return hidden.has(id) || Object.keys(shown).length === 0 ? [] : [[id, shown]];
  });
  return patches.length === 0 ? rest : { ...rest, set: Object.fromEntries(patches) };
}

function omit(data: JsonObject, field: string): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== field));
}

/** What is withheld once this event is, or null where it is not one to withhold (option `secretDeclarations`). */
function withholding(event: EventEnvelope, withheld: Withheld, { before, hidden, sight }: Moment): Withheld | null {
  if (
    event.type !== 'ActionDeclared' ||
    before.options.secretDeclarations !== true ||
    before.clock.stage !== 'declaration'
  )
    return null;
  const { combatant } = event.data.declaration as unknown as Declaration;
  if (hidden.has(combatant) || sight.scope.owned.includes(combatant)) return null;
  const c = before.combatants.find((one) => one.id === combatant);
  return Object.hasOwn(withheld, combatant) ? withheld : { ...withheld, [combatant]: c?.resources ?? {} };
}

/** What was withheld shows when its stage has ended; what was taken back meanwhile never does. */
function releasing(withheld: Withheld, { after, hidden, sight }: Moment): Seen {
  const ids = Object.keys(withheld);
  if (ids.length === 0) return { shown: [], withheld };
  if (after.clock.stage === 'declaration' && after.status === 'running') {
    const stillThere = ids.filter((id) => unseen(after, id, sight).length > 0);
    return {
      shown: [],
      withheld:
        stillThere.length === ids.length
          ? withheld
          : Object.fromEntries(stillThere.map((id) => [id, withheld[id] ?? {}])),
    };
  }
  const shown = ids
    .flatMap((id) => (hidden.has(id) ? [] : unseen(after, id, sight)))
    .sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
    .map((d): Shown => ({
      type: 'ActionDeclared',
      data: { declaration: shownDeclaration({ ...d, state: 'declared', outcome: null }, sight) },
      released: true,
    }));
  return { shown, withheld: {} };
}

function unseen(core: Core, id: string, sight: Sight): readonly Declaration[] {
  return core.open.filter(
    (d) => d.combatant === id && d.state === 'declared' && sight.declarations.shownAs(d.id) === undefined,
  );
}
