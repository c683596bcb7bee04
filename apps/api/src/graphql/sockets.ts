import type { Access } from '@bitacora/access';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { handleProtocols, makeServer } from 'graphql-ws';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { Gate } from '../access/gate.js';
import type { Config } from '../config.js';
import { apiErrorOf } from '../http/errors.js';
import { Connections } from '../http/connections.js';
import { isAllowedOrigin, isOurHost } from '../http/origins.js';
import { Metrics } from '../http/metrics.js';
import { answerAnyway, wantsWebSocket } from '../http/not-upgraded.js';
import { clientAddress, type Rates } from '../http/rates.js';
import type { Code } from '../messages/index.js';
import { ACCESS, CONFIG, LOG, RATES } from '../tokens.js';
import { identify } from '../viewer.js';
import { Broadcast, subscribeShared } from './broadcast.js';
import { SharedResults } from './shared-results.js';
import { Sender } from './sender.js';
import { endCalledOff, SocketOperations, type Extra, type State } from './socket-operations.js';

const PING = 15_000;
const GOING_AWAY = 1001;
const BAD_REQUEST = 4400;
const UNAUTHORIZED = 4401;
const FORBIDDEN = 4403;
const TOO_MANY = 4429;
const INTERNAL_ERROR = 4500;

/** How a socket is closed that may not come in. */
const CLOSED_WITH: Readonly<Partial<Record<Code, number>>> = {
  UNAUTHENTICATED: UNAUTHORIZED,
  TOO_MANY_CONNECTIONS: TOO_MANY,
};

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
    private readonly connections: Connections,
    private readonly gate: Gate,
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
    const { config, rates, gate } = this;
    const protocol = this.protocol(new SocketOperations({ schema: this.schemas.schema, config, rates, gate }));
    this.sockets.on('connection', (socket: WebSocket, request: IncomingMessage) =>
      this.open(socket, request, protocol),
    );
    this.server.on('upgrade', (request, socket, head) => void this.upgrade(request, socket, head));
    this.heartbeat = setInterval(() => this.checkAlive(), PING).unref();
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }

  /** Closes every socket and takes no more. */
  end(): void {
    this.closing = true;
    clearInterval(this.heartbeat);
    for (const socket of this.sockets.clients) socket.close(GOING_AWAY, 'Shutting down');
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { host, origin } = request.headers;
    if (!wantsWebSocket(request)) return answerAnyway(this.server, request, socket, head);
    if (request.url?.split('?')[0] !== '/graphql') return refuse(socket, '404 Not Found');
    if (this.closing) return refuse(socket, '503 Service Unavailable');
    if (!isOurHost(host, this.config) || !isAllowedOrigin(origin, host, this.config))
      return refuse(socket, '403 Forbidden');
    socket.on('error', () => socket.destroy());
    const counted = await this.rates.address(clientAddress(request, this.config.proxies));
    if (counted?.isExceeded === true) return refuse(socket, '429 Too Many Requests');
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.sockets.emit('connection', opened, request));
  }

  private protocol(operations: SocketOperations): Protocol {
    return makeServer<Record<string, unknown>, Extra>({
      connectionInitWaitTimeout: this.config.limits.socketInitMs,
      onConnect: (state) => this.recognise(state),
      onSubscribe: (state, id, payload) => operations.prepare(state, id, payload),
      subscribe: (args) => subscribeShared(args, this.results),
      execute: (args) => operations.execute(args),
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
      // Who has gone while we looked would never give its place back.
      if (socket.readyState === socket.CLOSED) return false;
      extra.caller = caller;
      socket.once('close', this.connections.enter({ credential: caller.credential, ip: extra.ip }));
      const forget = this.access.watch(caller, () => this.cut(socket, FORBIDDEN, 'Access has ended'));
      socket.once('close', forget);
      return true;
    } catch (error) {
      const { code } = apiErrorOf(error);
      this.cut(socket, CLOSED_WITH[code] ?? INTERNAL_ERROR, code);
      return false;
    }
  }

  /** Closes a socket to which nothing else is to be sent, whether its client answers the close or not. */
  private cut(socket: WebSocket, code: number, reason: string): void {
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), GRACE).unref();
  }

  private open(socket: WebSocket, request: IncomingMessage, protocol: Protocol): void {
    this.alive.add(socket);
    this.metrics.sockets.inc();
    socket.on('pong', () => this.alive.add(socket));
    socket.on('error', (error) => this.log.debug({ err: error }, 'A socket failed.'));
    const sender = new Sender(socket, this.config.limits.slowMs);
    const ip = clientAddress(request, this.config.proxies);
    const extra: Extra = { socket, sender, request, ip, running: new Map() };
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => sender.send(text),
        close: (code, reason) => this.cut(socket, code ?? GOING_AWAY, reason ?? ''),
        onMessage: (listener) => {
          socket.on('message', (data: Buffer) => {
            const text = data.toString();
            endCalledOff(extra, text);
            void listener(text).catch((error: unknown) => this.fail(socket, error));
          });
        },
      },
      extra,
    );
    socket.once('close', (code, reason) => {
      this.metrics.sockets.dec();
      for (const context of extra.running.values()) context.end();
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

/** The protocol's library throws where a client sends what only servers say. */
function isClients(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Unexpected message of type');
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
