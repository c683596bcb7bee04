import type { Encounters, ImportedEncounter, ImportRefusal } from '@bitacora/encounters';
import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { ensureMay } from '../access/gate.js';
import { callContext } from '../http/call.js';
import { timeOf, type Query as Params } from '../http/query.js';
import { Streams } from '../http/streams.js';
import { ApiError, malformedRequest } from '../problem.js';
import type { ImportReport } from '../schema/archive.js';
import { ENCOUNTERS } from '../tokens.js';
import { callerOf } from '../viewer.js';
import { DocExportAll, DocImport } from './documented.js';
import { bodyStream, drained } from './ndjson-body.js';

/** The media type of an export. */
export const NDJSON = 'application/x-ndjson; charset=utf-8';

const PAGE = 200;
/** So many encounters an import names in its answer. */
const NAMED = 1_000;

/** Many encounters, out and in. */
@ApiTags('Archive')
@Controller('v1')
export class TransferController {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    private readonly streams: Streams,
  ) {}

  @Get('export')
  @DocExportAll()
  exportAll(
    @Query() query: Params,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Readable {
    ensureMay(callerOf(request).viewer, 'exportEncounters');
    const from = timeOf(query, 'from');
    const signal = this.streams.signalOf(request, reply);
    reply.headers({ 'Content-Type': NDJSON, 'Content-Disposition': 'attachment; filename="encounters.ndjson"' });
    return this.streams.sent(this.copies(request, from, signal), reply);
  }

  @Post('import')
  @HttpCode(200)
  @DocImport()
  async import(@Req() request: FastifyRequest): Promise<ImportReport> {
    const { viewer, requestId } = callContext(request);
    ensureMay(viewer, 'importEncounters');
    const bytes = bodyStream(request);
    if (bytes === null) throw malformedRequest({ in: 'body', pointer: '', problem: 'noLines' });
    const encounters: ImportedEncounter[] = [];
    let count = 0;
    const tell = (encounter: ImportedEncounter): void => {
      count += 1;
      if (encounters.length < NAMED) encounters.push(encounter);
    };
    try {
      const refusal = await this.encounters.archive.take(bytes, requestId, tell);
      if (refusal !== null) throw refused(refusal, count);
    } finally {
      await drained(bytes);
    }
    return { count, encounters };
  }

  /** All that the caller may know of, newest first, each as it stands when its turn comes. */
  private async *copies(
    request: FastifyRequest,
    from: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<string, void, undefined> {
    const { viewer, encounter } = callerOf(request);
    let cursor: string | null = null;
    do {
      const query: Parameters<Encounters['list']>[0] = {
        limit: PAGE,
        ...(cursor !== null && { cursor }),
        ...(encounter !== null && { encounter }),
      };
      const page = await this.encounters.list(query, viewer);
      if (page.kind !== 'page' || signal.aborted) return;
      for (const { id, updatedAt } of page.items) {
        if (from !== undefined && updatedAt < from) continue;
        const lines = await this.encounters.archive.copy(id, viewer, signal);
        if (lines !== null) yield* lines;
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

function refused({ line, encounter, problem }: ImportRefusal, count: number): ApiError {
  return new ApiError('IMPORT_REFUSED', {
    params: { line, encounter, count },
    faults: [{ in: 'body', pointer: `/${String(line)}`, problem: problem.code, params: problem.params }],
  });
}
