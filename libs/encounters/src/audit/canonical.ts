import canonicalize from 'canonicalize';

/** How JSON begins to write half a surrogate pair; a text may also hold these characters themselves. */
const MAYBE_HALF_A_PAIR = '\\ud';

/** Data as it is read again once its canonical JSON was stored, and that JSON. */
export interface Written<T> {
  readonly data: T;
  readonly text: string;
}

/**
 * The canonical JSON of plain data (RFC 8785).
 * @throws RangeError for what JSON cannot say (NaN, infinities, half a surrogate pair).
 */
export function canonical(value: unknown): string {
  return written(value).text;
}

/**
 * Plain data with its keys in canonical order, and its canonical JSON. `JSON.stringify` writes canonical JSON wherever the keys stand in
 * order; data in which they do, as they do in most events, is only looked through. What is left goes to the package `canonicalize`.
 * @throws RangeError for what JSON cannot say (NaN, infinities, half a surrogate pair).
 */
export function written<T>(value: T): Written<T> {
  const data = isOrdered(value) ? value : (sorted(value) as T);
  const text = data === value || isOrdered(data) ? (JSON.stringify(data) as string | undefined) : undefined;
  if (text !== undefined && !text.includes(MAYBE_HALF_A_PAIR)) return { data, text };
  const exact = reference(value);
  return { data: JSON.parse(exact) as T, text: exact };
}

/** Whether all keys stand in order, by UTF-16 code units. @throws RangeError for what is no JSON. */
function isOrdered(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return true;
    case 'number':
      return Number.isFinite(value) || notJson(value);
    case 'object':
      if (value === null) return true;
      return Array.isArray(value) ? areOrdered(value) : isRecordOrdered(value as Readonly<Record<string, unknown>>);
    default:
      return notJson(value);
  }
}

function notJson(value: unknown): never {
  throw new RangeError(`${String(value)} is no JSON`);
}

function areOrdered(items: readonly unknown[]): boolean {
  for (const item of items) if (!isOrdered(item)) return false;
  return true;
}

function isRecordOrdered(fields: Readonly<Record<string, unknown>>): boolean {
  let before = '';
  for (const key in fields) {
    if (key < before || !isOrdered(fields[key])) return false;
    before = key;
  }
  return true;
}

/** A copy with its keys in order; an object still puts keys that look like numbers first. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, field]) => [key, sorted(field)]));
}

function reference(value: unknown): string {
  let text: string | undefined;
  try {
    text = canonicalize(value);
  } catch (cause) {
    throw new RangeError('This is no JSON.', { cause });
  }
  if (text === undefined) throw new RangeError('This is no JSON.');
  return text;
}
