import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { check, checkLines } from './testing/check.js';
import { fileOf, hashIn, newSigner, seal } from './testing/forge.js';
import { Log, longLog } from './testing/log.js';

const signer = newSigner();
const log = longLog();
let lines: string[];

beforeAll(() => {
  lines = seal(log.encounter, log.ruleset, log.events, { signer });
});

function rollsIn(by: string, hidden: boolean, from = 1, to = Infinity): number {
  const events = log.events.filter(({ revision }) => revision >= from && revision <= to);
  const records = events.flatMap(
    ({ data }) => (data.rolls ?? (data.roll === undefined ? [] : [data.roll])) as object[],
  );
  return records.filter((r) => 'by' in r && r.by === by && 'hidden' in r === hidden).length;
}

describe('an honest export', () => {
  it('verifies, with every roll counted', async () => {
    const lastCommit = log.events.findLast(({ type }) => type === 'SeedCommitted')?.revision ?? 0;
    const said = await checkLines(lines);
    expect(said).toMatchObject({ code: 'OK' });
    expect(log.events).toHaveLength(200);
    expect(said.verified).toEqual([
      {
        encounter: 'pelea-ñ',
        ruleset: 'eclipse-phase-1e',
        scope: 'full',
        events: 200,
        withheld: 0,
        rolls: {
          verified: rollsIn('server', false, 1, lastCommit - 1),
          unrevealed: rollsIn('server', false, lastCommit),
          hidden: rollsIn('server', true),
          table: rollsIn('table', false),
        },
        seeds: 3,
        head: { revision: 200, hash: hashIn(lines.at(-1)), key: signer.id },
      },
    ]);
    const { verified, unrevealed, hidden, table } = said.verified[0]!.rolls;
    expect(Math.min(verified, unrevealed, hidden, table)).toBeGreaterThan(5);
  });

  it('verifies however it is cut into chunks', async () => {
    const short = fileOf(seal('a', 'r', new Log('a', 'r').events, { signer }));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: short.length }), async (chunk) => {
        expect((await check(short, undefined, chunk)).code).toBe('OK');
      }),
      { numRuns: 50 },
    );
  });

  it('verifies with events withheld, however many, when they hold no seeds', async () => {
    const seeds = ['EncounterCreated', 'SeedContributed', 'SeedCommitted', 'EncounterEnded'];
    const free = log.events.filter(({ type }) => !seeds.includes(type)).map(({ revision }) => revision);
    await fc.assert(
      fc.asyncProperty(fc.subarray(free), async (withhold) => {
        const said = await checkLines(seal(log.encounter, log.ruleset, log.events, { signer, withhold }));
        expect(said.code).toBe('OK');
        expect(said.verified[0]).toMatchObject({ events: 200, withheld: withhold.length });
      }),
      { numRuns: 30 },
    );
  });

  it('has its creation in sight', async () => {
    const withheld = seal(log.encounter, log.ruleset, log.events, { signer, withhold: [1] });
    expect(await checkLines(withheld)).toMatchObject({ code: 'NOT_CREATED', line: 2, revision: 1 });
  });

  it('may be one viewer’s copy', async () => {
    const said = await checkLines(seal('v', 'r', new Log('v', 'r').events, { signer, scope: 'viewer' }));
    expect(said.verified[0]).toMatchObject({ scope: 'viewer', events: 2 });
  });

  it('may be followed by others, each complete', async () => {
    const all = ['a', 'b', 'c'].map((id) => seal(id, 'r', new Log(id, 'r').events, { signer }));
    const said = await checkLines(all.flat());
    expect(said.code).toBe('OK');
    expect(said.verified.map(({ encounter }) => encounter)).toEqual(['a', 'b', 'c']);
    expect(await checkLines([...all.flat(), ...all[0]!])).toMatchObject({ code: 'ENCOUNTER_TWICE', line: 13 });
    expect(await checkLines([...all[0]!, ...all[1]!.slice(0, -1), ...all[2]!])).toMatchObject({
      code: 'OUT_OF_ORDER',
      line: 8,
      values: { found: 'export', expected: 'event | withheld | head' },
    });
  });

  it('is bound to heads that somebody kept, each of its revisions', async () => {
    const heads = [1, 77, 200].map((revision) => ({ revision, hash: hashIn(lines[revision]) }));
    expect((await checkLines(lines, { heads, key: signer.id })).code).toBe('OK');
    const other = { revision: 77, hash: hashIn(lines[78]) };
    expect(await checkLines(lines, { heads: [...heads, other], key: null })).toMatchObject({
      code: 'OTHER_HEAD',
      line: 78,
      revision: 77,
      values: { found: hashIn(lines[77]), expected: other.hash },
    });
  });

  it('finds a kept head in any of the encounters of a file', async () => {
    const [a, b] = ['a', 'b'].map((id) => seal(id, 'r', new Log(id, 'r').events, { signer }));
    const heads = [{ revision: 2, hash: hashIn(b!.at(-1)) }];
    expect((await checkLines([...a!, ...b!], { heads, key: null })).code).toBe('OK');
    expect((await checkLines(a!, { heads, key: null })).code).toBe('OTHER_HEAD');
  });
});
