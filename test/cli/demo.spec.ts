import { readdirSync } from 'node:fs';
import { tool, withApi, withFolder } from './tools.js';

interface Item {
  readonly id: string;
  readonly ruleset: string;
  readonly revision: number;
}

async function kept(store: string): Promise<readonly Item[]> {
  return withApi(store, async (url) => {
    const { items } = (await (await fetch(`${url}/v1/encounters?limit=100`)).json()) as {
      items: readonly { id: string }[];
    };
    const all = await Promise.all(
      items.map(async ({ id }) => (await fetch(`${url}/v1/encounters/${id}`)).json() as Promise<Item>),
    );
    return all
      .map(({ id, ruleset, revision }) => ({ id, ruleset, revision }))
      .sort((a, b) => (a.ruleset < b.ruleset ? -1 : 1));
  });
}

describe('npm run demo', () => {
  it('tells one combat of every rule set, and told again appends nothing', async () => {
    await withFolder({}, async (folder) => {
      const store = `sqlite:${folder}/demo.db`;
      const first = await tool('test/demo/main.ts', { BITACORA_STORE: store });
      expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: [] });
      const before = await kept(store);
      expect(before.map((item) => item.ruleset)).toEqual(readdirSync('test/scenarios').sort());
      expect(before.every((item) => item.revision > 10)).toBe(true);
      expect((await tool('test/demo/main.ts', { BITACORA_STORE: store })).out).toEqual(first.out);
      expect(await kept(store)).toEqual(before);
    });
  });

  it('refuses a store that keeps nothing', async () => {
    const { code, err } = await tool('test/demo/main.ts', { BITACORA_STORE: 'memory:' });
    expect({ code, err }).toEqual({ code: 2, err: [expect.stringContaining('a store in memory keeps nothing')] });
  });
});
