import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Language } from './messages.js';
import { runVerify, type VerifyArguments } from './run.js';
import { fileOf, hashIn, newSigner, seal, type Data } from './testing/forge.js';
import { Log, longLog } from './testing/log.js';

const signer = newSigner();
const log = longLog();
const lines = seal(log.encounter, log.ruleset, log.events, { signer });
const head = `200:${hashIn(lines.at(-1))}`;
let folder: string;
let good: string;
let bad: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  [good, bad] = [join(folder, 'good.ndjson'), join(folder, 'bad.ndjson')];
  const second = seal('e2', 'r', new Log('e2', 'r').events, { signer, scope: 'viewer', withhold: [2] });
  await writeFile(good, fileOf([...lines, ...second]));
  await writeFile(bad, fileOf(lines.with(6, lines[6]!.replace('"value":8', '"value":9'))));
});

afterAll(() => rm(folder, { recursive: true }));

async function run(given: Partial<VerifyArguments>, language: Language = 'en') {
  const [out, error]: [string[], string[]] = [[], []];
  const speaker = { language, out: (line: string) => out.push(line), error: (line: string) => error.push(line) };
  const code = await runVerify({ file: good, heads: [], json: false, ...given }, speaker);
  return { code, out, error };
}

describe('bitacora verify', () => {
  it('tells what was verified of each encounter, in both languages, and exits 0', async () => {
    const english = await run({ heads: [head, head.toUpperCase()], key: signer.id.toUpperCase() });
    expect(english).toMatchObject({ code: 0, error: [] });
    expect(english.out).toHaveLength(2);
    expect(english.out[0]).toMatch(
      /^OK {2}pelea-ñ: 200 events; \d+ rolls verified, \d+ not verifiable \(\d+ not revealed, \d+ hidden, \d+ by the table\), 3 seeds, one after the other; head 200:[0-9a-f]{64}, key [0-9a-f]{16}$/,
    );
    expect(english.out[1]).toMatch(
      /^OK {2}e2: 2 events, 1 of them withheld, one viewer’s copy; 0 rolls verified; head 2:/,
    );
    const spanish = await run({}, 'es');
    expect(spanish.out[0]).toMatch(
      /^OK {2}pelea-ñ: 200 sucesos; \d+ tiradas verificadas, \d+ no verificables \(.*\d+ de la mesa\)/,
    );
  });

  it('names the first bad line, its revision and what should stand there, and exits 1', async () => {
    const index = lines.findIndex((line) => line.includes('"value":8'));
    expect(index).toBe(6);
    const english = await run({ file: bad });
    expect(english).toMatchObject({ code: 1, out: [] });
    expect(english.error[0]).toMatch(
      /^BAD line 7, revision 6: the hash does not follow .*: it is [0-9a-f]{64}, they give [0-9a-f]{64}$/,
    );
    expect((await run({ file: bad }, 'es')).error[0]).toMatch(/^MAL línea 7, revisión 6: el hash no se sigue /);
  });

  it('says with --json an object a line, faults included', async () => {
    const fine = await run({ json: true });
    expect(fine.out.map((line) => JSON.parse(line) as Data)).toMatchObject([
      { ok: true, encounter: 'pelea-ñ', events: 200 },
      { ok: true, encounter: 'e2', scope: 'viewer' },
    ]);
    const wrong = await run({ file: bad, json: true });
    expect(wrong).toMatchObject({ code: 1, error: [] });
    expect(JSON.parse(wrong.out[0]!)).toMatchObject({ ok: false, code: 'HASH', line: 7, revision: 6 });
  });

  it('exits 1 where a kept head or key is not met', async () => {
    expect(await run({ heads: [`201:${'0'.repeat(64)}`] })).toMatchObject({ code: 1 });
    expect(await run({ heads: [`7:${'0'.repeat(64)}`] })).toMatchObject({ code: 1 });
    expect(await run({ key: '0'.repeat(16) })).toMatchObject({ code: 1, out: [] });
  });

  it('exits 2 for what cannot be read or was asked for wrongly', async () => {
    expect(await run({ file: join(folder, 'none') })).toMatchObject({
      code: 2,
      error: [expect.stringContaining('ENOENT')],
    });
    expect(await run({ file: folder })).toMatchObject({ code: 2, error: [expect.stringContaining('EISDIR')] });
    for (const wrong of ['', '200', `0:${'0'.repeat(64)}`, '200:abc', `${head}0`]) {
      expect(await run({ heads: [wrong] })).toMatchObject({ code: 2, out: [] });
    }
    expect(await run({ key: 'mine' }, 'es')).toMatchObject({ code: 2, out: [] });
  });

  it('lets nothing in a file steer the terminal', async () => {
    const evil = join(folder, 'evil.ndjson');
    const id = '\u001b[2J\u202eok';
    await writeFile(evil, fileOf(seal(id, 'r', new Log(id, 'r').events, { signer })));
    expect((await run({ file: evil })).out[0]).toMatch(/^OK {2}\\u001b\[2J\\u202eok: /);
  });
});
