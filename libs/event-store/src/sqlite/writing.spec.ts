import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { prepareAppend, type PreparedAppend } from '../core/prepare.js';
import type { StoreUnavailable } from '../errors.js';
import type { AppendResult } from '../port.js';
import { event } from '../testing/contract/harness.js';
import { inFolder } from '../testing/temp-folder.js';
import { Connection, findStream } from './connection.js';
import { startThread, Writing } from './writing.js';

/** A writer whose thread can be ended, and what the file holds. */
interface Bench {
  readonly writing: Writing;
  readonly threads: readonly Worker[];
  readonly idsIn: (stream: string) => readonly string[];
}

const withWriting = (test: (bench: Bench) => Promise<void>): (() => Promise<void>) =>
  inFolder(async (folder) => {
    const connection = Connection.open(join(folder, 'store.db'));
    const { path, inode } = connection;
    const threads: Worker[] = [];
    const start: typeof startThread = (data) => {
      threads.push(startThread(data));
      return threads.at(-1) as Worker;
    };
    const ignore = () => undefined;
    const writing = new Writing({ path, inode, options: {} }, ignore, ignore, start);
    const idsIn = (stream: string) =>
      connection.stream(stream) === undefined
        ? []
        : connection.page(findStream(connection, stream).id, 0, 100).map(({ id }) => id);
    await test({ writing, threads, idsIn });
    await writing.close();
    connection.close();
  });

const first = (stream: string): PreparedAppend => prepareAppend(stream, [event()], 'no_stream');

async function settled(result: AppendResult): Promise<AppendResult> {
  return result.kind === 'unknown' ? settled(await result.resolve()) : result;
}

describe('the thread that writes', () => {
  it(
    'when it ends by itself, leaves what was under way unknown, and all of it stands once it was asked for',
    withWriting(async ({ writing, threads, idsIn }) => {
      await writing.append(first('before'), {});
      const appends = Array.from({ length: 80 }, (_, i) => first(`s${String(i)}`));
      const under = appends.map((append) => writing.append(append, {}));
      await Promise.all([threads[0]?.terminate(), ...under]);
      const results = await Promise.all(under);
      expect(results.some(({ kind }) => kind === 'unknown')).toBe(true);
      for (const [i, result] of results.entries()) {
        if (result.kind === 'appended') expect(idsIn(`s${String(i)}`)).toHaveLength(1);
        else expect(result.kind).toBe('unknown');
      }
      const again = await Promise.all(results.map(settled));
      expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['appended']));
      for (const [i, append] of appends.entries()) expect(idsIn(`s${String(i)}`)).toEqual([append.events[0].id]);
      expect(idsIn('before')).toHaveLength(1);
      expect(threads).toHaveLength(2);
    }),
  );

  it(
    'is started anew for the next append, and not before',
    withWriting(async ({ writing, threads, idsIn }) => {
      await writing.append(first('a'), {});
      await threads[0]?.terminate();
      expect(threads).toHaveLength(1);
      expect(await writing.append(first('b'), {})).toMatchObject({ kind: 'appended', position: '2' });
      expect([threads.length, idsIn('a').length, idsIn('b').length]).toEqual([2, 1, 1]);
    }),
  );

  it(
    'that ended is told to those who asked for something else than an append',
    withWriting(async ({ writing, threads }) => {
      await writing.append(first('a'), {});
      const probed = writing.probe().then(
        () => 'done',
        (error: unknown) => (error as StoreUnavailable).code,
      );
      await threads[0]?.terminate();
      expect(['done', 'STORE_UNAVAILABLE']).toContain(await probed);
      await writing.probe();
    }),
  );
});
