import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiQuery,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { EVENT_TYPES } from '@bitacora/engine';
import { CODES, type Code } from '../messages/index.js';
import { COMMAND_INPUTS } from '../schema/commands.js';
import { CreateEncounterInput } from '../schema/inputs.js';
import { CommandDone, EncounterCreated, EncounterPage, EventPage, Problem } from '../schema/answers.js';
import { Event } from '../schema/events.js';
import { RuleSet, RuleSetList } from '../schema/rulesets.js';
import { View } from '../schema/view.js';
import { COMMAND_EXAMPLES, ENCOUNTER_EXAMPLES } from './examples.js';

type Decorator = MethodDecorator & ClassDecorator;

const TEXT = { type: 'string' } as const;

/** What can be wrong with any call. */
const ALWAYS: readonly Code[] = [
  'MALFORMED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'HOST_NOT_ALLOWED',
  'ORIGIN_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL',
  'STORE_UNAVAILABLE',
  'SHUTTING_DOWN',
];

/** What else can be wrong with a call that has a body. */
export const WITH_BODY: readonly Code[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Every refusal by a rule. */
const RULES = (Object.keys(CODES) as Code[]).filter(
  (code) => CODES[code].status === 422 && !['IDEMPOTENCY_KEY_REUSED', 'REVISION_INSIDE_COMMAND'].includes(code),
);

/** The error answers with `codes`, one for each status. */
export function Problems(...codes: readonly Code[]): Decorator {
  const all = [...new Set([...codes, ...ALWAYS])];
  const statuses = [...new Set(all.map((code) => CODES[code].status))];
  const responses = statuses.map((status) =>
    ApiResponse({
      status,
      description: all
        .filter((code) => CODES[code].status === status)
        .map((code) => `\`${code}\`: ${CODES[code].title.en}`)
        .join('; '),
      headers: {
        ...REQUEST_ID,
        ...([429, 503].includes(status) && { 'Retry-After': { description: 'Seconds to wait.', schema: TEXT } }),
      },
      content: { 'application/problem+json': { schema: { $ref: getSchemaPath(Problem) } } },
    }),
  );
  return applyDecorators(
    ApiExtraModels(Problem),
    ApiHeader({
      name: 'Accept-Language',
      required: false,
      description: 'The language of what people read: `en` or `es`.',
      schema: TEXT,
    }),
    ApiHeader({
      name: 'X-Request-Id',
      required: false,
      description: 'An id of your own for this call, 1 to 128 printable characters.',
      schema: TEXT,
    }),
    ...responses,
  );
}

export const REQUEST_ID = {
  'X-Request-Id': { description: 'The call’s id: in the log, and in the events’ metadata.', schema: TEXT },
};
const ETAG = { ETag: { description: 'The view’s revision, in quotes.', schema: TEXT } };
const LINK = { Link: { description: 'The next page, as `rel="next"`.', schema: TEXT } };

/** The parameter `id`. */
export const EncounterId = (): Decorator => ApiParam({ name: 'id', description: 'The encounter’s id.', schema: TEXT });

const IdempotencyKey = (): Decorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'The same key again gives the first answer again and appends nothing. 1 to 255 printable characters.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });

/** `POST /v1/encounters` */
export function DocCreate(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'createEncounter', summary: 'Make an encounter' }),
    IdempotencyKey(),
    ApiBody({ type: CreateEncounterInput, examples: ENCOUNTER_EXAMPLES }),
    ApiResponse({
      status: 201,
      type: EncounterCreated,
      description: 'The new encounter.',
      headers: { ...REQUEST_ID, ...ETAG, Location: { description: 'The encounter’s address.', schema: TEXT } },
    }),
    Problems('RULESET_NOT_FOUND', ...WITH_BODY, 'INVALID_STATS', 'DUPLICATE_COMBATANT', 'IDEMPOTENCY_KEY_REUSED'),
  );
}

/** `GET /v1/encounters` */
export function DocListEncounters(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'listEncounters', summary: 'A page of the encounters, newest first' }),
    ApiQuery({ name: 'ruleset', required: false, description: 'Only those of this rule set.', schema: TEXT }),
    ApiQuery({
      name: 'status',
      required: false,
      description: 'Only those with this status.',
      schema: { type: 'string', enum: ['setup', 'running', 'ended'] },
    }),
    ApiQuery({
      name: 'q',
      required: false,
      description: 'Only those with these words in the name.',
      schema: { type: 'string', maxLength: 200 },
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      description: 'How many at most.',
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    }),
    ApiQuery({ name: 'cursor', required: false, description: 'The `nextCursor` of the page before.', schema: TEXT }),
    ApiResponse({ status: 200, type: EncounterPage, description: 'The page.', headers: { ...REQUEST_ID, ...LINK } }),
    Problems(),
  );
}

/** `GET /v1/encounters/{id}` */
export function DocGetEncounter(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'getEncounter', summary: 'An encounter, as it stands or as it stood' }),
    EncounterId(),
    ApiQuery({
      name: 'revision',
      required: false,
      description: 'As it stood after this event.',
      schema: { type: 'integer', minimum: 1 },
    }),
    ApiQuery({
      name: 'at',
      required: false,
      description: 'As it stood then: ISO 8601.',
      schema: { type: 'string', format: 'date-time' },
    }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'A revision in quotes that you have already.',
      schema: TEXT,
    }),
    ApiResponse({ status: 200, type: View, description: 'The view.', headers: { ...REQUEST_ID, ...ETAG } }),
    ApiResponse({ status: 304, description: 'You have it already.', headers: { ...REQUEST_ID, ...ETAG } }),
    Problems('ENCOUNTER_NOT_FOUND', 'REVISION_NOT_FOUND'),
  );
}

/** `POST /v1/encounters/{id}/commands` */
export function DocCommand(): Decorator {
  const inputs = Object.entries(COMMAND_INPUTS);
  return applyDecorators(
    ApiExtraModels(...inputs.map(([, input]) => input)),
    ApiOperation({
      operationId: 'sendCommand',
      summary: 'Do something in an encounter',
      description: 'The body is one of the commands, told apart by `type`. What the rules refuse appends nothing.',
    }),
    EncounterId(),
    IdempotencyKey(),
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The revision, in quotes, that the encounter must stand at.',
      schema: TEXT,
    }),
    ApiBody({
      examples: COMMAND_EXAMPLES,
      schema: {
        oneOf: inputs.map(([, input]) => ({ $ref: getSchemaPath(input) })),
        discriminator: {
          propertyName: 'type',
          mapping: Object.fromEntries(inputs.map(([type, input]) => [type, getSchemaPath(input)])),
        },
      },
    }),
    ApiResponse({
      status: 200,
      type: CommandDone,
      description: 'The command was done.',
      headers: { ...REQUEST_ID, ...ETAG },
    }),
    Problems('ENCOUNTER_NOT_FOUND', 'REVISION_CONFLICT', ...WITH_BODY, 'IDEMPOTENCY_KEY_REUSED', ...RULES),
  );
}

/** `GET /v1/encounters/{id}/events` */
export function DocEvents(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'readEvents',
      summary: 'An encounter’s log',
      description:
        'A page as JSON; the whole log with `Accept: application/x-ndjson`; the fight told, a line an event, with `Accept: text/plain`; history and then what comes with `Accept: text/event-stream`, resumed with `Last-Event-ID`.',
    }),
    EncounterId(),
    WhichEvents(),
    ApiExtraModels(Event, EventPage),
    ApiProduces('application/json', 'application/x-ndjson', 'text/plain', 'text/event-stream'),
    ApiResponse({
      status: 200,
      description: 'The events.',
      headers: { ...REQUEST_ID, ...LINK },
      content: {
        'application/json': { schema: { $ref: getSchemaPath(EventPage) } },
        'application/x-ndjson': { schema: { $ref: getSchemaPath(Event) } },
        'text/plain': {
          schema: { type: 'string', description: 'A line an event, in the language of `Accept-Language`.' },
        },
        'text/event-stream': {
          schema: { type: 'string', description: 'Each `data:` is an Event, each `id:` its revision.' },
        },
      },
    }),
    Problems('ENCOUNTER_NOT_FOUND', 'REVISION_NOT_FOUND', 'TOO_MANY_CONNECTIONS'),
  );
}

/** Which events, and from where. */
function WhichEvents(): Decorator {
  return applyDecorators(
    ApiQuery({
      name: 'after',
      required: false,
      description: 'Only events after this revision.',
      schema: { type: 'integer', minimum: 0, default: 0 },
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      description: 'How many at most, in a page.',
      schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    }),
    ApiQuery({
      name: 'type',
      required: false,
      description: 'Only these types.',
      schema: { type: 'array', items: { type: 'string', enum: [...EVENT_TYPES] } },
    }),
    ApiQuery({
      name: 'ticket',
      required: false,
      description: 'Instead of a token; event streams only.',
      schema: TEXT,
    }),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description:
        'The last revision that was seen; event streams only. One that is still to come is `REVISION_NOT_FOUND`.',
      schema: TEXT,
    }),
  );
}

/** `GET /v1/rulesets` */
export function DocListRuleSets(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'listRuleSets', summary: 'All rule sets' }),
    ApiResponse({ status: 200, type: RuleSetList, description: 'The rule sets.', headers: REQUEST_ID }),
    Problems(),
  );
}

/** `GET /v1/rulesets/{id}` */
export function DocGetRuleSet(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'getRuleSet', summary: 'A rule set' }),
    ApiParam({ name: 'id', description: 'The rule set’s id.', schema: TEXT }),
    ApiResponse({ status: 200, type: RuleSet, description: 'The rule set.', headers: REQUEST_ID }),
    Problems('RULESET_NOT_FOUND'),
  );
}
