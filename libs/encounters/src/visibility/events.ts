import {
  EVENT_TYPES,
  own,
  sameJson,
  type Combatant,
  type Condition,
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
import { isWithheld, maskedFrames, maskedOrder, maskedUntil } from './mask.js';
import { hiddenIn, type Shown as ShownState, type Sight, type Turns, type Withheld } from './sight.js';

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
  readonly turns: Turns;
}

/** What an event looks like between the two states of the encounter. */
interface Moment {
  readonly data: JsonObject;
  readonly before: Core;
  readonly after: Core;
  /** Hidden before the event. */
  readonly hidden: ReadonlySet<string>;
  /** The true revision after it. */
  readonly at: number;
  readonly withheld: Withheld;
  /** Numbers of activations, those of this event included. */
  readonly turns: { count: number; shown: ReadonlyMap<number, number> };
  /** The stages that are shown. */
  readonly stages: { readonly before: Stage; readonly after: Stage };
  readonly sight: Sight;
}

/** What a scope sees of one event, as it may see it. */
export function maskedEvent(
  event: EventEnvelope,
  state: ShownState,
  after: Pick<ShownState, 'encounter' | 'stage'>,
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
    at: after.encounter.revision,
    withheld: state.withheld,
    turns: event.type === 'RoundStarted' ? { ...state.turns, shown: new Map() } : { ...state.turns },
    sight,
  };
  const withheld = withholding(event, moment);
  if (withheld !== null) return { shown: askedNext(state.withheld, withheld, moment), withheld, turns: state.turns };
  const mask = own(MASKS, event.type) ?? (KNOWN.has(event.type) ? maskedAny : maskedUnknown);
  const shown = mask(moment).map((data): Shown => ({ type: event.type, data: withoutMemory(data, moment.hidden) }));
  const revealed = own(MANY, event.type)?.(moment) ?? shown;
  const released = releasing(moment);
  return { shown: [...released.shown, ...revealed], withheld: released.withheld, turns: moment.turns };
}

type Mask = (moment: Moment) => readonly JsonObject[];

/** Any event: nothing of a hidden combatant's own, the rest as it is. */
const maskedAny: Mask = ({ data, hidden }) => (isOf(data.combatant, hidden) ? [] : [data]);

/** An event that only a newer program knows: nobody here can tell whom it speaks of. */
const maskedUnknown: Mask = () => [];

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES);

const MASKS: Readonly<Record<string, Mask>> = {
  // Of a branch: the true revision at which it parted would count the hidden events.
  EncounterCreated: ({ data: { forkedFrom: _, ...data } }) => [data],
  CombatantRemoved: (moment) => {
    if (isOf(moment.data.combatant, moment.hidden)) moment.sight.gone.add(moment.data.combatant as string);
    return maskedAny(moment);
  },
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
  TurnStarted: (moment) => {
    const { data, hidden } = moment;
    const turns = (data.turns as unknown as readonly TurnRecord[])
      .filter((t) => !concerns(t, hidden))
      .map((t) => renumbered(t, moment));
    return turns.length > 0 ? [{ ...data, turns: turns }] : [];
  },
  TurnEnded: ofPlace,
  TurnForfeited: ofPlace,
  ActionDelayed: ofCombatant((moment) => renumbered(moment.data, moment)),
  PreparedActionTriggered: ofCombatant((moment) => renumbered(moment.data, moment)),
  DelayedActionTaken: ofCombatant((moment) => {
    const { data, before, hidden } = moment;
    const above = before.frames.slice(before.frames.length - Number(data.beneath));
    return {
      ...renumbered(data, moment),
      beneath: maskedFrames(above, hidden).filter((f) => f.members.length > 0).length,
    };
  }),
  ActionDeclared: (moment) => {
    const { data, hidden } = moment;
    const declaration = data.declaration as unknown as Declaration;
    return hidden.has(declaration.combatant) ? [] : [{ ...data, declaration: shownDeclaration(declaration, moment) }];
  },
  ActionResolved: ofDeclaration(({ data, hidden }) => ({
    ...data,
    opposedBy: (data.opposedBy as readonly string[]).filter((id) => !hidden.has(id)),
  })),
  ActionVetoed: ofDeclaration(({ data }) => data),
  ActionCancelled: ofDeclaration(({ data }) => data),
  DefenceMade: ofCombatant(({ data, at, sight }) => ({
    ...data,
    declaration:
      data.declaration === null ? null : (sight.declarations.shownAs(data.declaration as string, at) ?? null),
  })),
  WoundsInflicted: ofCombatant(withoutHiddenSource),
  WoundsHealed: ofCombatant(withoutHiddenSource),
  ConditionApplied: (moment) => {
    const condition = moment.data.condition as unknown as Condition;
    if (moment.hidden.has(condition.combatant)) return [];
    return [{ ...moment.data, condition: shownCondition(condition, moment) }];
  },
  ConditionRemoved: ofCondition,
  ConditionExpired: ofCondition,
};

/** Events that can show as others: a combatant that is revealed comes in, one that is hidden is gone. */
const MANY: Readonly<Record<string, (moment: Moment) => readonly Shown[] | undefined>> = {
  CombatantChanged: (moment) => {
    const { data, before, after, hidden } = moment;
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
      ...revealedConditions(id, moment),
      ...revealedDeclarations(id, moment),
      ...changed,
      ...revealedTurn(id, moment),
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

function revealedConditions(id: string, moment: Moment): readonly Shown[] {
  return moment.after.conditions
    .filter((c) => c.combatant === id)
    .map((c): Shown => ({ type: 'ConditionApplied', data: { condition: shownCondition(c, moment) } }));
}

function revealedDeclarations(id: string, moment: Moment): readonly Shown[] {
  if (inSecret(moment.before, moment.stages.before)) return [];
  return moment.after.open
    .filter((d) => d.combatant === id && d.state === 'declared')
    .map((d): Shown => ({ type: 'ActionDeclared', data: { declaration: shownDeclaration(d, moment) } }));
}

function revealedTurn(id: string, moment: Moment): readonly Shown[] {
  return moment.after.frames.flatMap((frame) =>
    frame.members
      .filter((m) => m.combatant === id && !m.done)
      .map((m): Shown => {
        const turn = renumbered({ activation: m.id, key: m.key, combatant: id, entry: m.entry }, moment);
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

/** What becomes of a declaration: shown where the declaration is. */
function ofDeclaration(change: (moment: Moment) => JsonObject): Mask {
  return (moment) => {
    const { data, hidden, withheld, at, sight } = moment;
    const id = data.declaration as string;
    const combatant = data.combatant as string;
    const declaration = sight.declarations.shownAs(id, at);
    const isHidden = hidden.has(combatant) || isWithheld(withheld, { id, combatant });
    return declaration === undefined || isHidden ? [] : [{ ...change(moment), declaration }];
  };
}

function ofPlace(moment: Moment): readonly JsonObject[] {
  return concerns(moment.data as unknown as Place, moment.hidden) ? [] : [renumbered(moment.data, moment)];
}

function ofCondition({ data, hidden, at, sight }: Moment): readonly JsonObject[] {
  const condition = sight.conditions.shownAs(data.condition as string, at);
  return condition === undefined || isOf(data.combatant, hidden) ? [] : [{ ...data, condition }];
}

/** Where it comes from, unless that is one who is hidden or was until it went. */
function withoutHiddenSource({ data, hidden, sight }: Moment): JsonObject {
  return isOf(data.source, hidden) || isOf(data.source, sight.gone) ? { ...data, source: null } : data;
}

function shownDeclaration(declaration: Declaration, moment: Moment): JsonObject {
  const { activation, id } = declaration;
  return {
    ...declaration,
    id: moment.sight.declarations.show(id, moment.at),
    activation: activation === null ? null : turnNumber(activation, moment),
  } as unknown as JsonObject;
}

function shownCondition({ id, combatant, name, until }: Condition, { at, after, sight }: Moment): JsonObject {
  return {
    id: sight.conditions.show(id, at),
    combatant,
    name,
    until: maskedUntil(until, after) as JsonObject | null,
  };
}

function renumbered(data: object, moment: Moment): JsonObject {
  const { activation } = data as { activation?: number | null };
  return { ...data, ...(typeof activation === 'number' && { activation: turnNumber(activation, moment) }) };
}

/** The number that an activation is shown under; the next one if it has none. */
function turnNumber(activation: number, { turns }: Moment): number {
  const known = turns.shown.get(activation);
  if (known !== undefined) return known;
  turns.count += 1;
  turns.shown = new Map(turns.shown).set(activation, turns.count);
  return turns.count;
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

function inSecret({ options, status }: Core, stage: Stage): boolean {
  return options.secretDeclarations === true && stage === 'declaration' && status === 'running';
}

/** What is withheld once this event is, or null where it is not one to withhold (option `secretDeclarations`). */
function withholding(event: EventEnvelope, { before, hidden, sight, stages, withheld }: Moment): Withheld | null {
  if (event.type !== 'ActionDeclared' || !inSecret(before, stages.before)) return null;
  const { combatant, id } = event.data.declaration as unknown as Declaration;
  if (hidden.has(combatant) || sight.scope.owned.includes(combatant)) return null;
  const known = Object.hasOwn(withheld, combatant) ? withheld[combatant] : undefined;
  const resources = known?.resources ?? before.combatants.find((one) => one.id === combatant)?.resources ?? {};
  return { ...withheld, [combatant]: { resources, declarations: [...(known?.declarations ?? []), id] } };
}

/** That somebody has declared, or must again, shows by whom the stage asks next; what it was does not. */
function askedNext(before: Withheld, now: Withheld, { after, stages }: Moment): readonly Shown[] {
  if (Object.keys(before).length === Object.keys(now).length) return [];
  return [{ type: 'StageEntered', data: { stage: stages.after, resume: after.resume } }];
}

/** What was withheld shows when its stage has ended; what was taken back meanwhile never does. */
function releasing(moment: Moment): Omit<Seen, 'turns'> {
  const { after, hidden, stages, withheld } = moment;
  if (Object.keys(withheld).length === 0) return { shown: [], withheld };
  if (inSecret(after, stages.after)) {
    const still = stillSecret(withheld, after);
    return { shown: askedNext(withheld, still, moment), withheld: still };
  }
  const shown = after.open
    .filter((d) => d.state === 'declared' && !hidden.has(d.combatant) && isWithheld(withheld, d))
    .map((d): Shown => ({
      type: 'ActionDeclared',
      data: { declaration: shownDeclaration(d, moment) },
      released: true,
    }));
  return { shown, withheld: {} };
}

/** One whose intent was vetoed may declare another: what it has is no secret until then. */
function stillSecret(withheld: Withheld, { open }: Core): Withheld {
  const ids = Object.keys(withheld);
  const secret = ids.filter((id) =>
    open.some((d) => d.state === 'declared' && isWithheld(withheld, { ...d, combatant: id })),
  );
  return secret.length === ids.length ? withheld : Object.fromEntries(secret.map((id) => [id, withheld[id] as never]));
}
