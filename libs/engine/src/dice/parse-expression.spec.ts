import fc from 'fast-check';
import { diceOfExpression, evaluateExpression, type Expression } from './expression.js';
import { DICE_LIMITS } from './limits.js';
import { parseExpression } from './parse-expression.js';

const parsed = (text: string) => {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${result.code} at ${result.at}`);
  return result.expression;
};
const total = (text: string, ...faces: readonly number[]) => evaluateExpression(parsed(text), faces).total;

describe('a dice expression is read', () => {
  it.each([
    ['3d10+2', [10, 10, 10]],
    ['1D10', [10]],
    ['d20', [20]],
    ['d%', [100]],
    ['2d%', [100, 100]],
    ['4d6kh3', [6, 6, 6, 6]],
    ['2d6 - 1d4 + 3', [6, 6, 4]],
    ['(1d4 + 1) * 2d8', [4, 8, 8]],
    [' 2 d 6\tkh 1\u00a0', [6, 6]],
    ['1d1000', [1000]],
  ])('%j needs the dice %j, in the order of writing', (text, dice) => {
    expect(diceOfExpression(parsed(text))).toEqual(dice);
  });

  it('with the usual precedence, from left to right', () => {
    expect(total('1d6 + 2 * 3', 4)).toBe(10);
    expect(total('(1d6 + 2) * 3', 4)).toBe(18);
    expect(total('10 - 1d6 - 2', 4)).toBe(4);
    expect(total('10 - (1d6 - 2)', 4)).toBe(8);
  });

  it('with one sign before a term, also after an operator', () => {
    expect(total('-1d6', 4)).toBe(-4);
    expect(total('+1d6', 4)).toBe(4);
    expect(total('1d20+-2', 7)).toBe(5);
    expect(total('1d20--2', 7)).toBe(9);
    expect(total('1d6*-2', 3)).toBe(-6);
  });

  it('with dropping as the other half of keeping', () => {
    expect(parsed('4d6dl1')).toEqual(parsed('4d6kh3'));
    expect(parsed('4d6dh1')).toEqual(parsed('4d6kl3'));
    expect(parsed('2d20KH')).toEqual(parsed('2d20kh1'));
    expect(parsed('2d20dl')).toEqual(parsed('2d20kh1'));
  });

  it('up to its bounds', () => {
    expect(diceOfExpression(parsed('50d6+50d1000'))).toHaveLength(100);
    expect(total('1d6+1000000', 1)).toBe(1_000_001);
    expect(total('1d6-1000000', 1)).toBe(-999_999);
    expect(total('1000*1d1000*1000', 1000)).toBe(DICE_LIMITS.result);
    expect(total(`1d6+${'0'.repeat(195)}1`, 1)).toBe(2);
  });
});

describe('what is wrong is said with its place', () => {
  it.each([
    ['', 'EMPTY', 1, {}],
    ['   ', 'EMPTY', 1, {}],
    ['x'.repeat(201), 'TOO_LONG', 201, { length: 201, max: 200 }],
    ['hello', 'EXPECTED_TERM', 1, { found: 'h' }],
    ['2d6 +', 'EXPECTED_TERM', 6, { found: '' }],
    ['2d6 + * 3', 'EXPECTED_TERM', 7, { found: '*' }],
    ['2d6 - - - 1', 'EXPECTED_TERM', 9, { found: '-' }],
    ['1d6 + 🎲', 'EXPECTED_TERM', 7, { found: '🎲' }],
    ['1d6 + \udc00', 'EXPECTED_TERM', 7, { found: '\ufffd' }],
    ['()', 'EXPECTED_TERM', 2, { found: ')' }],
    ['2d', 'EXPECTED_FACES', 3, { found: '', min: 1, max: 1000 }],
    ['2dF', 'EXPECTED_FACES', 3, { found: 'F', min: 1, max: 1000 }],
    ['2d-6', 'EXPECTED_FACES', 3, { found: '-', min: 1, max: 1000 }],
    ['4d6k3', 'EXPECTED_SELECTOR', 4, { found: 'k3' }],
    ['4d6d6', 'EXPECTED_SELECTOR', 4, { found: 'd6' }],
    ['3d10 2', 'EXPECTED_OPERATOR', 6, { found: '2' }],
    ['1.5d6', 'EXPECTED_OPERATOR', 2, { found: '.' }],
    ['(2)d6', 'EXPECTED_OPERATOR', 4, { found: 'd' }],
    ['(2d6 3)', 'EXPECTED_OPERATOR', 6, { found: '3' }],
    ['4d6kh3kl1', 'EXPECTED_OPERATOR', 7, { found: 'k' }],
    ['(2d6', 'UNCLOSED_PARENTHESIS', 5, { opened: 1 }],
    ['2d6)', 'UNOPENED_PARENTHESIS', 4, { found: ')' }],
    ['0d6', 'COUNT_RANGE', 1, { found: '0', min: 1, max: 100 }],
    ['101d6', 'COUNT_RANGE', 1, { found: '101', min: 1, max: 100 }],
    ['1d0', 'FACES_RANGE', 3, { found: '0', min: 1, max: 1000 }],
    ['1d1001', 'FACES_RANGE', 3, { found: '1001', min: 1, max: 1000 }],
    ['1d99999999999999999999', 'FACES_RANGE', 3, { found: '99999999999999999999', min: 1, max: 1000 }],
    ['4d6kh0', 'SELECTOR_RANGE', 6, { found: '0', min: 1, max: 4 }],
    ['4d6kl5', 'SELECTOR_RANGE', 6, { found: '5', min: 1, max: 4 }],
    ['4d6dl4', 'SELECTOR_RANGE', 6, { found: '4', min: 1, max: 3 }],
    ['1d6dh', 'CANNOT_DROP', 4, { dice: 1 }],
    ['1d6+1000001', 'NUMBER_RANGE', 5, { found: '1000001', min: -1_000_000, max: 1_000_000 }],
    ['1d6*1000000*1000000', 'RESULT_RANGE', 12, { min: -1_000_000_000, max: 1_000_000_000 }],
    ['0-1d1000*1000*1000-1', 'RESULT_RANGE', 19, { min: -1_000_000_000, max: 1_000_000_000 }],
    ['-1d1000*1000*1001', 'RESULT_RANGE', 13, { min: -1_000_000_000, max: 1_000_000_000 }],
    ['60d6+41d6', 'TOO_MANY_DICE', 6, { count: 101, max: 100 }],
    ['5+3', 'NO_DICE', 1, {}],
  ])('%j is %s at column %d', (text, code, at, params) => {
    expect(parseExpression(text)).toEqual({ ok: false, code, at, params });
  });
});

function placeOutside(at: number, text: string): readonly number[] {
  return at >= 1 && at <= text.length + 1 ? [] : [at];
}

function boundsBroken(expression: Expression): readonly string[] {
  const dice = diceOfExpression(expression);
  const lowest = dice.map(() => 1);
  const results = [lowest, dice].map((faces) => evaluateExpression(expression, faces));
  const counted = results.every(({ kept, dropped }) => kept.length + dropped.length === dice.length);
  const inside = results.every(({ total: sum }) => Number.isSafeInteger(sum) && Math.abs(sum) <= DICE_LIMITS.result);
  return [
    ...(dice.length >= 1 && dice.length <= DICE_LIMITS.dice ? [] : ['dice']),
    ...(counted ? [] : ['counted']),
    ...(inside ? [] : ['result']),
  ];
}

describe('the parser never breaks', () => {
  const alphabet = [...Array.from('0123456789dDkKhHlL%+-*() \t'), 'x', '.', '🎲', '\ud800', 'é', '\0'];
  const line = fc.oneof(
    fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 260 }),
    fc.string({ unit: 'binary', maxLength: 260 }),
  );

  it('whatever the line: a problem lies inside it, an expression keeps its bounds and can be counted', () => {
    fc.assert(
      fc.property(line, (text) => {
        const result = parseExpression(text);
        expect(result.ok ? boundsBroken(result.expression) : placeOutside(result.at, text)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['(', '-', '1d', '1d6+', '(1d6', '1*', 'd'])('however often %j is repeated', (piece) => {
    const longest = piece.repeat(Math.floor(DICE_LIMITS.text / piece.length));
    expect(parseExpression(longest).ok).toBe(false);
    expect(parseExpression(piece.repeat(1_000_000))).toMatchObject({ ok: false, code: 'TOO_LONG' });
  });

  it('as deep as a line allows', () => {
    const depth = 98;
    expect(total(`${'('.repeat(depth)}1d6${')'.repeat(depth)}`, 5)).toBe(5);
  });
});

describe('a written expression means what it says', () => {
  type Written = { readonly text: string; readonly dice: number[]; readonly value: (take: () => number) => number };
  const term: fc.Arbitrary<Written> = fc.oneof(
    fc.integer({ min: 0, max: 500 }).map((n) => ({ text: String(n), dice: [], value: () => n })),
    fc
      .record({
        count: fc.integer({ min: 2, max: 8 }),
        faces: fc.integer({ min: 1, max: 20 }),
        keep: fc.constantFrom('' as const, 'kh' as const, 'kl' as const, 'dh' as const, 'dl' as const),
        extra: fc.nat(),
      })
      .map(({ count, faces, keep, extra }) => {
        const few = 1 + (extra % (count - 1));
        return {
          text: `${count}d${faces}${keep}${keep === '' ? '' : few}`,
          dice: Array.from({ length: count }, () => faces),
          value: (take: () => number) => {
            const rolled = Array.from({ length: count }, take).sort((a, b) => a - b);
            const kept = {
              '': rolled,
              kh: rolled.slice(count - few),
              kl: rolled.slice(0, few),
              dh: rolled.slice(0, count - few),
              dl: rolled.slice(few),
            }[keep];
            return kept.reduce((sum, face) => sum + face, 0);
          },
        };
      }),
  );
  const signedTerms = fc.array(fc.tuple(fc.constantFrom('+', '-'), term), { maxLength: 8 });

  it('sums of terms, against a count by hand', () => {
    fc.assert(
      fc.property(signedTerms, fc.infiniteStream(fc.nat()), (terms, random) => {
        const text = ['1d6', ...terms.map(([sign, { text: written }]) => `${sign}${written}`)].join(' ');
        const expression = parsed(text);
        const dice = [6, ...terms.flatMap(([, { dice: more }]) => more)];
        expect(diceOfExpression(expression)).toEqual(dice);
        const faces = dice.map((most) => 1 + (random.next().value! % most));
        const rest = [...faces];
        const take = (): number => rest.shift()!;
        const first = take();
        const byHand = terms.reduce((sum, [sign, { value }]) => sum + (sign === '+' ? 1 : -1) * value(take), first);
        expect(evaluateExpression(expression, faces).total).toBe(byHand);
      }),
    );
  });
});
