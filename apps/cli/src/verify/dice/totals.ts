import { canonical, isObject, type JsonObject } from '../canonical.js';
import { Fault, type Place } from '../fault.js';
import { shown } from '../records.js';
import { readExpression, type Outcome } from './expression.js';
import { diceOfPool, isPoolText, poolOf, readPool, symbolsOf, type Pool } from './pool.js';
import type { Roll } from './roll.js';

/** What the totals of an encounter's rolls depend on besides the rolls. */
export interface Game {
  readonly ruleset: string;
  /** The options of its creation. */
  readonly options: JsonObject;
}

/** Checks what a roll's faces come to: docs/audit.md, section 6. `data` is the data of its event. */
export function checkTotal(roll: Roll, data: JsonObject, game: Game, place: Place): void {
  if (roll.purpose === 'free') return checkFree(roll, data, place);
  const { detail } = roll;
  if (detail.pool !== undefined) return checkPool(roll, place);
  if (roll.dice.length === 0) {
    if (typeof detail.successes === 'number') requireTotal(roll, detail.successes + roll.modifiers, place);
    return;
  }
  if (roll.purpose === 'initiative' && game.ruleset === 'star-wars-ffg') {
    throw new Fault('ROLL_FIELD', place, { field: 'detail.pool', found: '–', expected: '{…}' });
  }
  const written = roll.purpose === 'initiative' ? game.options.initiativeDice : undefined;
  const faces = typeof written === 'string' ? evaluated(roll, written, place).total : sum(roll.faces);
  requireTotal(roll, faces + roll.modifiers, place);
}

/** The roll of a `DiceRolled`: its expression says which dice are thrown and what they come to. */
function checkFree(roll: Roll, data: JsonObject, place: Place): void {
  const { expression } = data;
  if (typeof expression !== 'string') {
    throw new Fault('ROLL_FIELD', place, { field: 'expression', found: shown(expression), expected: '"…"' });
  }
  const result = isObject(data.result) ? data.result : {};
  const faces = { faces: [...roll.faces] };
  if (!isPoolText(expression)) {
    const { total, kept, dropped } = evaluated(roll, expression, place);
    requireTotal(roll, total + roll.modifiers, place);
    requireResult(result, { kind: 'expression', ...faces, total, kept: [...kept], dropped: [...dropped] }, place);
    return;
  }
  const pool = readPool(expression);
  if (pool === null) throw new Fault('EXPRESSION', place, { roll: roll.roll, found: shown(expression) });
  requireDice(roll, diceOfPool(pool), place);
  requireTotal(roll, null, place);
  requireResult(result, { kind: 'narrative', ...faces, ...symbolsOf(pool, roll.faces) }, place);
}

/** A check with narrative dice: its net symbols count from 0 up, its total is the successes with the modifiers. */
function checkPool(roll: Roll, place: Place): void {
  const { detail } = roll;
  const pool: Pool | null = isObject(detail.pool) ? poolOf(detail.pool) : null;
  if (pool === null) throw new Fault('EXPRESSION', place, { roll: roll.roll, found: shown(detail.pool) });
  requireDice(roll, diceOfPool(pool), place);
  const symbols = symbolsOf(pool, roll.faces);
  requireResult(isObject(detail.result) ? detail.result : {}, { ...symbols }, place);
  const [successes, advantages] = [Math.max(0, symbols.netSuccesses), Math.max(0, symbols.netAdvantages)];
  requireResult(detail, { successes, advantages }, place);
  requireTotal(roll, successes + roll.modifiers, place);
}

function evaluated(roll: Roll, written: string, place: Place): Outcome {
  const expression = readExpression(written);
  if (expression === null) throw new Fault('EXPRESSION', place, { roll: roll.roll, found: shown(written) });
  requireDice(roll, expression.dice, place);
  const outcome = expression.count(roll.faces);
  if (outcome === null) throw new Fault('EXPRESSION', place, { roll: roll.roll, found: shown(written) });
  return outcome;
}

function requireDice({ roll, dice }: Roll, expected: readonly number[], place: Place): void {
  const [found, wanted] = [JSON.stringify(dice), JSON.stringify(expected)];
  if (found !== wanted) throw new Fault('DICE', place, { roll, found, expected: wanted });
}

function requireTotal({ roll, total }: Roll, expected: number | null, place: Place): void {
  const same = total === expected || (total !== null && expected !== null && Math.abs(total - expected) < 1e-9);
  if (!same) throw new Fault('TOTAL', place, { roll, found: shown(total), expected: shown(expected) });
}

function requireResult(found: JsonObject, expected: JsonObject, place: Place): void {
  for (const [field, value] of Object.entries(expected)) {
    if (found[field] !== undefined && canonical(found[field]) === canonical(value)) continue;
    throw new Fault('RESULT', place, { field, found: shown(found[field]), expected: shown(value) });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
