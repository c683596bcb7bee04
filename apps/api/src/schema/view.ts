import { ObjectType } from '@nestjs/graphql';
import { Declaration } from './actions.js';
import { Combatant, Condition } from './combatant.js';
import { CommandName, EncounterStatus } from './enums.js';
import { Out, RestOut } from './fields.js';
import { byCombatant, choice, counted, id, json, many, object, shortText, text } from './kinds.js';
import { Clock, Group, Pending } from './order.js';

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

/** The encounter as REST gives it. */
export class View extends EncounterFields {
  @RestOut(
    byCombatant(many(choice(CommandName))).openapi(),
    'What each may do now, by the combatant’s id; under the empty key what the game master may do.',
  )
  readonly available!: Record<string, readonly string[]>;
}
