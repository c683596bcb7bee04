import type { FastifyRequest } from 'fastify';
import { ApiError } from '../problem.js';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const OURS = /^(utf-?8|us-ascii)$/i;

/** `UNSUPPORTED_MEDIA_TYPE` where a body is written in another charset than ours, or compressed: it would be read as what it is not. */
export function formProblem({ headers }: Pick<FastifyRequest, 'headers'>): ApiError | null {
  const [, charset] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isOurs = (charset === undefined || OURS.test(charset)) && ['', 'identity'].includes(encoding);
  return isOurs ? null : new ApiError('UNSUPPORTED_MEDIA_TYPE');
}
