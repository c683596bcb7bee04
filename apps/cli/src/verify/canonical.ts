import { Fault, type Place } from './fault.js';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** How deep the values of a line may be nested. */
export const MAX_DEPTH = 128;

/** Texts that stand for themselves. */
const PLAIN = /^[ !#-[\]-~]*$/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

class TooDeep extends Error {}

/**
 * The canonical JSON of RFC 8785.
 * @throws TypeError for what JSON cannot say: a number that is not finite, a lone surrogate, undefined.
 */
export function canonical(value: Json | undefined, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TooDeep();
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a number that is not finite');
    return JSON.stringify(value);
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (!isObject(value)) throw new TypeError('not a value of JSON');
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${quoted(key)}:${canonical(value[key], depth + 1)}`).join(',')}}`;
}

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate');
  return JSON.stringify(text);
}

/** Reads a line that has to be its own canonical form; otherwise a `Fault` says why it is not. */
export function readCanonical(bytes: Uint8Array, place: Place): Json {
  const text = decoded(bytes, place);
  const value = parsed(text, place);
  const expected = canonicalOf(value, place);
  if (expected !== text) throw new Fault('NOT_CANONICAL', place, difference(text, expected));
  return value;
}

function decoded(bytes: Uint8Array, place: Place): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Fault('NOT_UTF8', place);
  }
}

function parsed(text: string, place: Place): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Fault('NOT_JSON', place, { found: excerpt(text, 0) });
  }
}

function canonicalOf(value: Json, place: Place): string {
  try {
    return canonical(value);
  } catch (error) {
    if (error instanceof TooDeep) throw new Fault('TOO_DEEP', place, { max: MAX_DEPTH });
    throw new Fault('NOT_CANONICAL', place, { column: 1, found: String(error), expected: 'RFC 8785' });
  }
}

function difference(found: string, expected: string): { column: number; found: string; expected: string } {
  let at = 0;
  while (at < expected.length && found[at] === expected[at]) at += 1;
  return { column: at + 1, found: excerpt(found, at), expected: excerpt(expected, at) };
}

function excerpt(text: string, at: number): string {
  return JSON.stringify(text.slice(at, at + 24));
}

/** Whether `value` is an object, no list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `value` is a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
