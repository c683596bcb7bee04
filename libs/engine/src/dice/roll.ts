import { DICE_LIMITS } from './limits.js';
import { diceOfExpression, evaluateExpression, type Expression, type ExpressionResult } from './expression.js';
import { diceOfPool, evaluatePool, type NarrativePool, type NarrativeResult } from './narrative.js';
import { parseExpression } from './parse-expression.js';
import { parsePool } from './parse-pool.js';
import type { DiceProblem } from './problem.js';

/** What the command `roll` throws: an expression or a narrative pool. */
export type Roll =
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'narrative'; readonly pool: NarrativePool };

/** What a roll came to, as data for its event. */
export type RollResult =
  | ({ readonly kind: 'expression' } & ExpressionResult)
  | ({ readonly kind: 'narrative'; readonly faces: readonly number[] } & NarrativeResult);

/**
 * Reads the field `dice` of the command `roll`: an object is a narrative pool; a text is one when its first letter
 * begins the name of a narrative die (for difficulty at least `di`), otherwise an expression. It never throws.
 */
export function parseRoll(input: unknown): { readonly ok: true; readonly roll: Roll } | DiceProblem {
  if (typeof input === 'string' && !namesNarrativeDie(input)) {
    const parsed = parseExpression(input);
    return parsed.ok ? { ok: true, roll: { kind: 'expression', expression: parsed.expression } } : parsed;
  }
  const parsed = parsePool(input);
  return parsed.ok ? { ok: true, roll: { kind: 'narrative', pool: parsed.pool } } : parsed;
}

/** The dice that a roll needs, in the order of its faces: each die's number of faces. */
export function diceOfRoll(roll: Roll): readonly number[] {
  return roll.kind === 'expression' ? diceOfExpression(roll.expression) : diceOfPool(roll.pool);
}

/**
 * Counts a roll with the faces that came up.
 * @param faces one face for each of `diceOfRoll`, in that order.
 * @throws RangeError when the faces do not fit the dice: check them before with `checkFaces`.
 */
export function evaluateRoll(roll: Roll, faces: readonly number[]): RollResult {
  return roll.kind === 'expression'
    ? { kind: 'expression', ...evaluateExpression(roll.expression, faces) }
    : { kind: 'narrative', faces: [...faces], ...evaluatePool(roll.pool, faces) };
}

function namesNarrativeDie(text: string): boolean {
  const start = text.slice(0, DICE_LIMITS.text).search(/[a-z]/i);
  const letters = start < 0 ? '' : text.slice(start, start + 2).toLowerCase();
  return letters.startsWith('d') ? letters === 'di' : /^[pabscf]/.test(letters);
}
