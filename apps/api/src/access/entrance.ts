import { knows, may, type Access } from '@bitacora/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { noSuchEncounter } from '../encounters/settled.js';
import { logFormOf } from '../http/accept.js';
import { isAllowedOrigin, isOurHost } from '../http/origins.js';
import { sendProblem } from '../http/problem.filter.js';
import { applyCount, type Rates } from '../http/rates.js';
import { vary } from '../http/vary.js';
import { isExplorerPage } from '../pages/pages.js';
import { ApiError, malformedRequest } from '../problem.js';
import { callerOf, identify, setCaller, unauthenticated } from '../viewer.js';

/** What is everybody's: nothing in it is of an encounter. Routes of assets end in `*`. */
const PUBLIC_ROUTES: ReadonlySet<string> = new Set([
  '/livez',
  '/readyz',
  '/version',
  '/.well-known/bitacora-keys',
  '/',
  '/docs',
  '/docs/start.js',
  '/docs/assets/*',
  '/openapi.json',
  '/graphql/explorer.js',
  '/graphql/explorer.css',
]);

/** Probes are never too many. */
const UNCOUNTED: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** What the entrance needs. */
export interface EntranceParts {
  readonly config: Config;
  readonly rates: Rates;
  /** Opened after the entrance. */
  readonly access: () => Access;
}

/** The one door of the HTTP edge: nobody passes unknown, too often, from a foreign page, or to an encounter that is not theirs. */
export function guardEntrance(instance: FastifyInstance, { config, rates, access }: EntranceParts): void {
  instance.addHook('onRequest', async (request, reply) => {
    const foreign = foreignness(request, config);
    // A preflight is no route of the application, whose filter would answer.
    if (foreign !== null && request.method === 'OPTIONS') return sendProblem(foreign, request, reply);
    if (foreign !== null) throw foreign;
    const route = request.routeOptions.url;
    if (route === undefined || UNCOUNTED.has(route)) return;
    applyCount(await rates.address(request.ip), reply);
    if (PUBLIC_ROUTES.has(route) || isExplorerPage(request)) {
      return applyCount(await rates.caller({ ip: request.ip, credential: null }), reply);
    }
    // What is answered is one caller's alone; who keeps it asks before it shows it again.
    vary(reply, 'Authorization');
    reply.header('Cache-Control', 'private, no-cache');
    const caller = await callerBy(request, access(), config);
    setCaller(request, caller);
    applyCount(await rates.caller({ ip: request.ip, credential: caller.credential }), reply);
    authorise(request, route);
  });
}

function foreignness({ headers: { host, origin }, raw }: FastifyRequest, config: Config): ApiError | null {
  if (host === undefined && raw.httpVersion !== '1.0')
    return malformedRequest({ in: 'header', pointer: 'Host', problem: 'missing' });
  if (!isOurHost(host, config)) return new ApiError('HOST_NOT_ALLOWED');
  return isAllowedOrigin(origin, host, config) ? null : new ApiError('ORIGIN_NOT_ALLOWED');
}

/** A ticket counts only where a stream of events is asked for. */
async function callerBy(request: FastifyRequest, access: Access, { auth }: Config): ReturnType<typeof identify> {
  const { ticket } = request.query as { readonly ticket?: unknown };
  const { authorization, accept } = request.headers;
  if (ticket === undefined) return identify(access, auth, authorization);
  const isStream = request.routeOptions.url === EVENTS_ROUTE && logFormOf(accept) === 'text/event-stream';
  if (!isStream || typeof ticket !== 'string' || authorization !== undefined) throw unauthenticated();
  const caller = await access.redeem(ticket, encounterOf(request));
  if (caller === null) throw unauthenticated();
  return caller;
}

const EVENTS_ROUTE = '/v1/encounters/:id/events';

function encounterOf({ params }: FastifyRequest): string {
  return (params as { readonly id: string }).id;
}

/** An encounter that is not the caller's is answered as one that there is not. */
function authorise(request: FastifyRequest, route: string): void {
  const caller = callerOf(request);
  if (route === '/metrics' && !may(caller.viewer, 'readMetrics')) throw new ApiError('FORBIDDEN');
  if (!route.startsWith('/v1/encounters/:id')) return;
  const id = encounterOf(request);
  if (!knows(caller, id)) throw noSuchEncounter(id);
}
