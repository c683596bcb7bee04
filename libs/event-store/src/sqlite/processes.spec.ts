import { jest } from '@jest/globals';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compileLibrary, type Compiled } from '../testing/compiled.js';
import { collect } from '../testing/contract/harness.js';
import { batchOf, lastRevision, STREAMS } from '../testing/power/script.js';
import { inFolder } from '../testing/temp-folder.js';
import { SqliteStore } from './sqlite-store.js';

jest.setTimeout(600_000);

const LONG = process.env.BITACORA_TESTS === 'long';
const KILLS = LONG ? 1_000 : 25;
const env = { ...process.env, NODE_OPTIONS: '' };

interface Won {
  readonly shared: number;
  readonly own: number;
  readonly conflicts: number;
}

/** The next message of a process; its end without one is an error. */
async function messageOf<T>(child: ChildProcess): Promise<T> {
  const [first] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process ended with ${code}`);
    }),
  ])) as [T];
  return first;
}

describe('several processes on one file', () => {
  let compiled: Compiled;
  beforeAll(async () => {
    compiled = await compileLibrary();
  });
  afterAll(() => compiled.remove());

  it(
    'win each revision once, lose nothing, and see all that the others write, in order and once',
    inFolder(async (folder) => {
      const file = join(folder, 'store.db');
      const names = ['one', 'two'];
      const racers = names.map((name) =>
        fork(compiled.path('testing/processes/racer.ts'), [file, name, LONG ? '10000' : '1500'], { env }),
      );
      const won = await Promise.all(racers.map((racer) => messageOf<Won>(racer)));
      const total = won.reduce((sum, each) => sum + each.shared + each.own, 0);
      const seen = racers.map(async (racer) => (await messageOf<{ seen: string[] }>(racer)).seen);
      for (const racer of racers) racer.send(total);

      const store = await SqliteStore.open(file);
      const dense = (count: number): bigint[] => Array.from({ length: count }, (_, i) => BigInt(i));
      const shared = await collect(store.readStream('shared'));
      expect(shared.map((each) => each.revision)).toEqual(dense(won.reduce((sum, each) => sum + each.shared, 0)));
      for (const [i, name] of names.entries()) {
        expect(await store.head(`own-${name}`)).toBe(BigInt(won[i]?.own ?? 0) - 1n);
        expect(shared.filter((each) => each.data.by === name)).toHaveLength(won[i]?.shared ?? 0);
        expect(won[i]?.shared).toBeGreaterThan(0);
      }
      const positions = (await collect(store.readAll())).map((each) => each.position);
      expect(positions).toEqual(Array.from({ length: total }, (_, i) => String(i + 1)));
      for (const each of await Promise.all(seen)) expect(each).toEqual(positions);
      await store.close();
    }),
  );

  it(
    `lose nothing that was answered when one is killed in the middle of its work, ${KILLS} times`,
    inFolder(async (folder) => {
      const file = join(folder, 'store.db');
      const answered = new Map<string, number>();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const victim = spawn(process.execPath, [compiled.path('testing/processes/victim.ts'), file], { env });
        let told = '';
        let enough = (): void => undefined;
        const working = new Promise<void>((go) => (enough = go));
        victim.stdout.on('data', (text: Buffer) => {
          told += text.toString();
          if (told.length > 400 + kill * 40) enough();
        });
        await Promise.race([working, once(victim, 'exit')]);
        victim.kill('SIGKILL');
        await once(victim, 'close');
        for (const line of told.split('\n').slice(0, -1)) {
          const [stream = '', k] = line.split(' ');
          answered.set(stream, Number(k));
        }
        await check(file, answered);
      }
      expect([...answered.values()].every((k) => k > KILLS)).toBe(true);
    }),
  );

  async function check(file: string, answered: Map<string, number>): Promise<void> {
    const store = await SqliteStore.open(file);
    for (const stream of STREAMS) {
      const last = answered.get(stream);
      if (last === undefined) continue;
      const found = await collect(store.readStream(stream));
      expect(BigInt(found.length - 1)).toBeGreaterThanOrEqual(lastRevision(last));
      const ids = Array.from({ length: last + 2 }, (_, k) => batchOf(stream, k)).flatMap((add) => add.map((e) => e.id));
      expect(found.map((each) => each.id).slice(0, ids.length)).toEqual(ids.slice(0, found.length));
    }
    await store.close();
  }
});
