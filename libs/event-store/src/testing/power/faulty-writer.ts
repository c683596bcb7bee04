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
  /** Whether the store said that it was not well, when asked right after an append that did not simply succeed. */
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

/** An append's result, or the code of its error. Anything but a typed error ends this process. */
async function settle(sent: Promise<AppendResult>): Promise<AppendResult | string> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.code;
  }
}

async function kindOf(first: AppendResult | string): Promise<string> {
  let result = first;
  if (typeof result === 'string' || result.kind !== 'unknown') return typeof result === 'string' ? result : result.kind;
  while (typeof result !== 'string' && result.kind === 'unknown') result = await settle(result.resolve());
  return typeof result === 'string' ? result : `resolved ${result.kind}`;
}

async function ordeal(n: number): Promise<Ordeal> {
  const store = await SqliteStore.open(join(folder, `${n}.db`), { checkpointPages: 20 });
  const stored = new Map(STREAMS.slice(0, 4).map((stream) => [stream, 0]));
  const ended: Ended[] = [];
  let sick = false;
  writeSync(control, `${call} ${n} ${times} ${errno}\n`);
  for (let round = 0; round < 4; round += 1) {
    const sent = [...stored].map(([stream, k]) => store.append(stream, batchOf(stream, k), expectedBefore(k)));
    const results = await Promise.all(sent.map(settle));
    const hurt = results.some((result) => typeof result === 'string' || result.kind === 'unknown');
    if (hurt) sick ||= !(await store.health()).ok;
    // What never ends by itself is ended here, so that the unknown can be resolved.
    if (hurt && Number(times) > 1_000) writeSync(control, 'off\n');
    for (const [i, [stream, k]] of [...stored].entries()) {
      const kind = await kindOf(results[i] as AppendResult | string);
      ended.push({ stream, k, kind });
      if (kind.endsWith('appended')) stored.set(stream, k + 1);
    }
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
    if (/(appended|already)$/.test(await kindOf(await settle(sent)))) return true;
    await new Promise((go) => setTimeout(go, 100));
  }
  return false;
}

const ordeals: Ordeal[] = [];
for (let n = Number(first); n <= Number(last); n += 1) ordeals.push(await ordeal(n));
process.stdout.write(JSON.stringify(ordeals));
