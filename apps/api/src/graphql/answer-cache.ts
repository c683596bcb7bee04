import type { ApolloServerPlugin } from '@apollo/server';
import type { Caller } from '@bitacora/access';
import { scopeOf, type Encounters, type Viewer } from '@bitacora/encounters';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OperationTypeNode } from 'graphql';
import type { Language } from '../messages/index.js';
import type { Dependency, GraphContext } from './context.js';

const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_KEY = 20_000;

interface Answer {
  readonly body: string;
  readonly contentType: string;
  readonly dependencies: readonly Dependency[];
}

/** The answers to queries: one serves again as long as the encounters that it was made from stand where they stood. */
export class AnswerCache {
  private readonly answers = new Map<string, Answer>();
  private characters = 0;

  constructor(private readonly encounters: Encounters) {}

  /** An answer for `key` that is still true for `viewer`. */
  async fresh(key: string, viewer: Viewer): Promise<Answer | null> {
    const answer = this.answers.get(key);
    if (answer === undefined) return null;
    for (const { id, revision } of answer.dependencies) {
      const now = await this.encounters.load(id, {}, viewer);
      if (now.kind === 'found' && now.folded.revision === revision) continue;
      this.drop(key);
      return null;
    }
    this.answers.delete(key);
    this.answers.set(key, answer);
    return answer;
  }

  keep(key: string, answer: Answer): void {
    this.drop(key);
    this.answers.set(key, answer);
    this.characters += key.length + answer.body.length;
    for (const oldest of this.answers.keys()) {
      if (this.characters <= MAX_CHARACTERS) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const answer = this.answers.get(key);
    if (answer === undefined) return;
    this.answers.delete(key);
    this.characters -= key.length + answer.body.length;
  }
}

/** What one call needs between its hooks. */
interface Pending {
  readonly key: string;
  context?: GraphContext;
  succeeded?: boolean;
}

const pending = new WeakMap<FastifyRequest, Pending>();

/** Puts the cache before the GraphQL route of `instance`. `callerOf` says who calls. */
export function cacheAnswers(
  instance: FastifyInstance,
  cache: AnswerCache,
  callerOf: (request: FastifyRequest) => { readonly caller: Caller; readonly language: Language },
): void {
  instance.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request, callerOf);
    if (key === null) return;
    const answer = await cache.fresh(key, callerOf(request).caller.viewer);
    if (answer !== null) return reply.header('Content-Type', answer.contentType).send(answer.body);
    pending.set(request, { key });
  });
  instance.addHook('onSend', async (request, reply, payload) => {
    const call = pending.get(request);
    if (call === undefined || typeof payload !== 'string' || reply.statusCode !== 200) return;
    const dependencies = call.context?.dependencies ?? [];
    if (dependencies.length === 0) return;
    cache.keep(call.key, { body: payload, contentType: String(reply.getHeader('content-type')), dependencies });
  });
}

/** Remembers a call's context, which knows in the end what the answer was made from. */
export function remember(request: FastifyRequest, context: GraphContext): void {
  const call = pending.get(request);
  if (call !== undefined) call.context = context;
}

/** Notes which answers came of queries without an error. */
export const noteSuccess: ApolloServerPlugin<GraphContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ contextValue, operation, response }) => {
      if (operation?.operation !== OperationTypeNode.QUERY || response.body.kind !== 'single') return;
      if (response.body.singleResult.errors === undefined) contextValue.succeeds();
    },
  }),
};

function keyOf(
  request: FastifyRequest,
  callerOf: (request: FastifyRequest) => { readonly caller: Caller; readonly language: Language },
): string | null {
  if (request.method !== 'POST' || request.routeOptions.url !== '/graphql') return null;
  const { query, variables, operationName } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string' || query.length > MAX_KEY) return null;
  const { caller, language } = callerOf(request);
  const scope = [caller.encounter, scopeOf(caller.viewer)];
  const key = JSON.stringify([query, variables, operationName, request.headers.accept, scope, language]);
  return key.length > MAX_KEY ? null : key;
}
