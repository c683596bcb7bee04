import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { EncounterId, Problems, REQUEST_ID, WITH_BODY } from '../encounters/documented.js';
import { BranchCreated, BranchInput, EncounterComparison } from '../schema/branches.js';

type Decorator = MethodDecorator & ClassDecorator;

const TEXT = { type: 'string' } as const;

/** `POST /v1/encounters/{id}/branches` */
export function DocBranch(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'createBranch',
      summary: 'Make a branch: another way on from a point of the past',
      description:
        'A new encounter with the same past up to a revision, which must end a command. It has ids, a chain of hashes and dice of its own; the encounter that it comes from is left as it is.',
    }),
    EncounterId(),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'The same key again gives the first branch again and makes nothing. 1 to 255 printable characters.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
    ApiBody({
      type: BranchInput,
      examples: { early: { summary: 'From the first round', value: { revision: 5, name: 'What if she had missed' } } },
    }),
    ApiResponse({
      status: 201,
      type: BranchCreated,
      description: 'The branch as it begins.',
      headers: {
        ...REQUEST_ID,
        ETag: { description: 'The view’s revision, in quotes.', schema: TEXT },
        Location: { description: 'The branch’s address.', schema: TEXT },
      },
    }),
    Problems(
      'ENCOUNTER_NOT_FOUND',
      'REVISION_NOT_FOUND',
      'REVISION_CONFLICT',
      'REVISION_INSIDE_COMMAND',
      'IDEMPOTENCY_KEY_REUSED',
      ...WITH_BODY,
    ),
  );
}

/** `GET /v1/encounters/{id}/compare` */
export function DocCompare(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'compareEncounters',
      summary: 'Where two encounters part, and who gained or lost what since',
      description: 'By what their logs say, whatever their ids. The caller must be allowed to see both.',
    }),
    EncounterId(),
    ApiQuery({ name: 'with', required: true, description: 'The other encounter’s id.', schema: TEXT }),
    ApiResponse({ status: 200, type: EncounterComparison, description: 'The comparison.', headers: REQUEST_ID }),
    Problems('ENCOUNTER_NOT_FOUND'),
  );
}
