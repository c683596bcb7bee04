import type { Role, Viewer } from '@bitacora/encounters';

/** Somebody whose call was recognised. */
export interface Caller {
  /** How the encounters see it. */
  readonly viewer: Viewer;
  /** The only encounter that it may know of; null: all of them. */
  readonly encounter: string | null;
  /** The key or access that it came with; null in `open` mode without a token. */
  readonly credential: string | null;
}

/** Who calls without a token in `open` mode: the administrator. */
export const OPEN_CALLER: Caller = {
  viewer: { role: 'admin', combatants: [], actor: 'admin' },
  encounter: null,
  credential: null,
};

/** An application's key, without its secret. */
export interface ApiKey {
  readonly id: string;
  /** The application: two keys of one name are one application, so that one can take the other's place. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What an access token gives: a role in one encounter. */
export interface GrantInput {
  readonly encounter: string;
  readonly role: Exclude<Role, 'admin'>;
  /** The combatants that a player owns; none for the other roles. */
  readonly combatants: readonly string[];
  /** ISO 8601, UTC; null: until it is revoked. */
  readonly expiresAt: string | null;
}

/** An access, without its secret. */
export interface Grant extends GrantInput {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Something new with its secret, which is nowhere else: it cannot be shown again. */
export interface Issued<T> {
  readonly about: T;
  readonly token: string;
}

/** What opens one stream of events, once. */
export interface Ticket {
  readonly ticket: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
}
