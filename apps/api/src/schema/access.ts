import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { AccessRole } from './enums.js';
import { In, Out } from './fields.js';
import { choice, id, list, nullable, text, time } from './kinds.js';
import { CommandResult } from './graph.js';

@InputType({ description: 'Who gets access to an encounter.' })
export class AccessInput {
  @In(choice(AccessRole), 'What it may do.', { example: 'player' })
  readonly role!: 'gm' | 'player' | 'spectator';

  @In(list(id, 200), 'The combatants that a player owns.', { optional: true, example: ['ana'] })
  readonly combatants?: readonly string[];

  @In(nullable(time), 'When it ends by itself: ISO 8601. Without it, when it is revoked.', {
    optional: true,
    nullable: true,
  })
  readonly expiresAt?: string | null;
}

@ObjectType('Access', { description: 'An access to an encounter, without its secret.' })
export class AccessView {
  @Out(id, 'Its id: the actor of its commands in the log.')
  readonly id!: string;

  @Out(choice(AccessRole), 'What it may do.')
  readonly role!: 'gm' | 'player' | 'spectator';

  @Out(list(id, 200), 'The combatants that a player owns.')
  readonly combatants!: readonly string[];

  @Out(nullable(text(40)), 'When it ends by itself: ISO 8601, UTC.', { nullable: true })
  readonly expiresAt!: string | null;

  @Out(text(40), 'When it was given: ISO 8601, UTC.')
  readonly createdAt!: string;
}

@ObjectType({ description: 'A new access: the token is shown here and nowhere else.' })
export class NewAccess extends AccessView {
  @Out(text(200), 'The token, for `Authorization: Bearer`.')
  readonly token!: string;
}

@ObjectType({ description: 'What opens one stream of server-sent events, once.' })
export class Ticket {
  @Out(text(200), 'The ticket: the stream’s parameter `ticket`.')
  readonly ticket!: string;

  @Out(text(40), 'Until when it can be used: ISO 8601, UTC.')
  readonly expiresAt!: string;
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
