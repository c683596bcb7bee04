import { StoreClosed } from '@bitacora/event-store';
import { openArchive, type Archive } from './audit/archive.js';
import { branchOf, type Branching, type BranchInput, type BranchResult } from './branches/branch.js';
import { LiveCache } from './cache.js';
import { Executor } from './execute.js';
import { Feed, followStore, type Follower } from './feed.js';
import { changesAfter } from './follow.js';
import { FoldedEncounter } from './folded.js';
import { allAfter, allSeenAfter } from './follow-all.js';
import { foldedAt, foldedAtTime } from './history.js';
import type { Reading } from './live.js';
import { eventPage, seenPage, seenStream, wholeLog } from './log.js';
import { lengthOf } from './stream.js';
import { seenSummaries, Summaries } from './summaries.js';
import type {
  Appended,
  AsOf,
  CallContext,
  Change,
  CommandInput,
  CreateInput,
  Encounters,
  EncountersDeps,
  EventPage,
  EventQuery,
  ExecuteResult,
  FollowAllQuery,
  ListQuery,
  ListResult,
  LoadResult,
  Readiness,
} from './types.js';
import type { EventEnvelope } from './envelope.js';
import { UPCASTER } from './upcasting/steps.js';
import { seesAll, type Viewer } from './viewer.js';
import type { SeenLog } from './visibility/seen-log.js';
import { Endings } from './wakeups.js';

const MAX_EVENTS = 100_000;

/** Opens the encounters of a store. The list begins to be read at once; `ready` tells when it is. */
export async function openEncounters(deps: EncountersDeps): Promise<Encounters> {
  return new OpenEncounters(deps);
}

class OpenEncounters implements Encounters {
  readonly #end = new AbortController();
  readonly #endings = new Endings();
  readonly #reading: Reading;
  readonly #cache: LiveCache;
  readonly #executor: Executor;
  readonly #summaries: Summaries;
  readonly #branching: Branching;
  readonly #following: Promise<unknown>;
  readonly #inFlight = new Set<Promise<unknown>>();
  readonly archive: Archive;

  constructor(readonly deps: EncountersDeps) {
    const { store, rulesets, cache } = deps;
    const { signal } = this.#end;
    this.#reading = { store, rulesets, upcaster: UPCASTER };
    this.#cache = new LiveCache(this.#reading, cache?.maxEvents ?? MAX_EVENTS);
    this.#executor = new Executor(deps, this.#cache);
    this.#summaries = new Summaries(UPCASTER);
    this.archive = openArchive({
      deps,
      upcaster: UPCASTER,
      cache: this.#cache,
      expect: (id, revision) => this.#summaries.expect(id, revision),
    });
    this.#branching = {
      deps,
      cache: this.#cache,
      expect: (id, revision) => this.#summaries.expect(id, revision),
    };
    const feed = new Feed(this.#cache, signal);
    const follower: Follower = {
      take: (event) => {
        this.#summaries.take(event);
        feed.take(event);
      },
      caughtUp: () => this.#summaries.caughtUp(),
      failed: (error) => this.#summaries.failed(error),
    };
    this.#following = followStore(store, follower, signal);
  }

  create(input: CreateInput, context: CallContext): Promise<ExecuteResult> {
    return this.#tracked(() => this.#executor.create(input, context));
  }

  execute(id: string, command: CommandInput, context: CallContext): Promise<ExecuteResult> {
    return this.#tracked(() => this.#executor.execute(id, command, context));
  }

  async branch(id: string, input: BranchInput, context: CallContext): Promise<BranchResult> {
    if (this.#end.signal.aborted) throw new StoreClosed();
    const running = branchOf(this.#branching, id, input, context);
    this.#inFlight.add(running);
    try {
      return await running;
    } finally {
      this.#inFlight.delete(running);
    }
  }

  async load(id: string, asOf: AsOf = {}, viewer?: Viewer): Promise<LoadResult> {
    if (viewer !== undefined && !seesAll(viewer)) return this.#loadSeen(id, asOf, viewer);
    const live = await this.#cache.get(id);
    if (live === null) return { kind: 'notFound' };
    const { revision, time } = asOf;
    if (revision === undefined || revision > live.revision) await live.sync();
    if (revision !== undefined && (revision < 1 || revision > live.revision)) return absent(live);
    if (revision !== undefined) return { kind: 'found', folded: await foldedAt(live, revision) };
    if (time === undefined) return { kind: 'found', folded: live.head };
    const folded = await foldedAtTime(live, new Date(time).toISOString());
    return folded.revision === 0 ? absent(live) : { kind: 'found', folded };
  }

  async #loadSeen(id: string, { revision, time }: AsOf, viewer: Viewer): Promise<LoadResult> {
    const log = await this.#seen(id, viewer);
    if (log === null) return { kind: 'notFound' };
    const frame =
      revision !== undefined
        ? log.at(revision)
        : time === undefined
          ? log.head
          : log.atTime(new Date(time).toISOString());
    return frame === undefined ? absent(log) : { kind: 'found', folded: frame };
  }

  async events(id: string, query: EventQuery, viewer: Viewer): Promise<EventPage | null> {
    if (seesAll(viewer)) return (await this.#exists(id)) ? eventPage(this.#reading, id, query) : null;
    const log = await this.#seen(id, viewer);
    return log && seenPage(log.events, query);
  }

  async eventStream(id: string, viewer: Viewer, signal?: AbortSignal): Promise<AsyncIterable<EventEnvelope> | null> {
    const log = seesAll(viewer) ? null : await this.#seen(id, viewer);
    if (log !== null) return this.#endings.endable((ended) => seenStream(log.events, ended), signal);
    if (!seesAll(viewer) || !(await this.#exists(id))) return null;
    return this.#endings.endable((ended) => wholeLog(this.#reading, id, ended), signal);
  }

  async list(query: ListQuery, viewer: Viewer): Promise<ListResult> {
    if (seesAll(viewer)) return this.#summaries.list(query);
    const log = query.encounter === undefined ? null : await this.#seen(query.encounter, viewer);
    return { kind: 'page', items: log === null ? [] : seenSummaries(log, query), nextCursor: null };
  }

  async follow(
    id: string,
    query: { readonly after?: number; readonly signal?: AbortSignal },
    viewer: Viewer,
  ): Promise<AsyncIterable<Change> | null> {
    const loaded = await this.load(id, {}, viewer);
    if (loaded.kind !== 'found') return null;
    const after = query.after ?? loaded.folded.revision;
    return this.#endings.endable((ended) => changesAfter(this.#cache, id, after, viewer, ended), query.signal);
  }

  followAll(query: FollowAllQuery, viewer: Viewer): AsyncIterable<Appended> {
    const reading = { ...this.#reading, summaries: this.#summaries };
    return this.#endings.endable(
      (ended) => (seesAll(viewer) ? allAfter(reading, query, ended) : allSeenAfter(this.#cache, query, viewer, ended)),
      query.signal,
    );
  }

  async ready(): Promise<Readiness> {
    const health = await this.deps.store.health();
    const { isCaughtUp, reason, size } = this.#summaries;
    return {
      ok: health.ok && isCaughtUp,
      store: health.ok ? { ok: true } : { ok: false, reason: health.reason },
      summaries: { ok: isCaughtUp, ...(reason !== undefined && { reason }), encounters: size },
    };
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#endings.endAll();
    await Promise.allSettled(this.#inFlight);
    await this.#following;
  }

  /** A command on its way is waited for by `close`; what it wrote is waited for by `list`. */
  async #tracked(run: () => Promise<ExecuteResult>): Promise<ExecuteResult> {
    if (this.#end.signal.aborted) throw new StoreClosed();
    const running = run();
    this.#inFlight.add(running);
    try {
      const result = await running;
      if (result.kind === 'done' && result.events.length > 0 && result.folded instanceof FoldedEncounter)
        this.#summaries.expect(result.folded.id, result.revision);
      return result;
    } finally {
      this.#inFlight.delete(running);
    }
  }

  /** What `viewer` sees of encounter `id`, with all that any process has written. */
  async #seen(id: string, viewer: Viewer): Promise<SeenLog | null> {
    const live = await this.#cache.get(id);
    if (live === null) return null;
    await live.sync();
    return live.seenBy(viewer);
  }

  async #exists(id: string): Promise<boolean> {
    return this.#cache.peek(id) !== undefined || (await lengthOf(this.deps.store, id)) > 0;
  }
}

function absent({ revision }: { readonly revision: number }): LoadResult {
  return { kind: 'noSuchState', revision };
}
