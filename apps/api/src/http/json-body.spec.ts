import { parseJson } from './json-body.js';

function fault(text: string | Buffer): string | null {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? null : `${parsed.error.faults[0]?.pointer} ${parsed.error.faults[0]?.problem}`;
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a JSON body', () => {
  it('may be 32 levels deep and no deeper', () => {
    expect(fault(nested(32))).toBeNull();
    expect(fault(nested(33))).toBe(`${'/0'.repeat(32)} tooDeep`);
    expect(fault(nested(100_000))).toBe(`${'/0'.repeat(32)} tooDeep`);
  });

  it('may have lists of 1,000 items and no longer ones', () => {
    expect(fault(JSON.stringify({ a: Array(1_000).fill(1) }))).toBeNull();
    expect(fault(JSON.stringify({ a: Array(1_001).fill(1) }))).toBe('/a notAList');
  });

  it.each([
    ['', ' notJson'],
    ['{', ' notJson'],
    [Buffer.from([0x22, 0xff, 0x22]), ' notJson'],
    ['{"a":{"__proto__":{"admin":true}}}', '/a forbiddenKey'],
    ['{"a":"\\ud800"}', '/a notSuchAText'],
    ['{"\\ud800":1}', ' forbiddenKey'],
    ['{"a/b":[0,1e999]}', '/a~1b/1 notANumber'],
  ])('%s is refused at %s', (text, expected) => {
    expect(fault(text)).toBe(expected);
  });
});
