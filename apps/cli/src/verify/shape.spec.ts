import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonical, type Json } from './canonical.js';
import { IdSet } from './id-set.js';
import { MAX_LINE } from './lines.js';
import { check, checkLines } from './testing/check.js';
import { fileOf, jcs, newSigner, seal, type Data } from './testing/forge.js';
import { Log } from './testing/log.js';

const signer = newSigner();
const log = new Log('e1', 'r');
log.then('NoteAdded', { text: 'día', n: 1.5 });
const lines = seal('e1', 'r', log.events, { signer });

/** The file with its line `number` said in another way. */
function withLine(number: number, change: (line: string) => string): string {
  return fileOf(lines.with(number - 1, change(lines[number - 1]!)));
}

describe('a file', () => {
  it('is not empty', async () => {
    expect(await check('')).toMatchObject({ code: 'EMPTY_FILE', line: 1 });
  });

  it('ends with a line feed', async () => {
    expect(await check(fileOf(lines).slice(0, -1))).toMatchObject({ code: 'NO_LINE_FEED', line: 5 });
  });

  it('has no empty lines, no carriage returns and no byte order mark', async () => {
    expect(await check(`${fileOf(lines)}\n`)).toMatchObject({ code: 'NOT_JSON', line: 6 });
    expect(await check(`\n${fileOf(lines)}`)).toMatchObject({ code: 'NOT_JSON', line: 1 });
    expect(await check(fileOf(lines).replaceAll('\n', '\r\n'))).toMatchObject({ code: 'NOT_CANONICAL', line: 1 });
    expect(await check(`\ufeff${fileOf(lines)}`)).toMatchObject({ code: 'NOT_JSON', line: 1 });
  });

  it('is UTF-8 and JSON', async () => {
    const broken = Buffer.from(fileOf(lines));
    broken[broken.indexOf('í')] = 0xff;
    expect(await check(broken)).toMatchObject({ code: 'NOT_UTF8', line: 4 });
    expect(await check('ELF\u0000\u0001\n')).toMatchObject({ code: 'NOT_JSON', line: 1 });
    expect(await check('%PDF-1.7')).toMatchObject({ code: 'NO_LINE_FEED', line: 1 });
    for (const other of ['null', '1', '"export"', '[]', '{}', '{"kind":"toString"}', '{"kind":1}']) {
      expect(await check(`${other}\n`)).toMatchObject({ code: 'UNKNOWN_KIND', line: 1 });
    }
  });

  it('has no line longer than the bound, whether it ends or not, and does not keep it in memory', async () => {
    const huge = Buffer.alloc(MAX_LINE + 2, 'x');
    expect(await check(huge)).toMatchObject({ code: 'LINE_TOO_LONG', line: 1 });
    huge[MAX_LINE + 1] = 10;
    expect(await check(huge)).toMatchObject({ code: 'LINE_TOO_LONG', line: 1 });
    let read = 0;
    const endless = async function* () {
      for (; read < 1000; read += 1) yield Buffer.alloc(1 << 20, 'x');
    };
    const { verifyExport } = await import('./verify.js');
    await expect(verifyExport(endless())).rejects.toMatchObject({ code: 'LINE_TOO_LONG' });
    expect(read).toBeLessThanOrEqual(17);
  });

  it('may have a long line within the bound', async () => {
    const long = new Log('e1', 'r');
    long.then('NoteAdded', { text: 'ñ'.repeat(3_000_000) });
    expect((await checkLines(seal('e1', 'r', long.events, { signer }))).code).toBe('OK');
  });

  it('has no values nested too deep, however deep', async () => {
    for (const depth of [130, 10_000, 300_000]) {
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}\n`;
      expect(['TOO_DEEP', 'NOT_JSON']).toContain((await check(deep)).code);
      expect(['TOO_DEEP', 'NOT_JSON']).toContain((await check(`{"a":${deep.trim()}}\n`)).code);
    }
  });
});

describe('a line', () => {
  it.each([
    ['with white space', (line: string) => line.replace('":', '": ')],
    ['with another order of keys', (line: string) => `${line.slice(0, -1).replace('{"event":', '{"zzz":1,"event":')}}`],
    ['with a key twice', (line: string) => line.replace('"kind":"event"', '"kind":"event","kind":"event"')],
    ['with an escape that is not needed', (line: string) => line.replace('día', 'd\\u00eda')],
    ['with a number written otherwise', (line: string) => line.replace('"n":1.5', '"n":1.50')],
    ['with a number that JSON cannot hold', (line: string) => line.replace('"n":1.5', '"n":1e999')],
    ['with minus zero', (line: string) => line.replace('"n":1.5', '"n":-0')],
    ['with more digits than a number has', (line: string) => line.replace('"n":1.5', '"n":9007199254740993')],
    ['with a lone surrogate', (line: string) => line.replace('día', '\\ud800')],
  ])('%s is not canonical', async (_, change) => {
    expect(change(lines[3]!)).not.toBe(lines[3]);
    expect(await check(withLine(4, change))).toMatchObject({ code: 'NOT_CANONICAL', line: 4, revision: 3 });
  });

  it('that is not canonical is shown with what should stand there', async () => {
    const said = await check(withLine(4, (line) => line.replace('"n":1.5', '"n":1.50')));
    const column = lines[3]!.indexOf('1.5') + 4;
    const expected = JSON.stringify(lines[3]!.slice(column - 1, column + 23));
    const found = JSON.stringify(`0${lines[3]!.slice(column - 1, column + 22)}`);
    expect(said.values).toEqual({ column, found, expected });
  });

  it.each<[string, number, Data]>([
    ['another format', 1, { format: 'bitacora/export/v2' }],
    ['another scope', 1, { scope: 'all' }],
    ['an encounter without a name', 1, { encounter: '' }],
    ['a field more', 1, { more: 1 }],
    ['a field more', 4, { more: 1 }],
    ['a field less', 1, { ruleset: undefined }],
    ['a proof without salt', 4, { proof: { hash: '0'.repeat(64) } }],
    ['a proof in capitals', 4, { proof: { hash: 'A'.repeat(64), salt: '0'.repeat(32) } }],
    ['an event without content', 4, { event: {} }],
    ['an event with a position', 4, { event: { ...log.events[2], position: '3' } }],
    ['a revision of no event', 5, { revision: 0 }],
    ['a signature with loose bits', 5, { signature: `${'A'.repeat(85)}B` }],
    ['a public key that is too short', 5, { publicKey: 'A'.repeat(42) }],
  ])('with %s is refused (line %i)', async (_, number, change) => {
    const changed = withLine(number, (line) => jcs({ ...(JSON.parse(line) as Data), ...change }));
    expect(await check(changed)).toMatchObject({ code: 'WRONG_FIELD', line: number });
  });

  it('of a withheld event has a leaf, which the chain binds', async () => {
    const withheld = seal('e1', 'r', log.events, { signer, withhold: [3] });
    expect((await checkLines(withheld)).verified[0]).toMatchObject({ events: 3, withheld: 1 });
    const record = JSON.parse(withheld[3]!) as { proof: Data };
    const other = jcs({ ...record, proof: { ...record.proof, leaf: '0'.repeat(64) } });
    expect(await checkLines(withheld.with(3, other))).toMatchObject({ code: 'HASH', line: 4, revision: 3 });
  });

  it('comes in the order of an export', async () => {
    const [first, , , , head] = lines as [string, string, string, string, string];
    expect(await checkLines([head])).toMatchObject({ code: 'OUT_OF_ORDER', line: 1 });
    expect(await checkLines([first, first])).toMatchObject({ code: 'OUT_OF_ORDER', line: 2 });
    expect(await checkLines([first, head])).toMatchObject({ code: 'OUT_OF_ORDER', line: 2 });
  });
});

describe('canonical JSON', () => {
  it('is what RFC 8785 shows', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
      literals: [null, true, false],
    };
    const expected =
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}';
    expect(canonical(value)).toBe(expected);
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonical(keys)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  it('is its own canonical form, and says the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = canonical(value);
        expect(canonical(JSON.parse(text) as Json)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('refuses what JSON cannot say', () => {
    for (const value of [NaN, Infinity, -Infinity, '\ud800', '\udc00a', undefined, { '\ud800': 1 }, [undefined]]) {
      expect(() => canonical(value as Json)).toThrow(TypeError);
    }
    expect(canonical(-0)).toBe('0');
    expect(canonical(JSON.parse('{"__proto__":1}') as Json)).toBe('{"__proto__":1}');
  });
});

describe('the set of ids', () => {
  it('knows what it was given and nothing else, also when it grows', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 300 }), fc.array(fc.string()), (given, others) => {
        const [ids, known] = [new IdSet(), new Set<string>()];
        for (const id of given) {
          expect(ids.has(id)).toBe(known.has(id));
          ids.add(id);
          known.add(id);
        }
        for (const id of [...given, ...others]) expect(ids.has(id)).toBe(known.has(id));
      }),
      { numRuns: 30 },
    );
  });
});
