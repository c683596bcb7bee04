import { ArgsType, Int, ObjectType } from '@nestjs/graphql';
import type { Folded, Viewer } from '@bitacora/encounters';
import { Field, ID } from '@nestjs/graphql';
import { NewAccess } from './access.js';
import { Event, Head } from './answers.js';
import { Out } from './fields.js';
import { list, object, text, whole } from './kinds.js';
import { Availability, EncounterFields } from './view.js';
import { EncounterStatus, EventType } from './enums.js';

const counted = whole(0, 1_000_000_000);

@ObjectType({ description: 'One combat: the fold of its events.' })
export class Encounter extends EncounterFields {
  @Out(
    list(
      object(() => Availability),
      1_000,
    ),
    'What each may do now; the game master under the empty key.',
  )
  readonly available!: readonly Availability[];

  /** What it was made from; no field of the schema. */
  readonly source!: { readonly folded: Folded; readonly viewer: Viewer };
}

@ObjectType({ description: 'Where a page of a connection lies.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there is more behind it.' })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there is more before it, as far as was asked.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The first edge’s cursor.' })
  readonly startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The last edge’s cursor: the `after` of the next page.' })
  readonly endCursor!: string | null;
}

@ObjectType({ description: 'An event in a page.' })
export class EventEdge {
  @Out(text(1_000), 'Its cursor.')
  readonly cursor!: string;

  @Out(object(() => Event), 'The event.')
  readonly node!: Event;
}

@ObjectType({ description: 'A page of events.' })
export class EventConnection {
  @Out(
    list(
      object(() => EventEdge),
      1_000,
    ),
    'The events with their cursors.',
  )
  readonly edges!: readonly EventEdge[];

  @Out(
    list(
      object(() => Event),
      1_000,
    ),
    'The events.',
  )
  readonly nodes!: readonly Event[];

  @Out(object(() => PageInfo), 'Where the page lies.')
  readonly pageInfo!: PageInfo;
}

@ObjectType({ description: 'An encounter in a page.' })
export class EncounterEdge {
  @Out(text(1_000), 'Its cursor.')
  readonly cursor!: string;

  @Out(object(() => Encounter), 'The encounter.')
  readonly node!: Encounter;
}

@ObjectType({ description: 'A page of encounters.' })
export class EncounterConnection {
  @Out(
    list(
      object(() => EncounterEdge),
      200,
    ),
    'The encounters with their cursors.',
  )
  readonly edges!: readonly EncounterEdge[];

  @Out(
    list(
      object(() => Encounter),
      200,
    ),
    'The encounters.',
  )
  readonly nodes!: readonly Encounter[];

  @Out(object(() => PageInfo), 'Where the page lies.')
  readonly pageInfo!: PageInfo;
}

@ObjectType({ description: 'What one command did.' })
export class EncounterChange {
  @Out(counted, 'The encounter’s revision after the command.')
  readonly revision!: number;

  @Out(
    list(
      object(() => Event),
      100_000,
    ),
    'The command’s events; none where it would change nothing.',
  )
  readonly events!: readonly Event[];

  @Out(object(() => Encounter), 'The encounter after the command.')
  readonly encounter!: Encounter;
}

@ObjectType({ description: 'What a command of one’s own did.' })
export class CommandResult extends EncounterChange {
  @Field(() => Head, { description: 'The signed end of the encounter’s chain of hashes after the command.' })
  readonly head!: Head | Promise<Head>;
}

@ObjectType({ description: 'A new encounter.' })
export class CreationResult extends CommandResult {
  @Field(() => NewAccess, {
    nullable: true,
    description: 'The game master’s access, where the encounter was made with an API key.',
  })
  readonly access!: NewAccess | null;
}

@ObjectType({ description: 'An access that was ended.' })
export class RevokedAccess {
  @Field(() => ID, { description: 'Its id.' })
  readonly id!: string;
}

@ObjectType({ description: 'An event and the encounter that it belongs to.' })
export class AppendedEvent {
  @Field(() => ID, { description: 'The encounter’s id.' })
  readonly encounter!: string;

  @Out(object(() => Event), 'The event.')
  readonly event!: Event;
}

@ArgsType()
export class TargetArgs {
  @Field(() => ID, { description: 'The encounter’s id.' })
  readonly id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The same key again gives the first answer again and appends nothing.',
  })
  readonly idempotencyKey?: string | null;

  @Field(() => Int, { nullable: true, description: 'The revision that the encounter must stand at.' })
  readonly ifMatch?: number | null;
}

@ArgsType()
export class EncountersArgs {
  @Field(() => ID, { nullable: true, description: 'Only those of this rule set.' })
  readonly ruleset?: string | null;

  @Field(() => EncounterStatus, { nullable: true, description: 'Only those with this status.' })
  readonly status?: 'setup' | 'running' | 'ended' | null;

  @Field(() => String, { nullable: true, description: 'Only those with these words in the name.' })
  readonly q?: string | null;

  @Field(() => Int, { defaultValue: 50, description: 'How many at most, 1 to 100.' })
  readonly first!: number;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the page before.' })
  readonly after?: string | null;
}

@ArgsType()
export class EventsArgs {
  @Field(() => Int, { defaultValue: 100, description: 'How many at most, 1 to 100.' })
  readonly first!: number;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the page before, or a revision.' })
  readonly after?: string | null;

  @Field(() => [EventType], { nullable: true, description: 'Only these types.' })
  readonly types?: readonly string[] | null;
}
