import type { JsonObject } from './json.js';

/** The statuses of a combatant; only an `active` one has turns (G-3). */
export const STATUSES = ['active', 'unconscious', 'incapacitated', 'dead', 'fled'] as const;
/** One of {@link STATUSES}. */
export type Status = (typeof STATUSES)[number];

/** Where in a round a condition may end. */
export const BOUNDARIES = ['startOfTurn', 'endOfTurn', 'endOfRound'] as const;
/** One of {@link BOUNDARIES}. */
export type Boundary = (typeof BOUNDARIES)[number];

/** A combatant as it is given on creation or by `addCombatant`. `id` is made by the edge where none is given. */
export interface CombatantData {
  readonly id: string;
  readonly name: string;
  readonly kind: 'pc' | 'npc';
  readonly side?: string | null;
  readonly stats: JsonObject;
  readonly hidden?: boolean;
  readonly sidelined?: boolean;
}

/** What somebody does: the kinds and their fields are the rule set's. */
export interface Action extends JsonObject {
  readonly kind: string;
  readonly label?: string;
}

/** How an action came out; free for the table to say. */
export interface Outcome {
  readonly success?: boolean;
  readonly text?: string;
}

/** Faces thrown at the table, by combatant, in order. */
export type TableRolls = Readonly<Record<string, readonly number[]>>;

/** How long a condition lasts: the present round + `rounds`, at the first such boundary of `of` (default: the bearer). */
export interface Lasts {
  readonly rounds: number;
  readonly boundary: Boundary;
  readonly of?: string;
}

/** Dice and boosts that the table adds to a narrative initiative pool (SW-2). */
export interface PoolAdjustment {
  readonly boost?: number;
  readonly setback?: number;
}

interface Of<T extends string> {
  readonly type: T;
}
interface By<T extends string> extends Of<T> {
  readonly combatant: string;
}

/** A newcomer; once the encounter runs it comes in with the next round, or `now` (G-8). */
export interface AddCombatant extends Of<'addCombatant'> {
  readonly combatantData: CombatantData;
  readonly when?: 'now' | 'nextRound';
}
/** `stats` and `resources` are merged into what there is; `hidden: false` reveals. */
export interface UpdateCombatant extends By<'updateCombatant'> {
  readonly changes: {
    readonly name?: string;
    readonly side?: string | null;
    readonly hidden?: boolean;
    readonly stats?: JsonObject;
    readonly resources?: JsonObject;
  };
  readonly reason?: string;
}
/** Ends what the combatant was doing, and moves nobody else (G-9). */
export interface RemoveCombatant extends By<'removeCombatant'> {
  readonly reason?: string;
}
/** One batch of what the stage waits for; who is not given faces is rolled for by the server, but with `only` nobody else. */
export interface RollInitiative extends Of<'rollInitiative'> {
  readonly rolls?: TableRolls;
  readonly only?: readonly string[];
  readonly skills?: Readonly<Record<string, 'cool' | 'vigilance'>>;
  readonly pools?: Readonly<Record<string, PoolAdjustment>>;
  readonly results?: Readonly<Record<string, { readonly successes: number; readonly advantages: number }>>;
  readonly scores?: Readonly<Record<string, number>>;
  readonly celerity?: Readonly<Record<string, number>>;
}
/** The game master's ruling on one of the pending ties: its members, first to last. */
export interface DecideTie extends Of<'decideTie'> {
  readonly order: readonly string[];
}
/** What somebody does; with `outcome` it is resolved at once. */
export interface Declare extends By<'declare'> {
  readonly action: Action;
  readonly outcome?: Outcome;
}
/** How an open declaration came out, and against whom (G-12). */
export interface Resolve extends Of<'resolve'> {
  readonly declaration: string;
  readonly outcome?: Outcome;
  readonly opposedBy?: readonly string[];
}
/** The activity never happened and costs nothing (G-15). */
export interface Veto extends Of<'veto'> {
  readonly declaration: string;
  readonly reason?: string;
}
/** A defence at any moment, at the family's cost. */
export interface Defend extends By<'defend'> {
  readonly kind?: string;
  readonly label?: string;
}
/** Readies an action for a condition, which is a text for people. */
export interface Prepare extends By<'prepare'> {
  readonly action: Action;
  readonly condition: string;
  readonly moving?: boolean;
}
/** Uses the reaction in somebody's turn. */
export interface React extends By<'react'> {
  readonly action: Action;
}
/** Rolls the reserve die of one who recovers (YS-9). */
export interface ReserveDieCommand extends By<'reserveDie'> {
  readonly rolls?: TableRolls;
}
/** One at the edge of the fight steps aside or hides; `total` is that of its stealth (YS-11). */
export interface Withdraw extends By<'withdraw'> {
  readonly how: 'hide' | 'stepAside';
  readonly total?: number;
}
/** One at the edge comes in with the next round, with `score` or one that is rolled then (YS-11). */
export interface Join extends By<'join'> {
  readonly score?: number;
}
/** `count` wounds, from 1, by default 1; `kind` and `source` are labels. */
export interface Wound extends By<'wound'> {
  readonly count?: number;
  readonly kind?: string;
  readonly source?: string;
}
/** Takes back up to `count` wounds, from 1, by default 1; it stops at none and changes no status. */
export interface Heal extends By<'heal'> {
  readonly count?: number;
  readonly kind?: string;
  readonly source?: string;
}
/** Takes a combatant out, or brings it back (G-3). */
export interface SetStatus extends By<'setStatus'> {
  readonly status: Status;
  readonly reason?: string;
}
/** Without `lasts` the condition does not expire. */
export interface ApplyCondition extends By<'applyCondition'> {
  readonly name: string;
  readonly lasts?: Lasts;
}
/** `condition` is its id. */
export interface RemoveCondition extends Of<'removeCondition'> {
  readonly condition: string;
}
/** Changes a score by `by`, for the encounter unless `lasts` is `round`. */
export interface AdjustInitiative extends By<'adjustInitiative'> {
  readonly by: number;
  readonly reason: string;
  readonly lasts?: 'round' | 'encounter';
}
/** The game master's override for the present pass: exactly one of `before` and `after`, all three of them keys of entries. */
export interface MoveInOrder extends Of<'moveInOrder'> {
  readonly key: string;
  readonly before?: string;
  readonly after?: string;
  readonly reason: string;
}
/** Any other roll of the table. */
export interface RollCommand extends Of<'roll'> {
  readonly combatant?: string;
  /** A dice expression, or a narrative pool as text or as an object of dice and their numbers. */
  readonly dice: string | Readonly<Record<string, number>>;
  readonly label?: string;
  readonly rolls?: readonly number[];
}
/** A text for the log; nothing follows from it. */
export interface Note extends Of<'note'> {
  readonly text: string;
}
/** A player's own seed for the server's dice, before the start: a text of 1 to 256 bytes. */
export interface ContributeSeed extends Of<'contributeSeed'> {
  readonly seed: string;
}
/** Ends the encounter; then only undo and redo are possible. */
export interface End extends Of<'end'> {
  readonly reason?: string;
}

/** Every command. */
export type Command =
  | AddCombatant
  | UpdateCombatant
  | RemoveCombatant
  | Of<'start'>
  | RollInitiative
  | DecideTie
  | Declare
  | Resolve
  | Veto
  | By<'endTurn'>
  | By<'delay'>
  | By<'act'>
  | Defend
  | Prepare
  | By<'trigger'>
  | By<'waive'>
  | React
  | By<'recover'>
  | ReserveDieCommand
  | Withdraw
  | Join
  | By<'spendMoxie'>
  | Wound
  | Heal
  | SetStatus
  | ApplyCondition
  | RemoveCondition
  | AdjustInitiative
  | MoveInOrder
  | RollCommand
  | Note
  | ContributeSeed
  | Of<'advance'>
  | Of<'undo'>
  | Of<'redo'>
  | End;

/** The name of a command. */
export type CommandName = Command['type'];

/** The command of one name. */
export type CommandOf<T extends CommandName> = Extract<Command, { readonly type: T }>;

/** The commands that every family knows, in the order of {@link Command}. */
export const SHARED_COMMANDS = [
  'addCombatant',
  'updateCombatant',
  'removeCombatant',
  'start',
  'rollInitiative',
  'declare',
  'resolve',
  'veto',
  'endTurn',
  'wound',
  'heal',
  'setStatus',
  'applyCondition',
  'removeCondition',
  'adjustInitiative',
  'moveInOrder',
  'roll',
  'note',
  'contributeSeed',
  'advance',
  'undo',
  'redo',
  'end',
] as const satisfies readonly CommandName[];

/** The turn commands, in the order of {@link Command}: those that `available` lists under a combatant. */
export const TURN_COMMANDS = [
  'declare',
  'resolve',
  'veto',
  'endTurn',
  'delay',
  'act',
  'defend',
  'prepare',
  'trigger',
  'waive',
  'react',
  'recover',
  'reserveDie',
  'withdraw',
  'join',
  'spendMoxie',
] as const satisfies readonly CommandName[];

/** The game master's commands that `available` lists under `""`. */
export const MASTER_COMMANDS = [
  'start',
  'rollInitiative',
  'decideTie',
  'advance',
  'undo',
  'redo',
  'end',
] as const satisfies readonly CommandName[];
