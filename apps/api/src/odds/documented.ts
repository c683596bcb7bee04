import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { EncounterId, Problems, REQUEST_ID, WITH_BODY } from '../encounters/documented.js';
import { Odds, OddsInput } from '../schema/odds.js';

type Decorator = MethodDecorator & ClassDecorator;

/** `POST /v1/encounters/{id}/odds` */
export function DocOdds(): Decorator {
  return applyDecorators(
    ApiExtraModels(Odds),
    ApiOperation({
      operationId: 'askOdds',
      summary: 'Who is likely to stand where next',
      description:
        'Plays the fight on by simulation, as far as the caller sees it, and counts who stands where in the order that comes. Nothing of it happens: the encounter stays as it is. It is cancelled when the client leaves, and by `DELETE`.',
    }),
    EncounterId(),
    ApiBody({
      type: OddsInput,
      examples: { round: { summary: 'The next round', value: { runs: 1_000, until: 'endOfRound' } } },
    }),
    ApiProduces('application/json', 'text/event-stream'),
    ApiResponse({
      status: 200,
      description: 'The odds.',
      headers: REQUEST_ID,
      content: {
        'application/json': { schema: { $ref: getSchemaPath(Odds) } },
        'text/event-stream': {
          schema: {
            type: 'string',
            description:
              'Events `job` (`{job, runs}`), `progress` (`{runs, of}`), and at the end `odds` (Odds) or `problem` (Problem).',
          },
        },
      },
    }),
    Problems(
      'ENCOUNTER_NOT_FOUND',
      'ENCOUNTER_ENDED',
      'NO_COMBATANTS',
      'BAD_ROLL',
      'ODDS_CANCELLED',
      'ODDS_BUSY',
      'TOO_MANY_CONNECTIONS',
      ...WITH_BODY,
    ),
  );
}

/** `DELETE /v1/encounters/{id}/odds/{job}` */
export function DocCancelOdds(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'cancelOdds', summary: 'Cancel a simulation' }),
    EncounterId(),
    ApiParam({ name: 'job', description: 'The simulation’s id, from its event `job`.', schema: { type: 'string' } }),
    ApiResponse({ status: 204, description: 'It is cancelled.', headers: REQUEST_ID }),
    Problems('ENCOUNTER_NOT_FOUND', 'ODDS_NOT_FOUND'),
  );
}
