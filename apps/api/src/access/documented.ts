import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { EncounterId, Problems, REQUEST_ID, WITH_BODY } from '../encounters/documented.js';
import { AccessInput, AccessList, NewAccess, Ticket } from '../schema/access.js';

type Decorator = MethodDecorator & ClassDecorator;

/** `POST /v1/encounters/{id}/access` */
export function DocGrant(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'grantAccess',
      summary: 'Give access to an encounter',
      description: 'The token is in this answer and nowhere else: the server keeps its hash alone.',
    }),
    EncounterId(),
    ApiBody({
      type: AccessInput,
      examples: {
        player: { summary: 'A player', value: { role: 'player', combatants: ['ana'] } },
        gm: { summary: 'A game master', value: { role: 'gm' } },
        spectator: { summary: 'A spectator', value: { role: 'spectator' } },
      },
    }),
    ApiResponse({ status: 201, type: NewAccess, description: 'The access, with its token.', headers: REQUEST_ID }),
    Problems('ENCOUNTER_NOT_FOUND', ...WITH_BODY, 'UNKNOWN_COMBATANT'),
  );
}

/** `GET /v1/encounters/{id}/access` */
export function DocListAccess(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'listAccess', summary: 'Who has access to an encounter' }),
    EncounterId(),
    ApiResponse({ status: 200, type: AccessList, description: 'The accesses, without secrets.', headers: REQUEST_ID }),
    Problems('ENCOUNTER_NOT_FOUND'),
  );
}

/** `DELETE /v1/encounters/{id}/access/{accessId}` */
export function DocRevoke(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'revokeAccess',
      summary: 'End an access',
      description: 'At once: what was open with it ends within a second, on every server over the store.',
    }),
    EncounterId(),
    ApiParam({ name: 'accessId', description: 'The access’s id.', schema: { type: 'string' } }),
    ApiResponse({ status: 204, description: 'It has ended.', headers: REQUEST_ID }),
    Problems('ENCOUNTER_NOT_FOUND', 'ACCESS_NOT_FOUND'),
  );
}

/** `POST /v1/encounters/{id}/access/tickets` */
export function DocTicket(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'issueTicket',
      summary: 'A ticket for one stream of server-sent events',
      description:
        'For clients that cannot send headers with an event stream: `GET …/events?ticket=…` with `Accept: text/event-stream`, once, within half a minute. It sees what the token sees that it was asked for with, and ends with that.',
    }),
    EncounterId(),
    ApiResponse({ status: 201, type: Ticket, description: 'The ticket.', headers: REQUEST_ID }),
    Problems('ENCOUNTER_NOT_FOUND'),
  );
}
