import type { FastifyInstance } from 'fastify';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import { malformedRequest, type ApiError } from '../problem.js';
import { escapePointer } from '../schema/kinds.js';
import { formProblem } from './body-form.js';

/** Bounds of a JSON body besides its length. */
export type JsonLimits = Pick<Limits, 'jsonDepth' | 'jsonItems' | 'jsonText'>;

/** Makes JSON the only kind of body, within `limits`. */
export function useJsonBodies(instance: FastifyInstance, limits: Limits): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limits.body },
    (request, body, done) => {
      const refused = formProblem(request);
      if (refused !== null) return done(refused);
      // Some clients name a type where they send nothing.
      if (body.length === 0) return done(null, undefined);
      const parsed = parseJson(body as Buffer, limits);
      if (parsed.ok) done(null, parsed.value);
      else done(parsed.error);
    },
  );
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ApiError };

/** Parses a body; what is wrong is an error that says where. */
export function parseJson(body: Uint8Array, limits: JsonLimits = DEFAULT_LIMITS): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { ok: false, error: malformedRequest({ in: 'body', pointer: '', problem: 'notJson' }) };
  }
  const error = limitError(value, limits);
  return error === null ? { ok: true, value } : { ok: false, error };
}

interface Visit {
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
}

/** Walks without recursion: what is too deep must not fill the stack either. */
function limitError(root: unknown, limits: JsonLimits): ApiError | null {
  const waiting: Visit[] = [{ value: root, pointer: '', depth: 1 }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { value, pointer, depth } = visit;
    const problem = scalarProblem(value, limits);
    if (problem !== null) return malformedRequest({ in: 'body', pointer, ...problem });
    if (typeof value !== 'object' || value === null) continue;
    if (depth > limits.jsonDepth)
      return malformedRequest({ in: 'body', pointer, problem: 'tooDeep', params: { max: limits.jsonDepth } });
    for (const [key, item] of Object.entries(value)) {
      const at = `${pointer}/${escapePointer(key)}`;
      if (key === '__proto__' || !key.isWellFormed())
        return malformedRequest({ in: 'body', pointer, problem: 'forbiddenKey', params: { key: key.toWellFormed() } });
      waiting.push({ value: item, pointer: at, depth: depth + 1 });
    }
  }
  return null;
}

function scalarProblem(
  value: unknown,
  { jsonItems, jsonText }: JsonLimits,
): { readonly problem: string; readonly params?: Record<string, unknown> } | null {
  if (typeof value === 'string' && !value.isWellFormed()) return { problem: 'notSuchAText' };
  if (typeof value === 'string' && value.length > jsonText)
    return { problem: 'textLength', params: { min: 0, max: jsonText } };
  if (typeof value === 'number' && !Number.isFinite(value)) return { problem: 'notANumber' };
  if (Array.isArray(value) && value.length > jsonItems) return { problem: 'notAList', params: { max: jsonItems } };
  return null;
}
