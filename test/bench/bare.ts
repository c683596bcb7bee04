import Database from 'better-sqlite3';
import type { EventStore } from '@bitacora/event-store';
import { freshDatabase } from './data.js';

/** What a store keeps of an event. */
export type Row = [stream: number, revision: number, id: string, type: string, data: string, metadata: string];

/** Every event of a store, in order. */
export async function rowsOf(store: EventStore): Promise<Row[]> {
  const rows: Row[] = [];
  const streams = new Map<string, number>();
  for await (const { stream, revision, id, type, dataText, metadataText } of store.readAll()) {
    if (!streams.has(stream)) streams.set(stream, streams.size);
    rows.push([streams.get(stream) ?? 0, Number(revision), id, type, dataText, metadataText]);
  }
  return rows;
}

/** The bare limit of durable writing: the same bytes into the same columns with the same keys, one commit for each group. */
export function writeBare(groups: readonly (readonly Row[])[]): void {
  const db = new Database(freshDatabase());
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER, revision INTEGER, id TEXT, type TEXT, data TEXT,
    metadata TEXT, UNIQUE (stream, revision), UNIQUE (stream, id)) STRICT`);
  const insert = db.prepare('INSERT INTO events VALUES (NULL, ?, ?, ?, ?, ?, ?)');
  const write = db.transaction((rows: readonly Row[]) => {
    for (const row of rows) insert.run(row);
  });
  for (const group of groups) write.immediate(group);
  db.close();
}
