import type { Json, JsonObject } from '@bitacora/engine';
import type { Vocabulary } from './words.js';

/** A text or a number as it is; anything else as JSON. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** A number with its sign. */
export function signed(value: number): string {
  return value < 0 ? `−${String(-value)}` : `+${String(value)}`;
}

/** A value of a rule set's own as people read it. */
export function shortly(value: Json | undefined, words: Vocabulary): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return words.word(value ? 'yes' : 'no');
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => shortly(one, words)).join(', ') || '–';
  const { what, value: number } = value as JsonObject;
  if (typeof what === 'string' && typeof number === 'number') return `${words.of('parts', what)} ${signed(number)}`;
  return Object.entries(value as JsonObject)
    .map(([name, one]) => `${name} ${shortly(one, words)}`)
    .join(', ');
}
