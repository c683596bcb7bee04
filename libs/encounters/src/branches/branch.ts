import { nameProblem, type Refusal } from '@bitacora/engine';
import { StoreUnavailable, type EventToAppend, type StoredEvent } from '@bitacora/event-store';
import { genesisOf } from '../audit/chain.js';
import type { Head } from '../audit/keys.js';
import type { LiveCache } from '../cache.js';
import { metadataOf } from '../envelope.js';
import { foldedAt, hashAt } from '../history.js';
import { fingerprintOf } from '../identity.js';
import { streamOf } from '../names.js';
import { lengthOf, othersTurn, pageOf, pagesOf } from '../stream.js';
import type { CallContext, EncountersDeps, Folded, ForkedFrom } from '../types.js';
import { illFormed } from '../well-formed.js';
import { branchedCommand, keyedBranch, rewritten, type NewBranch } from './rewrite.js';

/** Bounds of what is appended at once; a command is never split. */
const CHUNK_EVENTS = 200;
const CHUNK_CHARACTERS = 250_000;
/** How often the copy goes on after others have written to the same branch. */
const TRIES = 10;
/** How often an unknown outcome is asked for. */
const ASKS = 3;

/** What a branch is made of. */
export interface BranchInput {
  /** The last revision of the past that it shares; it must end a command. */
  readonly revision: number;
  readonly name: string;
}

/** What became of a branch. Trouble with the store is thrown as its typed errors. */
export type BranchResult =
  | {
      readonly kind: 'done';
      /** The branch as it begins. */
      readonly folded: Folded;
      readonly forkedFrom: ForkedFrom;
      readonly head: () => Promise<Head>;
      /** Whether this is the answer to an earlier call with the same key. */
      readonly replayed: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly revision: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'noSuchState'; readonly revision: number }
  /** The revision is in the middle of a command, between the states at `before` (0: none) and `after`. */
  | { readonly kind: 'insideCommand'; readonly revision: number; readonly before: number; readonly after: number }
  | { readonly kind: 'conflict'; readonly revision: number }
  | { readonly kind: 'keyReused'; readonly revision: number };

/** What making branches needs. */
export interface Branching {
  readonly deps: Pick<EncountersDeps, 'store' | 'keys' | 'ids'>;
  readonly cache: LiveCache;
  /** To be told what was written. */
  readonly expect: (id: string, revision: number) => void;
}

/**
 * Makes an encounter that has the past of encounter `parent` up to a revision, with ids and a chain of its own, and a future of its
 * own: its dice come from its own seeds. For those who see everything. With an idempotency key its id follows from parent, caller
 * and key, and a copy that was cut short is finished by the next call.
 */
export async function branchOf(
  branching: Branching,
  parent: string,
  input: BranchInput,
  { viewer, requestId, idempotencyKey: key }: CallContext,
): Promise<BranchResult> {
  const { deps, cache } = branching;
  const live = await cache.get(parent);
  if (live === null) return { kind: 'notFound' };
  await live.sync();
  const { revision, name } = input;
  const refusal = illFormed({ name }) ?? nameProblem(name, '/name');
  if (refusal !== null) return { kind: 'refused', refusal, revision: live.revision };
  if (revision < 1 || revision > live.revision) return { kind: 'noSuchState', revision: live.revision };
  const cut = await cutAt(branching, parent, revision);
  if (cut !== null) return { kind: 'insideCommand', revision: live.revision, ...cut };
  const branch: NewBranch = {
    id: key === undefined ? deps.ids() : keyedBranch(parent, viewer.actor, key),
    name,
    forkedFrom: { encounter: parent, revision },
    requestId,
    fingerprint: key === undefined ? null : fingerprintOf({ type: 'branch', revision, name }),
  };
  return new Copy(branching, branch).make();
}

/** The ends of the commands around `revision`; null where it is one itself. */
async function cutAt(
  { deps: { store } }: Branching,
  id: string,
  revision: number,
): Promise<{ readonly before: number; readonly after: number } | null> {
  const [last, next] = await pageOf(store, id, revision - 1, 2);
  const command = last && metadataOf(last).command;
  if (next === undefined || metadataOf(next).command !== command) return null;
  const isOther = (event: StoredEvent): boolean => metadataOf(event).command !== command;
  let before = revision - 1;
  for (let size = 1; before > 0; size *= 2) {
    const from = Math.max(0, before - size);
    const page = await pageOf(store, id, from, before - from);
    const at = page.findLastIndex(isOther);
    before = from + at + 1;
    if (at >= 0) break;
  }
  let after = revision;
  for await (const page of pagesOf(store, id, revision)) {
    const at = page.findIndex(isOther);
    after += at < 0 ? page.length : at;
    if (at >= 0) break;
  }
  return { before, after };
}

/** The copy of a past on its way. */
class Copy {
  readonly #stream: string;

  constructor(
    readonly branching: Branching,
    readonly branch: NewBranch,
  ) {
    this.#stream = streamOf(branch.id) ?? '';
  }

  async make(): Promise<BranchResult> {
    const { store } = this.branching.deps;
    const { id, forkedFrom, fingerprint } = this.branch;
    const { revision } = forkedFrom;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const had = await lengthOf(store, id);
      if (had > 0 && !(await this.#isOurs(had))) return { kind: 'keyReused', revision: had };
      if (had >= revision) return this.#done(tries === 0 && fingerprint !== null);
      if (await this.branching.cache.whole(id, () => this.#copyAfter(had))) return this.#done(false);
    }
    return { kind: 'conflict', revision: await lengthOf(store, id) };
  }

  /** Whether what stands under the branch's id was begun by a call with the same body, and as far as it goes is this past. */
  async #isOurs(had: number): Promise<boolean> {
    const { deps } = this.branching;
    const { id, forkedFrom, fingerprint } = this.branch;
    const [first] = await pageOf(deps.store, id, 0, 1);
    if (first === undefined || fingerprint === null || metadataOf(first).fingerprint !== fingerprint) return false;
    if (had >= forkedFrom.revision) return true;
    const [last] = await pageOf(deps.store, id, had - 1, 1);
    const [original] = await pageOf(deps.store, forkedFrom.encounter, had - 1, 1);
    return (
      last !== undefined &&
      original !== undefined &&
      metadataOf(last).command === branchedCommand(id, metadataOf(original).command)
    );
  }

  /** Appends what is lacking after the first `had` events; false when others have written meanwhile. */
  async #copyAfter(had: number): Promise<boolean> {
    const { store } = this.branching.deps;
    const { id, forkedFrom } = this.branch;
    let at = had;
    let hash = had === 0 ? genesisOf(id) : await this.#hashAt(had);
    for await (const page of pagesOf(store, forkedFrom.encounter, had)) {
      const wanted = page.filter((stored) => Number(stored.revision) < forkedFrom.revision);
      for (const commands of chunks(wanted)) {
        const events: EventToAppend[] = [];
        for (const command of commands) {
          const made = rewritten(command, this.branch, hash);
          events.push(...made.events);
          ({ hash } = made);
        }
        if (!(await this.#append(events, at))) return false;
        at += events.length;
        await othersTurn();
      }
      if (wanted.length < page.length) break;
    }
    return true;
  }

  async #append(events: readonly EventToAppend[], after: number): Promise<boolean> {
    let result = await this.branching.deps.store.append(
      this.#stream,
      events,
      after === 0 ? 'no_stream' : BigInt(after - 1),
    );
    for (let asked = 0; result.kind === 'unknown'; asked += 1) {
      if (asked === ASKS) throw new StoreUnavailable('Whether the branch was stored cannot be found out now.');
      result = await result.resolve();
    }
    // Others that copy the same have the same ids and other salts: what stands there is read again.
    return result.kind === 'appended';
  }

  async #hashAt(revision: number): Promise<string> {
    const [stored] = await pageOf(this.branching.deps.store, this.branch.id, revision - 1, 1);
    return metadataOf(stored as StoredEvent).proof.hash;
  }

  async #done(replayed: boolean): Promise<BranchResult> {
    const { deps, cache, expect } = this.branching;
    const { id, forkedFrom } = this.branch;
    const live = await cache.get(id);
    if (live === null) throw new Error(`branch ${id} is gone`);
    await live.sync();
    expect(id, live.revision);
    const { revision } = forkedFrom;
    const hash = await hashAt(live, revision);
    return {
      kind: 'done',
      folded: await foldedAt(live, revision),
      forkedFrom,
      head: () => deps.keys.signed(id, revision, hash),
      replayed,
    };
  }
}

/** Whole commands in bundles that a store takes at once. */
function* chunks(events: readonly StoredEvent[]): Generator<readonly (readonly StoredEvent[])[], void, undefined> {
  let chunk: StoredEvent[][] = [];
  let count = 0;
  let size = 0;
  let last: string | undefined;
  for (const event of events) {
    const { command } = metadataOf(event);
    if (command === last) chunk.at(-1)?.push(event);
    else {
      if (count >= CHUNK_EVENTS || size >= CHUNK_CHARACTERS) {
        yield chunk;
        chunk = [];
        count = 0;
        size = 0;
      }
      chunk.push([event]);
    }
    last = command;
    count += 1;
    size += event.dataText.length;
  }
  if (chunk.length > 0) yield chunk;
}
