import type { AuditReport, Encounters, KnownHead } from '@bitacora/encounters';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { ensureMay } from '../access/gate.js';
import { callContext } from '../http/call.js';
import { textOf, wholeOf, type Query as Params } from '../http/query.js';
import { Streams } from '../http/streams.js';
import { vary } from '../http/vary.js';
import { languageOf, PROBLEMS, sentence } from '../messages/index.js';
import { malformedRequest } from '../problem.js';
import { noSuchEncounter } from '../encounters/settled.js';
import type { EncounterDiff } from '../schema/archive.js';
import { ENCOUNTERS } from '../tokens.js';
import { tableOf, type TableName } from './csv.js';
import { readDiff } from './diff.js';
import { DocAudit, DocCsv, DocDiff, DocExport } from './documented.js';
import { NDJSON } from './transfer.controller.js';

const MAX_REVISION = 1_000_000_000;

/** What an encounter’s past is good for: to be compared, proved and taken away. */
@ApiTags('Archive')
@Controller('v1/encounters/:id')
export class ArchiveController {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    private readonly streams: Streams,
  ) {}

  @Get('diff')
  @DocDiff()
  async diff(
    @Param('id') id: string,
    @Query() query: Params,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EncounterDiff> {
    const { viewer } = callContext(request);
    const from = wholeOf(query, 'from', 1, MAX_REVISION);
    if (from === undefined) throw malformedRequest({ in: 'query', pointer: 'from', problem: 'missing' });
    const to = wholeOf(query, 'to', 1, MAX_REVISION);
    const language = languageOf(request.headers['accept-language']);
    reply.header('Content-Language', language);
    vary(reply, 'Accept-Language');
    return readDiff(this.encounters, id, { from, to }, viewer, language);
  }

  @Get('audit')
  @DocAudit()
  async audit(
    @Param('id') id: string,
    @Query() query: Params,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const { viewer } = callContext(request);
    ensureMay(viewer, 'auditEncounter');
    const signal = this.streams.signalOf(request, reply);
    const report = await this.encounters.archive.audit(id, viewer, headIn(query), signal);
    if (report === null) throw noSuchEncounter(id);
    reply.header('Cache-Control', 'no-store');
    vary(reply, 'Accept-Language');
    return inWords(report, request);
  }

  @Get('export')
  @DocExport()
  async export(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const { viewer } = callContext(request);
    ensureMay(viewer, 'exportEncounters');
    const lines = await this.encounters.archive.copy(id, viewer, this.streams.signalOf(request, reply));
    if (lines === null) throw noSuchEncounter(id);
    reply.headers({ 'Content-Type': NDJSON, 'Content-Disposition': attachment(id, 'ndjson') });
    return this.streams.sent(lines, reply);
  }

  @Get('rolls.csv')
  @DocCsv('rolls', 'All rolls, one a row')
  rolls(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return this.table('rolls', id, request, reply);
  }

  @Get('turns.csv')
  @DocCsv('turns', 'All turns, one a row')
  turns(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return this.table('turns', id, request, reply);
  }

  @Get('wounds.csv')
  @DocCsv('wounds', 'All wounds that were inflicted or healed, one change a row')
  wounds(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return this.table('wounds', id, request, reply);
  }

  private async table(table: TableName, id: string, request: FastifyRequest, reply: FastifyReply): Promise<Readable> {
    const { viewer } = callContext(request);
    ensureMay(viewer, 'exportEncounters');
    const events = await this.encounters.eventStream(id, viewer, this.streams.signalOf(request, reply));
    if (events === null) throw noSuchEncounter(id);
    reply.headers({
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': attachment(`${id}-${table}`, 'csv'),
    });
    return this.streams.sent(tableOf(table, events), reply);
  }
}

/** Ids of encounters have nothing that a header would not take. */
function attachment(name: string, extension: string): string {
  return `attachment; filename="${name.replace(/[^A-Za-z0-9_-]/g, '_')}.${extension}"`;
}

/** The head that somebody kept: `REVISION:HASH`. */
function headIn(query: Params): readonly KnownHead[] {
  const text = textOf(query, 'head', 100);
  if (text === undefined) return [];
  const [, revision, hash] = /^([1-9]\d{0,8}):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (revision === undefined || hash === undefined)
    throw malformedRequest({ in: 'query', pointer: 'head', problem: 'notAHead' });
  return [{ revision: Number(revision), hash: hash.toLowerCase() }];
}

function inWords(report: AuditReport, request: FastifyRequest): unknown {
  const { problem } = report;
  if (problem === null) return report;
  const language = languageOf(request.headers['accept-language']);
  const texts = PROBLEMS[problem.code];
  const detail = texts === undefined ? problem.code : sentence(texts, language, problem.params);
  return { ...report, problem: { ...problem, detail } };
}
