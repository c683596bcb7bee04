import type { Condition, Core, Declaration, EventType, Group, JsonObject, Stage } from '@bitacora/engine';
import { maskedUntil, shownKey } from './mask.js';
import type { Sight, Turns, Withheld } from './sight.js';

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
export interface Moment {
  readonly data: JsonObject;
  readonly before: Core;
  readonly after: Core;
  /** Hidden before the event. */
  readonly hidden: ReadonlySet<string>;
  /** The order that is shown before the event, the hidden included. */
  readonly order: readonly Group[];
  /** The true revision after it. */
  readonly at: number;
  readonly withheld: Withheld;
  /** Numbers of activations, those of this event included. */
  readonly turns: { count: number; shown: ReadonlyMap<number, number> };
  /** The stages that are shown. */
  readonly stages: { readonly before: Stage; readonly after: Stage };
  readonly sight: Sight;
}

/** A declaration under the number that it is shown under. */
export function shownDeclaration(declaration: Declaration, moment: Moment): JsonObject {
  const { activation, id } = declaration;
  return {
    ...declaration,
    id: moment.sight.declarations.show(id, moment.at),
    activation: activation === null ? null : turnNumber(activation, moment),
  } as unknown as JsonObject;
}

/** A condition under the number that it is shown under. */
export function shownCondition({ id, combatant, name, until }: Condition, { at, after, sight }: Moment): JsonObject {
  return {
    id: sight.conditions.show(id, at),
    combatant,
    name,
    until: maskedUntil(until, after) as JsonObject | null,
  };
}

/** The same with the number that its activation is shown under, and with the keys that its places are, where `hidden` are. */
export function renumbered(data: object, moment: Moment, hidden = moment.hidden): JsonObject {
  const { activation, combatant, entry, key } = data as Partial<Record<string, unknown>>;
  const shown = (place: unknown): place is string => typeof place === 'string' && typeof combatant === 'string';
  return {
    ...data,
    ...(typeof activation === 'number' && { activation: turnNumber(activation, moment) }),
    ...(shown(entry) && { entry: shownKey(entry, combatant as string, hidden) }),
    ...(shown(key) && { key: shownKey(key, combatant as string, hidden) }),
  };
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
export interface Place {
  readonly combatant: string | null;
  readonly key: string;
}

/** Whether somebody hidden acts there. */
export function concerns({ combatant, key }: Place, hidden: ReadonlySet<string>): boolean {
  return combatant === null ? hidden.has(key) : hidden.has(combatant);
}

/** Whether `id` is that of somebody hidden. */
export function isOf(id: unknown, hidden: ReadonlySet<string>): boolean {
  return typeof id === 'string' && hidden.has(id);
}
