import { InputType, ObjectType } from '@nestjs/graphql';
import { AccessRole } from './enums.js';
import { In, Out } from './fields.js';
import { choice, id, list, nullable, object, text, time } from './kinds.js';

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

  @Out(nullable(time), 'When it ends by itself: ISO 8601, UTC.', { nullable: true })
  readonly expiresAt!: string | null;

  @Out(time, 'When it was given: ISO 8601, UTC.')
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

  @Out(time, 'Until when it can be used: ISO 8601, UTC.')
  readonly expiresAt!: string;
}

/** All accesses to an encounter. */
export class AccessList {
  @Out(
    list(
      object(() => AccessView),
      100_000,
    ),
    'The accesses that were not revoked, oldest first.',
  )
  readonly items!: readonly AccessView[];
}
