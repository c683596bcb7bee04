import { StoreClosed } from '@bitacora/event-store';
import { LiveCache } from './cache.js';
import { Executor } from './execute.js';
import { Feed, followStore, type Follower } from './feed.js';
import { changesAfter } from './follow.js';
import { allAfter } from './follow-all.js';
import { foldedAt, foldedAtTime } from './history.js';
import type { Live, Reading } from './live.js';
import { eventPage, wholeLog } from './log.js';
import { lengthOf } from './stream.js';
import { Summaries } from './summaries.js';
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
  ListQuery,
  ListResult,
  LoadResult,
  Readiness,
} from './types.js';
import type { EventEnvelope } from './envelope.js';
import { UPCASTER } from './upcasting/steps.js';
import type { Viewer } from './viewer.js';
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
  readonly #following: Promise<unknown>;
  readonly #inFlight = new Set<Promise<unknown>>();

  constructor(readonly deps: EncountersDeps) {
    const { store, rulesets, cache } = deps;
    const { signal } = this.#end;
    this.#reading = { store, rulesets, upcaster: UPCASTER };
    this.#cache = new LiveCache(this.#reading, cache?.maxEvents ?? MAX_EVENTS);
    this.#executor = new Executor(deps, this.#cache);
    this.#summaries = new Summaries(UPCASTER);
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

  async load(id: string, asOf: AsOf = {}): Promise<LoadResult> {
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

  async events(id: string, query: EventQuery, viewer: Viewer): Promise<EventPage | null> {
    return (await this.#exists(id)) ? eventPage(this.#reading, id, query, viewer) : null;
  }

  async eventStream(id: string, viewer: Viewer, signal?: AbortSignal): Promise<AsyncIterable<EventEnvelope> | null> {
    if (!(await this.#exists(id))) return null;
    return this.#endings.endable((ended) => wholeLog(this.#reading, id, viewer, ended), signal);
  }

  async list(query: ListQuery, _viewer: Viewer): Promise<ListResult> {
    return this.#summaries.list(query);
  }

  async follow(
    id: string,
    query: { readonly after?: number; readonly signal?: AbortSignal },
    viewer: Viewer,
  ): Promise<AsyncIterable<Change> | null> {
    const loaded = await this.load(id);
    if (loaded.kind !== 'found') return null;
    const after = query.after ?? loaded.folded.revision;
    return this.#endings.endable((ended) => changesAfter(this.#cache, id, after, viewer, ended), query.signal);
  }

  followAll(
    query: { readonly ruleset?: string; readonly afterPosition?: string; readonly signal?: AbortSignal },
    viewer: Viewer,
  ): AsyncIterable<Appended> {
    const reading = { ...this.#reading, summaries: this.#summaries };
    return this.#endings.endable((ended) => allAfter(reading, query, viewer, ended), query.signal);
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
      if (result.kind === 'done' && result.events.length > 0) this.#summaries.expect(result.folded.id, result.revision);
      return result;
    } finally {
      this.#inFlight.delete(running);
    }
  }

  async #exists(id: string): Promise<boolean> {
    return this.#cache.peek(id) !== undefined || (await lengthOf(this.deps.store, id)) > 0;
  }
}

function absent(live: Live): LoadResult {
  return { kind: 'noSuchState', revision: live.revision };
}
