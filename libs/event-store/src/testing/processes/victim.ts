import { SqliteStore } from '../../sqlite/sqlite-store.js';
import { batchOf, expectedBefore, lastRevision, STREAMS } from '../power/script.js';

/**
 * A process that goes on appending where each stream stands, and names each append on its output when it is answered,
 * until it is killed. Argument: the file.
 */
const store = await SqliteStore.open(process.argv[2] ?? '');

async function run(stream: string): Promise<void> {
  const head = await store.head(stream);
  let k = 0;
  while (head !== null && lastRevision(k) <= head) k += 1;
  for (; ; k += 1) {
    const result = await store.append(stream, batchOf(stream, k), expectedBefore(k));
    if (result.kind !== 'appended') throw new Error(`${stream} ${k}: ${result.kind}`);
    process.stdout.write(`${stream} ${k}\n`);
  }
}

await Promise.all(STREAMS.map(run));
