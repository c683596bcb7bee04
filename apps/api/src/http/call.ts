import type { CallContext } from '@bitacora/encounters';
import type { FastifyRequest } from 'fastify';
import { malformedRequest } from '../problem.js';
import { callerOf } from '../viewer.js';

const MAX_KEY = 255;

/** Who calls over HTTP, and under which conditions. Throws a `MALFORMED` error for headers that make no sense. */
export function callContext(request: FastifyRequest): CallContext {
  const idempotencyKey = readIdempotencyKey(single(request.headers['idempotency-key']));
  const ifMatch = readIfMatch(single(request.headers['if-match']));
  return {
    viewer: callerOf(request).viewer,
    requestId: request.id,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(ifMatch !== undefined && { ifMatch }),
  };
}

/** Checks an idempotency key, whichever edge it came through. */
export function readIdempotencyKey(key: string | undefined): string | undefined {
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw malformedRequest({
    in: 'header',
    pointer: 'Idempotency-Key',
    problem: 'notPrintable',
    params: { max: MAX_KEY },
  });
}

/** `"17"`, and `*` for any revision. */
function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const revision = /^"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (revision === undefined) throw malformedRequest({ in: 'header', pointer: 'If-Match', problem: 'notAnETag' });
  return Number(revision);
}

/** Whether the caller has `revision` already, by its `If-None-Match`. */
export function hasRevision(request: FastifyRequest, revision: number): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((tag) => ['*', etag(revision)].includes(tag.trim().replace(/^W\//, '')));
}

/** The tag of a view at `revision`. */
export function etag(revision: number): string {
  return `"${revision}"`;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
