import type { Action, Boundary, Outcome, Status } from './command.js';
import type { Json, JsonObject } from './json.js';
import type { Log } from './log.js';

/** What the encounter waits for. */
export type Stage = 'setup' | 'initiative' | 'tie' | 'declaration' | 'actions' | 'standby' | 'close';

/** The place in time: both count from 1 once started, 0 before. */
export interface Clock {
  readonly round: number;
  readonly pass: number;
  readonly stage: Stage;
}

/** A sort key, compared left to right, higher first. */
export type Rank = readonly number[];

/** One summand of an initiative score; `what` is a word of the rule set (`rating`, `roll`, `wounds`) or the table's own reason. */
export interface Part {
  readonly what: string;
  readonly value: number;
}

/** The initiative that a table would say, and how it comes about. */
export interface Initiative {
  readonly score: number | null;
  readonly parts: readonly Part[];
}

/** Initiative that is not known yet. */
export const NO_INITIATIVE: Initiative = { parts: [], score: null };

/** A game master's change of initiative; `round` is the round that it is limited to, null for the whole encounter. */
export interface Adjustment {
  readonly by: number;
  readonly reason: string;
  readonly round: number | null;
}

/** A delayed action: when it was delayed, and the entry that stands as `delayed`. */
export interface Delayed {
  readonly round: number;
  readonly pass: number;
  readonly key: string;
}

/** A prepared action, waiting for its condition (YS-7). */
export interface Prepared {
  readonly action: Action;
  readonly condition: string;
  readonly moving: boolean;
}

/** A die set aside, in sight of all, and the last round in which it may be used (YS-10). */
export interface ReserveDie {
  readonly value: number;
  readonly untilRound: number;
}

/** One character in the fight. */
export interface Combatant {
  readonly id: string;
  readonly name: string;
  readonly kind: 'pc' | 'npc';
  readonly side: string | null;
  readonly status: Status;
  readonly hidden: boolean;
  readonly sidelined: boolean;
  readonly withdrawn: 'hide' | 'stepAside' | null;
  /** Complete: defaults are filled in. */
  readonly stats: JsonObject;
  readonly initiative: Initiative;
  /** The round whose initiative it has, null for none. */
  readonly scoredRound: number | null;
  readonly adjustments: readonly Adjustment[];
  readonly wounds: number;
  readonly resources: Readonly<Record<string, number>>;
  readonly delayed: Delayed | null;
  readonly prepared: Prepared | null;
  readonly reserveDie: ReserveDie | null;
  /** Whether it has come in; one who joins for the next round has not. */
  readonly came: boolean;
  /** Whether it came in during the round and still has to be given its place in the order (G-8). */
  readonly arriving: boolean;
  /** The last round in which a turn of its own began, null before the first. */
  readonly actedRound: number | null;
  /** The round in which it was taken out last, beyond that round's first stage; null if never. */
  readonly outRound: number | null;
  /** What the rule set remembers of it. */
  readonly memory: JsonObject;
}

/** The state of an entry, as clients see it. */
export type EntryState = 'waiting' | 'acting' | 'acted' | 'delayed' | 'forfeited' | 'out';

/** One place in the order. `combatant` is null for a slot that nobody has taken. */
export interface Entry {
  readonly key: string;
  readonly combatant: string | null;
  readonly entry: string;
  readonly score: number;
  readonly rank: Rank;
  readonly state: EntryState;
}

/** Entries that act at the same time. */
export interface Group {
  readonly entries: readonly Entry[];
  /** Whether it has come up in this pass. */
  readonly opened: boolean;
  /** Whether the game master has put it where it stands. */
  readonly moved: boolean;
}

/** Where an activation comes from. */
export type TurnSource = 'turn' | 'delayed' | 'prepared';

/** The time from an entry's coming up to the end of its turn. */
export interface Activation {
  /** Its number in the encounter, from 1. */
  readonly id: number;
  /** As it appears in `acting`. */
  readonly key: string;
  /** Null for a slot that nobody has taken. */
  readonly combatant: string | null;
  /** The key of the entry in the present order that it plays, if any. */
  readonly entry: string | null;
  readonly source: TurnSource;
  /** The delayed action that it takes, null for any other. */
  readonly delayed: Delayed | null;
  readonly started: boolean;
  readonly done: boolean;
}

/** A group or an interrupt that is acting or suspended. */
export interface Frame {
  readonly kind: 'group' | 'interrupt';
  readonly members: readonly Activation[];
}

/** The states of a declaration. */
export type DeclarationState = 'declared' | 'resolved' | 'vetoed' | 'cancelled';

/** What somebody said that it does. */
export interface Declaration {
  readonly id: string;
  readonly combatant: string;
  readonly action: Action;
  readonly state: DeclarationState;
  readonly outcome: Outcome | null;
  /** The activation in which it was declared; null for an intent declared ahead. */
  readonly activation: number | null;
  readonly round: number;
  readonly pass: number;
}

/** When a condition ends. */
export interface Until {
  readonly round: number;
  readonly boundary: Boundary;
  /** Whose turn; null at the end of a round. */
  readonly of: string | null;
}

/** A state of a combatant that the table or a rule gave it. */
export interface Condition {
  readonly id: string;
  readonly combatant: string;
  readonly name: string;
  readonly until: Until | null;
}

/** The encounter as it stands: what one fold of the effective events gives. */
export interface Core {
  readonly id: string;
  readonly name: string;
  readonly ruleset: string;
  readonly options: JsonObject;
  readonly status: 'setup' | 'running' | 'ended';
  readonly clock: Clock;
  /** The stage to go back to when `initiative` or `declaration` was entered in mid-round. */
  readonly resume: Stage | null;
  /** In the order in which they were added. */
  readonly combatants: readonly Combatant[];
  /** Ids of the removed: never free again (G-9). */
  readonly removed: readonly string[];
  readonly order: readonly Group[];
  /** The rank of the group that came up last in this pass, also when it has been removed since, those that the game master has placed before higher ones aside; null before the first (G-8). */
  readonly cameUp: Rank | null;
  /** Outermost first; the last one acts. */
  readonly frames: readonly Frame[];
  /** The last activation's number. */
  readonly activations: number;
  /** How many things have been done in this pass that close its beginning (EP-6): declarations not vetoed, delays, delayed actions, ended turns. */
  readonly begun: number;
  /** Declarations of this round, oldest first. */
  readonly open: readonly Declaration[];
  /** Declarations of earlier rounds. */
  readonly closed: Log<Declaration>;
  readonly conditions: readonly Condition[];
  /** What the rule set remembers of the encounter. */
  readonly memory: Readonly<Record<string, Json | undefined>>;
}

/** An accepted command and the state before it; a stack, newest first. */
export interface Past {
  readonly command: string;
  readonly before: Core;
  readonly rest: Past | null;
}

/** An undone command and the state that it had led to; a stack, newest first. */
export interface Future {
  readonly command: string;
  readonly after: Core;
  readonly rest: Future | null;
}

/** Numbers that are never given twice, undone or not. */
export interface Counters {
  readonly declarations: number;
  readonly conditions: number;
  /** Rolls that everybody may see. */
  readonly rolls: number;
  /** Rolls for hidden combatants: numbered apart, so that no gap tells of them. */
  readonly hiddenRolls: number;
}

/** What the log says of the server's dice; not undone with the commands that it came with. */
export interface Seeds {
  /** Counts the commitments, from 0; null where there is none. */
  readonly epoch: number | null;
  /** The commitment as it is published. */
  readonly dice: JsonObject | null;
  /** Whether the present epoch's seed is known to all and must not be used again. */
  readonly revealed: boolean;
  /** The players' own seeds, in the order of the log. */
  readonly contributions: readonly string[];
}

/** One encounter: the fold of its whole stream. */
export interface Encounter {
  /** The number of events in the stream, undone ones included. */
  readonly revision: number;
  readonly now: Core;
  readonly past: Past | null;
  readonly future: Future | null;
  /** The command that the last event belongs to. */
  readonly command: string;
  readonly counters: Counters;
  readonly seeds: Seeds;
}

/** The combatant `id`, if it is in. */
export function combatantOf(core: Core, id: string | null): Combatant | undefined {
  return core.combatants.find((c) => c.id === id);
}

/** The combatant `id`; the caller knows that it is in. */
export function theCombatant(core: Core, id: string): Combatant {
  const found = combatantOf(core, id);
  if (found === undefined) throw new Error(`no combatant ${id}`);
  return found;
}

/** What one thing done by `id` adds to {@link Core.begun}: nothing for a hidden one, so that nobody is told by what it closes, and nothing for one who is not there any more. */
export function deedOf(core: Core, id: string | null): number {
  return combatantOf(core, id)?.hidden === false ? 1 : 0;
}

/** Whether `c` can have turns: active, come in, neither sidelined nor withdrawn (G-3, G-8, YS-11). */
export function isAble(c: Combatant): boolean {
  return c.status === 'active' && c.came && !c.sidelined && c.withdrawn === null;
}

/** Whether anybody can have turns (G-7). */
export function anybodyAble(core: Core): boolean {
  return core.combatants.some(isAble);
}

/** Whether the order is hidden because initiative is open, at a round's start or in its middle (G-8). */
export function orderIsKnown(core: Core): boolean {
  return !['setup', 'initiative', 'tie'].includes(core.clock.stage);
}

/** A number kept in `stats` (complete since it was checked); 0 where it is absent. */
export function stat(c: Combatant, name: string): number {
  const value = c.stats[name];
  return typeof value === 'number' ? value : 0;
}

/** The sum of the game master's adjustments that count now, as parts of a score. */
export function adjustmentParts(c: Combatant): Part[] {
  return c.adjustments.map((a) => ({ value: a.by, what: a.reason }));
}

/** The sum of `parts`. */
export function total(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.value, 0);
}

/** `parts` without the die: the first one called `what`; the table may give a reason of its own the same word. */
export function withoutDie(parts: readonly Part[], what = 'roll'): readonly Part[] {
  const at = parts.findIndex((part) => part.what === what);
  return at < 0 ? parts : parts.toSpliced(at, 1);
}
