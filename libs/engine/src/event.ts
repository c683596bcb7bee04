import type { CombatantData, Outcome, Status } from './command.js';
import type {
  Adjustment,
  Combatant,
  Condition,
  Declaration,
  Delayed,
  Group,
  Initiative,
  Prepared,
  ReserveDie,
  Stage,
  TurnSource,
} from './encounter.js';
import type { Json, JsonObject } from './json.js';

/** What an event changes of a combatant besides what its name says; `resources` and `memory` are merged, a null in `memory` forgets. */
export type Patch = Partial<
  Pick<
    Combatant,
    | 'initiative'
    | 'scoredRound'
    | 'arriving'
    | 'came'
    | 'sidelined'
    | 'withdrawn'
    | 'delayed'
    | 'prepared'
    | 'reserveDie'
    | 'wounds'
    | 'stats'
  >
> & { readonly resources?: Readonly<Record<string, number>>; readonly memory?: JsonObject };

/** Outcomes that any event may carry, so that reading it needs no rules: by combatant, and what the rule set remembers of the encounter (merged). */
export interface Outcomes {
  readonly set?: Readonly<Record<string, Patch>>;
  readonly memory?: Readonly<Record<string, Json>>;
}

/** Who threw the dice. */
export type RolledBy = 'table' | 'server';

/** A roll: every face, every modifier with its reason, and the total. `roll` is its number in the encounter among those of its visibility, never given twice. */
export interface RollRecord {
  readonly combatant: string | null;
  readonly roll: number;
  readonly by: RolledBy;
  readonly purpose: string;
  /** The faces that each die has. */
  readonly dice: readonly number[];
  /** What was thrown, in the order of `dice`; empty where the table gave only the result. */
  readonly faces: readonly number[];
  readonly modifiers: Initiative['parts'];
  readonly total: number | null;
  /** Whether it was rolled for a hidden combatant, from the hidden seed. */
  readonly hidden?: boolean;
  readonly detail?: JsonObject;
}

/** One activation that starts or ends. */
export interface TurnRecord {
  readonly activation: number;
  readonly key: string;
  readonly combatant: string | null;
  readonly entry: string | null;
}

interface Whose {
  readonly combatant: string;
}

/** The data of every event, by its type. */
export interface EventData {
  /** An encounter was made; its options are complete and stand for good (G-14). */
  EncounterCreated: { id: string; name: string; ruleset: string; options: JsonObject } & JsonExtra;
  /** A combatant came in, or joined for the next round; its stats are complete (G-8). */
  CombatantAdded: {
    combatant: CombatantData & { stats: JsonObject };
    came: boolean;
    arriving: boolean;
    status: Status;
    wounds: number;
  } & Outcomes;
  /** Name, side, visibility, stats or resources of a combatant were changed. */
  CombatantChanged: Whose & { changes: JsonObject; reason: string | null } & Outcomes;
  /** A combatant is gone; `entries` are the keys that leave the order (G-9). */
  CombatantRemoved: Whose & { reason: string | null; entries: readonly string[] } & Outcomes;
  /** The fight began. */
  EncounterStarted: Outcomes;
  /** A round began at its first stage, with what comes back and what is forgotten. */
  RoundStarted: { round: number } & Outcomes;
  /** Initiative was rolled, or given by the table. */
  InitiativeRolled: { rolls: readonly RollRecord[] } & Outcomes;
  /** Dice broke a tie, or did not yet (TJ-4). */
  TieBreakRolled: { rolls: readonly RollRecord[] } & Outcomes;
  /** The game master ruled on a tie, for this round (YS-2). */
  TieDecided: { order: readonly string[] } & Outcomes;
  /** The encounter waits for something else now; `resume` is the stage to go back to. */
  StageEntered: { stage: Stage; resume: Stage | null } & Outcomes;
  /** A pass began, with its whole order. */
  PassStarted: { round: number; pass: number; stage: Stage; order: readonly Group[] } & Outcomes;
  /** The order is another one: all of it, with what changed it. */
  OrderChanged: { reason: string; rule: string; order: readonly Group[] } & Outcomes;
  /** Entries came up, or an interrupt began: their activations run. */
  TurnStarted: { source: TurnSource; turns: readonly TurnRecord[] } & Outcomes;
  /** Somebody said what it does. */
  ActionDeclared: { declaration: Declaration } & Outcomes;
  /** What was declared has come out. */
  ActionResolved: Whose & { declaration: string; outcome: Outcome | null; opposedBy: readonly string[] } & Outcomes;
  /** What was declared never happened and cost nothing (G-15). */
  ActionVetoed: Whose & { declaration: string; reason: string | null } & Outcomes;
  /** What was declared will not be done. */
  ActionCancelled: Whose & { declaration: string } & Outcomes;
  /** An activation ended. */
  TurnEnded: TurnRecord & { reason: 'ended' | 'out' | 'removed' | 'defended' } & Outcomes;
  /** An activation was put off (EP-8, ST-8). */
  ActionDelayed: Whose & { activation: number; delayed: Delayed } & Outcomes;
  /** A delayed action was taken, interrupting; `beneath` counts the frames that go first (G-16). */
  DelayedActionTaken: Whose & {
    delayed: Delayed;
    activation: number;
    entry: string | null;
    beneath: number;
  } & Outcomes;
  /** A delayed action was not taken in time. */
  DelayedActionLost: Whose & { delayed: Delayed; reason: string } & Outcomes;
  /** An entry lost its action in this pass. */
  TurnForfeited: { key: string; combatant: string | null; activation: number | null; rule: string } & Outcomes;
  /** Somebody defended itself; `difficulty` where the game raises it (TJ-7, TJ-8, ST-9). */
  DefenceMade: Whose & {
    kind: string | null;
    label: string | null;
    declaration: string | null;
    difficulty: number | null;
  } & Outcomes;
  /** A Reaction was used (YS-6). */
  ReactionMade: Whose & { action: JsonObject } & Outcomes;
  /** An action waits for its condition (YS-7). */
  ActionPrepared: Whose & { prepared: Prepared } & Outcomes;
  /** The condition was met and the prepared action interrupts (YS-7). */
  PreparedActionTriggered: Whose & { prepared: Prepared; activation: number } & Outcomes;
  /** The condition was met and the prepared action was declined (YS-7). */
  PreparedActionWaived: Whose & { prepared: Prepared } & Outcomes;
  /** A prepared action is gone (YS-8). */
  PreparedActionLost: Whose & { prepared: Prepared; reason: string } & Outcomes;
  /** Somebody takes breath, to set a die aside (YS-9). */
  RecoveryStarted: Whose & Outcomes;
  /** A die was set aside, in sight of all (YS-9). */
  ReserveDieRolled: Whose & { rolls: readonly RollRecord[]; reserveDie: ReserveDie } & Outcomes;
  /** The die set aside was added to a score (YS-10). */
  ReserveDieApplied: Whose & { value: number } & Outcomes;
  /** The die set aside was not used in time (YS-10). */
  ReserveDieLost: Whose & { value: number; reason: string } & Outcomes;
  /** One at the edge of the fight left, or tried to (YS-11). */
  CombatantWithdrew: Whose & { how: 'hide' | 'stepAside'; total: number | null; success: boolean } & Outcomes;
  /** One at the edge of the fight joins in (YS-11). */
  CombatantJoined: Whose & { score: number | null } & Outcomes;
  /** A point bought the first place in a pass (EP-6). */
  MoxieSpent: Whose & { pass: number; left: number } & Outcomes;
  /** Strain was paid or given back (SW-5, SW-6). */
  StrainSuffered: Whose & { amount: number; strain: number } & Outcomes;
  /** Energy was spent on an action (TJ-2). */
  EnergySpent: Whose & { kind: string; amount: number; left: number } & Outcomes;
  /** Wounds were inflicted. */
  WoundsInflicted: Whose & { count: number; wounds: number; kind: string | null; source: string | null } & Outcomes;
  /** Wounds were healed. */
  WoundsHealed: Whose & { count: number; wounds: number; kind: string | null; source: string | null } & Outcomes;
  /** A combatant was taken out, or is active again (G-3). */
  StatusChanged: Whose & { from: Status; status: Status; reason: string | null } & Outcomes;
  /** A condition began. */
  ConditionApplied: { condition: Condition } & Outcomes;
  /** The table ended a condition. */
  ConditionRemoved: Whose & { condition: string; name: string } & Outcomes;
  /** A condition ended by itself. */
  ConditionExpired: Whose & { condition: string; name: string } & Outcomes;
  /** The game master changed a score; `round` limits it to that round. */
  InitiativeAdjusted: Whose & Adjustment & { score: number | null } & Outcomes;
  /** Any other roll of the table. */
  DiceRolled: { expression: string; label: string | null; roll: RollRecord; result: JsonObject } & Outcomes;
  /** Whatever the table wants to remember. */
  NoteAdded: { text: string } & Outcomes;
  /** Somebody added a seed of its own to the server's dice; it counts from then on, undone or not. */
  SeedContributed: { seed: string };
  /** The server committed to new seeds: those before were revealed, or are not this server's. */
  SeedCommitted: { dice: JsonObject };
  /** A round ended; what ends with it follows. */
  RoundEnded: { round: number } & Outcomes;
  /** A command was taken back; its events stay. */
  CommandUndone: { undone: string };
  /** A command that was taken back stands again. */
  CommandRedone: { redone: string };
  /** The fight ended; clock and order stay as they were. */
  EncounterEnded: { reason: string | null } & JsonExtra;
}

/** Facts that the log adds to an event and the engine does not read (commitments, reveals). */
type JsonExtra = Readonly<Record<string, unknown>>;

/** The name of an event. */
export type EventType = keyof EventData;

/** An event as the engine makes it: past tense, self-contained, plain JSON. */
export type DomainEvent = { readonly [T in EventType]: { readonly type: T; readonly data: EventData[T] } }[EventType];

/** The event of one name. */
export type EventOf<T extends EventType> = Extract<DomainEvent, { readonly type: T }>;

/** An event and the command that it belongs to: what a fold reads. */
export type Recorded = DomainEvent & { readonly command: string };

/** Every event type, in the order in which docs/events.md lists them. */
export const EVENT_TYPES = [
  'EncounterCreated',
  'CombatantAdded',
  'CombatantChanged',
  'CombatantRemoved',
  'EncounterStarted',
  'RoundStarted',
  'InitiativeRolled',
  'TieBreakRolled',
  'TieDecided',
  'StageEntered',
  'PassStarted',
  'OrderChanged',
  'TurnStarted',
  'ActionDeclared',
  'ActionResolved',
  'ActionVetoed',
  'ActionCancelled',
  'TurnEnded',
  'ActionDelayed',
  'DelayedActionTaken',
  'DelayedActionLost',
  'TurnForfeited',
  'DefenceMade',
  'ReactionMade',
  'ActionPrepared',
  'PreparedActionTriggered',
  'PreparedActionWaived',
  'PreparedActionLost',
  'RecoveryStarted',
  'ReserveDieRolled',
  'ReserveDieApplied',
  'ReserveDieLost',
  'CombatantWithdrew',
  'CombatantJoined',
  'MoxieSpent',
  'StrainSuffered',
  'EnergySpent',
  'WoundsInflicted',
  'WoundsHealed',
  'StatusChanged',
  'ConditionApplied',
  'ConditionRemoved',
  'ConditionExpired',
  'InitiativeAdjusted',
  'DiceRolled',
  'NoteAdded',
  'SeedContributed',
  'SeedCommitted',
  'RoundEnded',
  'CommandUndone',
  'CommandRedone',
  'EncounterEnded',
] as const satisfies readonly EventType[];
