import Database from 'better-sqlite3';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../errors.js';
import { openStore } from '../open.js';
import { event } from '../testing/contract/harness.js';
import { inFolder } from '../testing/temp-folder.js';
import { SqliteStore } from './sqlite-store.js';

async function refusal(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreError);
  const { code, message } = error as StoreError;
  return `${code} ${message}`;
}

describe('opening a SQLite store', () => {
  it(
    'makes the file and its folder when absent',
    inFolder(async (folder) => {
      const path = join(folder, 'deep', 'down', 'store.db');
      const store = await openStore(`sqlite:${path}`);
      await store.close();
      expect(existsSync(path)).toBe(true);
    }),
  );

  it(
    'refuses a file that is no database, names it, and leaves it as it was',
    inFolder(async (folder) => {
      const path = join(folder, 'notes.txt');
      writeFileSync(path, 'milk, bread, 2d6 of damage\n'.repeat(200));
      expect(await refusal(openStore(`sqlite:${path}`))).toMatch(
        /^STORE_CORRUPT .*notes\.txt is not an SQLite database/,
      );
      expect(readFileSync(path, 'utf8')).toMatch(/^milk, bread/);
    }),
  );

  it(
    'refuses the database of another program and leaves it as it was',
    inFolder(async (folder) => {
      const path = join(folder, 'other.db');
      const other = new Database(path);
      other.exec('CREATE TABLE events (n)');
      other.close();
      expect(await refusal(openStore(`sqlite:${path}`))).toMatch(/^STORE_CORRUPT .*other\.db.*another program/);
      const again = new Database(path);
      expect(again.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['events']);
      again.close();
    }),
  );

  it(
    'refuses a file that a newer program wrote',
    inFolder(async (folder) => {
      const path = join(folder, 'store.db');
      await (await openStore(`sqlite:${path}`)).close();
      const newer = new Database(path);
      newer.pragma('user_version = 99');
      newer.close();
      expect(await refusal(openStore(`sqlite:${path}`))).toMatch(/^STORE_INCOMPATIBLE .*store\.db.*version 99/);
    }),
  );

  it(
    'refuses a folder in the file’s place',
    inFolder(async (folder) => {
      mkdirSync(join(folder, 'store.db'));
      expect(await refusal(openStore(`sqlite:${join(folder, 'store.db')}`))).toMatch(/^STORE_UNAVAILABLE .*store\.db/);
    }),
  );

  it(
    'refuses a path through a file',
    inFolder(async (folder) => {
      writeFileSync(join(folder, 'file'), '');
      expect(await refusal(openStore(`sqlite:${join(folder, 'file', 'store.db')}`))).toMatch(
        /^STORE_UNAVAILABLE .*file/,
      );
    }),
  );

  it(
    'waits for a lock, and says who keeps it from opening when the wait was in vain',
    inFolder(async (folder) => {
      const path = join(folder, 'store.db');
      const other = new Database(path);
      other.pragma('locking_mode = EXCLUSIVE');
      other.exec('BEGIN EXCLUSIVE');
      expect(await refusal(SqliteStore.open(path, { openMs: 100 }))).toMatch(
        /^STORE_UNAVAILABLE .*store\.db is locked by another program/,
      );
      const opening = SqliteStore.open(path);
      other.close();
      const store = await opening;
      expect(await store.health()).toMatchObject({ ok: true });
      await store.close();
    }),
  );

  it(
    'says that an append waited in vain for another program’s lock, and works again when it is gone',
    inFolder(async (folder) => {
      const path = join(folder, 'store.db');
      const store = await SqliteStore.open(path);
      const other = new Database(path);
      other.exec('BEGIN IMMEDIATE');
      const append = store.append('e-1', [event()], 'no_stream', { deadlineMs: 50 });
      expect(await refusal(append)).toMatch(/^STORE_UNAVAILABLE .*locked/);
      const patient = store.append('e-1', [event()], 'no_stream');
      other.exec('ROLLBACK');
      expect(await patient).toMatchObject({ kind: 'appended', revision: 0n });
      other.close();
      await store.close();
    }),
  );

  it.each(['memory', 'memory:x', 'sqlite:', 'sqlite', 'postgres://localhost', '', 'store.db'])(
    'refuses %p as an address',
    async (url) => {
      expect(await refusal(openStore(url))).toMatch(/^INVALID_STORE_URL /);
    },
  );
});

describe('a SQLite store in use', () => {
  const damage = (path: string): void => {
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4_096);
    writeFileSync(path, bytes);
  };

  it(
    'says that its file is damaged',
    inFolder(async (folder) => {
      const path = join(folder, 'store.db');
      const store = await openStore(`sqlite:${path}`);
      await store.append('e-1', [event()], 'no_stream');
      await store.close();
      damage(path);
      const read = async (): Promise<unknown> => {
        const damaged = await openStore(`sqlite:${path}`);
        return damaged.readStreamPage('e-1', 0n, 1).finally(() => damaged.close());
      };
      expect(await refusal(read())).toMatch(/^STORE_CORRUPT .*store\.db is damaged/);
    }),
  );

  it(
    'is not healthy when its file was moved away under it',
    inFolder(async (folder) => {
      const path = join(folder, 'store.db');
      const store = await openStore(`sqlite:${path}`);
      renameSync(path, `${path}.old`);
      const health = await store.health();
      expect(health.ok ? '' : health.reason).toContain('moved or deleted');
      await store.close();
    }),
  );

  const asRoot = process.getuid?.() === 0;
  (asRoot ? it.skip : it)(
    'says that a file may not be written',
    inFolder(async (folder) => {
      const path = join(folder, 'store.db');
      await (await openStore(`sqlite:${path}`)).close();
      chmodSync(path, 0o444);
      expect(await refusal(openStore(`sqlite:${path}`))).toMatch(/^STORE_UNAVAILABLE .*store\.db may not be written/);
    }),
  );
});
