/** Plain JSON data: all that commands, events and states are made of. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. A key that is absent is `undefined` when it is read. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** A text in the two languages of the product. */
export interface Text {
  readonly en: string;
  readonly es: string;
}

/** Whether two JSON values are equal, whatever the order of their keys; `undefined` keys count as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const key of Object.keys(left)) if (!sameJson(left[key], right[key])) return false;
  return Object.keys(right).every((key) => right[key] === undefined || Object.hasOwn(left, key));
}

/** The own property `key` of `record`: safe for ids that are also names of `Object.prototype`. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
