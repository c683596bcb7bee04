import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callContext, etag } from '../http/call.js';
import { textOf, type Query as Params } from '../http/query.js';
import { Streams } from '../http/streams.js';
import { vary } from '../http/vary.js';
import { languageOf } from '../messages/index.js';
import type { EncounterComparison } from '../schema/branches.js';
import { callerOf } from '../viewer.js';
import { Branches } from './branches.js';
import { DocBranch, DocCompare } from './documented.js';

const MAX_ID = 300;

/** Branches over REST: another way on, and how two ways differ. */
@ApiTags('Branches')
@Controller('v1/encounters/:id')
export class BranchesController {
  constructor(
    private readonly branches: Branches,
    private readonly streams: Streams,
  ) {}

  @Post('branches')
  @HttpCode(201)
  @DocBranch()
  async branch(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const context = callContext(request);
    const { folded, forkedFrom, head, access } = await this.branches.make(callerOf(request), id, body, context);
    reply.headers({
      'Content-Type': 'application/json; charset=utf-8',
      ETag: etag(folded.revision),
      Location: `/v1/encounters/${encodeURIComponent(folded.id)}`,
      ...(access !== null && { 'Cache-Control': 'no-store' }),
    });
    const rest = JSON.stringify({ forkedFrom, head: await head(), ...(access !== null && { access }) });
    return `{"encounter":${folded.viewJson(context.viewer)},${rest.slice(1)}`;
  }

  @Get('compare')
  @DocCompare()
  async compare(
    @Param('id') id: string,
    @Query() query: Params,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EncounterComparison> {
    const other = textOf(query, 'with', MAX_ID);
    const language = languageOf(request.headers['accept-language']);
    const signal = this.streams.signalOf(request, reply);
    reply.header('Content-Language', language);
    vary(reply, 'Accept-Language');
    return this.branches.compare(callerOf(request), id, other, language, signal);
  }
}
