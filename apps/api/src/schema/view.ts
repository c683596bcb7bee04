import { ObjectType } from '@nestjs/graphql';
import {
  Boundary,
  CombatantKind,
  CombatantStatus,
  CommandName,
  DeclarationState,
  EncounterStatus,
  EntryState,
  How,
  Stage,
} from './enums.js';
import { Out, RestOut } from './fields.js';
import { LocalText } from './rulesets.js';
import { byCombatant, choice, flag, id, json, list, object, text, whole, type Kind } from './kinds.js';

const anyWhole = whole(-1_000_000_000, 1_000_000_000);
const counted = whole(0, 1_000_000_000);
const shortText = text(10_000);
const many = (of: Kind): Kind => list(of, 100_000);

@ObjectType({ description: 'The place in time; both numbers count from 1 once started.' })
export class Clock {
  @Out(counted, 'The round, 0 before the start.')
  readonly round!: number;

  @Out(counted, 'The pass in the round, 0 before the first.')
  readonly pass!: number;

  @Out(choice(Stage), 'What the encounter waits for.')
  readonly stage!: string;
}

@ObjectType({ description: 'Why an entry stands where it stands.' })
export class Reason {
  @Out(text(100), 'The rule’s id, such as `EP-3`.')
  readonly rule!: string;

  @Out(text(200), 'A word of the rule set, or the table’s own reason.')
  readonly what!: string;

  @Out(anyWhole, 'What it is worth, where that is a number.', { nullable: true })
  readonly value!: number | null;

  @Out(json, 'Facts for a sentence.', { optional: true })
  readonly params?: Record<string, unknown>;

  @Out(object(() => LocalText), 'The reason in the words of the game.')
  readonly text!: LocalText;
}

@ObjectType({ description: 'One place in the order.' })
export class Entry {
  @Out(id, 'How it is known: the combatant’s id, or `id:physical`, `id:mental`, `id:extra`.')
  readonly key!: string;

  @Out(id, 'Whose it is; null for a slot that nobody has taken.', { nullable: true })
  readonly combatant!: string | null;

  @Out(text(100), 'Which of the combatant’s entries it is: `main` where it has one.')
  readonly entry!: string;

  @Out(anyWhole, 'The number that the table would say.')
  readonly score!: number;

  @Out(many(anyWhole), 'What it is sorted by, compared left to right, higher first.')
  readonly rank!: readonly number[];

  @Out(choice(EntryState), 'What became of it.')
  readonly state!: string;

  @Out(many(object(() => Reason)), 'Why it stands there.')
  readonly why!: readonly Reason[];
}

@ObjectType({ description: 'Entries that act at the same time.' })
export class Group {
  @Out(many(object(() => Entry)), 'Its entries.')
  readonly entries!: readonly Entry[];
}

@ObjectType({ description: 'Whom a stage waits for.' })
export class Pending {
  @Out(many(id), 'Who still has to roll.')
  readonly rolls!: readonly string[];

  @Out(many(many(id)), 'Sets of combatants between whom the game master must decide.')
  readonly tie!: readonly (readonly string[])[];

  @Out(many(id), 'Who may declare now.')
  readonly declarations!: readonly string[];
}

@ObjectType({ description: 'One summand of an initiative score.' })
export class Part {
  @Out(shortText, 'What it is: `rating`, `roll`, `wounds`, or the table’s own reason.')
  readonly what!: string;

  @Out(anyWhole, 'What it is worth.')
  readonly value!: number;
}

@ObjectType({ description: 'An initiative score and how it comes about.' })
export class Initiative {
  @Out(anyWhole, 'The number that the table would say; null before it is known.', { nullable: true })
  readonly score!: number | null;

  @Out(many(object(() => Part)), 'Its summands.')
  readonly parts!: readonly Part[];
}

@ObjectType({ description: 'When an action was delayed.' })
export class Delayed {
  @Out(counted, 'The round.')
  readonly round!: number;

  @Out(counted, 'The pass.')
  readonly pass!: number;
}

@ObjectType({ description: 'A task that takes several turns.' })
export class Task {
  @Out(shortText, 'Its name.', { optional: true })
  readonly id?: string;

  @Out(counted, 'How many passes it takes.', { optional: true })
  readonly timeframe?: number;

  @Out(counted, 'How many passes have been spent on it.', { optional: true })
  readonly passes?: number;
}

@ObjectType({ description: 'What somebody does; which fields it has besides kind and label is the rule set’s to say.' })
export class Action {
  @Out(shortText, 'One of the rule set’s kinds.')
  readonly kind!: string;

  @Out(shortText, 'What it is, in the table’s words.', { optional: true })
  readonly label?: string;

  @Out(object(() => Task), 'Eclipse Phase: the task.', { optional: true })
  readonly task?: Task;

  @Out(shortText, 'Star Wars: what pays for a second maneuver.', { optional: true })
  readonly pay?: string;

  @Out(flag, 'Yôkai Sensô: whether it moves.', { optional: true })
  readonly moving?: boolean;

  @Out(flag, 'Yôkai Sensô: whether it is opposed.', { optional: true })
  readonly opposed?: boolean;

  @Out(flag, 'Storyteller: whether it is kept for a defence.', { optional: true })
  readonly defensive?: boolean;

  @Out(flag, 'Storyteller: whether Celerity gives it.', { optional: true })
  readonly celerity?: boolean;

  @Out(many(shortText), 'Storyteller: the disciplines that are used.', { optional: true })
  readonly disciplines?: readonly string[];

  @Out(counted, 'Storyteller: points of Willpower that are spent.', { optional: true })
  readonly willpower?: number;

  @Out(flag, 'Storyteller: whether the first action is delayed.', { optional: true })
  readonly delay?: boolean;
}

@ObjectType({ description: 'A prepared action that waits for its condition.' })
export class Prepared {
  @Out(object(() => Action), 'What it will be.')
  readonly action!: Action;

  @Out(shortText, 'What it waits for.')
  readonly condition!: string;

  @Out(flag, 'Whether it moves.')
  readonly moving!: boolean;
}

@ObjectType({ description: 'A die set aside in sight of all.' })
export class ReserveDie {
  @Out(counted, 'Its face.')
  readonly value!: number;

  @Out(counted, 'The last round in which it may be used.')
  readonly untilRound!: number;
}

@ObjectType({ description: 'One character in the encounter.' })
export class Combatant {
  @Out(id, 'Its id for good.')
  readonly id!: string;

  @Out(shortText, 'Its name.')
  readonly name!: string;

  @Out(choice(CombatantKind), 'Who plays it.')
  readonly kind!: string;

  @Out(shortText, 'Its side in the fight.', { nullable: true })
  readonly side!: string | null;

  @Out(choice(CombatantStatus), 'Whether it can act.')
  readonly status!: string;

  @Out(flag, 'Whether only the game master sees it.')
  readonly hidden!: boolean;

  @Out(flag, 'Whether it is in the fight’s margin.')
  readonly sidelined!: boolean;

  @Out(choice(How), 'How it withdrew, if it did.', { nullable: true })
  readonly withdrawn!: string | null;

  @Out(json, 'Its stats, complete: what the rule set’s `stats` schema says.')
  readonly stats!: Record<string, unknown>;

  @Out(object(() => Initiative), 'Its initiative.')
  readonly initiative!: Initiative;

  @Out(counted, 'Wounds inflicted and not healed.')
  readonly wounds!: number;

  @Out(json, 'The rule set’s resources, as numbers.')
  readonly resources!: Record<string, number>;

  @Out(object(() => Delayed), 'When it delayed its action, if it holds one.', { nullable: true })
  readonly delayed!: Delayed | null;

  @Out(object(() => Prepared), 'The action that it has prepared.', { nullable: true })
  readonly prepared!: Prepared | null;

  @Out(object(() => ReserveDie), 'The die that it has set aside.', { nullable: true })
  readonly reserveDie!: ReserveDie | null;
}

@ObjectType({ description: 'When a condition ends by itself.' })
export class Until {
  @Out(counted, 'In which round.')
  readonly round!: number;

  @Out(choice(Boundary), 'Where in it.')
  readonly boundary!: string;

  @Out(id, 'Whose turn; null at the end of the round.', { nullable: true })
  readonly of!: string | null;
}

@ObjectType({ description: 'A state of a combatant that the table or a rule gave it.' })
export class Condition {
  @Out(id, 'Its id.')
  readonly id!: string;

  @Out(id, 'Who has it.')
  readonly combatant!: string;

  @Out(shortText, 'What it is called.')
  readonly name!: string;

  @Out(object(() => Until), 'When it ends by itself; null for never.', { nullable: true })
  readonly until!: Until | null;
}

@ObjectType({ description: 'How an action came out.' })
export class Outcome {
  @Out(flag, 'Whether it succeeded.', { optional: true })
  readonly success?: boolean;

  @Out(shortText, 'What happened.', { optional: true })
  readonly text?: string;
}

@ObjectType({ description: 'What somebody said that it does.' })
export class Declaration {
  @Out(id, 'Its id.')
  readonly id!: string;

  @Out(id, 'Who declared it.')
  readonly combatant!: string;

  @Out(object(() => Action), 'What it is.')
  readonly action!: Action;

  @Out(choice(DeclarationState), 'What became of it.')
  readonly state!: string;

  @Out(object(() => Outcome), 'How it came out, once it is resolved.', { nullable: true })
  readonly outcome!: Outcome | null;
}

@ObjectType({ description: 'What somebody may do now.' })
export class Availability {
  @Out(text(300), 'Whose commands: a combatant’s id, or empty for the game master. The key of `available` in REST.')
  readonly key!: string;

  @Out(id, 'The combatant; null for the game master.', { nullable: true })
  readonly combatant!: string | null;

  @Out(many(choice(CommandName)), 'What is not refused by a rule for the command’s name.')
  readonly commands!: readonly string[];
}

@ObjectType({ isAbstract: true })
export class EncounterFields {
  @Out(id, 'Its id.')
  readonly id!: string;

  @Out(shortText, 'Its name.')
  readonly name!: string;

  @Out(id, 'The id of its rule set.')
  readonly ruleset!: string;

  @Out(json, 'The rules that were switched, complete.')
  readonly options!: Record<string, unknown>;

  @Out(choice(EncounterStatus), 'Where it is in its life.')
  readonly status!: string;

  @Out(counted, 'The number of its events, undone ones included.')
  readonly revision!: number;

  @Out(object(() => Clock), 'The place in time.')
  readonly clock!: Clock;

  @Out(many(object(() => Group)), 'The order of the present pass, first to last.')
  readonly order!: readonly Group[];

  @Out(many(id), 'The keys that may act now.')
  readonly acting!: readonly string[];

  @Out(many(many(id)), 'The groups that are interrupted, outermost first.')
  readonly suspended!: readonly (readonly string[])[];

  @Out(object(() => Pending), 'Whom a stage waits for.')
  readonly pending!: Pending;

  @Out(many(object(() => Combatant)), 'Everybody, in the order of joining.')
  readonly combatants!: readonly Combatant[];

  @Out(many(object(() => Condition)), 'The conditions that hold now.')
  readonly conditions!: readonly Condition[];

  @Out(many(object(() => Declaration)), 'All declarations, oldest first.')
  readonly declarations!: readonly Declaration[];
}

/** The encounter as REST gives it: the contract's section 3. */
export class View extends EncounterFields {
  @RestOut(
    byCombatant(many(choice(CommandName))).openapi(),
    'What each may do now, by the combatant’s id; under the empty key what the game master may do.',
  )
  readonly available!: Record<string, readonly string[]>;
}
