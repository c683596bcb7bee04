import { StreamNotFound, type EventStore, type JsonObject } from '@bitacora/event-store';
import { put } from './append.js';
import { Directory, KEYS_STREAM, TYPES } from './directory.js';
import { hashOf, newSecret, textOf } from './secrets.js';
import type { ApiKey, Issued } from './types.js';

/** There is no such key, or it was revoked before. */
export class KeysUnavailable extends Error {
  constructor(readonly id: string) {
    super(`There is no key ${id}.`);
    this.name = 'KeysUnavailable';
  }
}

/** The applications' keys of a store, for who looks after it. Every server over the store takes part at once. */
export interface KeyRing {
  /** Makes a key; several of one name may live at once, so that a new one can take over before the old one goes. */
  create(name: string): Promise<Issued<ApiKey>>;
  /** Those that count, oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** Ends a key at once. Throws {@link KeysUnavailable}. */
  revoke(id: string): Promise<ApiKey>;
}

/** Opens the key ring of `store`. */
export function openKeyRing(store: EventStore, clock: () => Date, ids: () => string): KeyRing {
  const read = async (): Promise<Directory> => {
    const directory = new Directory();
    try {
      for await (const event of store.readStream(KEYS_STREAM)) directory.take(event);
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return directory;
  };
  return {
    create: async (name) => {
      const about: ApiKey = { id: ids(), name, createdAt: clock().toISOString() };
      const secret = newSecret();
      const data: JsonObject = { ...about, hash: hashOf(secret) };
      await put(store, KEYS_STREAM, { type: TYPES.keyCreated, data });
      return { about, token: textOf({ kind: 'bk', id: about.id, secret }) };
    },
    list: async () => (await read()).keys(),
    revoke: async (id) => {
      const key = (await read()).key(id)?.about;
      if (key === undefined) throw new KeysUnavailable(id);
      await put(store, KEYS_STREAM, { type: TYPES.keyRevoked, data: { id, at: clock().toISOString() } });
      return key;
    },
  };
}
