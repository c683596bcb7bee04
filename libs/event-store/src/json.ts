/** Anything that JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** A plain object of JSON values. A property that is `undefined` counts as absent. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined };

const MAX_DEPTH = 100;

/**
 * Says where `value` is not plain JSON, or `null` when all of it is.
 * NaN, infinities, functions, symbols, bigints, class instances and nesting deeper than 100 are refused,
 * because `JSON.stringify` would change them without a word. An `undefined` property counts as absent.
 */
export function notJson(value: unknown, path = '', depth = 0): string | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : `${path || '/'} is ${value}`;
    case 'object':
      return value === null ? null : notJsonInside(value, path, depth);
    default:
      return `${path || '/'} is a ${typeof value}`;
  }
}

function notJsonInside(value: object, path: string, depth: number): string | null {
  if (depth >= MAX_DEPTH) return `${path} is nested deeper than ${MAX_DEPTH}`;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) {
      const wrong = notJson(value[i], `${path}/${i}`, depth + 1);
      if (wrong !== null) return wrong;
    }
    return null;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return `${path || '/'} is no plain object`;
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record)) {
    const inner = record[key];
    if (inner === undefined) continue;
    const wrong = notJson(inner, `${path}/${key}`, depth + 1);
    if (wrong !== null) return wrong;
  }
  return null;
}
