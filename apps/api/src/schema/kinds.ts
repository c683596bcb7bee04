import type { ReturnTypeFuncValue } from '@nestjs/graphql';
import { ID, Int } from '@nestjs/graphql';
import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { Params } from '../messages/index.js';
import { ByCombatantScalar, DiceScalar, JsonObjectScalar } from './scalars.js';

/** What is wrong with a value: a pointer below it, and a word of the catalogue with its facts. */
export interface Wrong {
  readonly pointer: string;
  readonly problem: string;
  readonly params?: Params;
}

/** A schema object of OpenAPI. */
export type OpenApi = Readonly<Record<string, unknown>>;

/** A kind of value: what it is called in GraphQL, how OpenAPI describes it, and what a given one must be like. */
export interface Kind {
  readonly graphql: () => ReturnTypeFuncValue;
  readonly openapi: () => OpenApi;
  /** What is wrong with `value` itself; the fields of a nested class are checked by class-validator. */
  readonly check: (value: unknown) => Wrong | null;
  /** The class of an object, or of each item of a list. */
  readonly nested?: () => Type;
  readonly isList?: true;
}

const wrong = (problem: string, params?: Params): Wrong => ({ pointer: '', problem, ...(params && { params }) });

/** The longest text that no field takes for itself. */
const MAX_REFERENCE = 300;

/** A reference to something by its id. */
export const id: Kind = {
  graphql: () => ID,
  openapi: () => ({ type: 'string', minLength: 1, maxLength: MAX_REFERENCE }),
  check: (value) => textProblem(value, 1, MAX_REFERENCE),
};

/** A text of `min` to `max` characters (code points). */
export function text(max: number, min = 0): Kind {
  return {
    graphql: () => String,
    openapi: () => ({ type: 'string', ...(min > 0 && { minLength: min }), maxLength: max }),
    check: (value) => textProblem(value, min, max),
  };
}

/** A name: its length is the engine's to check (G-11). */
export const name: Kind = {
  graphql: () => String,
  openapi: () => ({ type: 'string', minLength: 1, maxLength: 200 }),
  check: (value) => (typeof value === 'string' ? null : wrong('nameLength')),
};

function textProblem(value: unknown, min: number, max: number): Wrong | null {
  const fits = typeof value === 'string' && value.length >= min && (value.length <= max || [...value].length <= max);
  return fits ? null : wrong('textLength', { min, max });
}

/** An integer. */
export function whole(min: number, max: number): Kind {
  return {
    graphql: () => Int,
    openapi: () => ({ type: 'integer', minimum: min, maximum: max }),
    check: (value) =>
      Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
        ? null
        : wrong('notInRange', { min, max }),
  };
}

/** How many there are of something, or where in a count: no fewer than none. */
export const counted: Kind = whole(0, 1_000_000_000);

/** A whole number of either sign. */
export const anyWhole: Kind = whole(-1_000_000_000, 1_000_000_000);

/** A text that the server gives, no longer than any that it takes. */
export const shortText: Kind = text(10_000);

/** A list of which the server gives all. */
export function many(of: Kind): Kind {
  return list(of, 100_000);
}

/** A number that the dice themselves must fit. */
const face: Kind = {
  graphql: () => Int,
  openapi: () => ({ type: 'integer' }),
  check: (value) => (typeof value === 'number' ? null : wrong('notANumber')),
};

/** Yes or no. */
export const flag: Kind = {
  graphql: () => Boolean,
  openapi: () => ({ type: 'boolean' }),
  check: (value) => (typeof value === 'boolean' ? null : wrong('notABoolean')),
};

/** One of the values of an enumeration that GraphQL knows as well. */
export function choice(values: Readonly<Record<string, string>>): Kind {
  const choices = Object.values(values);
  return {
    graphql: () => values as ReturnTypeFuncValue,
    openapi: () => ({ type: 'string', enum: choices }),
    check: (value) => (choices.includes(value as string) ? null : wrong('notAChoice', { choices })),
  };
}

/** An object of a class of this schema. */
export function object(of: () => Type): Kind {
  return {
    graphql: of,
    openapi: () => ({ $ref: getSchemaPath(of()) }),
    check: (value) => (isObject(value) ? null : wrong('notAnObject')),
    nested: of,
  };
}

/** A list of at most `max` items. */
export function list(of: Kind, max: number): Kind {
  return {
    graphql: () => [of.graphql()] as ReturnTypeFuncValue,
    openapi: () => ({ type: 'array', items: of.openapi(), maxItems: max }),
    check: (value) =>
      Array.isArray(value) && value.length <= max ? firstWrong(value.entries(), of) : wrong('notAList', { max }),
    ...(of.nested && { nested: of.nested }),
    isList: true,
  };
}

/** Something of one kind by the combatant's id; a class in it is checked by its fields' kinds. */
export function byCombatant(of: Kind): Kind {
  return {
    graphql: () => ByCombatantScalar,
    openapi: () => ({ type: 'object', additionalProperties: of.openapi() }),
    check: (value) => (isObject(value) ? firstWrong(Object.entries(value), of) : wrong('notAnObject')),
  };
}

/** A small object that has no class of its own: it stands in an object by combatant. */
export function record(fields: Readonly<Record<string, Kind>>, required: readonly string[]): Kind {
  return {
    graphql: () => JsonObjectScalar,
    openapi: () => ({
      type: 'object',
      additionalProperties: false,
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(Object.entries(fields).map(([key, kind]) => [key, kind.openapi()])),
    }),
    check: (value) => (isObject(value) ? recordProblem(value, fields, required) : wrong('notAnObject')),
  };
}

function recordProblem(
  value: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Kind>>,
  required: readonly string[],
): Wrong | null {
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return { pointer: `/${missing}`, problem: 'missing' };
  for (const [key, item] of Object.entries(value)) {
    const kind = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (kind === undefined) {
      return { pointer: `/${escapePointer(key)}`, problem: 'unknownField', params: { allowed: Object.keys(fields) } };
    }
    const found = kind.check(item);
    if (found !== null) return { ...found, pointer: `/${escapePointer(key)}${found.pointer}` };
  }
  return null;
}

/** An object whose fields are the rule set's. */
export const json: Kind = {
  graphql: () => JsonObjectScalar,
  openapi: () => ({ type: 'object', additionalProperties: true }),
  check: (value) => (isObject(value) ? null : wrong('notAnObject')),
};

/** Faces of one roll, in order. */
export const faces: Kind = list(face, 100);

/** Dice, as `roll` takes them; what they say is the engine's to read. */
export const dice: Kind = {
  graphql: () => DiceScalar,
  openapi: () => ({
    oneOf: [
      { type: 'string', maxLength: 200 },
      { type: 'object', additionalProperties: { type: 'integer', minimum: 0, maximum: 100 } },
    ],
  }),
  check: (value) => (typeof value === 'string' || isObject(value) ? null : wrong('NOT_DICE')),
};

const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether `text` is a time in ISO 8601 with its zone, on a day that there is. */
export function isTime(text: string): boolean {
  const day = TIME.exec(text)?.[1];
  return day !== undefined && !Number.isNaN(Date.parse(text)) && new Date(day).toISOString().startsWith(day);
}

/** A time: ISO 8601 with its zone; those that the server gives are in UTC. */
export const time: Kind = {
  graphql: () => String,
  openapi: () => ({ type: 'string', format: 'date-time' }),
  check: (value) => (typeof value === 'string' && isTime(value) ? null : wrong('notATime')),
};

/** `of`, or null where that says something. */
export function nullable(of: Kind): Kind {
  return {
    ...of,
    openapi: () => ({ ...of.openapi(), nullable: true }),
    check: (value) => (value === null ? null : of.check(value)),
  };
}

function firstWrong(items: Iterable<readonly [string | number, unknown]>, of: Kind): Wrong | null {
  for (const [key, item] of items) {
    const found = of.check(item);
    if (found !== null) return { ...found, pointer: `/${escapePointer(String(key))}${found.pointer}` };
  }
  return null;
}

/** A key as a part of a JSON pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
