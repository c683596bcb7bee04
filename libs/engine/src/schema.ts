import type { Json, JsonObject, Text } from './json.js';

/** One field of a combatant's stats or of an encounter's options, with all that a form needs. */
export type Field = { readonly title: Text; readonly unit?: Text; readonly optional?: true } & (
  | { readonly type: 'integer'; readonly min: number; readonly max: number; readonly default?: number }
  | { readonly type: 'boolean'; readonly default?: boolean }
  | {
      readonly type: 'choice';
      readonly choices: readonly string[];
      readonly default?: string;
      readonly choiceTitles?: Readonly<Record<string, Text>>;
    }
  | {
      readonly type: 'text';
      readonly maxLength: number;
      readonly default?: string;
      readonly check?: (text: string) => boolean;
      readonly format?: Text;
    }
  | { readonly type: 'modifiers' }
);

/** The fields of an object, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** What is wrong with a field: a JSON pointer below the object, a word for the problem, and facts for the sentence. */
export interface FieldProblem {
  readonly pointer: string;
  readonly problem: string;
  readonly params: JsonObject;
}

/** An object complete with its defaults, or the first thing that is wrong with it. */
export type Checked =
  { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly problem: FieldProblem };

const MAX_MODIFIERS = 50;
const MAX_MODIFIER = 1000;
const MAX_WORD = 200;

/** Checks `given` against `fields` and fills in the defaults. Unknown fields are refused. */
export function checkFields(fields: Fields, given: JsonObject): Checked {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(fields, name)) return wrong(name, 'unknownField', { allowed: Object.keys(fields) });
  }
  const value: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const item = given[name] ?? ('default' in field ? field.default : undefined);
    if (item === undefined) {
      if (field.optional === true || field.type === 'modifiers') continue;
      return wrong(name, 'missing', {});
    }
    const problem = checkField(field, item);
    if (problem !== null) return wrong(name + problem.pointer, problem.problem, problem.params);
    value[name] = item;
  }
  return { ok: true, value };
}

function wrong(pointer: string, problem: string, params: JsonObject): Checked {
  return { ok: false, problem: { pointer: `/${pointer}`, problem, params } };
}

function checkField(field: Field, value: Json): FieldProblem | null {
  switch (field.type) {
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= field.min && (value as number) <= field.max
        ? null
        : { pointer: '', problem: 'notInRange', params: { min: field.min, max: field.max, given: value } };
    case 'boolean':
      return typeof value === 'boolean' ? null : { pointer: '', problem: 'notABoolean', params: { given: value } };
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value)
        ? null
        : { pointer: '', problem: 'notAChoice', params: { choices: field.choices, given: value } };
    case 'text':
      return typeof value === 'string' && value.length <= field.maxLength && (field.check?.(value) ?? true)
        ? null
        : { pointer: '', problem: 'notSuchAText', params: { maxLength: field.maxLength, given: value } };
    case 'modifiers':
      return checkModifiers(value);
  }
}

function checkModifiers(value: Json): FieldProblem | null {
  if (!Array.isArray(value) || value.length > MAX_MODIFIERS)
    return { pointer: '', problem: 'notModifiers', params: { max: MAX_MODIFIERS } };
  const bad = (value as readonly Json[]).findIndex((item) => !isModifier(item));
  return bad < 0 ? null : { pointer: `/${String(bad)}`, problem: 'notAModifier', params: { max: MAX_MODIFIER } };
}

function isModifier(item: Json): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const { what, value, ...rest } = item as JsonObject;
  const named = typeof what === 'string' && what.length > 0 && what.length <= MAX_WORD;
  return (
    named && Number.isSafeInteger(value) && Math.abs(value as number) <= MAX_MODIFIER && Object.keys(rest).length === 0
  );
}

/** `fields` as a JSON Schema (2020-12); titles are in English, and in both languages under `x-title`. */
export function toJsonSchema(fields: Fields): JsonObject {
  const required = Object.entries(fields)
    .filter(([, f]) => f.optional !== true && f.type !== 'modifiers' && !('default' in f))
    .map(([name]) => name);
  const properties = Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, propertySchema(f)]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    required,
    properties,
  };
}

function propertySchema(field: Field): JsonObject {
  const titles = {
    title: field.title.en,
    'x-title': { ...field.title },
    ...(field.unit !== undefined && { 'x-unit': { ...field.unit } }),
  };
  const fallback = 'default' in field && field.default !== undefined ? { default: field.default } : {};
  switch (field.type) {
    case 'integer':
      return { type: 'integer', minimum: field.min, maximum: field.max, ...fallback, ...titles };
    case 'boolean':
      return { type: 'boolean', ...fallback, ...titles };
    case 'choice':
      return {
        type: 'string',
        enum: field.choices,
        ...fallback,
        ...titles,
        ...(field.choiceTitles !== undefined && {
          'x-enumTitles': Object.fromEntries(Object.entries(field.choiceTitles).map(([k, t]) => [k, { ...t }])),
        }),
      };
    case 'text':
      return {
        type: 'string',
        maxLength: field.maxLength,
        ...fallback,
        ...titles,
        ...(field.format !== undefined && { 'x-format': { ...field.format } }),
      };
    case 'modifiers':
      return { type: 'array', maxItems: MAX_MODIFIERS, items: MODIFIER_SCHEMA, ...titles };
  }
}

const MODIFIER_SCHEMA: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['what', 'value'],
  properties: {
    what: { type: 'string', minLength: 1, maxLength: MAX_WORD },
    value: { type: 'integer', minimum: -MAX_MODIFIER, maximum: MAX_MODIFIER },
  },
};
