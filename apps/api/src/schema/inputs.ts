import { InputType } from '@nestjs/graphql';
import { Boundary, CombatantKind } from './enums.js';
import { In } from './fields.js';
import { choice, flag, id, json, list, name, nullable, object, text, whole } from './kinds.js';

/** The longest of the short texts: labels, reasons, sides. */
export const SHORT = 2_000;

@InputType({ description: 'A combatant as it comes in.' })
export class CombatantInput {
  @In(text(300), 'Its id for good, 1 to 100 characters without colons; made here when absent.', {
    optional: true,
    example: 'ana',
  })
  readonly id?: string;

  @In(name, 'Its name, 1 to 200 characters.', { example: 'Ana' })
  readonly name!: string;

  @In(choice(CombatantKind), 'Who plays it.')
  readonly kind!: 'pc' | 'npc';

  @In(nullable(text(SHORT)), 'Its side in the fight; a label.', { optional: true, nullable: true })
  readonly side?: string | null;

  @In(json, 'Its stats: what the rule set’s `stats` schema says.', {
    example: { intuition: 20, reflexes: 20, speed: 1 },
  })
  readonly stats!: Record<string, unknown>;

  @In(flag, 'Whether only the game master sees it.', { optional: true })
  readonly hidden?: boolean;

  @In(flag, 'Whether it is in the fight’s margin and has no turns yet.', { optional: true })
  readonly sidelined?: boolean;
}

@InputType({ description: 'What changes of a combatant; `stats` and `resources` are merged.' })
export class CombatantChangesInput {
  @In(name, 'Its new name.', { optional: true })
  readonly name?: string;

  @In(nullable(text(SHORT)), 'Its new side; null for none.', { optional: true, nullable: true })
  readonly side?: string | null;

  @In(flag, 'Whether only the game master sees it; false reveals it from now on.', { optional: true })
  readonly hidden?: boolean;

  @In(json, 'Stats that change.', { optional: true })
  readonly stats?: Record<string, unknown>;

  @In(json, 'Resources that change, as whole numbers.', { optional: true })
  readonly resources?: Record<string, unknown>;
}

@InputType({ description: 'A task that takes several turns.' })
export class TaskInput {
  @In(text(SHORT, 1), 'Names a task that is continued.', { optional: true })
  readonly id?: string;

  @In(whole(1, 1_000_000), 'How many passes it takes.', { optional: true })
  readonly timeframe?: number;
}

@InputType({ description: 'One of the actions of an intent (Storyteller).' })
export class IntendedActionInput {
  @In(text(SHORT), 'What it is, in the table’s words.', { optional: true })
  readonly label?: string;

  @In(flag, 'Whether it is kept for a defence.', { optional: true })
  readonly defensive?: boolean;

  @In(flag, 'Whether it is one that Celerity gives.', { optional: true })
  readonly celerity?: boolean;
}

@InputType({
  description: 'What somebody does. Which kinds there are and which fields they take is the rule set’s to say.',
})
export class ActionInput {
  @In(text(SHORT, 1), 'One of the rule set’s kinds of action.', { example: 'complex' })
  readonly kind!: string;

  @In(text(SHORT), 'What it is, in the table’s words.', { optional: true, example: 'Shoot' })
  readonly label?: string;

  @In(object(() => TaskInput), 'Eclipse Phase: the task of kind `task`.', { optional: true })
  readonly task?: TaskInput;

  @In(text(SHORT), 'Star Wars: what pays for a second maneuver, `strain` or `action`.', { optional: true })
  readonly pay?: string;

  @In(flag, 'Yôkai Sensô: whether it moves.', { optional: true })
  readonly moving?: boolean;

  @In(flag, 'Yôkai Sensô: whether it is an opposed action.', { optional: true })
  readonly opposed?: boolean;

  @In(
    list(
      object(() => IntendedActionInput),
      100,
    ),
    'Storyteller: all that is intended, the first action first.',
    { optional: true },
  )
  readonly actions?: readonly IntendedActionInput[];

  @In(list(text(SHORT), 100), 'Storyteller: the disciplines that are used.', { optional: true })
  readonly disciplines?: readonly string[];

  @In(whole(0, 1), 'Storyteller: points of Willpower that are spent.', { optional: true })
  readonly willpower?: number;

  @In(flag, 'Storyteller: whether the first action is delayed.', { optional: true })
  readonly delay?: boolean;
}

@InputType({ description: 'How an action came out, for the table to say.' })
export class OutcomeInput {
  @In(flag, 'Whether it succeeded.', { optional: true })
  readonly success?: boolean;

  @In(text(SHORT), 'What happened.', { optional: true })
  readonly text?: string;
}

@InputType({
  description: 'How long a condition lasts: it ends in the present round + `rounds`, at the first such boundary.',
})
export class LastsInput {
  @In(whole(0, 1_000_000), 'How many rounds on; 0 is this round.')
  readonly rounds!: number;

  @In(choice(Boundary), 'Where in that round.')
  readonly boundary!: string;

  @In(id, 'Whose turn; its bearer’s when absent.', { optional: true })
  readonly of?: string;
}

@InputType({ description: 'A new encounter.' })
export class CreateEncounterInput {
  @In(name, 'Its name, 1 to 200 characters.', { example: 'Docking bay' })
  readonly name!: string;

  @In(id, 'The id of its rule set.', { example: 'eclipse-phase-1e' })
  readonly ruleset!: string;

  @In(json, 'Rules that can be switched: what the rule set’s `options` schema says.', { optional: true })
  readonly options?: Record<string, unknown>;

  @In(
    list(
      object(() => CombatantInput),
      200,
    ),
    'Those who are in from the beginning.',
    { optional: true },
  )
  readonly combatants?: readonly CombatantInput[];
}
