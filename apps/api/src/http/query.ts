import { malformedRequest, type ApiError } from '../problem.js';

/** The query of a request, as Fastify parses it. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

function wrong(name: string, problem: string, params: Readonly<Record<string, unknown>> = {}): ApiError {
  return malformedRequest({ in: 'query', pointer: name, problem, params });
}

/** A parameter that may be there once. */
export function textOf(query: Query, name: string, max = 1_000): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (Array.isArray(value) || value.length > max) throw wrong(name, 'textLength', { min: 0, max });
  return value;
}

/** A whole number from `min` to `max`. */
export function wholeOf(query: Query, name: string, min: number, max: number): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(value >= min && value <= max)) throw wrong(name, 'notInRange', { min, max });
  return value;
}

/** One of `choices`. */
export function choiceOf<T extends string>(query: Query, name: string, choices: readonly T[]): T | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw wrong(name, 'notAChoice', { choices });
  return found;
}

/** Some of `choices`, given several times or with commas. */
export function choicesOf<T extends string>(query: Query, name: string, choices: readonly T[]): T[] | undefined {
  const given = [query[name] ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .filter((text) => text !== '');
  if (given.length === 0) return undefined;
  return given.map((text) => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw wrong(name, 'notAChoice', { choices: `${choices.slice(0, 3).join(', ')}, …` });
    return found;
  });
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A time in ISO 8601 with its zone, as UTC. */
export function timeOf(query: Query, name: string): string | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const written = text.replace(' ', '+');
  const at = TIME.test(written) ? Date.parse(written) : NaN;
  if (Number.isNaN(at)) throw wrong(name, 'notATime');
  return new Date(at).toISOString();
}

/** Refuses two parameters that say the same in two ways. */
export function notBoth(first: string, second: string, given: readonly [unknown, unknown]): void {
  if (given[0] !== undefined && given[1] !== undefined) throw wrong(second, 'oneOfTwo', { first, second });
}
