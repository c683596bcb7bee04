import fc from 'fast-check';
import { diceOfRoll, evaluateRoll, parseRoll } from './roll.js';

const parsed = (input: unknown) => {
  const result = parseRoll(input);
  if (!result.ok) throw new Error(result.code);
  return result.roll;
};

describe('the dice of a roll', () => {
  it.each(['3d10+2', 'd%', '(d6)', '-1d6', 'D8', '2 d 6'])('are an expression when they read like one: %j', (text) => {
    expect(parsed(text).kind).toBe('expression');
  });

  it.each(['1 proficiency + 2 ability', '2p', '2 Di', 'difficulty', '1s', '3 c', 'f', 'boost', { force: 1 }])(
    'are a narrative pool when they name one: %j',
    (input) => {
      expect(parsed(input).kind).toBe('narrative');
    },
  );

  it('of difficulty need two letters, since d is every other die', () => {
    expect(parseRoll('2d')).toMatchObject({ ok: false, code: 'EXPECTED_FACES', at: 3 });
    expect(parseRoll('2d + 1p')).toMatchObject({ ok: false, code: 'EXPECTED_FACES', at: 4 });
  });

  it.each([
    ['', 'EMPTY'],
    ['7', 'NO_DICE'],
    ['x', 'EXPECTED_TERM'],
    ['kh1', 'EXPECTED_TERM'],
    ['art', 'UNKNOWN_DIE'],
    ['9'.repeat(201), 'TOO_LONG'],
    [null, 'NOT_DICE'],
    [3, 'NOT_DICE'],
    [['3d10'], 'NOT_DICE'],
  ])('are refused by the reader that they come nearest to: %j is %s', (input, code) => {
    expect(parseRoll(input)).toMatchObject({ ok: false, code });
  });

  it('are counted by their kind, with every face', () => {
    expect(evaluateRoll(parsed('3d10+2'), [1, 5, 10])).toEqual({
      kind: 'expression',
      total: 18,
      faces: [1, 5, 10],
      kept: [1, 5, 10],
      dropped: [],
    });
    expect(evaluateRoll(parsed('p + di'), [12, 8])).toMatchObject({
      kind: 'narrative',
      faces: [12, 8],
      triumph: 1,
      netSuccesses: 0,
      netAdvantages: -1,
    });
  });

  it('never break, and what is accepted can be rolled', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: fc.constantFrom(...Array.from('0123 d6%+-*()khlpabscfi,')) }), fc.anything()),
        (input) => {
          const result = parseRoll(input);
          if (!result.ok) return;
          const faces = diceOfRoll(result.roll);
          expect(evaluateRoll(result.roll, faces).faces).toEqual(faces);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
