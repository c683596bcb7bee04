import { InvalidStoreUrl } from './errors.js';
import { MemoryStore } from './memory/memory-store.js';
import type { EventStore } from './port.js';
import type { SqliteOptions } from './sqlite/connection.js';

/** Settings of the file of a SQLite store; the other stores have none. */
export type OpenOptions = SqliteOptions;

/**
 * Opens the store at an address: `memory:`, `sqlite:PATH`, `esdb://…` or `esdb+discover://…`.
 * Drivers are loaded only for the kind that is asked for. Throws typed errors that say what is wrong, where, and what to do.
 */
export async function openStore(url: string, options: OpenOptions = {}): Promise<EventStore> {
  const [, scheme, rest] = /^([a-z+]+):(.*)$/s.exec(url) ?? [];
  if (scheme === 'memory' && rest === '') return new MemoryStore();
  if (scheme === 'sqlite') {
    if (!rest) throw new InvalidStoreUrl(`The store address ${url} names no file. Write sqlite:PATH.`);
    const { SqliteStore } = await import('./sqlite/sqlite-store.js');
    return SqliteStore.open(rest, options);
  }
  if (scheme === 'esdb' || scheme === 'esdb+discover') {
    const { EventStoreDb } = await import('./eventstoredb/esdb-store.js');
    return EventStoreDb.open(url);
  }
  throw new InvalidStoreUrl(
    `${JSON.stringify(url)} is no store address. Use memory:, sqlite:PATH, esdb://HOST:PORT or esdb+discover://HOST:PORT.`,
  );
}
