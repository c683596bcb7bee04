import { ObjectType } from '@nestjs/graphql';
import { NewAccess } from './access.js';
import { Event, Head } from './events.js';
import { Out } from './fields.js';
import { ForkedFrom } from './forked-from.js';
import { counted, many, object } from './kinds.js';

/** What both edges say of a command; each adds the encounter as it gives it. */
@ObjectType({ isAbstract: true })
export abstract class Changed {
  @Out(counted, 'The encounter’s revision after the command.')
  readonly revision!: number;

  @Out(many(object(() => Event)), 'The command’s events; none where it would change nothing.')
  readonly events!: readonly Event[];
}

/** What both edges say of a new branch. */
@ObjectType({ isAbstract: true })
export abstract class Branched {
  @Out(object(() => ForkedFrom), 'Whose past it shares.')
  readonly forkedFrom!: ForkedFrom;

  @Out(object(() => Head), 'The signed end of its chain of hashes.')
  readonly head!: Head;

  @Out(object(() => NewAccess), 'The game master’s access to the branch, where it was made with a token.', {
    optional: true,
  })
  readonly access?: NewAccess | null;
}
