import fc from 'fast-check';
import { own, sameJson } from './json.js';

describe('JSON values', () => {
  it('are equal whatever the order of their keys, and absent keys count as undefined', () => {
    expect(sameJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], { 0: 1 }],
    [null, {}],
    [0, false],
    ['1', 1],
    [[], [1]],
  ])('differ: %j and %j', (a, b) => {
    expect(sameJson(a, b)).toBe(false);
    expect(sameJson(b, a)).toBe(false);
  });

  it('equal themselves and their copies', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(sameJson(value, structuredClone(value))).toBe(true);
      }),
    );
  });

  it('a record’s own property is its own alone', () => {
    expect(own({ a: 1 }, 'a')).toBe(1);
    expect(own({}, 'toString')).toBeUndefined();
    expect(own(undefined, 'a')).toBeUndefined();
  });
});
