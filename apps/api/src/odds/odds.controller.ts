import type { Odds } from '@bitacora/encounters';
import { Body, Controller, Delete, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { preferred } from '../http/accept.js';
import { Streams } from '../http/streams.js';
import { vary } from '../http/vary.js';
import { languageOf } from '../messages/index.js';
import { callerOf } from '../viewer.js';
import { DocCancelOdds, DocOdds } from './documented.js';
import { OddsDesk } from './odds.js';
import { oddsEvents } from './odds-events.js';

/** The forms in which odds are given. */
const ODDS_FORMS = ['application/json', 'text/event-stream'] as const;

/** Odds over REST. */
@ApiTags('Odds')
@Controller('v1/encounters/:id/odds')
export class OddsController {
  constructor(
    private readonly desk: OddsDesk,
    private readonly streams: Streams,
  ) {}

  @Post()
  @HttpCode(200)
  @DocOdds()
  async odds(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Odds | Readable> {
    const isStream = preferred(request.headers.accept, ODDS_FORMS) === 'text/event-stream';
    const signal = isStream ? this.streams.endlessOf(request, reply) : this.streams.signalOf(request, reply);
    const job = await this.desk.begin(callerOf(request), id, body ?? {}, signal);
    vary(reply, 'Accept');
    reply.header('Cache-Control', 'no-store');
    if (!isStream) return job.outcome;
    reply.headers({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    const language = languageOf(request.headers['accept-language']);
    const events = oddsEvents(job, language, request.id);
    return this.streams.sent(events, reply);
  }

  @Delete(':job')
  @HttpCode(204)
  @DocCancelOdds()
  async cancel(@Param('id') id: string, @Param('job') job: string, @Req() request: FastifyRequest): Promise<void> {
    await this.desk.cancel(callerOf(request), id, job);
  }
}
