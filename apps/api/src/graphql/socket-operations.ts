import type { Caller } from '@bitacora/access';
import {
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { Context as SocketState, SubscribePayload } from 'graphql-ws';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Gate } from '../access/gate.js';
import type { Config } from '../config.js';
import { apiErrorOf } from '../http/errors.js';
import { refuseExceeded, type Rates } from '../http/rates.js';
import { languageOf, type Language } from '../messages/index.js';
import { ApiError } from '../problem.js';
import { unauthenticated } from '../viewer.js';
import { SocketContext } from './broadcast.js';
import { checkVariables } from './check-variables.js';
import { Documents, isDocument, withoutSuggestion } from './documents.js';
import { graphqlError, shownError } from './errors.js';
import { Patience } from './patience.js';
import type { Sender } from './sender.js';

/** What we know of a socket. */
export interface Extra {
  readonly socket: WebSocket;
  readonly sender: Sender;
  readonly request: IncomingMessage;
  readonly ip: string;
  /** The queries and mutations that are being answered, by the client's ids. */
  readonly running: Map<string, SocketContext>;
  caller?: Caller;
}

/** A socket as the protocol's library knows it. */
export type State = SocketState<Record<string, unknown>, Extra>;

/** What operations over sockets need. */
export interface OperationParts {
  readonly schema: GraphQLSchema;
  readonly config: Pick<Config, 'introspection' | 'limits'>;
  readonly rates: Rates;
  readonly gate: Gate;
}

/** The operations that come over sockets: read, bounded and executed as those over HTTP are. */
export class SocketOperations {
  private readonly documents: Documents;

  constructor(private readonly parts: OperationParts) {
    this.documents = new Documents(parts.schema, parts.config);
  }

  /** The operation `id` ready to be executed, or what is wrong with it. */
  async prepare(state: State, id: string, payload: SubscribePayload): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { caller } = state.extra;
    if (caller === undefined) return [];
    const { schema, gate } = this.parts;
    const { operationName = null, variables } = payload;
    try {
      await this.ensureFew(state, caller);
      const document = this.documents.read(payload.query);
      if (!isDocument(document)) return document;
      const operation = getOperationAST(document, operationName);
      if (!operation) return [unresolved(operationName)];
      await checkVariables(schema, gate, { document, operationName, variables: variables ?? {}, caller });
      const goesOn = operation.operation === OperationTypeNode.SUBSCRIPTION;
      const contextValue = this.contextOf(
        state,
        id,
        payload.query,
        goesOn ? Infinity : this.parts.config.limits.graphMs,
      );
      if (!goesOn) keepWhileRunning(state.extra.running, id, contextValue);
      return { schema, document, contextValue, operationName, variableValues: variables ?? null };
    } catch (error) {
      return [graphqlError(apiErrorOf(error), spokenOver(state))];
    }
  }

  /** Executes a query or mutation. */
  async execute(args: ExecutionArgs): Promise<ExecutionResult> {
    try {
      return this.shown(await execute(args));
    } finally {
      (args.contextValue as SocketContext).end();
    }
  }

  private contextOf(state: State, id: string, source: string, ms: number): SocketContext {
    const { caller, sender } = state.extra;
    if (caller === undefined) throw unauthenticated();
    return new SocketContext(
      ...([caller, randomUUID(), spokenOver(state), new Patience(ms), source] as const),
      (result, revision) => sender.send(result.frame(id), revision),
    );
  }

  private async ensureFew({ subscriptions, extra }: State, { credential }: Caller): Promise<void> {
    const max = this.parts.config.limits.subscriptions;
    if (Object.keys(subscriptions).length > max) throw new ApiError('TOO_MANY_SUBSCRIPTIONS', { params: { max } });
    refuseExceeded(await this.parts.rates.caller({ ip: extra.ip, credential }));
  }

  /** What a client may see of a result. */
  private shown(result: ExecutionResult): ExecutionResult {
    if (result.errors === undefined) return result;
    const { introspection } = this.parts.config;
    const errors = result.errors.map((error) => {
      const shown = shownError(error.toJSON(), error);
      const said = introspection ? shown : { ...shown, message: withoutSuggestion(shown.message) };
      return { ...said, toJSON: () => said };
    });
    return { ...result, errors: errors as unknown as readonly GraphQLError[] };
  }
}

/** As the server for GraphQL over HTTP says it. */
function unresolved(operationName: string | null): GraphQLError {
  const message =
    operationName === null
      ? 'Must provide operation name if query contains multiple operations.'
      : `Unknown operation named "${operationName}".`;
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } });
}

function keepWhileRunning(running: Extra['running'], id: string, context: SocketContext): void {
  running.set(id, context);
  const forget = (): void => {
    if (running.get(id) === context) running.delete(id);
  };
  context.signal.addEventListener('abort', forget, { once: true });
}

/** Ends the query that a client's message `text` calls off; the protocol's library forgets its answer, but lets it run. */
export function endCalledOff({ running }: Extra, text: string): void {
  if (running.size === 0 || text.length > MAX_CALL_OFF || !text.includes('complete')) return;
  try {
    const { type, id } = JSON.parse(text) as { readonly type?: unknown; readonly id?: unknown };
    if (type === 'complete' && typeof id === 'string') running.get(id)?.end();
  } catch {
    // The library says what is wrong with it.
  }
}

/** The longest message that can be one of those: an id, with room. */
const MAX_CALL_OFF = 2_000;

function spokenOver({ connectionParams = {}, extra }: State): Language {
  const { language } = connectionParams;
  return languageOf(typeof language === 'string' ? language : extra.request.headers['accept-language']);
}
