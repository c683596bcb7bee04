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
  EncounterCreated: { id: string; name: string; ruleset: string; options: JsonObject } & JsonExtra;
  CombatantAdded: {
    combatant: CombatantData & { stats: JsonObject };
    came: boolean;
    arriving: boolean;
    status: Status;
    wounds: number;
  } & Outcomes;
  CombatantChanged: Whose & { changes: JsonObject; reason: string | null } & Outcomes;
  /** `entries`: the keys that go from the order. */
  CombatantRemoved: Whose & { reason: string | null; entries: readonly string[] } & Outcomes;
  EncounterStarted: Outcomes;
  RoundStarted: { round: number } & Outcomes;
  InitiativeRolled: { rolls: readonly RollRecord[] } & Outcomes;
  TieBreakRolled: { rolls: readonly RollRecord[] } & Outcomes;
  TieDecided: { order: readonly string[] } & Outcomes;
  StageEntered: { stage: Stage; resume: Stage | null } & Outcomes;
  PassStarted: { round: number; pass: number; stage: Stage; order: readonly Group[] } & Outcomes;
  OrderChanged: { reason: string; rule: string; order: readonly Group[] } & Outcomes;
  TurnStarted: { source: TurnSource; turns: readonly TurnRecord[] } & Outcomes;
  ActionDeclared: { declaration: Declaration } & Outcomes;
  ActionResolved: Whose & { declaration: string; outcome: Outcome | null; opposedBy: readonly string[] } & Outcomes;
  ActionVetoed: Whose & { declaration: string; reason: string | null } & Outcomes;
  ActionCancelled: Whose & { declaration: string } & Outcomes;
  TurnEnded: TurnRecord & { reason: 'ended' | 'out' | 'removed' | 'defended' } & Outcomes;
  ActionDelayed: Whose & { activation: number; delayed: Delayed } & Outcomes;
  DelayedActionTaken: Whose & {
    delayed: Delayed;
    activation: number;
    entry: string | null;
    beneath: number;
  } & Outcomes;
  DelayedActionLost: Whose & { delayed: Delayed; reason: string } & Outcomes;
  TurnForfeited: { key: string; combatant: string | null; activation: number | null; rule: string } & Outcomes;
  DefenceMade: Whose & {
    kind: string | null;
    label: string | null;
    declaration: string | null;
    difficulty: number | null;
  } & Outcomes;
  ReactionMade: Whose & { action: JsonObject } & Outcomes;
  ActionPrepared: Whose & { prepared: Prepared } & Outcomes;
  PreparedActionTriggered: Whose & { prepared: Prepared; activation: number } & Outcomes;
  PreparedActionWaived: Whose & { prepared: Prepared } & Outcomes;
  PreparedActionLost: Whose & { prepared: Prepared; reason: string } & Outcomes;
  RecoveryStarted: Whose & Outcomes;
  ReserveDieRolled: Whose & { rolls: readonly RollRecord[]; reserveDie: ReserveDie } & Outcomes;
  ReserveDieApplied: Whose & { value: number } & Outcomes;
  ReserveDieLost: Whose & { value: number; reason: string } & Outcomes;
  CombatantWithdrew: Whose & { how: 'hide' | 'stepAside'; total: number | null; success: boolean } & Outcomes;
  CombatantJoined: Whose & { score: number | null } & Outcomes;
  MoxieSpent: Whose & { pass: number; left: number } & Outcomes;
  StrainSuffered: Whose & { amount: number; strain: number } & Outcomes;
  EnergySpent: Whose & { kind: string; amount: number; left: number } & Outcomes;
  WoundsInflicted: Whose & { count: number; wounds: number; kind: string | null; source: string | null } & Outcomes;
  WoundsHealed: Whose & { count: number; wounds: number; kind: string | null; source: string | null } & Outcomes;
  StatusChanged: Whose & { from: Status; status: Status; reason: string | null } & Outcomes;
  ConditionApplied: { condition: Condition } & Outcomes;
  ConditionRemoved: Whose & { condition: string; name: string } & Outcomes;
  ConditionExpired: Whose & { condition: string; name: string } & Outcomes;
  InitiativeAdjusted: Whose & Adjustment & { score: number | null } & Outcomes;
  DiceRolled: { expression: string; label: string | null; roll: RollRecord; result: JsonObject } & Outcomes;
  NoteAdded: { text: string } & Outcomes;
  RoundEnded: { round: number } & Outcomes;
  CommandUndone: { undone: string };
  CommandRedone: { redone: string };
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

/** Every event type, in the order of the contract's section 6. */
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
  'RoundEnded',
  'CommandUndone',
  'CommandRedone',
  'EncounterEnded',
] as const satisfies readonly EventType[];
