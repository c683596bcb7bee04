import { printable } from './printable.js';

/** An event as the API tells it. */
export interface TailedEvent {
  readonly revision: number;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Facts that say in full what a line has no room for. */
const LEFT_OUT = ['set', 'memory', 'order', 'options', 'stats', 'result'];

/** An event on one line: revision, time, type, and the facts that are short. */
export function lineOf({ revision, type, at, data }: TailedEvent): string {
  const facts = Object.entries(data)
    .filter(([name, value]) => !LEFT_OUT.includes(name) && isTold(value))
    .map(([name, value]) => `${name}=${wordFor(value)}`);
  return printable([String(revision).padStart(5), at, type, ...facts].join(' '));
}

/** Nothing is not told, nor what only proves the dice. */
function isTold(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return Array.isArray(value) ? value.length > 0 : !(typeof value === 'object' && 'commitment' in value);
}

function wordFor(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordFor).join(',');
  if (typeof value !== 'object' || value === null) return String(value);
  const { id, key, kind, name, faces, combatant, total } = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(faces)) return `${wordFor(combatant ?? 'table')}:${wordFor(total ?? null)}[${wordFor(faces)}]`;
  const named = [key, id, kind, name].find((word) => typeof word === 'string');
  return typeof named === 'string' ? named : JSON.stringify(value);
}
