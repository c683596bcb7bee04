import {
  diceOfRoll,
  evaluateExpression,
  evaluatePool,
  evaluateRoll,
  parseExpression,
  parseRoll,
  type JsonObject,
  type NarrativePool,
  type RollRecord,
} from '@bitacora/engine';

/** What the totals of an encounter's rolls depend on besides the rolls. */
export interface TotalContext {
  readonly options: JsonObject;
}

/**
 * What a roll's total has to be by its faces and modifiers (docs/audit.md, 6); undefined where the log does not tell.
 * @throws RangeError when the faces do not fit the dice.
 */
export function totalOf(roll: RollRecord, data: JsonObject, { options }: TotalContext): number | null | undefined {
  if (roll.purpose === 'free') return freeTotal(roll, data);
  const added = roll.modifiers.reduce((sum, { value }) => sum + value, 0);
  const { pool, successes } = roll.detail ?? {};
  if (pool !== undefined) {
    return Math.max(0, evaluatePool(pool as unknown as NarrativePool, roll.faces).netSuccesses) + added;
  }
  if (roll.dice.length === 0) return typeof successes === 'number' ? successes + added : undefined;
  const { initiativeDice } = options;
  if (roll.purpose === 'initiative' && typeof initiativeDice === 'string') {
    const parsed = parseExpression(initiativeDice);
    return parsed.ok ? evaluateExpression(parsed.expression, roll.faces).total + added : undefined;
  }
  return roll.faces.reduce((sum, face) => sum + face, added);
}

function freeTotal(roll: RollRecord, { expression }: JsonObject): number | null {
  const parsed = parseRoll(expression);
  if (!parsed.ok) throw new RangeError('no dice');
  const fits = diceOfRoll(parsed.roll).join() === roll.dice.join();
  if (!fits) throw new RangeError('other dice');
  const result = evaluateRoll(parsed.roll, roll.faces);
  return result.kind === 'expression' ? result.total : null;
}
