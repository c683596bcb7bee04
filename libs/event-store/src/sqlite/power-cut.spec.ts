import { jest } from '@jest/globals';
import Database from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileLibrary, type Compiled } from '../testing/compiled.js';
import { CutDisk, parseLog, type Recorded } from '../testing/power/replay.js';
import { BATCHES, batchOf, expectedBefore, lastRevision, STREAMS } from '../testing/power/script.js';
import { buildShim } from '../testing/power/shim.js';
import { inFolder } from '../testing/temp-folder.js';
import { SqliteStore } from './sqlite-store.js';

jest.setTimeout(600_000);

const CUTS = process.env.BITACORA_TESTS === 'long' ? 5_000 : 500;
const CONTROL_CUTS = 60;
const SEED = 20_260_101;

/** A small generator, so that a failing cut can be played again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Where to cut: before and after syncs, and anywhere. */
function cutsOf(log: readonly Recorded[], count: number, random: () => number): number[] {
  const atSyncs = [...new Set(log.flatMap((op, i) => (op.kind === 's' ? [i, i + 1] : [])))];
  const share = Math.min(1, (count * 0.6) / atSyncs.length);
  const chosen = new Set(atSyncs.filter(() => random() < share).slice(0, count));
  while (chosen.size < Math.min(count, log.length)) chosen.add(Math.floor(random() * log.length));
  return [...chosen].toSorted((x, y) => x - y);
}

interface Verdict {
  readonly lost: number;
  readonly acknowledged: number;
}

/** Opens what a cut left with the product's own code, and compares it with what was answered before. */
async function examine(
  folder: string,
  files: Map<string, Buffer>,
  answered: Map<string, number>,
  retried: string | undefined,
): Promise<Verdict> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  const store = await SqliteStore.open(join(folder, 'store.db'));
  let lost = 0;
  let acknowledged = 0;
  for (const stream of STREAMS) {
    const last = answered.get(stream) ?? -1;
    acknowledged += last + 1;
    const head = await store.head(stream);
    const stored = Array.from({ length: BATCHES }, (_, k) => k).findLast((k) => head === lastRevision(k)) ?? -1;
    expect([stream, head]).toEqual([stream, stored < 0 ? null : lastRevision(stored)]);
    lost += Math.max(0, last - stored);
    await compare(store, stream, stored);
    if (stream === retried) await retry(store, stream, stored);
  }
  await store.close();
  const database = new Database(join(folder, 'store.db'));
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
  return { lost, acknowledged };
}

/** What is stored is what was meant. */
async function compare(store: SqliteStore, stream: string, stored: number): Promise<void> {
  if (stored < 0) return;
  const found = await store.readStreamPage(stream, 0n, 500);
  const meant = Array.from({ length: stored + 1 }, (_, k) => batchOf(stream, k)).flat();
  expect(found.map(({ id, data }) => ({ id, data }))).toEqual(meant.map(({ id, data }) => ({ id, data })));
}

/** Sending the last append that is there, and the next one, again has one effect each. */
async function retry(store: SqliteStore, stream: string, stored: number): Promise<void> {
  const send = (k: number) => store.append(stream, batchOf(stream, k), expectedBefore(k));
  if (stored >= 0) expect(await send(stored)).toMatchObject({ kind: 'already' });
  expect(await send(stored + 1)).toMatchObject({ kind: 'appended' });
  await compare(store, stream, stored + 1);
}

const shim = buildShim();
if ('missing' in shim) process.stderr.write(`The power cut tests are skipped. ${shim.missing}\n`);

('path' in shim ? describe : describe.skip)('a power cut', () => {
  const library = 'path' in shim ? shim.path : '';
  let compiled: Compiled;
  beforeAll(async () => {
    compiled = await compileLibrary();
  });
  afterAll(() => compiled.remove());

  async function record(folder: string, level: 'FULL' | 'NORMAL'): Promise<Recorded[]> {
    const [live, log] = [join(folder, 'live'), join(folder, 'recorded')];
    mkdirSync(live);
    await promisify(execFile)(process.execPath, [compiled.path('testing/power/writer.ts'), live, level], {
      env: { ...process.env, NODE_OPTIONS: '', LD_PRELOAD: library, SHIM_DIR: live, SHIM_LOG: log },
    });
    return parseLog(readFileSync(log));
  }

  async function cutMany(folder: string, log: readonly Recorded[], count: number): Promise<Verdict & { cuts: number }> {
    const random = randomFrom(SEED);
    const disk = new CutDisk();
    const answered = new Map<string, number>();
    const total = { lost: 0, acknowledged: 0, cuts: 0 };
    let played = 0;
    for (const cut of cutsOf(log, count, random)) {
      for (; played < cut; played += 1) {
        const op = log[played] as Recorded;
        if (op.kind !== 'a') disk.play(op);
        else {
          const [stream = '', k] = op.bytes.toString().trim().split(' ');
          answered.set(stream, Number(k));
        }
      }
      const verdict = await examine(
        join(folder, 'cut'),
        disk.cut(random),
        answered,
        STREAMS[total.cuts % STREAMS.length],
      );
      total.lost += verdict.lost;
      total.acknowledged += verdict.acknowledged;
      total.cuts += 1;
    }
    return total;
  }

  it(
    `loses nothing that was answered, in ${CUTS} cuts, and leaves every append whole or absent`,
    inFolder(async (folder) => {
      const log = await record(folder, 'FULL');
      const commits = STREAMS.length * BATCHES;
      expect(log.filter((op) => op.kind === 'a')).toHaveLength(commits);
      const result = await cutMany(folder, log, CUTS);
      expect(result).toMatchObject({ lost: 0, cuts: CUTS });
      expect(result.acknowledged).toBeGreaterThan(CUTS);
    }),
  );

  it(
    'does lose something when the store is told to sync less, else the test above is blind',
    inFolder(async (folder) => {
      const log = await record(folder, 'NORMAL');
      expect((await cutMany(folder, log, CONTROL_CUTS)).lost).toBeGreaterThan(0);
    }),
  );

  it(
    'syncs before every answer: an append’s events stand in what was synced before it was answered',
    inFolder(async (folder) => {
      const log = (await record(folder, 'FULL')).filter((op) => op.kind === 'a' || op.name.endsWith('-wal'));
      let written: Buffer[] = [];
      const synced: Buffer[] = [];
      for (const op of log) {
        if (op.kind === 'w') written.push(op.bytes);
        if (op.kind === 's') {
          // The next append may be written while the last one is answered: only what comes before the sync counts.
          synced.unshift(...written);
          written = [];
        }
        if (op.kind !== 'a') continue;
        const [stream = '', k] = op.bytes.toString().trim().split(' ');
        for (const { id } of batchOf(stream, Number(k))) {
          const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
          expect([stream, k, synced.some((page) => page.includes(bytes))]).toEqual([stream, k, true]);
        }
      }
    }),
  );
});
