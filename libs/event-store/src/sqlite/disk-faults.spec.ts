import { jest } from '@jest/globals';
import Database from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileLibrary, type Compiled } from '../testing/compiled.js';
import type { Ordeal } from '../testing/power/faulty-writer.js';
import { batchOf, lastRevision, STREAMS } from '../testing/power/script.js';
import { buildShim } from '../testing/power/shim.js';
import { inFolder } from '../testing/temp-folder.js';
import { SqliteStore } from './sqlite-store.js';

jest.setTimeout(600_000);

const LAST = process.env.BITACORA_TESTS === 'long' ? 300 : 24;

const { EIO, ENOSPC } = constants.errno;
const shim = buildShim();
if ('missing' in shim) process.stderr.write(`The disk fault tests are skipped. ${shim.missing}\n`);

('path' in shim ? describe : describe.skip)('a disk that fails', () => {
  const library = 'path' in shim ? shim.path : '';
  let compiled: Compiled;
  beforeAll(async () => {
    compiled = await compileLibrary();
  });
  afterAll(() => compiled.remove());

  async function suffer(folder: string, call: 'w' | 's', errno: number, times: number): Promise<Ordeal[]> {
    const live = join(folder, 'live');
    mkdirSync(live);
    const script = compiled.path('testing/power/faulty-writer.ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, live, call, String(errno), '1', String(LAST), String(times)],
      { env: { ...process.env, NODE_OPTIONS: '', LD_PRELOAD: library, SHIM_DIR: live }, maxBuffer: 64 * 1024 * 1024 },
    );
    return JSON.parse(stdout) as Ordeal[];
  }

  /** What was answered is there, once and in order, and nothing else is. */
  async function check(folder: string, { n, ended, served }: Ordeal): Promise<void> {
    expect([n, served]).toEqual([n, true]);
    const path = join(folder, 'live', `${n}.db`);
    const store = await SqliteStore.open(path);
    for (const stream of STREAMS.slice(0, 4)) {
      const answered = ended.filter((each) => each.stream === stream && /appended$/.test(each.kind)).length;
      const head = await store.head(stream);
      expect([n, stream, head]).toEqual([n, stream, answered === 0 ? null : lastRevision(answered - 1)]);
      const found = answered === 0 ? [] : await store.readStreamPage(stream, 0n, 500);
      const meant = Array.from({ length: answered }, (_, k) => batchOf(stream, k)).flat();
      expect(found.map((each) => each.id)).toEqual(meant.map((each) => each.id));
    }
    await store.close();
    const database = new Database(path);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  }

  it.each([
    ['one sync fails', 's', EIO, 1],
    ['three syncs in a row fail', 's', EIO, 3],
    ['one write fails', 'w', EIO, 1],
    ['the disk is full for one write', 'w', ENOSPC, 1],
    ['the disk is full for a while', 'w', ENOSPC, 6],
  ] as const)(
    `answers nothing that is not so when %s, whichever it is of the first ${LAST}, and serves again after it`,
    (_, call, errno, times) =>
      inFolder(async (folder) => {
        const ordeals = await suffer(folder, call, errno, times);
        expect(ordeals).toHaveLength(LAST);
        for (const each of ordeals) await check(folder, each);
        const told = new Set(ordeals.flatMap((each) => each.ended.map(({ kind }) => kind)));
        expect([...told].filter((kind) => kind !== 'appended')).not.toEqual([]);
        for (const kind of told) {
          expect(['appended', 'resolved appended', 'conflict', 'STORE_UNAVAILABLE']).toContain(kind);
        }
      })(),
  );

  it(
    'makes the store say that it is not well for as long as it lasts',
    inFolder(async (folder) => {
      const ordeals = await suffer(folder, 'w', ENOSPC, 100_000);
      const hurt = ordeals.filter((each) => each.ended.some(({ kind }) => kind !== 'appended'));
      expect(hurt.length).toBeGreaterThan(LAST / 2);
      expect(hurt.filter((each) => !each.sick)).toEqual([]);
    }),
  );
});
