import type { Encounters } from '@bitacora/encounters';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Accesses } from '../access/accesses.js';
import { ensureMay, Gate } from '../access/gate.js';
import { callContext, etag, hasRevision } from '../http/call.js';
import { choiceOf, notBoth, textOf, timeOf, wholeOf, type Query as Params } from '../http/query.js';
import { malformedRequest } from '../problem.js';
import { readCreation } from '../schema/read.js';
import { ENCOUNTERS } from '../tokens.js';
import { callerOf } from '../viewer.js';
import { DocCommand, DocCreate, DocGetEncounter, DocListEncounters } from './documented.js';
import { nextLink } from './paging.js';
import { found, settled } from './settled.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const MAX_REVISION = 1_000_000_000;

/** Encounters over REST. */
@ApiTags('Encounters')
@Controller('v1/encounters')
export class EncountersController {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    private readonly gate: Gate,
    private readonly accesses: Accesses,
  ) {}

  @Post()
  @HttpCode(201)
  @DocCreate()
  async create(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const context = callContext(request);
    ensureMay(context.viewer, 'createEncounter');
    const input = readCreation(body);
    const { folded, events, revision, head } = settled(await this.encounters.create(input, context), input.ruleset);
    const access = await this.accesses.grantMaster(callerOf(request), folded.id);
    reply.headers({
      'Content-Type': JSON_TYPE,
      ETag: etag(revision),
      Location: `/v1/encounters/${encodeURIComponent(folded.id)}`,
    });
    return `{"encounter":${folded.viewJson(context.viewer)},"events":${JSON.stringify(events)},"head":${JSON.stringify(await head())}${access === null ? '' : `,"access":${JSON.stringify(access)}`}}`;
  }

  @Get()
  @DocListEncounters()
  async list(
    @Query() query: Params,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    const { viewer, encounter } = callerOf(request);
    ensureMay(viewer, 'listEncounters');
    const ruleset = textOf(query, 'ruleset');
    const status = choiceOf(query, 'status', ['setup', 'running', 'ended']);
    const q = textOf(query, 'q', 200);
    const limit = wholeOf(query, 'limit', 1, 200);
    const cursor = textOf(query, 'cursor');
    const page = await this.encounters.list(
      {
        ...(encounter !== null && { encounter }),
        ...(ruleset !== undefined && { ruleset }),
        ...(status !== undefined && { status }),
        ...(q !== undefined && { q }),
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      },
      viewer,
    );
    if (page.kind === 'badCursor') throw malformedRequest({ in: 'query', pointer: 'cursor', problem: 'badCursor' });
    if (page.nextCursor !== null) reply.header('Link', nextLink(request.url, 'cursor', page.nextCursor));
    return { items: page.items, nextCursor: page.nextCursor };
  }

  @Get(':id')
  @DocGetEncounter()
  async get(
    @Param('id') id: string,
    @Query() query: Params,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const { viewer } = callContext(request);
    const revision = wholeOf(query, 'revision', 1, MAX_REVISION);
    const time = timeOf(query, 'at');
    notBoth('revision', 'at', [revision, time]);
    const asOf = { ...(revision !== undefined && { revision }), ...(time !== undefined && { time }) };
    const folded = found(await this.encounters.load(id, asOf, viewer), id, revision);
    reply.header('ETag', etag(folded.revision));
    if (hasRevision(request, folded.revision)) {
      reply.code(304);
      return undefined;
    }
    reply.header('Content-Type', JSON_TYPE);
    return folded.viewJson(viewer);
  }

  @Post(':id/commands')
  @HttpCode(200)
  @DocCommand()
  async command(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const context = callContext(request);
    const { folded, events, revision, head } = await this.gate.send(id, body, context);
    reply.headers({ 'Content-Type': JSON_TYPE, ETag: etag(revision) });
    const view = folded.viewJson(context.viewer);
    return `{"revision":${revision},"events":${JSON.stringify(events)},"encounter":${view},"head":${JSON.stringify(await head())}}`;
  }
}
