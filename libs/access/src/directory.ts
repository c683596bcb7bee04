import type { StoredEvent } from '@bitacora/event-store';
import type { ApiKey, Grant } from './types.js';

/** A key or an access with what its secret is checked by. */
export interface Held<T> {
  readonly about: T;
  readonly hash: string;
}

/** What the streams of access begin with; no encounter's does. */
export const ACCESS_PREFIX = 'access-';
/** The stream of the applications' keys. */
export const KEYS_STREAM = `${ACCESS_PREFIX}keys`;

/** The stream of what was granted in an encounter. */
export function accessStream(encounter: string): string {
  return `${ACCESS_PREFIX}of-${encounter}`;
}

/** The types of the events in these streams. */
export const TYPES = {
  keyCreated: 'ApiKeyCreated',
  keyRevoked: 'ApiKeyRevoked',
  granted: 'AccessGranted',
  revoked: 'AccessRevoked',
} as const;

/**
 * All keys and accesses that count: a fold of the access streams, in memory. The order in which it hears of things is no matter:
 * what was revoked stays so.
 */
export class Directory {
  readonly #keys = new Map<string, Held<ApiKey>>();
  readonly #grants = new Map<string, Held<Grant>>();
  readonly #byEncounter = new Map<string, Set<string>>();
  readonly #revoked = new Set<string>();
  readonly #watchers = new Map<string, Set<() => void>>();

  /** Takes an event, also one that it had already. */
  take({ type, data }: Pick<StoredEvent, 'type' | 'data'>): void {
    const { id } = data as { readonly id: string };
    switch (type) {
      case TYPES.keyCreated: {
        const { hash, ...about } = data as unknown as ApiKey & { readonly hash: string };
        if (!this.#revoked.has(id)) this.#keys.set(id, { about, hash });
        break;
      }
      case TYPES.granted: {
        const { hash, ...about } = data as unknown as Grant & { readonly hash: string };
        if (!this.#revoked.has(id)) this.#grant({ about, hash });
        break;
      }
      case TYPES.keyRevoked:
      case TYPES.revoked:
        this.#revoke(id);
    }
  }

  key(id: string): Held<ApiKey> | undefined {
    return this.#keys.get(id);
  }

  grant(id: string): Held<Grant> | undefined {
    return this.#grants.get(id);
  }

  isRevoked(id: string): boolean {
    return this.#revoked.has(id);
  }

  /** Oldest first. */
  keys(): readonly ApiKey[] {
    return [...this.#keys.values()].map(({ about }) => about);
  }

  /** The accesses to an encounter that were not revoked, oldest first. */
  grantsOf(encounter: string): readonly Grant[] {
    return [...(this.#byEncounter.get(encounter) ?? [])].flatMap((id) => this.#grants.get(id)?.about ?? []);
  }

  /** Calls `ended` when `id` is revoked, at once where it is already; the function returned forgets that. */
  watch(id: string, ended: () => void): () => void {
    if (this.#revoked.has(id)) ended();
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(ended));
    return () => {
      watchers.delete(ended);
      if (watchers.size === 0) this.#watchers.delete(id);
    };
  }

  #grant(held: Held<Grant>): void {
    const { id, encounter } = held.about;
    this.#grants.set(id, held);
    const ids = this.#byEncounter.get(encounter) ?? new Set();
    this.#byEncounter.set(encounter, ids.add(id));
  }

  #revoke(id: string): void {
    this.#revoked.add(id);
    const grant = this.#grants.get(id);
    if (grant !== undefined) this.#byEncounter.get(grant.about.encounter)?.delete(id);
    this.#keys.delete(id);
    this.#grants.delete(id);
    const watchers = [...(this.#watchers.get(id) ?? [])];
    this.#watchers.delete(id);
    for (const ended of watchers) ended();
  }
}
