import { ArgsType, Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Difference } from './archive.js';
import { Branched } from './changed.js';
import { In, Out } from './fields.js';
import { Encounter } from './graph.js';
import { counted, id, many, name, nullable, object, text, whole } from './kinds.js';
import { View } from './view.js';

@InputType({ description: 'A branch: another way on from a point of the past.' })
export class BranchInput {
  @In(whole(1, 1_000_000_000), 'The last revision of the past that it shares; it must end a command.', { example: 17 })
  readonly revision!: number;

  @In(name, 'What it is called.', { example: 'What if the door had held' })
  readonly name!: string;
}

/** A new branch. */
export class BranchCreated extends Branched {
  @Out(object(() => View), 'The branch as it begins.')
  readonly encounter!: View;
}

@ObjectType({ description: 'A new branch.' })
export class BranchResult extends Branched {
  @Field(() => Encounter, { description: 'The branch as it begins.' })
  readonly encounter!: Encounter;
}

@ArgsType()
export class BranchArgs {
  @Field(() => ID, { description: 'The id of the encounter whose past is shared.' })
  readonly id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The same key again gives the first branch again and makes nothing.',
  })
  readonly idempotencyKey?: string | null;
}

@ArgsType()
export class CompareArgs {
  @Field(() => ID, { description: 'The one encounter’s id.' })
  readonly id!: string;

  @Field(() => ID, { description: 'The other encounter’s id.' })
  readonly other!: string;
}

const differences = many(object(() => Difference));

@ObjectType({ description: 'One of two encounters that are compared.' })
export class ComparedEncounter {
  @Out(id, 'Its id.')
  readonly id!: string;

  @Out(text(1_000), 'Its name.')
  readonly name!: string;

  @Out(counted, 'The revision that it was compared at: the present one.')
  readonly revision!: number;

  @Out(differences, 'What has changed in it since they parted; empty where they have nothing in common.')
  readonly since!: readonly Difference[];
}

@ObjectType({ description: 'Where two encounters part, and who gained or lost what since.' })
export class EncounterComparison {
  @Out(
    nullable(counted),
    'The last revision up to which both say the same, whatever their ids, and at which a command ended in both; null where nothing is common.',
    { nullable: true },
  )
  readonly common!: number | null;

  @Out(object(() => ComparedEncounter), 'The one encounter.')
  readonly one!: ComparedEncounter;

  @Out(object(() => ComparedEncounter), 'The other encounter.')
  readonly other!: ComparedEncounter;

  @Out(differences, 'What is different now in the other from what it is in the one.')
  readonly differences!: readonly Difference[];
}
