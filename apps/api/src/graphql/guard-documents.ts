import type { FastifyInstance } from 'fastify';
import { isDocument, type Documents } from './documents.js';
import { shownError } from './errors.js';

/**
 * Reads documents over HTTP as those over WebSockets are read, before the server for GraphQL sees them: it takes some faults that
 * graphql throws while it validates (a directive of a subscription with a wrong argument) for faults of its own.
 */
export function guardDocuments(instance: FastifyInstance, documents: () => Documents): void {
  instance.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url !== '/graphql') return;
    const { query } = ((request.method === 'GET' ? request.query : request.body) ?? {}) as { readonly query?: unknown };
    if (typeof query !== 'string') return;
    const read = documents().read(query);
    if (isDocument(read)) return;
    return reply
      .code(400)
      .header('Content-Type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ errors: read.map((error) => shownError(error.toJSON(), error)) }));
  });
}
