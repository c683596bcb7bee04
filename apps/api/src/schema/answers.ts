import { CODES } from '../messages/index.js';
import { NewAccess } from './access.js';
import { Changed } from './changed.js';
import { EncounterStatus } from './enums.js';
import { Event, Head } from './events.js';
import { ForkedFrom } from './forked-from.js';
import { Out, RestOut } from './fields.js';
import { choice, counted, id, list, many, object, text, time } from './kinds.js';
import { View } from './view.js';

/** An encounter in a list. */
export class EncounterSummary {
  @Out(id, 'Its id.')
  readonly id!: string;

  @Out(text(1_000), 'Its name.')
  readonly name!: string;

  @Out(id, 'The id of its rule set.')
  readonly ruleset!: string;

  @Out(choice(EncounterStatus), 'Where it is in its life.')
  readonly status!: string;

  @Out(counted, 'The number of its events.')
  readonly revision!: number;

  @Out(time, 'When it was made.')
  readonly createdAt!: string;

  @Out(time, 'When its last event was.')
  readonly updatedAt!: string;

  @Out(object(() => ForkedFrom), 'Whose past it shares, where it is a branch and the caller sees everything.', {
    nullable: true,
  })
  readonly forkedFrom!: ForkedFrom | null;
}

/** What a new encounter is answered with. */
export class EncounterCreated {
  @Out(object(() => View), 'The encounter.')
  readonly encounter!: View;

  @Out(many(object(() => Event)), 'Its first events.')
  readonly events!: readonly Event[];

  @Out(object(() => Head), 'The signed end of its chain of hashes.')
  readonly head!: Head;

  @Out(object(() => NewAccess), 'The game master’s access, where the encounter was made with an API key.', {
    optional: true,
  })
  readonly access?: NewAccess;
}

/** What an accepted command is answered with. */
export class CommandDone extends Changed {
  @Out(object(() => View), 'The encounter after the command.')
  readonly encounter!: View;

  @Out(object(() => Head), 'The signed end of its chain of hashes after the command.')
  readonly head!: Head;
}

/** A page of encounters. */
export class EncounterPage {
  @Out(
    list(
      object(() => EncounterSummary),
      200,
    ),
    'The encounters, newest first.',
  )
  readonly items!: readonly EncounterSummary[];

  @Out(text(1_000), 'The `cursor` of the next page; null when this is the last.', { nullable: true })
  readonly nextCursor!: string | null;
}

/** A page of events. */
export class EventPage {
  @Out(
    list(
      object(() => Event),
      1_000,
    ),
    'The events, oldest first.',
  )
  readonly items!: readonly Event[];

  @Out(counted, 'The `after` of the next page; null when this one reaches the end.', { nullable: true })
  readonly nextAfter!: number | null;
}

/** One thing that is wrong with a request. */
export class ProblemError {
  @RestOut({ type: 'string', enum: ['body', 'query', 'header', 'path'] }, 'Where to look.')
  readonly in!: string;

  @RestOut({ type: 'string' }, 'JSON pointer into the body; the name of a query parameter or header.')
  readonly pointer!: string;

  @RestOut({ type: 'string' }, 'What is wrong, in the language of `Accept-Language`.')
  readonly detail!: string;
}

/** RFC 9457 problem details. */
export class Problem {
  @RestOut({ type: 'string' }, 'A URN made of the code.')
  readonly type!: string;

  @RestOut({ type: 'string' }, 'The code in words.')
  readonly title!: string;

  @RestOut({ type: 'integer' }, 'The HTTP status.')
  readonly status!: number;

  @RestOut({ type: 'string' }, 'What is wrong, in the language of `Accept-Language` (en, es).')
  readonly detail!: string;

  @RestOut({ type: 'string', enum: Object.keys(CODES) }, 'What is wrong, for programs: stable.')
  readonly code!: string;

  @RestOut({ type: 'integer', required: false }, 'The encounter’s revision, where there is one.')
  readonly revision?: number;

  @RestOut({ type: 'string', required: false }, 'The id of the rule that says no.')
  readonly rule?: string;

  @RestOut({ type: () => [ProblemError], required: false }, 'What is wrong with the request, and where.')
  readonly errors?: readonly ProblemError[];

  @RestOut({ type: 'string' }, 'The request’s id, as in `X-Request-Id`.')
  readonly requestId!: string;
}
