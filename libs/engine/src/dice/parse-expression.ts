import type { DiceTerm, Expression } from './expression.js';
import { DICE_LIMITS } from './limits.js';
import { diceProblem, type DiceProblem } from './problem.js';
import { Scanner, type WrittenNumber } from './scanner.js';

/** A part of an expression with the least and the greatest value that it can come to. */
interface Part {
  readonly node: Expression;
  readonly low: number;
  readonly high: number;
}

interface Parsing {
  readonly scanner: Scanner;
  dice: number;
}

/**
 * Reads a dice expression such as `3d10+2`, `4d6kh3`, `d%` or `2d6 - 1d4 + 3`; the grammar is in `docs/dice.md`.
 * It looks at each character once and never throws.
 * @returns the expression, with at least one die and within `DICE_LIMITS`, or what is wrong and where.
 */
export function parseExpression(text: string): { readonly ok: true; readonly expression: Expression } | DiceProblem {
  const { text: max } = DICE_LIMITS;
  if (text.length > max) return diceProblem('TOO_LONG', max + 1, { length: text.length, max });
  const parsing: Parsing = { scanner: new Scanner(text), dice: 0 };
  if (parsing.scanner.atEnd()) return diceProblem('EMPTY', 1);
  const part = sum(parsing);
  refuseRest(parsing.scanner);
  if (parsing.scanner.problem !== null) return parsing.scanner.problem;
  return part === null || parsing.dice === 0 ? diceProblem('NO_DICE', 1) : { ok: true, expression: part.node };
}

function refuseRest(scanner: Scanner): void {
  if (scanner.atEnd()) return;
  const code = scanner.peek() === ')' ? 'UNOPENED_PARENTHESIS' : 'EXPECTED_OPERATOR';
  scanner.fail(code, scanner.at, { found: scanner.found() });
}

function sum(parsing: Parsing): Part | null {
  const { scanner } = parsing;
  let left = product(parsing);
  while (left !== null && (scanner.peek() === '+' || scanner.peek() === '-')) {
    const at = scanner.at;
    const operator = scanner.take('+') ? '+' : '-';
    if (operator === '-') scanner.take('-');
    left = combine(scanner, at, operator, left, product(parsing));
  }
  return left;
}

function product(parsing: Parsing): Part | null {
  const { scanner } = parsing;
  let left = signed(parsing);
  while (left !== null && scanner.peek() === '*') {
    const at = scanner.at;
    scanner.take('*');
    left = combine(scanner, at, '*', left, signed(parsing));
  }
  return left;
}

function signed(parsing: Parsing): Part | null {
  if (!parsing.scanner.take('-')) {
    parsing.scanner.take('+');
    return factor(parsing);
  }
  const part = factor(parsing);
  return part && { node: { kind: 'negative', of: part.node }, low: -part.high, high: -part.low };
}

function factor(parsing: Parsing): Part | null {
  const { scanner } = parsing;
  const at = scanner.at;
  if (scanner.take('(')) return group(parsing, at);
  const number = scanner.number();
  if (scanner.peek() === 'd') return dice(parsing, at, number);
  if (number === null) return scanner.fail('EXPECTED_TERM', at, { found: scanner.found() });
  const max = DICE_LIMITS.number;
  if (number.value > max) return scanner.fail('NUMBER_RANGE', at, { found: number.digits, min: -max, max });
  return { node: { kind: 'number', value: number.value }, low: number.value, high: number.value };
}

function group(parsing: Parsing, opened: number): Part | null {
  const { scanner } = parsing;
  const inner = sum(parsing);
  if (inner === null || scanner.take(')')) return inner;
  return scanner.atEnd()
    ? scanner.fail('UNCLOSED_PARENTHESIS', scanner.at, { opened })
    : scanner.fail('EXPECTED_OPERATOR', scanner.at, { found: scanner.found() });
}

function dice(parsing: Parsing, at: number, written: WrittenNumber | null): Part | null {
  const { scanner } = parsing;
  const count = written === null ? 1 : within(scanner, written, 'COUNT_RANGE', DICE_LIMITS.dice);
  if (count === null) return null;
  scanner.take('d');
  const faces = facesOfDie(scanner);
  if (faces === null) return null;
  parsing.dice += count;
  if (parsing.dice > DICE_LIMITS.dice) {
    return scanner.fail('TOO_MANY_DICE', at, { count: parsing.dice, max: DICE_LIMITS.dice });
  }
  const next = scanner.peek();
  const keep = next === 'k' || next === 'd' ? selector(scanner, count) : null;
  if (scanner.problem !== null) return null;
  const counted = keep?.count ?? count;
  return { node: { kind: 'dice', count, faces, keep }, low: counted, high: counted * faces };
}

function facesOfDie(scanner: Scanner): number | null {
  if (scanner.take('%')) return 100;
  const written = scanner.number();
  if (written === null) {
    return scanner.fail('EXPECTED_FACES', scanner.at, { found: scanner.found(), min: 1, max: DICE_LIMITS.faces });
  }
  return within(scanner, written, 'FACES_RANGE', DICE_LIMITS.faces);
}

function selector(scanner: Scanner, dice: number): DiceTerm['keep'] {
  const at = scanner.at;
  const keeps = scanner.take('k');
  if (!keeps) scanner.take('d');
  const highest = scanner.take('h');
  if (!highest && !scanner.take('l')) {
    return scanner.fail('EXPECTED_SELECTOR', at, { found: (keeps ? 'k' : 'd') + scanner.found() });
  }
  if (!keeps && dice === 1) return scanner.fail('CANNOT_DROP', at, { dice });
  const written = scanner.number() ?? { digits: '1', value: 1, at };
  const count = within(scanner, written, 'SELECTOR_RANGE', keeps ? dice : dice - 1);
  if (count === null) return null;
  return keeps
    ? { which: highest ? 'highest' : 'lowest', count }
    : { which: highest ? 'lowest' : 'highest', count: dice - count };
}

function within(
  scanner: Scanner,
  written: WrittenNumber,
  code: 'COUNT_RANGE' | 'FACES_RANGE' | 'SELECTOR_RANGE',
  max: number,
): number | null {
  const fits = written.value >= 1 && written.value <= max;
  return fits ? written.value : scanner.fail(code, written.at, { found: written.digits, min: 1, max });
}

function combine(scanner: Scanner, at: number, operator: '+' | '-' | '*', left: Part, right: Part | null): Part | null {
  if (right === null) return null;
  const ends = [left.low, left.high].flatMap((one) =>
    [right.low, right.high].map((other) =>
      operator === '*' ? one * other : operator === '+' ? one + other : one - other,
    ),
  );
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const max = DICE_LIMITS.result;
  if (low < -max || high > max) return scanner.fail('RESULT_RANGE', at, { min: -max, max });
  return { node: { kind: 'operation', operator, left: left.node, right: right.node }, low, high };
}
