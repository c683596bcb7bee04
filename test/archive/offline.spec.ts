import { rulesets } from '@bitacora/rulesets';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '@bitacora/api';
import { bitacora, withFolder } from '../cli/tools.js';
import { Client } from '../e2e/support/client.js';
import { serve } from '../e2e/support/server.js';
import { playScenarios, randomFight } from './fights.js';

const RANDOM = 3;
const COMMANDS = 50;

describe('what a server exports', () => {
  let server: RunningServer;
  let client: Client;

  beforeAll(async () => {
    server = await serve();
    client = new Client(server.url);
  });
  afterAll(() => server.close());

  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'verifies offline for every scenario and for random fights of %s, and is audited clean',
    async (ruleset, rules) => {
      const ids = await playScenarios(server.url, ruleset);
      for (let seed = 1; seed <= RANDOM; seed += 1) ids.push(await randomFight(client, rules, seed, COMMANDS));
      expect(ids.length).toBeGreaterThan(RANDOM);
      const audits = await Promise.all(ids.map(async (id) => (await client.get(`/v1/encounters/${id}/audit`)).body));
      expect(audits.filter((body) => String(body.ok) !== 'true')).toEqual([]);
      await withFolder({}, async (folder) => {
        const file = join(folder, 'all.ndjson');
        const copies = await Promise.all(ids.map(async (id) => (await client.get(`/v1/encounters/${id}/export`)).text));
        writeFileSync(file, copies.join(''));
        const { code, out, err } = await bitacora(['verify', file]);
        expect({ code, err }).toEqual({ code: 0, err: [] });
        expect(out.map((line) => /^OK {2}(\S+):/.exec(line)?.[1])).toEqual(ids);
        const random = out.slice(-RANDOM).map((line) => Number(/(\d+) rolls? verified/.exec(line)?.[1]));
        expect(Math.min(...random)).toBeGreaterThan(0);
      });
    },
  );

  it('does not verify once a word, a die or a line of it is another', async () => {
    const id = await randomFight(client, rulesets.all()[0]!, 9, 30);
    await withFolder({}, async (folder) => {
      const file = join(folder, 'one.ndjson');
      const good = (await client.get(`/v1/encounters/${id}/export`)).text;
      const lines = good.trimEnd().split('\n');
      const rolled = lines.findIndex((line) => line.includes('"by":"server"'));
      const tampered = [
        good.replace('"actor":"admin"', '"actor":"Admin"'),
        lines
          .with(
            rolled,
            lines[rolled]!.replace(/"faces":\[(\d+)/, (_, face) => `"faces":[${String((Number(face) % 10) + 1)}`),
          )
          .join('\n') + '\n',
        `${lines.toSpliced(5, 1).join('\n')}\n`,
        `${lines.with(5, lines[6]!).with(6, lines[5]!).join('\n')}\n`,
        `${lines.toSpliced(5, 0, lines[5]!).join('\n')}\n`,
        `${lines.slice(0, -1).join('\n')}\n`,
      ];
      for (const text of tampered) {
        expect(text).not.toBe(good);
        writeFileSync(file, text);
        const { code, err } = await bitacora(['verify', file]);
        expect({ code, err }).toEqual({ code: 1, err: [expect.stringMatching(/^BAD line \d+/)] });
      }
      writeFileSync(file, good);
      const kept = await client.get(`/v1/encounters/${id}/audit`);
      const { revision, hash } = kept.body.head as unknown as { revision: number; hash: string };
      expect((await bitacora(['verify', file, '--head', `${String(revision)}:${hash}`])).code).toBe(0);
      expect((await bitacora(['verify', file, '--head', `${String(revision + 1)}:${hash}`])).code).toBe(1);
      expect(readFileSync(file, 'utf8')).toBe(good);
    });
  });
});
