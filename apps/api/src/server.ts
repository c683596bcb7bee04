import 'reflect-metadata';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { Access } from '@bitacora/access';
import type { Encounters } from '@bitacora/encounters';
import { NestFactory } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { guardEntrance } from './access/entrance.js';
import { Gate } from './access/gate.js';
import { AppModule, type Parts } from './app.module.js';
import { useNdjsonBodies } from './archive/ndjson-body.js';
import type { Config } from './config.js';
import { AnswerCache, cacheAnswers } from './graphql/answer-cache.js';
import { Documents } from './graphql/documents.js';
import { guardDocuments, type GuardParts } from './graphql/guard-documents.js';
import { GraphSockets } from './graphql/sockets.js';
import { answerClientError } from './http/client-errors.js';
import { apiErrorOf } from './http/errors.js';
import { useJsonBodies } from './http/json-body.js';
import { FrameworkLog, logCalls, openLog } from './http/log.js';
import { Metrics } from './http/metrics.js';
import { Streams } from './http/streams.js';
import { isAllowedOrigin, isListed } from './http/origins.js';
import { boundPipelines } from './http/pipelines.js';
import { Rates } from './http/rates.js';
import { ProblemFilter, sendProblem } from './http/problem.filter.js';
import { rememberRoutes } from './http/routes.js';
import { languageOf } from './messages/index.js';
import { openApiDocument } from './openapi.js';
import { CLOSED_POLICY, servePages } from './pages/pages.js';
import { ACCESS, ENCOUNTERS } from './tokens.js';
import { callerOf } from './viewer.js';

/** A server that listens. */
export interface RunningServer {
  /** Its address, with the port that it got. */
  readonly url: string;
  /** Answers what is in flight, ends streams and subscriptions, and closes the store. */
  close(): Promise<void>;
}

/** Starts a server. Throws the store's typed errors, and `EADDRINUSE` and the like from the system. */
export async function startServer(config: Config, parts: Parts = {}): Promise<RunningServer> {
  const log = openLog(config.logLevel);
  const app = await createApp(config, log, parts);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    throw error;
  }
  return { url: addressOf(app, config.host), close: () => close(app) };
}

/** Streams and sockets end first: the framework would wait for them. */
async function close(app: NestFastifyApplication): Promise<void> {
  app.get(Streams).end();
  app.get(GraphSockets).end();
  await app.close();
}

/** The application, ready to listen. */
export async function createApp(config: Config, log: Logger, parts: Parts = {}): Promise<NestFastifyApplication> {
  const { limits } = config;
  const adapter = new FastifyAdapter({
    bodyLimit: limits.body,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: CHECK_MS, requireHostHeader: false },
    trustProxy: config.proxies.length > 0 ? [...config.proxies] : false,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void sendProblem(apiErrorOf(error, limits.body), request, reply);
    },
  });
  const instance = adapter.getInstance<FastifyInstance>();
  rememberRoutes(instance);
  // What a client expects besides is its own affair: the call is answered as any other.
  instance.server.on('checkExpectation', (request, reply) => instance.server.emit('request', request, reply));
  boundPipelines(instance);
  const rates = await usePlugins(instance, config);
  guardEntrance(instance, { config, rates, access: () => app.get<Access>(ACCESS) });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.of(config, log, rates, parts), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new FrameworkLog(log),
  });
  const metrics = app.get(Metrics);
  metrics.observe(instance);
  logCalls(instance, log);
  useJsonBodies(instance, limits);
  useNdjsonBodies(instance);
  app.useGlobalFilters(new ProblemFilter(log, metrics, limits.body));
  let guard: GuardParts | undefined;
  const openGuard = (): GuardParts => ({
    documents: new Documents(app.get(GraphQLSchemaHost).schema, config),
    gate: app.get(Gate),
  });
  guardDocuments(instance, () => (guard ??= openGuard()));
  cacheAnswers(instance, new AnswerCache(app.get<Encounters>(ENCOUNTERS)), whoAndHow);
  let description: unknown;
  servePages(instance, () => (description ??= openApiDocument(app)));
  return app;
}

async function usePlugins(instance: FastifyInstance, config: Config): Promise<Rates> {
  instance.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
  });
  await instance.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: false, hsts: false });
  instance.addHook('onRequest', async (_, reply) => {
    reply.header('Content-Security-Policy', CLOSED_POLICY);
  });
  await instance.register(cors, {
    // Without a list the pages of this machine may, in open mode alone: the entrance refuses the others.
    origin: (origin, done) =>
      done(
        null,
        origin !== undefined &&
          (config.auth === 'open' ? isAllowedOrigin(origin, undefined, config) : isListed(origin, config)),
      ),
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  });
  return Rates.open(instance, config);
}

/** How often the limits of time are looked at, in milliseconds. */
const CHECK_MS = 1_000;

const EXPOSED = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

function whoAndHow(request: FastifyRequest): ReturnType<Parameters<typeof cacheAnswers>[2]> {
  return { caller: callerOf(request), language: languageOf(request.headers['accept-language']) };
}

/** The caller's id for its call, if it is one, or a new one. */
function requestIdOf({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

function addressOf(app: NestFastifyApplication, host: string): string {
  const address = (app.getHttpServer() as { address(): unknown }).address() as { readonly port: number };
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
