import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOperationAST, OperationTypeNode, type DocumentNode } from 'graphql';
import type { Gate } from '../access/gate.js';
import { malformedRequest } from '../problem.js';
import { callerOf } from '../viewer.js';
import { checkVariables } from './check-variables.js';
import { isDocument, type Documents } from './documents.js';
import { shownError } from './errors.js';
import type { Variables } from './variables.js';

/** What the guard needs; made after the routes. */
export interface GuardParts {
  readonly documents: Documents;
  readonly gate: Gate;
}

/**
 * Reads documents and variables over HTTP as those over WebSockets are read, before the server for GraphQL sees them: it takes some
 * faults that graphql throws while it validates (a directive of a subscription with a wrong argument) for faults of its own, and says
 * of a wrong variable neither what we say nor where.
 */
export function guardDocuments(instance: FastifyInstance, open: () => GuardParts): void {
  instance.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url !== '/graphql') return;
    const { query, operationName, variables } = askedIn(request);
    if (typeof query !== 'string') return;
    const { documents, gate } = open();
    const document = documents.read(query);
    if (!isDocument(document)) {
      return reply
        .code(400)
        .header('Content-Type', 'application/json; charset=utf-8')
        .send(JSON.stringify({ errors: document.map((error) => shownError(error.toJSON(), error)) }));
    }
    const name = typeof operationName === 'string' ? operationName : null;
    refuseSubscription(document, name);
    if (variables !== null)
      await checkVariables(documents.schema, gate, {
        document,
        operationName: name,
        variables,
        caller: callerOf(request),
      });
  });
}

interface Asked {
  readonly query?: unknown;
  readonly operationName?: unknown;
  /** Null where they are none: the server says so. */
  readonly variables: Variables | null;
}

function askedIn(request: FastifyRequest): Asked {
  const isGet = request.method === 'GET';
  const asked = ((isGet ? request.query : request.body) ?? {}) as Readonly<Record<string, unknown>>;
  const given = isGet ? parsed(asked.variables) : asked.variables;
  const isObject = typeof given === 'object' && !Array.isArray(given);
  return { ...asked, variables: given === undefined || given === null ? {} : isObject ? (given as Variables) : null };
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' && text !== '' ? JSON.parse(text) : undefined;
  } catch {
    return text;
  }
}

/** Subscriptions go on, and an answer ends: they need a WebSocket. */
function refuseSubscription(document: DocumentNode, operationName: string | null): void {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return;
  throw malformedRequest({ in: 'body', pointer: '/query', problem: 'socketOnly' });
}
