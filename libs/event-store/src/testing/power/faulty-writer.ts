import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../errors.js';
import type { AppendResult } from '../../port.js';
import { SqliteStore } from '../../sqlite/sqlite-store.js';
import { batchOf, expectedBefore, STREAMS } from './script.js';

/** How one append ended: its kind, or the code of its error. */
export type Ended = { readonly stream: string; readonly k: number; readonly kind: string };

/** What one store went through: a fault at its n-th call. */
export interface Ordeal {
  readonly n: number;
  readonly ended: readonly Ended[];
  /** Whether the store said, while the fault lasted or just after it, that it was not well. */
  readonly sick: boolean;
  /** Whether it served again when the fault was over. */
  readonly served: boolean;
}

/**
 * A process that writes to one store after another while the shim makes the n-th write or sync fail, and tells as JSON
 * how each append ended. Arguments: the folder, `w` or `s`, the error's number, the first n, the last n, how often it fails.
 */
const [folder = '', call = 's', errno = '5', first = '1', last = '1', times = '1'] = process.argv.slice(2);
const control = openSync(join(folder, 'arm'), 'a');

async function endOf(stream: string, k: number, sent: Promise<AppendResult>): Promise<Ended> {
  try {
    let result = await sent;
    if (result.kind === 'unknown') {
      writeSync(control, 'off\n');
      while (result.kind === 'unknown') result = await result.resolve();
      return { stream, k, kind: `resolved ${result.kind}` };
    }
    return { stream, k, kind: result.kind };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { stream, k, kind: error.code };
  }
}

async function ordeal(n: number): Promise<Ordeal> {
  const store = await SqliteStore.open(join(folder, `${n}.db`), { checkpointPages: 20 });
  const ended: Ended[] = [];
  let sick = false;
  writeSync(control, `${call} ${n} ${times} ${errno}\n`);
  for (let k = 0; k < 4; k += 1) {
    const round = STREAMS.slice(0, 4).map((stream) => {
      const before = ended.filter((each) => each.stream === stream && /appended$/.test(each.kind)).length;
      return endOf(stream, before, store.append(stream, batchOf(stream, before), expectedBefore(before)));
    });
    ended.push(...(await Promise.all(round)));
    sick ||= !(await store.health()).ok;
  }
  writeSync(control, 'off\n');
  const served = await serves(store, n);
  await store.close();
  return { n, ended, sick, served };
}

/** Whether the store takes an append again, within two seconds. */
async function serves(store: SqliteStore, n: number): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    const sent = store.append('after', batchOf(`after ${n}`, 0), 'no_stream');
    if (/(appended|already)$/.test((await endOf('after', 0, sent)).kind)) return true;
    await new Promise((go) => setTimeout(go, 100));
  }
  return false;
}

const ordeals: Ordeal[] = [];
for (let n = Number(first); n <= Number(last); n += 1) ordeals.push(await ordeal(n));
process.stdout.write(JSON.stringify(ordeals));
