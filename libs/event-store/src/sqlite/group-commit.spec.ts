import Database from 'better-sqlite3';
import { join } from 'node:path';
import { prepareAppend } from '../core/prepare.js';
import type { AppendResult, Expected } from '../port.js';
import { event } from '../testing/contract/harness.js';
import { inFolder } from '../testing/temp-folder.js';
import { Connection } from './connection.js';
import { GroupCommit, type Commits } from './group-commit.js';
import { Writer } from './writer.js';

class Recorder implements Commits {
  readonly path = 'store.db';
  readonly groups: number[] = [];
  readonly failures: boolean[] = [];
  readonly commits = new GroupCommit(this);

  constructor(readonly own: Writer) {}

  writer(): Writer {
    return this.own;
  }

  committed(_position: number, events: readonly unknown[]): void {
    this.groups.push(events.length);
  }

  failed(_error: unknown, broken: boolean): void {
    this.failures.push(broken);
  }

  async resolve(): Promise<AppendResult> {
    return { kind: 'conflict', actual: null };
  }

  append(stream: string, expected: Expected, signal?: AbortSignal): Promise<AppendResult> {
    return this.commits.append(prepareAppend(stream, [event()], expected), { signal });
  }
}

/** A connection of which one statement fails as told. */
function failing(connection: Connection, statement: 'commit' | 'begin', code: string): Connection {
  const fail = {
    run: () => {
      throw new Database.SqliteError('told to fail', code);
    },
  };
  return new Proxy(connection, {
    get(target, key) {
      if (key === statement) return fail;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const withConnection = (test: (connection: Connection) => Promise<void>): (() => Promise<void>) =>
  inFolder(async (folder) => {
    const connection = Connection.open(join(folder, 'store.db'));
    try {
      await test(connection);
    } finally {
      connection.close();
    }
  });

const settled = (sent: Promise<AppendResult>[]): Promise<string[]> =>
  Promise.all(
    sent.map((each) =>
      each.then(
        (result) => result.kind,
        (error: unknown) => (error as { code: string }).code,
      ),
    ),
  );

describe('group commit', () => {
  it(
    'writes what waits in one transaction, each append with its own verdict',
    withConnection(async (connection) => {
      const store = new Recorder(new Writer(connection));
      const stop = new AbortController();
      const sent = [
        store.append('a', 'no_stream'),
        store.append('b', 'no_stream'),
        store.append('a', 'no_stream'),
        store.append('a', 0n),
        store.append('c', 7n),
        store.append('d', 'no_stream', stop.signal),
      ];
      stop.abort();
      expect(await settled(sent)).toEqual([
        'appended',
        'appended',
        'conflict',
        'appended',
        'conflict',
        'APPEND_ABORTED',
      ]);
      expect(store.groups).toEqual([3]);
    }),
  );

  it(
    'takes back only its own rows when an id of an append is in the stream already',
    withConnection(async (connection) => {
      const store = new Recorder(new Writer(connection));
      const known = event();
      const add = (stream: string, events: ReturnType<typeof event>[], expected: Expected): Promise<AppendResult> =>
        store.commits.append(prepareAppend(stream, events, expected), {});
      await add('a', [known], 'no_stream');
      const sent = [add('b', [event()], 'no_stream'), add('a', [event(), known], 0n), add('a', [event()], 0n)];
      expect(await settled(sent)).toEqual(['appended', 'DUPLICATE_EVENT_ID', 'appended']);
      expect(connection.end()).toBe(3);
      expect(connection.scan(0, 9, undefined, 9).map((e) => `${e.position} ${e.stream} ${e.revision}`)).toEqual([
        '1 a 0',
        '2 b 0',
        '3 a 1',
      ]);
    }),
  );

  it(
    'answers unknown, never a refusal as if it were certain, when the commit fails',
    withConnection(async (connection) => {
      const store = new Recorder(new Writer(failing(connection, 'commit', 'SQLITE_IOERR_FSYNC')));
      const sent = [store.append('a', 'no_stream'), store.append('a', 'no_stream')];
      expect(await settled(sent)).toEqual(['unknown', 'STORE_UNAVAILABLE']);
      expect(store.failures).toEqual([true]);
      expect(store.groups).toEqual([]);
    }),
  );

  it(
    'refuses with a typed error when the transaction cannot begin',
    withConnection(async (connection) => {
      const store = new Recorder(new Writer(failing(connection, 'begin', 'SQLITE_FULL')));
      expect(await settled([store.append('a', 'no_stream')])).toEqual(['STORE_UNAVAILABLE']);
    }),
  );

  it(
    'splits what would be too much for one transaction, and keeps the order',
    withConnection(async (connection) => {
      const store = new Recorder(new Writer(connection));
      const sent = Array.from({ length: 1_200 }, (_, i) => store.append('a', i === 0 ? 'no_stream' : BigInt(i - 1)));
      expect(new Set(await settled(sent))).toEqual(new Set(['appended']));
      expect(store.groups).toEqual([512, 512, 176]);
    }),
  );
});

describe('a connection', () => {
  it(
    'is set to survive a power cut, when the file is new and when it is opened again',
    inFolder(async (folder) => {
      for (const time of ['new', 'again']) {
        const connection = Connection.open(join(folder, 'store.db'));
        expect([time, connection.durability()]).toEqual([time, { journal: 'wal', synchronous: 2 }]);
        connection.close();
      }
    }),
  );
});
