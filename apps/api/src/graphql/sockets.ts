import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { execute, type ExecutionArgs, type GraphQLError } from 'graphql';
import { handleProtocols, makeServer, type Context as SocketState, type SubscribePayload } from 'graphql-ws';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { isAllowedOrigin } from '../http/origins.js';
import { MAX_BODY } from '../http/json-body.js';
import { Metrics } from '../http/metrics.js';
import { languageOf } from '../messages/index.js';
import { LOG } from '../tokens.js';
import { viewerOf } from '../viewer.js';
import { Broadcast, SocketContext, subscribeShared } from './broadcast.js';
import type { SubscriptionContext } from './context.js';
import { Documents, isDocument } from './documents.js';
import { SharedResults } from './shared-results.js';

const PING = 15_000;
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 4500;

interface Extra {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
}

type State = SocketState<Record<string, unknown>, Extra>;

/** GraphQL over WebSockets, with the protocol of graphql-ws, on the path of the queries. */
@Injectable()
export class GraphSockets implements OnApplicationBootstrap {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    handleProtocols,
    maxPayload: MAX_BODY,
    perMessageDeflate: false,
  });
  private readonly results = new SharedResults();
  private readonly alive = new WeakSet<WebSocket>();
  private heartbeat: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly schemas: GraphQLSchemaHost,
    private readonly metrics: Metrics,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const documents = new Documents(this.schemas.schema);
    const protocol = this.protocol(documents);
    this.sockets.on('connection', (socket: WebSocket, request: IncomingMessage) =>
      this.open(socket, request, protocol),
    );
    const http = this.host.httpAdapter.getHttpServer() as Server;
    http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    this.heartbeat = setInterval(() => this.checkAlive(), PING).unref();
  }

  /** Closes every socket and takes no more. */
  end(): void {
    this.closing = true;
    clearInterval(this.heartbeat);
    for (const socket of this.sockets.clients) socket.close(GOING_AWAY, 'Shutting down');
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?')[0] !== '/graphql') return refuse(socket, '404 Not Found');
    if (this.closing) return refuse(socket, '503 Service Unavailable');
    if (!isAllowedOrigin(request.headers.origin)) return refuse(socket, '403 Forbidden');
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.sockets.emit('connection', opened, request));
  }

  private protocol(documents: Documents): ReturnType<typeof makeServer<Record<string, unknown>, Extra>> {
    return makeServer<Record<string, unknown>, Extra>({
      onSubscribe: (state, id, payload) => this.prepare(documents, state, id, payload),
      subscribe: (args) => subscribeShared(args, this.results),
      execute: (args) => execute(args),
      onOperation: (_state, _id, _payload, _args, result) => {
        if (result instanceof Broadcast) this.metrics.follow(result);
      },
    });
  }

  private prepare(
    documents: Documents,
    state: State,
    id: string,
    payload: SubscribePayload,
  ): ExecutionArgs | readonly GraphQLError[] {
    const document = documents.read(payload.query);
    if (!isDocument(document)) return document;
    const { socket } = state.extra;
    const contextValue = new SocketContext(...callerOf(state), payload.query, (result) =>
      send(socket, result.frame(id)),
    );
    return {
      schema: this.schemas.schema,
      document,
      contextValue,
      operationName: payload.operationName ?? null,
      variableValues: payload.variables ?? null,
    };
  }

  private open(
    socket: WebSocket,
    request: IncomingMessage,
    protocol: ReturnType<typeof makeServer<Record<string, unknown>, Extra>>,
  ): void {
    this.alive.add(socket);
    this.metrics.sockets.inc();
    socket.on('pong', () => this.alive.add(socket));
    socket.on('error', (error) => this.log.debug({ err: error }, 'A socket failed.'));
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (listener) => {
          socket.on(
            'message',
            (data: Buffer) => void listener(data.toString()).catch((error: unknown) => this.fail(socket, error)),
          );
        },
      },
      { socket, request },
    );
    socket.once('close', (code, reason) => {
      this.metrics.sockets.dec();
      void closed(code, reason.toString());
    });
  }

  private fail(socket: WebSocket, error: unknown): void {
    if (socket.readyState !== socket.OPEN) return;
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

/** Who a socket speaks for: by `connection_init`, else by the request that opened it. */
function callerOf({ connectionParams = {}, extra }: State): ConstructorParameters<typeof SubscriptionContext> {
  const { headers } = extra.request;
  const { authorization, language } = connectionParams;
  const viewer = viewerOf(typeof authorization === 'string' ? authorization : headers.authorization);
  return [viewer, randomUUID(), languageOf(typeof language === 'string' ? language : headers['accept-language'])];
}

/** Resolves when the socket has taken the message: who is slow waits for itself alone. */
function send(socket: WebSocket, message: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(message, { binary: false }, (error) => (error ? reject(error) : resolve()));
  });
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
