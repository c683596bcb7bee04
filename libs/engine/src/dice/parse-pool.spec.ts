import fc from 'fast-check';
import { DICE_LIMITS } from './limits.js';
import { diceOfPool } from './narrative.js';
import { parsePool } from './parse-pool.js';

const EMPTY = { proficiency: 0, ability: 0, boost: 0, setback: 0, difficulty: 0, challenge: 0, force: 0 };

describe('a narrative pool is read', () => {
  it.each([
    ['1 proficiency + 2 ability', { proficiency: 1, ability: 2 }],
    ['2 ability, 1 PROFICIENCY', { proficiency: 1, ability: 2 }],
    ['1p+2a', { proficiency: 1, ability: 2 }],
    [
      'p, a, b, s, c, f, di',
      { ...EMPTY, proficiency: 1, ability: 1, boost: 1, setback: 1, difficulty: 1, challenge: 1, force: 1 },
    ],
    ['3 diff + 1 chall', { difficulty: 3, challenge: 1 }],
    ['1a + 2 ability', { ability: 3 }],
    ['0 boost + 1 force', { force: 1 }],
    ['100 ability', { ability: 100 }],
  ])('from the text %j', (text, pool) => {
    expect(parsePool(text)).toEqual({ ok: true, pool: { ...EMPTY, ...pool } });
  });

  it('from an object', () => {
    expect(parsePool({ ability: 2, proficiency: 1, boost: 0 })).toEqual({
      ok: true,
      pool: { ...EMPTY, proficiency: 1, ability: 2 },
    });
  });
});

describe('what is wrong with a pool is said with its place', () => {
  it.each([
    ['', 'EMPTY', 1, {}],
    ['a'.repeat(201), 'TOO_LONG', 201, { length: 201, max: 200 }],
    ['2', 'EXPECTED_DIE', 2, { found: '' }],
    ['2 + a', 'EXPECTED_DIE', 3, { found: '+' }],
    ['2a +', 'EXPECTED_DIE', 5, { found: '' }],
    ['2a 1p', 'EXPECTED_SEPARATOR', 4, { found: '1' }],
    ['2a - 1p', 'EXPECTED_SEPARATOR', 4, { found: '-' }],
    ['2a + 1d', 'AMBIGUOUS_DIE', 7, { found: 'd', use: 'di' }],
    ['2 luck', 'UNKNOWN_DIE', 3, { found: 'luck' }],
    ['2 abilities', 'UNKNOWN_DIE', 3, { found: 'abilities' }],
    ['101 ability', 'COUNT_RANGE', 1, { found: '101', min: 0, max: 100 }],
    ['60a + 41p', 'TOO_MANY_DICE', 1, { count: 101, max: 100 }],
    ['0 boost', 'NO_DICE', 1, {}],
    [{}, 'NO_DICE', 0, {}],
    [{ luck: 1 }, 'UNKNOWN_DIE', 0, { found: 'luck' }],
    [{ constructor: 1 }, 'UNKNOWN_DIE', 0, { found: 'constructor' }],
    [{ boost: -1 }, 'COUNT_RANGE', 0, { found: -1, die: 'boost', min: 0, max: 100 }],
    [{ boost: 1.5 }, 'COUNT_RANGE', 0, { found: 1.5, die: 'boost', min: 0, max: 100 }],
    [{ boost: '1' }, 'COUNT_RANGE', 0, { found: 'string', die: 'boost', min: 0, max: 100 }],
    [{ boost: null }, 'COUNT_RANGE', 0, { found: 'null', die: 'boost', min: 0, max: 100 }],
    [{ ability: 60, force: 41 }, 'TOO_MANY_DICE', 0, { count: 101, max: 100 }],
    [[1], 'NOT_DICE', 0, {}],
    [null, 'NOT_DICE', 0, {}],
    [5, 'NOT_DICE', 0, {}],
    [undefined, 'NOT_DICE', 0, {}],
  ])('%j is %s at column %d', (input, code, at, params) => {
    expect(parsePool(input)).toEqual({ ok: false, code, at, params });
  });

  it('never breaks, and what it accepts keeps its bounds', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('0129 +,pabscfdiPD'), 'boost', '🎲'),
      maxLength: 80,
    });
    fc.assert(
      fc.property(fc.oneof(letters, fc.string({ unit: 'binary', maxLength: 260 }), fc.anything()), (input) => {
        const result = parsePool(input);
        const dice = result.ok ? diceOfPool(result.pool).length : 1;
        expect(dice >= 1 && dice <= DICE_LIMITS.dice).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
