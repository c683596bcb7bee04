import type { Encounters, EventEnvelope } from '@bitacora/encounters';
import { EVENT_TYPES } from '@bitacora/engine';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { logFormOf } from '../http/accept.js';
import { callContext } from '../http/call.js';
import { choicesOf, wholeOf, type Query as Params } from '../http/query.js';
import { Streams } from '../http/streams.js';
import { vary } from '../http/vary.js';
import { languageOf } from '../messages/index.js';
import { malformedRequest } from '../problem.js';
import { storyOf } from '../story/index.js';
import { ENCOUNTERS } from '../tokens.js';
import { DocEvents } from './documented.js';
import { followed } from './followed.js';
import { nextLink } from './paging.js';
import { found, noSuchEncounter } from './settled.js';
import { serverSentEvents } from './server-sent-events.js';

const MAX_REVISION = 1_000_000_000;

/** An encounter's log over REST: pages, the whole of it, and as it grows. */
@ApiTags('Events')
@Controller('v1/encounters/:id/events')
export class EventsController {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    private readonly streams: Streams,
  ) {}

  @Get()
  @DocEvents()
  async read(
    @Param('id') id: string,
    @Query() query: Params,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    vary(reply, 'Accept');
    switch (logFormOf(request.headers.accept)) {
      case 'text/event-stream':
        return this.live(id, query, request, reply);
      case 'application/x-ndjson':
        return this.whole(id, query, request, reply);
      case 'text/plain':
        return this.story(id, query, request, reply);
      case 'application/json':
        return this.page(id, query, request, reply);
    }
  }

  private async page(id: string, query: Params, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { viewer } = callContext(request);
    const after = wholeOf(query, 'after', 0, MAX_REVISION);
    const limit = wholeOf(query, 'limit', 1, 1_000);
    const types = choicesOf(query, 'type', EVENT_TYPES);
    const asked = {
      ...(after !== undefined && { after }),
      ...(limit !== undefined && { limit }),
      ...(types && { types }),
    };
    const page = await this.encounters.events(id, asked, viewer);
    if (page === null) throw noSuchEncounter(id);
    if (page.next !== null) reply.header('Link', nextLink(request.url, 'after', String(page.next)));
    return { items: page.items, nextAfter: page.next };
  }

  private async whole(id: string, query: Params, request: FastifyRequest, reply: FastifyReply): Promise<Readable> {
    const { viewer } = callContext(request);
    const after = wholeOf(query, 'after', 0, MAX_REVISION) ?? 0;
    const types = choicesOf<string>(query, 'type', EVENT_TYPES);
    const events = await this.encounters.eventStream(id, viewer, this.streams.signalOf(request, reply));
    if (events === null) throw noSuchEncounter(id);
    reply.header('Content-Type', 'application/x-ndjson; charset=utf-8');
    return this.streams.sent(
      lines(events, (event) => event.revision > after && (types?.includes(event.type) ?? true)),
      reply,
    );
  }

  private async story(id: string, query: Params, request: FastifyRequest, reply: FastifyReply): Promise<Readable> {
    const { viewer } = callContext(request);
    const after = wholeOf(query, 'after', 0, MAX_REVISION) ?? 0;
    const types = choicesOf<string>(query, 'type', EVENT_TYPES);
    const language = languageOf(request.headers['accept-language']);
    const { rules } = found(await this.encounters.load(id, {}, viewer), id);
    const events = await this.encounters.eventStream(id, viewer, this.streams.signalOf(request, reply));
    if (events === null) throw noSuchEncounter(id);
    reply.headers({
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Language': language,
    });
    vary(reply, 'Accept-Language');
    const wanted = (event: EventEnvelope): boolean => event.revision > after && (types?.includes(event.type) ?? true);
    return this.streams.sent(storyOf(events, rules, language, wanted), reply);
  }

  private async live(id: string, query: Params, request: FastifyRequest, reply: FastifyReply): Promise<Readable> {
    const { viewer } = callContext(request);
    const after = lastEventId(request) ?? wholeOf(query, 'after', 0, MAX_REVISION) ?? 0;
    const types = choicesOf<string>(query, 'type', EVENT_TYPES);
    const signal = this.streams.endlessOf(request, reply);
    const changes = await followed(this.encounters, id, { after, signal }, viewer);
    reply.headers({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    return this.streams.sent(
      serverSentEvents(changes, (event) => types?.includes(event.type) ?? true, signal),
      reply,
    );
  }
}

async function* lines(
  events: AsyncIterable<EventEnvelope>,
  wanted: (event: EventEnvelope) => boolean,
): AsyncGenerator<string> {
  for await (const event of events) if (wanted(event)) yield `${JSON.stringify(event)}\n`;
}

/** The revision that a client has seen, as it sends it back after a cut. */
function lastEventId(request: FastifyRequest): number | undefined {
  const header = request.headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^\d{1,9}$/.test(header)) return Number(header);
  throw malformedRequest({
    in: 'header',
    pointer: 'Last-Event-ID',
    problem: 'notInRange',
    params: { min: 0, max: MAX_REVISION },
  });
}
