import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { EncounterId, Problems, REQUEST_ID, WITH_BODY } from '../encounters/documented.js';
import { AuditReport, EncounterDiff, ImportReport } from '../schema/archive.js';
import type { TableName } from './csv.js';

type Decorator = MethodDecorator & ClassDecorator;

const TEXT = { type: 'string' } as const;
const REVISION = { type: 'integer', minimum: 1 } as const;
const LINES = {
  'application/x-ndjson': {
    schema: { type: 'string' as const, description: 'Lines of canonical JSON: docs/audit.md, section 4.' },
  },
};

/** `GET /v1/encounters/{id}/diff` */
export function DocDiff(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'diffEncounter', summary: 'What changed between two revisions' }),
    EncounterId(),
    ApiQuery({ name: 'from', required: true, description: 'The revision to compare.', schema: REVISION }),
    ApiQuery({
      name: 'to',
      required: false,
      description: 'The revision to compare it with; the present one by default.',
      schema: REVISION,
    }),
    ApiResponse({ status: 200, type: EncounterDiff, description: 'What changed.', headers: REQUEST_ID }),
    Problems('ENCOUNTER_NOT_FOUND', 'REVISION_NOT_FOUND'),
  );
}

/** `GET /v1/encounters/{id}/audit` */
export function DocAudit(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'auditEncounter',
      summary: 'Check an encounter’s whole log',
      description:
        'The chain of hashes, the signature of its head, the revisions, the dice, and that the rules give for each command the events that the log holds. The first bad event is named.',
    }),
    EncounterId(),
    ApiQuery({
      name: 'head',
      required: false,
      description: 'A head that you kept, `REVISION:HASH`: it must be in the chain.',
      schema: TEXT,
    }),
    ApiResponse({ status: 200, type: AuditReport, description: 'What was found.', headers: REQUEST_ID }),
    Problems('ENCOUNTER_NOT_FOUND'),
  );
}

/** `GET /v1/encounters/{id}/export` */
export function DocExport(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'exportEncounter',
      summary: 'An encounter to take away, and to check without this server',
      description: 'For one who may not see everything it is what it sees, with a chain of its own.',
    }),
    EncounterId(),
    ApiResponse({ status: 200, description: 'The export.', headers: REQUEST_ID, content: LINES }),
    Problems('ENCOUNTER_NOT_FOUND'),
  );
}

/** `GET /v1/export` */
export function DocExportAll(): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: 'exportEncounters', summary: 'All encounters to take away, newest first' }),
    ApiQuery({
      name: 'from',
      required: false,
      description: 'Only those that have changed since then: ISO 8601.',
      schema: { type: 'string', format: 'date-time' },
    }),
    ApiResponse({ status: 200, description: 'The exports, one after the other.', headers: REQUEST_ID, content: LINES }),
    Problems(),
  );
}

/** `GET /v1/encounters/{id}/{table}.csv` */
export function DocCsv(table: TableName, summary: string): Decorator {
  return applyDecorators(
    ApiOperation({ operationId: `${table}OfEncounter`, summary }),
    EncounterId(),
    ApiResponse({
      status: 200,
      description: 'The table (RFC 4180), with its head.',
      headers: REQUEST_ID,
      content: { 'text/csv': { schema: TEXT } },
    }),
    Problems('ENCOUNTER_NOT_FOUND'),
  );
}

/** `POST /v1/import` */
export function DocImport(): Decorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'importEncounters',
      summary: 'Take in exported encounters',
      description:
        'Each encounter is checked whole and then taken in. The same again changes nothing. The first bad line stops the import: nothing of its encounter was taken in, and those before it were.',
    }),
    ApiConsumes('application/x-ndjson'),
    ApiBody({ required: true, description: 'An export: docs/audit.md, section 4.', schema: TEXT }),
    ApiResponse({ status: 200, type: ImportReport, description: 'What was taken in.', headers: REQUEST_ID }),
    Problems(...WITH_BODY, 'IMPORT_REFUSED'),
  );
}
