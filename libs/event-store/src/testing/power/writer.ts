import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteStore } from '../../sqlite/sqlite-store.js';
import { BATCHES, batchOf, expectedBefore, STREAMS } from './script.js';

/**
 * A process that appends to all streams at once and notes each answer in the file `acks` the moment it has it.
 * Arguments: the folder, and FULL or NORMAL.
 */
const [folder = '', level] = process.argv.slice(2);
const acks = openSync(join(folder, 'acks'), 'a');
const options = { synchronous: level === 'NORMAL' ? ('NORMAL' as const) : ('FULL' as const), checkpointPages: 60 };

async function write(from: number, to: number): Promise<void> {
  const store = await SqliteStore.open(join(folder, 'store.db'), options);
  const one = async (stream: string): Promise<void> => {
    for (let k = from; k < to; k += 1) {
      const result = await store.append(stream, batchOf(stream, k), expectedBefore(k));
      if (result.kind !== 'appended') throw new Error(`${stream} ${k}: ${result.kind}`);
      writeSync(acks, `${stream} ${k}\n`);
      // Streams fall out of step, so that groups differ in size.
      if ((k + stream.length) % 3 === 0) await new Promise((go) => setTimeout(go, 1));
    }
  };
  await Promise.all(STREAMS.map(one));
  await store.close();
}

await write(0, BATCHES / 2);
await write(BATCHES / 2, BATCHES);
