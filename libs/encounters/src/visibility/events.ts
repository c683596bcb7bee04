import {
  EVENT_TYPES,
  own,
  sameJson,
  type Condition,
  type Declaration,
  type JsonObject,
  type Outcomes,
  type RollRecord,
  type TurnRecord,
} from '@bitacora/engine';
import type { EventEnvelope } from '../envelope.js';
import { isWithheld, maskedFrames, maskedOrder } from './mask.js';
import { concerns, isOf, renumbered, shownCondition, shownDeclaration } from './moment.js';
import type { Moment, Place, Seen, Shown } from './moment.js';
import { shownKeys, visibilityChanged } from './reveal.js';
import { askedNext, releasing, withholding } from './secrets.js';
import { unseenIn, type Shown as ShownState, type Sight } from './sight.js';

/** What a scope sees of one event, as it may see it. */
export function maskedEvent(
  event: EventEnvelope,
  state: ShownState,
  after: Pick<ShownState, 'encounter' | 'stage'>,
  sight: Sight,
): Seen {
  const before = state.encounter.now;
  const hidden = unseenIn(before, sight);
  const stages = { before: state.stage, after: after.stage };
  const moment: Moment = {
    data: event.data,
    before,
    after: after.encounter.now,
    stages,
    hidden,
    order: state.order ?? before.order,
    at: after.encounter.revision,
    withheld: state.withheld,
    turns: event.type === 'RoundStarted' ? { ...state.turns, shown: new Map() } : { ...state.turns },
    sight,
  };
  const withheld = withholding(event, moment);
  if (withheld !== null) return { shown: askedNext(state.withheld, withheld, moment), withheld, turns: state.turns };
  const mask = own(MASKS, event.type) ?? (KNOWN.has(event.type) ? maskedAny : maskedUnknown);
  const shown = mask(moment).map((data): Shown => ({ type: event.type, data: withoutMemory(data, moment.hidden) }));
  const revealed = event.type === 'CombatantChanged' ? (visibilityChanged(moment) ?? shown) : shown;
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
    const id = moment.data.combatant as string;
    return moment.hidden.has(id) ? [] : [{ ...moment.data, entries: shownKeys(id, moment) }];
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
function withoutHiddenSource({ data, hidden }: Moment): JsonObject {
  return isOf(data.source, hidden) ? { ...data, source: null } : data;
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
