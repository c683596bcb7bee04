import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { graphqlError } from '../graphql/errors.js';
import type { GraphContext } from '../graphql/context.js';
import { languageOf } from '../messages/index.js';
import { ApiError, problemDetails } from '../problem.js';
import { apiErrorOf } from './errors.js';
import type { Metrics } from './metrics.js';
import { allowedMethods } from './routes.js';
import { vary } from './vary.js';

/** Turns every error into what the edge has for errors: problem details in REST, an error with a code in GraphQL. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly log: Logger,
    private readonly metrics: Metrics,
    private readonly maxBody: number,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): unknown {
    const error = apiErrorOf(thrown, this.maxBody);
    this.metrics.refused(error.code);
    if (host.getType<'http' | 'graphql'>() === 'graphql') {
      const context = host.getArgByIndex<GraphContext>(2);
      this.logFault(error, thrown, context.requestId);
      return graphqlError(error, context.language);
    }
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    this.logFault(error, thrown, request.id);
    return sendProblem(error, request, http.getResponse<FastifyReply>());
  }

  private logFault(error: ApiError, thrown: unknown, requestId: string): void {
    if (error.status < 500) return;
    this.log.error({ err: thrown, requestId, code: error.code }, 'A call failed.');
  }
}

/** Answers with problem details, or on GraphQL's path with an error of its shape; a path that exists with other methods says so. */
export function sendProblem(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = error.code === 'ROUTE_NOT_FOUND' ? allowedMethods(request.server, request.url) : [];
  const said =
    allowed.length === 0 || allowed.includes(request.method)
      ? error
      : new ApiError('METHOD_NOT_ALLOWED', {
          params: { method: request.method, allowed },
          headers: { Allow: allowed.join(', ') },
        });
  const language = languageOf(request.headers['accept-language']);
  const isGraph = request.routeOptions.url === '/graphql';
  vary(reply, 'Accept-Language', 'Origin');
  const body = isGraph ? { errors: [graphqlError(said, language)] } : problemDetails(said, language, request.id);
  return reply
    .code(said.status)
    .headers({
      ...said.headers,
      'Content-Language': language,
      'Cache-Control': 'no-store',
    })
    .header('Content-Type', `application/${isGraph ? 'json' : 'problem+json'}; charset=utf-8`)
    .send(JSON.stringify(body));
}
