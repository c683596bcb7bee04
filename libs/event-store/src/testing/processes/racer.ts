import { randomUUID } from 'node:crypto';
import { SqliteStore } from '../../sqlite/sqlite-store.js';

/**
 * One of several processes on one file. For the given time it appends to a stream that all share, after whatever is there,
 * and to a stream of its own; it tells how often it won, and, once it was told how many events there are in all, what its
 * subscription saw. Arguments: the file, this process's name, how many milliseconds.
 */
const [file = '', name = '', ms = '1000'] = process.argv.slice(2);
const store = await SqliteStore.open(file);
const stop = new AbortController();
const seen: string[] = [];
const following = (async (): Promise<void> => {
  for await (const event of store.subscribeAll({ signal: stop.signal })) seen.push(event.position);
})();

const until = performance.now() + Number(ms);
let conflicts = 0;

async function race(stream: string): Promise<number> {
  let won = 0;
  while (performance.now() < until) {
    const head = await store.head(stream);
    const add = [{ id: randomUUID(), type: 'Raced', data: { by: name, won }, metadata: {} }];
    const result = await store.append(stream, add, head ?? 'no_stream');
    if (result.kind === 'appended') won += 1;
    else if (result.kind === 'conflict') conflicts += 1;
    else throw new Error(result.kind);
  }
  return won;
}

async function tellWhatWasSeen(total: number): Promise<void> {
  while (seen.length < total) await new Promise((go) => setTimeout(go, 5));
  stop.abort();
  await following;
  await store.close();
  process.send?.({ seen });
  process.disconnect();
}

process.once('message', (total: number) => void tellWhatWasSeen(total));
const [shared, own] = await Promise.all([race('shared'), race(`own-${name}`)]);
process.send?.({ shared, own, conflicts });
