import type { Action, Command, CommandName, CommandOf, Outcome } from './command.js';
import type { Draft } from './draft.js';
import type { Activation, Combatant, Core, Declaration, Entry, Initiative, Rank, Stage } from './encounter.js';
import type { Outcomes, Patch } from './event.js';
import type { JsonObject, Text } from './json.js';
import type { Refusal } from './refusal.js';
import type { Fields } from './schema.js';

/** A rule of a rule set, for help pages and explanations. `ruling`: the source is silent or contradicts itself there. */
export interface RuleText extends Text {
  readonly id: string;
  readonly ruling?: true;
}

/** A place that a rule set gives a combatant in a pass. */
export interface Place {
  readonly key: string;
  readonly combatant: string | null;
  readonly entry: string;
}

/** What an entry is sorted by, and the number that a table would say. */
export interface Standing {
  readonly score: number;
  readonly rank: Rank;
}

/** A place with its standing. */
export type Spec = Place & Standing;

/** Why something counts as it does: a rule, a word with its facts, and what it is worth where that is a number. */
export interface Reason {
  readonly rule: string;
  readonly what: string;
  readonly value: number | null;
  readonly params?: JsonObject;
}

/** How a command is answered: first by its name alone for one combatant (what `available` says), then with its fields. */
export interface Handler<T extends CommandName = CommandName> {
  /** What the command's name alone is refused for; null where fields can be found with which it is accepted. Runs after the gate of rule G-13. */
  readonly may: (core: Core, id: string) => Refusal | null;
  /** What its fields are refused for before the name alone is: the kind of action comes before its limits (contract, section 5). */
  readonly first?: (core: Core, command: CommandOf<T>) => Refusal | null;
  /** Does it, or refuses for its fields; what was drafted is dropped on a refusal. `may` was null. */
  readonly run: (draft: Draft, command: CommandOf<T>) => Refusal | null;
  /** Which gate stands before it (G-13). Default `turn`. */
  readonly gate?: Gate;
}

/**
 * What is checked before a turn command besides the encounter's status, the combatant and its status (G-13):
 * `turn` the stage, and that the combatant is acting; `pending` that no stage waits for rolls, rulings or declarations;
 * `declaration` the same, but stage `declaration` is let through; `free` no stage at all.
 */
export type Gate = 'turn' | 'pending' | 'declaration' | 'free';

/** Handlers by command. */
export type Handlers = { readonly [T in CommandName]?: Handler<T> };

/** What a rule set says of the kinds of action that can be declared. */
export interface ActionRules {
  /** The fields that each kind takes besides `kind` and `label`; a kind that is missing here is `WRONG_ACTION_KIND`. */
  readonly kinds: Readonly<Record<string, readonly ActionField[]>>;
  /** What is refused about the kind of the action in this activation, before any limit. */
  readonly fits?: (core: Core, activation: Activation, action: Action) => Refusal | null;
  /** What is refused before the action is known; null when some action can be declared in this activation. */
  readonly may: (core: Core, activation: Activation) => Refusal | null;
  /** What is refused about this action now. */
  readonly check: (core: Core, activation: Activation, action: Action) => Refusal | null;
  /** Whether `declaration` is one to resolve, or to cancel, in `activation`. Default: it was declared in it. */
  readonly belongs?: (core: Core, activation: Activation, declaration: Declaration) => boolean;
  /** Makes the action complete before it is recorded as the declaration `id` in `activation`. */
  readonly complete?: (draft: Draft, id: string, action: Action, activation: number | null) => Action;
  /** Outcomes that the event of a declaration's becoming `declared`, `vetoed` or `cancelled` carries. */
  readonly outcomes?: (core: Core, declaration: Declaration, becomes: 'declared' | 'vetoed' | 'cancelled') => Outcomes;
  /** What it costs, as events. */
  readonly declared?: (draft: Draft, declaration: Declaration) => void;
  readonly resolved?: (
    draft: Draft,
    declaration: Declaration,
    outcome: Outcome | null,
    opposedBy: readonly string[],
  ) => void;
  readonly vetoed?: (draft: Draft, declaration: Declaration) => void;
  readonly cancelled?: (draft: Draft, declaration: Declaration) => void;
}

/** A field of an action: its type, and whether it must be there. `task` is an object of its own; `own` is checked by the rule set's `shape` and described by `schema`. */
export interface ActionField {
  readonly name: string;
  readonly type: 'boolean' | 'text' | 'choice' | 'task' | 'own';
  readonly title?: Text;
  readonly schema?: JsonObject;
  readonly required?: true;
  readonly choices?: readonly string[];
}

/** How initiative is found. */
export interface InitiativeRules {
  /** `round`: a score serves one round. `encounter`: it stands until changed. */
  readonly lasts: 'round' | 'encounter';
  /** Whether entries of one rank are one group (EP-3, SW-4, ST-3); a function where an option decides it (SW-9). */
  readonly together: boolean | ((core: Core) => boolean);
  /** Whether who comes into a standing order goes behind those it ties with, the one that came up last included (YS-3). Default: no. */
  readonly behindTies?: boolean;
  /** Whether `c` needs no roll to have a score now (TJ-9 in the first TJ, YS-1). Default: it needs one. */
  readonly given?: (core: Core, c: Combatant) => boolean;
  /** The ids that must break a tie by dice among `specs`, the places at stake (TJ-4). */
  readonly tieBreaks?: (core: Core, specs: readonly Spec[]) => readonly string[];
  /** The sets that the game master must rule on before the pass (YS-2). */
  readonly rulings?: (core: Core, specs: readonly Spec[]) => readonly (readonly string[])[];
  /** Rolls for `ids`; the engine has checked that all are due. Draws events, or refuses with nothing rolled. */
  readonly roll: (draft: Draft, command: CommandOf<'rollInitiative'>, ids: readonly string[]) => Refusal | null;
  /** The optional fields of `rollInitiative` that the family has besides `rolls` and `only`. */
  readonly fields: readonly (keyof CommandOf<'rollInitiative'>)[];
  /** The present initiative of `c`, as it should be shown now. */
  readonly of: (core: Core, c: Combatant) => Initiative;
  /** Where a change of score in mid-pass counts at once for the order (G-17). */
  readonly counts: (core: Core, cause: ScoreChange) => boolean;
}

/** What can change a score in mid-pass. */
export type ScoreChange = 'wounds' | 'stats' | 'adjustment' | 'roundAdjustment' | 'tieBreak';

/** The places of a pass. */
export interface OrderRules {
  /** The places of pass `pass` for those who can act in it now; empty where there are none. Standing comes from `standing`. */
  readonly places: (core: Core, pass: number) => readonly Place[];
  /** What the place is sorted by now. */
  readonly standing: (core: Core, place: Place) => Standing;
  /** Whether the entry's owner can act in it now, besides being able at all (TJ-3). Default: yes. */
  readonly usable?: (core: Core, place: Place) => boolean;
  /** The pass after the present one, or null when the round is exhausted (EP-13, TJ-6, ST-7). */
  readonly nextPass: (core: Core) => number | null;
  /** Whether the stage `declaration` follows `initiative`: those who may declare now, and whether anybody still must (ST-6). */
  readonly declarers?: (core: Core) => readonly string[];
  /** For slots: who may take the slot that is open (SW-9); the entries of a removed combatant then stay. */
  readonly takers?: (core: Core, slot: Activation) => readonly string[];
}

/** What a rule set does at certain moments; each may draft events. */
export interface Moments {
  /** Outcomes when a round starts, by combatant (TJ-10, YS-4). */
  readonly roundStarts?: (core: Core, round: number) => Readonly<Record<string, Patch>>;
  readonly passStarts?: (core: Core) => JsonObject;
  /** Before these entries come up: what is lost by it (EP-10, YS-8). */
  readonly comesUp?: (draft: Draft, entries: readonly Entry[]) => void;
  /** After their activations have begun (ST-8). */
  readonly cameUp?: (draft: Draft, turns: readonly Activation[]) => void;
  /** When the last turn of a round has ended, before `close` can wait (YS-12). */
  readonly lastTurnEnded?: (draft: Draft) => void;
  /** Whether somebody can use stage `close` (YS-12). */
  readonly closeIsUsed?: (core: Core) => boolean;
  /** When the round has ended: what is lost. */
  readonly roundEnds?: (draft: Draft) => void;
  /** What the rule set remembers of a combatant that is being removed (SW-9). */
  readonly leaves?: (core: Core, id: string) => JsonObject;
  /** When a combatant is taken out: what it loses besides what the engine takes (ST-10). */
  readonly takenOut?: (draft: Draft, id: string) => void;
  /** After wounds, stats or resources of a combatant have changed; `before`: as it was (SW-7, ST-2). */
  readonly changed?: (draft: Draft, id: string, before: Combatant) => void;
}

/** Words of a rule set for what every table has. */
export interface Labels {
  readonly round: Text;
  readonly pass: Text;
  readonly stages: Readonly<Partial<Record<Stage, Text>>>;
  readonly entries?: Readonly<Record<string, Text>>;
  readonly resources?: Readonly<Record<string, Text>>;
  readonly actionKinds?: Readonly<Record<string, Text>>;
  /** The words (`what`) of initiative's parts and of `explain`'s reasons; a word that is missing is the table's own. */
  readonly parts?: Readonly<Record<string, Text>>;
  /** The conditions that mean something to the rules, by the name that `applyCondition` takes. */
  readonly conditions?: Readonly<Record<string, Text>>;
}

/** A game's rules as a value: data and pure functions that the engine composes into the decider. */
export interface RuleSet {
  readonly id: string;
  readonly family: string;
  readonly names: Text;
  readonly labels: Labels;
  readonly rules: readonly RuleText[];
  readonly stats: Fields;
  readonly options: Fields;
  /** The commands that it knows besides the shared ones; each has a handler. */
  readonly handlers: Handlers;
  /** Commands of `handlers` that need an option (SW-9); default: all are known. */
  readonly knows?: (core: Core, command: CommandName) => boolean;
  readonly initiative: InitiativeRules;
  readonly order: OrderRules;
  readonly actions: ActionRules;
  readonly moments: Moments;
  /** Resources that follow from the state and are not kept in it (ST-9). */
  readonly derived?: (core: Core, c: Combatant) => Readonly<Record<string, number>>;
  /** How many wounds `c` can have at most; default: any number (ST-2). */
  readonly maxWounds?: (core: Core, c: Combatant) => number;
  /** Resources with their bounds, for `updateCombatant`. */
  readonly resources: (
    core: Core,
    c: Combatant,
  ) => Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  /** What a combatant brings with it. */
  readonly enlist: (options: JsonObject, stats: JsonObject) => Patch & { readonly status?: 'incapacitated' };
  /** What else changes when stats change from `before` (already replaced in `c`). */
  readonly restat?: (core: Core, c: Combatant, before: JsonObject) => Patch;
  /** Checks across fields that the schema cannot say; a word for the problem, or null. */
  readonly checkStats?: (
    options: JsonObject,
    stats: JsonObject,
  ) => { readonly pointer: string; readonly problem: string; readonly params: JsonObject } | null;
  /** Fields of a family command that are the family's own to require or forbid; runs before every other check. */
  readonly shape?: (command: Command) => Refusal | null;
  /** Why an entry stands where it stands. */
  readonly explain: (core: Core, entry: Entry) => readonly Reason[];
}
