import canonicalize from 'canonicalize';

/** How JSON begins to write half a surrogate pair; a text may also hold these characters themselves. */
const MAYBE_HALF_A_PAIR = '\\ud';
/** Up to so many keys are sorted by hand, which for a few is quicker than `sort`. */
const FEW = 24;

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
  const data = isOrdered(value) ? value : ordered(value);
  const text = data === ODD ? undefined : (JSON.stringify(data) as string | undefined);
  if (text !== undefined && !text.includes(MAYBE_HALF_A_PAIR)) return { data: data as T, text };
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

/** Data that no object can hold in canonical order: objects put keys that are numbers first. */
const ODD = Symbol('odd');

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return isOrdered(value) ? value : ODD;
  return Array.isArray(value) ? orderedList(value) : orderedRecord(value as Readonly<Record<string, unknown>>);
}

function orderedList(items: readonly unknown[]): unknown {
  const list: unknown[] = [];
  for (const item of items) {
    const tidy = ordered(item);
    if (tidy === ODD) return ODD;
    list.push(tidy);
  }
  return list;
}

function orderedRecord(fields: Readonly<Record<string, unknown>>): unknown {
  const record: Record<string, unknown> = {};
  for (const key of sorted(Object.keys(fields))) {
    if (fields[key] === undefined) continue;
    const tidy = ordered(fields[key]);
    if (tidy === ODD || isOdd(key)) return ODD;
    record[key] = tidy;
  }
  return record;
}

function isOdd(key: string): boolean {
  const first = key.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || key === '__proto__';
}

/** By UTF-16 code units. Changes `keys`. */
function sorted(keys: string[]): string[] {
  if (keys.length > FEW) return keys.sort();
  for (let i = 1; i < keys.length; i += 1) {
    const key = keys[i] as string;
    let at = i;
    for (; at > 0 && (keys[at - 1] as string) > key; at -= 1) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
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
