import type { FastifyInstance } from 'fastify';
import { getOperationAST, OperationTypeNode, type DocumentNode } from 'graphql';
import { malformedRequest } from '../problem.js';
import { isDocument, type Documents } from './documents.js';
import { shownError } from './errors.js';

/**
 * Reads documents over HTTP as those over WebSockets are read, before the server for GraphQL sees them: it takes some faults that
 * graphql throws while it validates (a directive of a subscription with a wrong argument) for faults of its own.
 */
export function guardDocuments(instance: FastifyInstance, documents: () => Documents): void {
  instance.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url !== '/graphql') return;
    const { query, operationName } = ((request.method === 'GET' ? request.query : request.body) ?? {}) as {
      readonly query?: unknown;
      readonly operationName?: unknown;
    };
    if (typeof query !== 'string') return;
    const read = documents().read(query);
    if (isDocument(read)) return refuseSubscription(read, operationName);
    return reply
      .code(400)
      .header('Content-Type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ errors: read.map((error) => shownError(error.toJSON(), error)) }));
  });
}

/** Subscriptions go on, and an answer ends: they need a WebSocket. */
function refuseSubscription(document: DocumentNode, operationName: unknown): void {
  const operation = getOperationAST(document, typeof operationName === 'string' ? operationName : null);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return;
  throw malformedRequest({ in: 'body', pointer: '/query', problem: 'socketOnly' });
}
