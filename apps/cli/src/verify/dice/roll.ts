import { isList, isObject, type Json, type JsonObject } from '../canonical.js';
import { Fault, type Place } from '../fault.js';
import { shown } from '../records.js';

/** A roll as its event records it: docs/audit.md, section 6. */
export interface Roll {
  readonly roll: number;
  readonly by: 'server' | 'table';
  readonly purpose: string;
  readonly dice: readonly number[];
  readonly faces: readonly number[];
  /** The sum of its modifiers. */
  readonly modifiers: number;
  readonly total: number | null;
  readonly hidden: boolean;
  readonly detail: JsonObject;
}

const PURPOSES: Readonly<Record<string, string>> = {
  InitiativeRolled: 'initiative',
  TieBreakRolled: 'tieBreak',
  ReserveDieRolled: 'reserveDie',
  DiceRolled: 'free',
};
const MAX_U32 = 4_294_967_295;
const MAX_FACES = 65_536;

/** The rolls of an event, as they stand in it; none for an event that has none. */
export function rollsOf(type: string, data: JsonObject, place: Place): readonly Json[] {
  if (!Object.hasOwn(PURPOSES, type)) return [];
  if (type === 'DiceRolled') return [data.roll ?? null];
  if (isList(data.rolls)) return data.rolls;
  throw new Fault('ROLL_FIELD', place, { field: 'rolls', found: shown(data.rolls), expected: '[…]' });
}

/** Reads a roll of an event of `type`: its fields, its purpose, and whether its faces are possible for its dice. */
export function readRoll(type: string, value: Json, place: Place): Roll {
  const record = isObject(value) ? value : {};
  const wrong = (field: string, expected: string) =>
    new Fault('ROLL_FIELD', place, { field, found: shown(record[field]), expected });
  const { roll, by, purpose, dice, faces, modifiers, total = null, hidden, detail = {} } = record;
  if (!isWhole(roll, 1, MAX_U32)) throw wrong('roll', '1, 2, 3, …');
  if (by !== 'server' && by !== 'table') throw wrong('by', '"server" | "table"');
  if (!isList(dice) || !dice.every((die) => isWhole(die, 1, MAX_FACES))) throw wrong('dice', '[1…65536]');
  if (!isList(faces)) throw wrong('faces', '[…]');
  if (!isList(modifiers) || !modifiers.every(isModifier)) throw wrong('modifiers', '[{what, value}]');
  if (total !== null && typeof total !== 'number') throw wrong('total', '0, 1, 2, …');
  if (hidden !== undefined && hidden !== true) throw wrong('hidden', 'true');
  if (!isObject(detail)) throw wrong('detail', '{…}');
  const expected = String(PURPOSES[type]);
  if (purpose !== expected) throw new Fault('PURPOSE', place, { roll, found: shown(purpose), expected });
  requireFaces(roll, by, dice, faces, place);
  return {
    roll,
    by,
    purpose: expected,
    dice: dice,
    faces: faces as readonly number[],
    modifiers: modifiers.reduce<number>((sum, one) => sum + Number((one as JsonObject).value), 0),
    total,
    hidden: hidden === true,
    detail,
  };
}

function requireFaces(roll: number, by: string, dice: readonly number[], faces: readonly Json[], place: Place): void {
  if (faces.length !== dice.length || (by === 'server' && dice.length === 0)) {
    throw new Fault('FACE_COUNT', place, { roll, found: faces.length, expected: Math.max(dice.length, 1) });
  }
  faces.forEach((face, die) => {
    const max = dice[die] ?? 0;
    if (!isWhole(face, 1, max)) {
      throw new Fault('FACE_IMPOSSIBLE', place, { roll, die: die + 1, found: shown(face), expected: `1…${max}` });
    }
  });
}

function isWhole(value: Json | undefined, min: number, max: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}

function isModifier(value: Json): boolean {
  return isObject(value) && typeof value.what === 'string' && typeof value.value === 'number';
}
