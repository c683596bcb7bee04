import { ObjectType } from '@nestjs/graphql';
import { EntryState, Stage } from './enums.js';
import { Out } from './fields.js';
import { anyWhole, choice, counted, id, json, many, object, text } from './kinds.js';
import { LocalText } from './rulesets.js';

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
