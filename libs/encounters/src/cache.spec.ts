import { openStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { LiveCache } from './cache.js';
import { UPCASTER } from './upcasting/steps.js';

/** A piece of writing that ends when it is told to. */
function writing(told: string[], name: string): { readonly write: () => Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const done = new Promise<void>((go) => (end = go));
  const write = async (): Promise<void> => {
    told.push(`${name} begins`);
    await done;
    told.push(`${name} ends`);
  };
  return { write, end };
}

describe('an encounter that is written in pieces', () => {
  it('is written by one at a time, and read when all have done', async () => {
    const store = await openStore('memory:');
    const cache = new LiveCache({ store, rulesets, upcaster: UPCASTER }, 100);
    const told: string[] = [];
    const [first, second] = [writing(told, 'first'), writing(told, 'second')];
    const writes = [cache.whole('e1', first.write), cache.whole('e1', second.write)];
    const read = (async () => {
      const live = await cache.get('e1');
      told.push(live === null ? 'read: nothing' : 'read');
    })();
    second.end();
    await new Promise(setImmediate);
    expect(told).toEqual(['first begins']);
    first.end();
    await Promise.all([...writes, read]);
    expect(told).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'read: nothing']);
    await store.close();
  });

  it('may be read when its writing has failed', async () => {
    const store = await openStore('memory:');
    const cache = new LiveCache({ store, rulesets, upcaster: UPCASTER }, 100);
    const failed = cache.whole('e1', () => Promise.reject(new Error('told to fail')));
    const read = Promise.resolve(cache.get('e1'));
    await expect(failed).rejects.toThrow('told to fail');
    expect(await read).toBeNull();
    await store.close();
  });
});
