import { OPEN_CALLER, type Access, type Caller } from '@bitacora/access';
import type { FastifyRequest } from 'fastify';
import type { AuthMode } from './config.js';
import { ApiError } from './problem.js';

/** `Bearer`, the only scheme that there is. */
const BEARER = /^bearer +([^\s]+) *$/i;
const MAX_HEADER = 1_000;

/**
 * Who makes a call: the one place where the caller is told, for REST, GraphQL and WebSockets alike. In `open` mode who brings no
 * token is the administrator; a token that counts for nothing is refused in either mode. Throws `UNAUTHENTICATED`.
 */
export async function identify(access: Access, auth: AuthMode, authorization: string | undefined): Promise<Caller> {
  if (authorization === undefined) {
    if (auth === 'open') return OPEN_CALLER;
    throw unauthenticated();
  }
  const [, token] = authorization.length > MAX_HEADER ? [] : (BEARER.exec(authorization) ?? []);
  const caller = token === undefined ? null : await access.identify(token);
  if (caller === null) throw unauthenticated();
  return caller;
}

/** Nobody that we know. */
export function unauthenticated(): ApiError {
  return new ApiError('UNAUTHENTICATED', { headers: { 'WWW-Authenticate': 'Bearer' } });
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Notes who makes a request. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Who makes a request that came in by the entrance. Throws `UNAUTHENTICATED` for one that asks what is everybody's. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw unauthenticated();
  return caller;
}
