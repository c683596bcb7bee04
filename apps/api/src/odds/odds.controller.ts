import type { Odds } from '@bitacora/encounters';
import { Body, Controller, Delete, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Config } from '../config.js';
import { paced } from '../http/paced.js';
import { Streams } from '../http/streams.js';
import { vary } from '../http/vary.js';
import { languageOf } from '../messages/index.js';
import { CONFIG } from '../tokens.js';
import { callerOf } from '../viewer.js';
import { DocCancelOdds, DocOdds } from './documented.js';
import { OddsDesk } from './odds.js';
import { oddsEvents } from './odds-events.js';

/** Odds over REST. */
@ApiTags('Odds')
@Controller('v1/encounters/:id/odds')
export class OddsController {
  constructor(
    private readonly desk: OddsDesk,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Config,
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
    const isStream = (request.headers.accept ?? '').includes('text/event-stream');
    const signal = isStream ? this.streams.endlessOf(request, reply) : this.streams.signalOf(request, reply);
    const job = await this.desk.begin(callerOf(request), id, body ?? {}, signal);
    vary(reply, 'Accept');
    reply.header('Cache-Control', 'no-store');
    if (!isStream) return job.outcome;
    reply.headers({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    const language = languageOf(request.headers['accept-language']);
    const events = oddsEvents(job, language, request.id);
    return Readable.from(
      paced(events, this.config.limits.slowMs, () => reply.raw.destroy()),
      { objectMode: false },
    );
  }

  @Delete(':job')
  @HttpCode(204)
  @DocCancelOdds()
  async cancel(@Param('id') id: string, @Param('job') job: string, @Req() request: FastifyRequest): Promise<void> {
    await this.desk.cancel(callerOf(request), id, job);
  }
}
