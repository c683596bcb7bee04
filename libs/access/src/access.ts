import type { EventStore, JsonObject } from '@bitacora/event-store';
import { put } from './append.js';
import { accessStream, Directory, TYPES } from './directory.js';
import { Follower } from './follow.js';
import { hashOf, matches, newSecret, parseToken, textOf, type Token } from './secrets.js';
import { issueTicket, redeemTicket } from './tickets.js';
import { OPEN_CALLER, type Caller, type Grant, type GrantInput, type Issued, type Ticket } from './types.js';

/** What access needs from outside. */
export interface AccessDeps {
  readonly store: EventStore;
  readonly clock: () => Date;
  /** New UUIDs. */
  readonly ids: () => string;
}

/** Who may come in: keys and accesses of one store. Throws the store's typed errors. */
export interface Access {
  /** Whose `token` this is; null where it is nobody's, expired or revoked. */
  identify(token: string): Promise<Caller | null>;
  /** Whose ticket this is, for `encounter`. Uses the ticket up. */
  redeem(ticket: string, encounter: string): Promise<Caller | null>;
  /** Makes a ticket for `caller` and one encounter. */
  issueTicket(caller: Caller, encounter: string): Promise<Ticket>;
  /** Gives access to an encounter. */
  grant(input: GrantInput): Promise<Issued<Grant>>;
  /** The accesses to an encounter that were not revoked, oldest first. */
  list(encounter: string): Promise<readonly Grant[]>;
  /** Ends an access at once; false where the encounter has none with this id. */
  revoke(encounter: string, id: string): Promise<boolean>;
  /** Whether what `caller` came with still counts. */
  isLive(caller: Caller): boolean;
  /** Calls `ended` once, when `caller` is revoked by whatever process, or expires; the function returned forgets that. */
  watch(caller: Caller, ended: () => void): () => void;
  /** Stops following the store, which stays open: it is the caller's. */
  close(): Promise<void>;
}

/** The longest that a timer can wait. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Opens the access of a store, and follows it: what another process grants or revokes counts here as well. */
export function openAccess(deps: AccessDeps): Access {
  return new OpenAccess(deps);
}

class OpenAccess implements Access {
  readonly #directory = new Directory();
  readonly #follower: Follower;

  constructor(readonly deps: AccessDeps) {
    this.#follower = new Follower(deps.store, (event) => this.#directory.take(event));
  }

  async identify(text: string): Promise<Caller | null> {
    const token = parseToken(text);
    if (token === null || token.kind === 'bs') return null;
    await this.#follower.caughtUp();
    const known = this.#callerOf(token);
    if (known !== undefined) return known;
    // Another process may have made it a moment ago.
    await this.#follower.refresh();
    return this.#callerOf(token) ?? null;
  }

  async redeem(text: string, encounter: string): Promise<Caller | null> {
    const token = parseToken(text);
    if (token?.kind !== 'bs') return null;
    const credential = await redeemTicket(this.deps.store, token, encounter, this.deps.clock());
    if (credential === null) return null;
    if (credential === '') return OPEN_CALLER;
    await this.#follower.refresh();
    return this.#callerBy(credential);
  }

  async issueTicket({ credential }: Caller, encounter: string): Promise<Ticket> {
    const { store, ids, clock } = this.deps;
    return issueTicket(store, { id: ids(), credential: credential ?? '', encounter }, clock());
  }

  async grant(input: GrantInput): Promise<Issued<Grant>> {
    const { ids, clock, store } = this.deps;
    const about: Grant = { id: ids(), createdAt: clock().toISOString(), ...input };
    const secret = newSecret();
    const data = { ...about, hash: hashOf(secret) } as unknown as JsonObject;
    await put(store, accessStream(about.encounter), { type: TYPES.granted, data });
    this.#directory.take({ type: TYPES.granted, data });
    return { about, token: textOf({ kind: 'bt', id: about.id, secret }) };
  }

  async list(encounter: string): Promise<readonly Grant[]> {
    await this.#follower.refresh();
    return this.#directory.grantsOf(encounter);
  }

  async revoke(encounter: string, id: string): Promise<boolean> {
    await this.#follower.refresh();
    if (this.#directory.grant(id)?.about.encounter !== encounter) return false;
    const data: JsonObject = { id, at: this.deps.clock().toISOString() };
    await put(this.deps.store, accessStream(encounter), { type: TYPES.revoked, data });
    this.#directory.take({ type: TYPES.revoked, data });
    return true;
  }

  isLive({ credential }: Caller): boolean {
    return credential === null || this.#callerBy(credential) !== null;
  }

  watch({ credential }: Caller, ended: () => void): () => void {
    if (credential === null) return () => undefined;
    let forget = (): void => undefined;
    const end = (): void => {
      forget();
      ended();
    };
    const timer = this.#expiryTimer(credential, end);
    let isOver = false;
    const unwatch = this.#directory.watch(credential, () => {
      if (!isOver) end();
    });
    forget = () => {
      isOver = true;
      clearTimeout(timer);
      unwatch();
    };
    return forget;
  }

  close(): Promise<void> {
    return this.#follower.close();
  }

  #expiryTimer(credential: string, ended: () => void): NodeJS.Timeout | undefined {
    const expiresAt = this.#directory.grant(credential)?.about.expiresAt;
    if (expiresAt === undefined || expiresAt === null) return undefined;
    const ms = Date.parse(expiresAt) - this.deps.clock().getTime();
    return setTimeout(ended, Math.min(Math.max(ms, 0), LONGEST_WAIT)).unref();
  }

  /** Undefined where nothing is known of it; null where it does not count. */
  #callerOf({ kind, id, secret }: Token): Caller | null | undefined {
    const held = kind === 'bk' ? this.#directory.key(id) : this.#directory.grant(id);
    if (held === undefined) return this.#directory.isRevoked(id) ? null : undefined;
    return matches(secret, held.hash) ? this.#callerBy(id) : null;
  }

  #callerBy(id: string): Caller | null {
    const key = this.#directory.key(id)?.about;
    if (key !== undefined) {
      return {
        viewer: { role: 'admin', combatants: [], actor: `admin:${key.name}` },
        encounter: null,
        credential: id,
      };
    }
    const grant = this.#directory.grant(id)?.about;
    if (grant === undefined || this.#isExpired(grant)) return null;
    const { role, combatants, encounter } = grant;
    return { viewer: { role, combatants, actor: id }, encounter, credential: id };
  }

  #isExpired({ expiresAt }: Grant): boolean {
    return expiresAt !== null && this.deps.clock().getTime() >= Date.parse(expiresAt);
  }
}
