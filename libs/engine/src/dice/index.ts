export type { Dice, DieRequest } from './port.js';
export { DICE_LIMITS } from './limits.js';
export type { DiceProblem, DiceProblemCode, DiceProblemParams } from './problem.js';
export { checkFaces, type FaceReading, type FacesProblem } from './faces.js';
export {
  diceOfExpression,
  evaluateExpression,
  type DiceTerm,
  type Expression,
  type ExpressionResult,
} from './expression.js';
export { parseExpression } from './parse-expression.js';
export {
  NARRATIVE_DICE,
  NARRATIVE_FACES,
  diceOfPool,
  evaluatePool,
  type NarrativeDie,
  type NarrativePool,
  type NarrativeResult,
  type NarrativeSymbol,
} from './narrative.js';
export { parsePool } from './parse-pool.js';
export { diceOfRoll, evaluateRoll, parseRoll, type Roll, type RollResult } from './roll.js';
