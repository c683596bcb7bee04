import type { Folded, Viewer } from '@bitacora/encounters';
import { ArgsType, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { NewAccess } from './access.js';
import { Changed } from './changed.js';
import { connectionOf, edgeOf } from './connections.js';
import { EncounterStatus, EventType } from './enums.js';
import { Event, Head } from './events.js';
import { Out } from './fields.js';
import { list, object } from './kinds.js';
import { Availability, EncounterFields } from './view.js';

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

@ObjectType({ description: 'An event in a page.' })
export class EventEdge extends edgeOf(() => Event, 'The event.') {}

@ObjectType({ description: 'A page of events.' })
export class EventConnection extends connectionOf(
  () => EventEdge,
  () => Event,
  'events',
  1_000,
) {}

@ObjectType({ description: 'An encounter in a page.' })
export class EncounterEdge extends edgeOf(() => Encounter, 'The encounter.') {}

@ObjectType({ description: 'A page of encounters.' })
export class EncounterConnection extends connectionOf(
  () => EncounterEdge,
  () => Encounter,
  'encounters',
  200,
) {}

@ObjectType({ description: 'What one command did.' })
export class EncounterChange extends Changed {
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
