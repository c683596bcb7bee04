import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonical, written } from './canonical.js';

describe('canonical JSON', () => {
  it('is what the reference says, whatever the data', () => {
    const text = fc.string({ unit: 'binary' });
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.constantFrom(true, false, null, -0, 1e21, 5e-324),
        fc.array(tie('json')),
        fc.dictionary(fc.oneof(text, fc.nat().map(String), fc.constantFrom('', '__proto__', 'toJSON')), tie('json')),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => expect(canonical(value)).toBe(canonicalize(value))),
      { numRuns: 1_000 },
    );
  });

  it('leaves out what is absent, and sorts by UTF-16 units', () => {
    expect(canonical({ b: 1, a: undefined, '10': [undefined], '2': {}, '\u{1f600}': 1, '\ufb33': 2 })).toBe(
      '{"10":[null],"2":{},"b":1,"\u{1f600}":1,"\ufb33":2}',
    );
  });

  it.each([
    { a: 1, b: [{ c: 'é', d: null }] },
    { b: 1, a: { d: 1, c: [] } },
    { b: 1, '10': 1, '9': 1 },
  ])('comes with the data as it is read again', (value) => {
    const { data, text } = written(value);
    expect(data).toEqual(value);
    expect(JSON.stringify(data)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('leaves data alone whose keys stand in order', () => {
    const value = { a: 1, b: { c: [{ d: 1, e: 2 }] } };
    expect(written(value).data).toBe(value);
  });

  it('takes a text for what it is that looks like half a surrogate pair', () => {
    expect(canonical({ b: '\\ud800', a: 1 })).toBe(String.raw`{"a":1,"b":"\\ud800"}`);
  });

  it.each([
    NaN,
    Infinity,
    { b: NaN, a: 1 },
    '\ud800',
    { '\udc00': 1 },
    { b: ['\ud800'], a: 1 },
    undefined,
    () => 1,
    1n,
  ])('refuses what is no JSON', (value) => {
    expect(() => canonical(value)).toThrow(RangeError);
  });
});
