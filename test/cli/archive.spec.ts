import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitacora, withApi, withFolder } from './tools.js';

async function idsAt(url: string): Promise<string[]> {
  const { items } = (await (await fetch(`${url}/v1/encounters`)).json()) as { items: { id: string }[] };
  return items.map(({ id }) => id);
}

describe('bitacora import', () => {
  it('takes what export and the server wrote to another server, encounter by encounter, and says what became of each', async () => {
    await withFolder({}, async (folder) => {
      const file = join(folder, 'all.ndjson');
      await withApi('memory:', async (url) => {
        await bitacora(['play', 'test/scenarios/d20/full-round.yaml', 'test/scenarios/yokai-senso', '--url', url]);
        writeFileSync(file, await (await fetch(`${url}/v1/export`)).text());
      });
      await withApi('memory:', async (url) => {
        const first = await bitacora(['import', file, '--url', url]);
        expect(first).toMatchObject({ code: 0, err: [] });
        const ids = await idsAt(url);
        expect(first.out).toHaveLength(ids.length);
        expect(first.out.every((line) => line.endsWith('events, imported'))).toBe(true);
        const again = await bitacora(['import', file, '--url', url], { LANG: 'es' });
        expect(again.out.every((line) => line.endsWith('sucesos, ya estaba'))).toBe(true);
        const copy = await (await fetch(`${url}/v1/export`)).text();
        expect(copy.split('\n').sort()).toEqual(readFileSync(file, 'utf8').split('\n').sort());
      });
    });
  });

  it('names the line of the file at which the server refuses it', async () => {
    await withFolder({}, async (folder) => {
      const file = join(folder, 'bad.ndjson');
      await withApi('memory:', async (url) => {
        await bitacora(['play', 'test/scenarios/yokai-senso', '--url', url]);
        const lines = (await (await fetch(`${url}/v1/export`)).text()).split('\n');
        const second = lines.findIndex((line, i) => i > 0 && line.includes('"kind":"export"'));
        lines[second + 4] = lines[second + 4]!.replace('"version":1', '"version":2');
        writeFileSync(file, lines.join('\n'));
        await withApi('memory:', async (to) => {
          const { code, out, err } = await bitacora(['import', file, '--url', to]);
          expect({ code, out }).toEqual({ code: 1, out: [expect.stringContaining(', imported')] });
          expect(err).toEqual([expect.stringMatching(`^bitacora: line ${String(second + 5)}: Its hash is `)]);
          expect(await idsAt(to)).toHaveLength(1);
        });
      });
    });
  });

  it('says that a file is not there', async () => {
    const { code, err } = await bitacora(['import', 'nowhere.ndjson']);
    expect({ code, err }).toEqual({
      code: 1,
      err: ['bitacora: nowhere.ndjson cannot be read (ENOENT: no such file or directory)'],
    });
  });
});

describe('bitacora replay', () => {
  it('tells a real fight without a terminal, with the order where it changes', async () => {
    await withApi('memory:', async (url) => {
      await bitacora(['play', 'test/scenarios/d20/full-round.yaml', '--url', url]);
      const [id = ''] = await idsAt(url);
      const { code, out, err } = await bitacora(['replay', id, '--url', url], { LANG: 'es' });
      expect({ code, err }).toEqual({ code: 0, err: [] });
      expect(out[0]).toMatch(/^ {4}1 {2}Se crea el combate/);
      expect(out.filter((line) => /^ *\d+ {2}/.test(line)).length).toBeGreaterThan(10);
      expect(out.some((line) => line.startsWith(' ▸'))).toBe(true);
    });
  });
});
