import type { Access, Caller } from '@bitacora/access';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { execute, type ExecutionArgs, type ExecutionResult, type GraphQLError } from 'graphql';
import { handleProtocols, makeServer, type Context as SocketState, type SubscribePayload } from 'graphql-ws';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Config } from '../config.js';
import { apiErrorOf } from '../http/errors.js';
import { isAllowedOrigin, isOurHost } from '../http/origins.js';
import { Metrics } from '../http/metrics.js';
import { clientAddress, refuseExceeded, type Rates } from '../http/rates.js';
import { languageOf } from '../messages/index.js';
import { ApiError } from '../problem.js';
import { ACCESS, CONFIG, LOG, RATES } from '../tokens.js';
import { identify } from '../viewer.js';
import { Broadcast, SocketContext, subscribeShared } from './broadcast.js';
import type { SubscriptionContext } from './context.js';
import { Documents, isDocument, withoutSuggestion } from './documents.js';
import { graphqlError, shownError } from './errors.js';
import { SharedResults } from './shared-results.js';
import { Sender } from './sender.js';

const PING = 15_000;
const GOING_AWAY = 1001;
const BAD_REQUEST = 4400;
const UNAUTHORIZED = 4401;
const FORBIDDEN = 4403;
const INTERNAL_ERROR = 4500;

interface Extra {
  readonly socket: WebSocket;
  readonly sender: Sender;
  readonly request: IncomingMessage;
  readonly ip: string;
  caller?: Caller;
}

type State = SocketState<Record<string, unknown>, Extra>;
type Protocol = ReturnType<typeof makeServer<Record<string, unknown>, Extra>>;

/** GraphQL over WebSockets, with the protocol of graphql-ws, on the path of the queries. */
@Injectable()
export class GraphSockets implements OnApplicationBootstrap {
  private readonly sockets: WebSocketServer;
  private readonly results = new SharedResults();
  private readonly alive = new WeakSet<WebSocket>();
  private heartbeat: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly schemas: GraphQLSchemaHost,
    private readonly metrics: Metrics,
    @Inject(ACCESS) private readonly access: Access,
    @Inject(RATES) private readonly rates: Rates,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    const { body } = config.limits;
    this.sockets = new WebSocketServer({
      noServer: true,
      handleProtocols,
      maxPayload: body,
      perMessageDeflate: false,
    });
  }

  onApplicationBootstrap(): void {
    const protocol = this.protocol(new Documents(this.schemas.schema, this.config));
    this.sockets.on('connection', (socket: WebSocket, request: IncomingMessage) =>
      this.open(socket, request, protocol),
    );
    const http = this.host.httpAdapter.getHttpServer() as Server;
    http.on('upgrade', (request, socket, head) => void this.upgrade(request, socket, head));
    this.heartbeat = setInterval(() => this.checkAlive(), PING).unref();
  }

  /** Closes every socket and takes no more. */
  end(): void {
    this.closing = true;
    clearInterval(this.heartbeat);
    for (const socket of this.sockets.clients) socket.close(GOING_AWAY, 'Shutting down');
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { host, origin } = request.headers;
    if (request.url?.split('?')[0] !== '/graphql') return refuse(socket, '404 Not Found');
    if (this.closing) return refuse(socket, '503 Service Unavailable');
    if (!isOurHost(host, this.config) || !isAllowedOrigin(origin, host, this.config))
      return refuse(socket, '403 Forbidden');
    socket.on('error', () => socket.destroy());
    const counted = await this.rates.address(clientAddress(request, this.config.proxies));
    if (counted?.isExceeded === true) return refuse(socket, '429 Too Many Requests');
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.sockets.emit('connection', opened, request));
  }

  private protocol(documents: Documents): Protocol {
    return makeServer<Record<string, unknown>, Extra>({
      connectionInitWaitTimeout: this.config.limits.socketInitMs,
      onConnect: (state) => this.recognise(state),
      onSubscribe: (state, id, payload) => this.prepare(documents, state, id, payload),
      subscribe: (args) => subscribeShared(args, this.results),
      execute: async (args) => this.shown(await execute(args)),
      onOperation: (_state, _id, _payload, _args, result) => {
        if (result instanceof Broadcast) this.metrics.follow(result);
      },
    });
  }

  /** Who a socket speaks for: by `connection_init`, else by the request that opened it. Nobody: it is closed. */
  private async recognise({ connectionParams = {}, extra }: State): Promise<boolean> {
    const { socket, request } = extra;
    const { authorization } = connectionParams;
    try {
      const caller = await identify(
        this.access,
        this.config.auth,
        typeof authorization === 'string' ? authorization : request.headers.authorization,
      );
      extra.caller = caller;
      const forget = this.access.watch(caller, () => this.cut(socket));
      socket.once('close', forget);
      return true;
    } catch (error) {
      const { code } = apiErrorOf(error);
      socket.close(code === 'UNAUTHENTICATED' ? UNAUTHORIZED : INTERNAL_ERROR, code);
      return false;
    }
  }

  /** The token counts no more: nothing else is sent, whether the client answers the close or not. */
  private cut(socket: WebSocket): void {
    socket.close(FORBIDDEN, 'Access has ended');
    setTimeout(() => socket.terminate(), GRACE).unref();
  }

  private async prepare(
    documents: Documents,
    state: State,
    id: string,
    payload: SubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { caller, sender } = state.extra;
    const context = contextOf(state);
    if (caller === undefined || context === null) return [];
    try {
      await this.ensureFew(state, caller);
    } catch (error) {
      return [graphqlError(apiErrorOf(error), context[2])];
    }
    const document = documents.read(payload.query);
    if (!isDocument(document)) return document;
    return {
      schema: this.schemas.schema,
      document,
      contextValue: new SocketContext(...context, payload.query, (result, revision) =>
        sender.send(result.frame(id), revision),
      ),
      operationName: payload.operationName ?? null,
      variableValues: payload.variables ?? null,
    };
  }

  private async ensureFew({ subscriptions, extra }: State, { credential }: Caller): Promise<void> {
    const max = this.config.limits.subscriptions;
    if (Object.keys(subscriptions).length > max) throw new ApiError('TOO_MANY_SUBSCRIPTIONS', { params: { max } });
    refuseExceeded(await this.rates.caller({ ip: extra.ip, credential }));
  }

  /** What a client may see of a result. */
  private shown(result: ExecutionResult): ExecutionResult {
    if (result.errors === undefined) return result;
    const { introspection } = this.config;
    const errors = result.errors.map((error) => {
      const shown = shownError(error.toJSON(), error);
      const said = introspection ? shown : { ...shown, message: withoutSuggestion(shown.message) };
      return { ...said, toJSON: () => said };
    });
    return { ...result, errors: errors as unknown as readonly GraphQLError[] };
  }

  private open(socket: WebSocket, request: IncomingMessage, protocol: Protocol): void {
    this.alive.add(socket);
    this.metrics.sockets.inc();
    socket.on('pong', () => this.alive.add(socket));
    socket.on('error', (error) => this.log.debug({ err: error }, 'A socket failed.'));
    const sender = new Sender(socket, this.config.limits.slowMs);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => sender.send(text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (listener) => {
          socket.on(
            'message',
            (data: Buffer) => void listener(data.toString()).catch((error: unknown) => this.fail(socket, error)),
          );
        },
      },
      { socket, sender, request, ip: clientAddress(request, this.config.proxies) },
    );
    socket.once('close', (code, reason) => {
      this.metrics.sockets.dec();
      void closed(code, reason.toString());
    });
  }

  private fail(socket: WebSocket, error: unknown): void {
    if (socket.readyState !== socket.OPEN) return;
    if (isClients(error)) return socket.close(BAD_REQUEST, 'Unexpected message');
    this.log.error({ err: error }, 'A message over a socket failed.');
    socket.close(INTERNAL_ERROR, 'Internal error');
  }

  /** Cuts those who did not answer the last ping. */
  private checkAlive(): void {
    for (const socket of this.sockets.clients) {
      if (!this.alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }
}

/** How long a client has to answer a close, in milliseconds. */
const GRACE = 500;

function contextOf({ connectionParams = {}, extra }: State): ConstructorParameters<typeof SubscriptionContext> | null {
  const { language } = connectionParams;
  if (extra.caller === undefined) return null;
  const header = extra.request.headers['accept-language'];
  return [extra.caller, randomUUID(), languageOf(typeof language === 'string' ? language : header)];
}

/** The protocol's library throws where a client sends what only servers say. */
function isClients(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Unexpected message of type');
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
