import { ObjectType } from '@nestjs/graphql';
import { DeclarationState } from './enums.js';
import { Out } from './fields.js';
import { choice, counted, flag, id, many, object, shortText } from './kinds.js';

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
