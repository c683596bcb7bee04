import { ObjectType } from '@nestjs/graphql';
import { Action } from './actions.js';
import { Boundary, CombatantKind, CombatantStatus, How } from './enums.js';
import { Out } from './fields.js';
import { anyWhole, choice, counted, flag, id, json, many, object, shortText } from './kinds.js';

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
