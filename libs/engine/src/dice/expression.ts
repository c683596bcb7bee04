import { requireFaces } from './faces.js';

/** Dice of one kind thrown together, all or some of them counted. */
export interface DiceTerm {
  readonly kind: 'dice';
  readonly count: number;
  readonly faces: number;
  /** Which dice count; null where all do. Dropping is written as keeping the others. */
  readonly keep: { readonly which: 'highest' | 'lowest'; readonly count: number } | null;
}

/** A parsed dice expression: a tree whose leaves, left to right, are the order of the faces. */
export type Expression =
  | DiceTerm
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'negative'; readonly of: Expression }
  | {
      readonly kind: 'operation';
      readonly operator: '+' | '-' | '*';
      readonly left: Expression;
      readonly right: Expression;
    };

/** What a rolled expression came to. */
export interface ExpressionResult {
  readonly total: number;
  /** Every face, in the order of rolling. */
  readonly faces: readonly number[];
  /** The faces that count, in the order of rolling; of equal ones the earlier are kept. */
  readonly kept: readonly number[];
  /** The faces that do not count, in the order of rolling. */
  readonly dropped: readonly number[];
}

/** The dice that an expression needs, in the order of its faces: each die's number of faces. */
export function diceOfExpression(expression: Expression): readonly number[] {
  switch (expression.kind) {
    case 'dice':
      return Array.from({ length: expression.count }, () => expression.faces);
    case 'number':
      return [];
    case 'negative':
      return diceOfExpression(expression.of);
    case 'operation':
      return [...diceOfExpression(expression.left), ...diceOfExpression(expression.right)];
  }
}

/**
 * Counts an expression with the faces that came up.
 * @param faces one face for each of `diceOfExpression`, in that order.
 * @throws RangeError when the faces do not fit the dice: check them before with `checkFaces`.
 */
export function evaluateExpression(expression: Expression, faces: readonly number[]): ExpressionResult {
  requireFaces(faces, diceOfExpression(expression));
  const tray: Tray = { faces, next: 0, kept: [], dropped: [] };
  const total = valueOf(expression, tray) + 0;
  return { total, faces: [...faces], kept: tray.kept, dropped: tray.dropped };
}

interface Tray {
  readonly faces: readonly number[];
  next: number;
  readonly kept: number[];
  readonly dropped: number[];
}

function valueOf(expression: Expression, tray: Tray): number {
  switch (expression.kind) {
    case 'dice':
      return valueOfDice(expression, tray);
    case 'number':
      return expression.value;
    case 'negative':
      return -valueOf(expression.of, tray);
    case 'operation': {
      const left = valueOf(expression.left, tray);
      const right = valueOf(expression.right, tray);
      if (expression.operator === '+') return left + right;
      return expression.operator === '-' ? left - right : left * right;
    }
  }
}

function valueOfDice(term: DiceTerm, tray: Tray): number {
  const faces = tray.faces.slice(tray.next, tray.next + term.count);
  tray.next += term.count;
  const counted = countedPositions(faces, term.keep);
  faces.forEach((face, position) => (counted.has(position) ? tray.kept : tray.dropped).push(face));
  return faces.reduce((sum, face, position) => (counted.has(position) ? sum + face : sum), 0);
}

function countedPositions(faces: readonly number[], keep: DiceTerm['keep']): ReadonlySet<number> {
  const ranked = faces.map((face, position) => ({ face, position }));
  if (keep === null) return new Set(ranked.map(({ position }) => position));
  const sign = keep.which === 'highest' ? -1 : 1;
  ranked.sort((one, other) => sign * (one.face - other.face));
  return new Set(ranked.slice(0, keep.count).map(({ position }) => position));
}
