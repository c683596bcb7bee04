import fc from 'fast-check';
import { checkFaces } from './faces.js';

describe('G-10 faces from the table', () => {
  it('are taken as they are when each is possible for its die', () => {
    expect(checkFaces([1, 10, 6], [10, 10, 6])).toEqual({ ok: true, faces: [1, 10, 6] });
    expect(checkFaces([], [])).toEqual({ ok: true, faces: [] });
  });

  it.each([undefined, null, 7, '7', { 0: 7, length: 1 }])('are refused when they are no list: %p', (faces) => {
    expect(checkFaces(faces, [10])).toMatchObject({ ok: false, code: 'NOT_A_LIST', at: null });
  });

  it.each([[[]], [[1]], [[1, 2, 3]]])('are refused when there are too few or too many: %j', (faces) => {
    expect(checkFaces(faces, [10, 10])).toEqual({
      ok: false,
      code: 'WRONG_COUNT',
      at: null,
      params: { given: faces.length, needed: 2 },
    });
  });

  it.each([
    [0, 0],
    [-1, -1],
    [11, 11],
    [2.5, 2.5],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    ['3', 'string'],
    [null, 'null'],
    [true, 'boolean'],
    [[3], 'object'],
  ])('are refused when the die cannot show %p', (face, found) => {
    expect(checkFaces([1, face], [10, 10])).toEqual({
      ok: false,
      code: 'IMPOSSIBLE_FACE',
      at: 1,
      params: { found, min: 1, max: 10 },
    });
  });

  it('are refused when the list has a hole', () => {
    expect(checkFaces(new Array(1), [10])).toMatchObject({
      code: 'IMPOSSIBLE_FACE',
      at: 0,
      params: { found: 'undefined' },
    });
  });

  it('EP-2 count a 0 as the 10 of a die of ten faces, where the game reads it so', () => {
    expect(checkFaces([0, -0, 10, 3], [10, 10, 10, 10], { zeroIsHighest: true })).toEqual({
      ok: true,
      faces: [10, 10, 10, 3],
    });
    expect(checkFaces([0], [10])).toMatchObject({ code: 'IMPOSSIBLE_FACE', params: { min: 1 } });
    expect(checkFaces([11], [10], { zeroIsHighest: true })).toMatchObject({ params: { found: 11, min: 0, max: 10 } });
  });

  it('have no 0 on any other die', () => {
    expect(checkFaces([0], [6], { zeroIsHighest: true }).ok).toBe(false);
    expect(checkFaces([0], [100], { zeroIsHighest: true }).ok).toBe(false);
  });

  it('are, once accepted, always possible for their dice', () => {
    const die = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(die, fc.integer({ min: -1, max: 13 })), { maxLength: 5 }),
        fc.boolean(),
        (all, zero) => {
          const dice = all.map(([faces]) => faces);
          const result = checkFaces(
            all.map(([, face]) => face),
            dice,
            { zeroIsHighest: zero },
          );
          const possible = all.every(
            ([most, face]) => (face >= 1 && face <= most) || (zero && most === 10 && face === 0),
          );
          expect(result.ok).toBe(possible);
          expect(!result.ok || result.faces.every((face, at) => face >= 1 && face <= dice[at]!)).toBe(true);
        },
      ),
    );
  });
});
