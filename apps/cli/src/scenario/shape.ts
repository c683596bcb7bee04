import type { Texts } from '../texts.js';

/** A path in a file: names and indexes. */
export type Place = readonly (string | number)[];

/** What is wrong with a file, and where. */
export interface Problem {
  readonly path: Place;
  readonly text: string;
}

type Words = Texts['scenario'];
type Check = (value: unknown, path: Place, words: Words) => Problem | null;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

const when = (fits: (value: unknown) => boolean, word: keyof Words & `not${string}`): Check => {
  return (value, path, words) => (fits(value) ? null : { path, text: words[word](nameOf(path, words)) });
};

const text = when((value) => typeof value === 'string', 'notAText');
const map = when(isMap, 'notAMap');
const texts = when(isTexts, 'notTexts');
const groups = when((value) => Array.isArray(value) && value.every(isTexts), 'notGroups');

/** An object with these fields; those in `required` must be there. */
function object(fields: Readonly<Record<string, Check>>, required: readonly string[]): Check {
  return (value, path, words) => {
    if (!isMap(value)) return { path, text: words.notAMap(nameOf(path, words)) };
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined) {
      const at = [...path, unknown];
      return { path: at, text: words.unknown(nameOf(at, words), Object.keys(fields).join(', ')) };
    }
    const missing = required.find((name) => value[name] === undefined);
    if (missing !== undefined) return { path, text: words.missing(nameOf([...path, missing], words)) };
    return first(Object.entries(value), ([name, item]) => fields[name]?.(item, [...path, name], words) ?? null);
  };
}

/** A list of such items. */
function list(item: Check): Check {
  return (value, path, words) => {
    if (!Array.isArray(value)) return { path, text: words.notAList(nameOf(path, words)) };
    return first([...value.entries()], ([i, one]) => item(one, [...path, i], words));
  };
}

function first<T>(items: readonly T[], problemOf: (item: T) => Problem | null): Problem | null {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== null) return problem;
  }
  return null;
}

const command: Check = (value, path, words) => {
  if (!isMap(value)) return { path, text: words.notAMap(nameOf(path, words)) };
  const at = [...path, 'type'];
  return value.type === undefined ? { path, text: words.missing(nameOf(at, words)) } : text(value.type, at, words);
};

const expectation = object(
  {
    order: groups,
    waiting: groups,
    acting: texts,
    suspended: groups,
    clock: map,
    status: text,
    events: texts,
    at: map,
    available: map,
    error: text,
  },
  [],
);

const scenario = object(
  {
    name: text,
    ruleset: text,
    why: text,
    description: text,
    options: map,
    combatants: list(map),
    steps: list(object({ do: command, expect: expectation }, ['do'])),
  },
  ['name', 'ruleset', 'steps'],
);

/** The first thing that is wrong with the shape of a scenario; null when it fits. */
export function scenarioProblem(value: unknown, words: Words): Problem | null {
  return scenario(value, [], words);
}

function nameOf(path: Place, words: Words): string {
  return path.length === 0
    ? words.file
    : path.map((step, i) => (typeof step === 'number' ? `[${String(step)}]` : i === 0 ? step : `.${step}`)).join('');
}
