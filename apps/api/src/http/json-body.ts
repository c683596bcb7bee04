import type { FastifyInstance } from 'fastify';
import { malformedRequest, type ApiError } from '../problem.js';
import { escapePointer } from '../schema/kinds.js';

/** Bounds of a JSON body besides its length. */
export const JSON_LIMITS = { depth: 32, items: 1_000 } as const;

/** The longest body, in bytes. */
export const MAX_BODY = 256 * 1024;

/** Makes JSON the only kind of body, within {@link JSON_LIMITS}. */
export function useJsonBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_, body, done) => {
    const parsed = parseJson(body as Buffer);
    if (parsed.ok) done(null, parsed.value);
    else done(parsed.error);
  });
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ApiError };

/** Parses a body; what is wrong is an error that says where. */
export function parseJson(body: Uint8Array): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { ok: false, error: malformedRequest({ in: 'body', pointer: '', problem: 'notJson' }) };
  }
  const error = limitError(value);
  return error === null ? { ok: true, value } : { ok: false, error };
}

interface Visit {
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
}

/** Walks without recursion: what is too deep must not fill the stack either. */
function limitError(root: unknown): ApiError | null {
  const waiting: Visit[] = [{ value: root, pointer: '', depth: 1 }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { value, pointer, depth } = visit;
    const problem = scalarProblem(value);
    if (problem !== null) return malformedRequest({ in: 'body', pointer, ...problem });
    if (typeof value !== 'object' || value === null) continue;
    if (depth > JSON_LIMITS.depth)
      return malformedRequest({ in: 'body', pointer, problem: 'tooDeep', params: { max: JSON_LIMITS.depth } });
    for (const [key, item] of Object.entries(value)) {
      const at = `${pointer}/${escapePointer(key)}`;
      if (key === '__proto__' || !key.isWellFormed())
        return malformedRequest({ in: 'body', pointer, problem: 'forbiddenKey', params: { key: key.toWellFormed() } });
      waiting.push({ value: item, pointer: at, depth: depth + 1 });
    }
  }
  return null;
}

function scalarProblem(value: unknown): { readonly problem: string; readonly params?: Record<string, unknown> } | null {
  if (typeof value === 'string' && !value.isWellFormed()) return { problem: 'notSuchAText' };
  if (typeof value === 'number' && !Number.isFinite(value)) return { problem: 'notANumber' };
  if (Array.isArray(value) && value.length > JSON_LIMITS.items)
    return { problem: 'notAList', params: { max: JSON_LIMITS.items } };
  return null;
}
