import type { Database } from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { StoreCorrupt, StoreIncompatible } from '../errors.js';

/** Written into the file's header, so that a database of another program is not taken for ours. */
const APPLICATION_ID = 0x42697461;

/** One script a version; the file's `user_version` says how many were run. */
const VERSIONS: readonly string[] = [
  `
  CREATE TABLE store (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    fence INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1))
  ) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL CHECK (revision >= 0),
    appended INTEGER NOT NULL,
    id BLOB NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision),
    UNIQUE (stream, id)
  ) STRICT;
  `,
];

/** Checks whose file this is, and brings a new or an older one up to date, in one transaction. */
export function migrate(db: Database, path: string): void {
  if (isCurrent(db, path)) return;
  db.transaction(() => {
    if (isCurrent(db, path)) return;
    for (const script of VERSIONS.slice(versionOf(db))) db.exec(script);
    db.prepare('INSERT OR IGNORE INTO store (one, id, fence) VALUES (1, ?, 0)').run(randomUUID());
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${VERSIONS.length}`);
  }).immediate();
}

function isCurrent(db: Database, path: string): boolean {
  const version = versionOf(db);
  const owner = db.pragma('application_id', { simple: true }) as number;
  if (owner !== APPLICATION_ID && (owner !== 0 || version !== 0 || !isEmpty(db))) {
    throw new StoreCorrupt(`${path} is the database of another program. Name another file.`);
  }
  if (version > VERSIONS.length) {
    throw new StoreIncompatible(
      `${path} has schema version ${version}, this program knows up to ${VERSIONS.length}. Use the newer program that wrote it.`,
    );
  }
  return owner === APPLICATION_ID && version === VERSIONS.length;
}

function versionOf(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

function isEmpty(db: Database): boolean {
  return db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
}
