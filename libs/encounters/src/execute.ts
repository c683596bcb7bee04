import {
  create as decideCreation,
  decide,
  EMPTY,
  evolve,
  isRefusal,
  type Decision,
  type Dice,
  type Encounter,
} from '@bitacora/engine';
import { EmptyAnswers } from './answers.js';
import type { LiveCache } from './cache.js';
import { commit, type Committed } from './commit.js';
import { completed, fingerprintOf, keyedCommand, keyedEncounter, withIds } from './identity.js';
import { recorded } from './envelope.js';
import { foldedAt, hashAt } from './history.js';
import { keyOf, Live } from './live.js';
import type { Head } from './audit/keys.js';
import { commitmentTo, SeedBook, type Throwing } from './audit/seeds.js';
import { streamOf } from './names.js';
import { replay } from './replay.js';
import { TimeStamps } from './time-stamps.js';
import type { CallContext, CommandInput, CreateInput, EncountersDeps, ExecuteResult } from './types.js';
import { judged, neutral } from './visibility/seat.js';
import { seesAll, type Viewer } from './viewer.js';
import { pause } from './wakeups.js';
import { illFormed } from './well-formed.js';

/** How often a command is decided because others were faster, and how long it lets them pass at most before it is decided again. */
const TRIES = 30;
const MAX_PAUSE_MS = 16;

const NEVER = new AbortController().signal;

/** Nothing is rolled when an encounter is made. */
const NO_DICE: Dice = {
  face: () => {
    throw new Error('a die was rolled at the creation');
  },
};

/** A command on its way. */
interface Call {
  readonly context: CallContext;
  readonly command: string;
  /** Where the command came with a key. */
  readonly fingerprint: string | null;
}

/** Sends commands to encounters: load, decide, append. */
export class Executor {
  readonly #empty = new EmptyAnswers();
  readonly #seeds: SeedBook;
  readonly #stamps = new TimeStamps();

  constructor(
    readonly deps: EncountersDeps,
    readonly cache: LiveCache,
  ) {
    this.#seeds = new SeedBook(deps.keys);
  }

  execute(id: string, input: CommandInput, context: CallContext): Promise<ExecuteResult> {
    const known = this.cache.get(id);
    if (known instanceof Live) return this.#executeOn(known, input, context);
    return known.then((live) => (live === null ? { kind: 'notFound' } : this.#executeOn(live, input, context)));
  }

  #executeOn(live: Live, input: CommandInput, context: CallContext): Promise<ExecuteResult> {
    const refusal = illFormed(input);
    const { idempotencyKey: key, viewer } = context;
    if (refusal !== null) return this.#asSeen(live, { kind: 'refused', refusal, revision: live.revision }, viewer);
    const call: Call =
      key === undefined
        ? { context, command: this.deps.ids(), fingerprint: null }
        : { context, command: keyedCommand(live.id, viewer.actor, key), fingerprint: fingerprintOf(input) };
    if (seesAll(viewer)) return live.run(() => this.#tryOften(live, input, call));
    return live.run(async () => this.#asSeen(live, await this.#tryOften(live, input, call), viewer));
  }

  async create(input: CreateInput, context: CallContext): Promise<ExecuteResult> {
    const refusal = illFormed(input);
    if (refusal !== null) return { kind: 'refused', refusal, revision: 0 };
    const { idempotencyKey: key, viewer } = context;
    const id = key === undefined ? this.deps.ids() : keyedEncounter(viewer.actor, key);
    const call: Call =
      key === undefined
        ? { context, command: this.deps.ids(), fingerprint: null }
        : { context, command: keyedCommand(id, viewer.actor, key), fingerprint: fingerprintOf(input) };
    const result = (await this.#made(id, call)) ?? (await this.#make(id, input, call));
    const live = seesAll(viewer) ? undefined : this.cache.peek(id);
    return live === undefined ? result : this.#asSeen(live, result, viewer);
  }

  /** Nearly always the first try is the last. */
  #tryOften(live: Live, input: CommandInput, call: Call): Promise<ExecuteResult> {
    return this.#tryOnce(live, input, call).then((result) => result ?? this.#tryAgain(live, input, call));
  }

  async #tryAgain(live: Live, input: CommandInput, call: Call): Promise<ExecuteResult> {
    for (let tries = 1; tries < TRIES; tries += 1) {
      const result = await this.#tryOnce(live, input, call);
      if (result !== null) return result;
      await pause(Math.random() * Math.min(2 ** tries, MAX_PAUSE_MS), call.context.signal ?? NEVER);
    }
    return { kind: 'conflict', revision: live.revision };
  }

  #tryOnce(live: Live, input: CommandInput, call: Call): Promise<ExecuteResult | null> {
    if (call.fingerprint === null) return this.#attempt(live, input, call);
    return this.#earlier(live, call).then((earlier) => earlier ?? this.#attempt(live, input, call));
  }

  /** The answer that the key got before, if it got one. */
  async #earlier(live: Live, { context, command, fingerprint }: Call): Promise<ExecuteResult | null> {
    const { idempotencyKey: key, viewer } = context;
    if (key === undefined || fingerprint === null) return null;
    const first = live.keyed(viewer.actor, key);
    if (first !== undefined) return this.#replayed(live, first, fingerprint);
    const empty = this.#empty.get(command);
    if (empty === undefined) return null;
    if (empty.fingerprint !== fingerprint) return { kind: 'keyReused', revision: live.revision };
    const folded = await foldedAt(live, empty.revision);
    return {
      kind: 'done',
      revision: empty.revision,
      events: [],
      folded,
      head: await this.headAt(live, empty.revision),
      replayed: true,
    };
  }

  #attempt(live: Live, input: CommandInput, call: Call): Promise<ExecuteResult | null> {
    return seesAll(call.context.viewer) ? this.#try(live, input, call) : this.#trySeen(live, input, call);
  }

  /** One who does not see everything is refused by what it sees, and meant by it; then the truth decides. */
  async #trySeen(live: Live, input: CommandInput, call: Call): Promise<ExecuteResult | null> {
    const { ifMatch, ...context } = call.context;
    const log = await live.seenBy(context.viewer);
    const { revision } = log;
    if (ifMatch !== undefined && ifMatch !== revision)
      return (await live.sync()) ? null : { kind: 'conflict', revision };
    const command = judged(input, call.command, log, live.rules);
    if (isRefusal(command)) return (await live.sync()) ? null : { kind: 'refused', refusal: command, revision };
    const result = await this.#try(live, command, { ...call, context });
    return result?.kind === 'refused' ? { ...result, refusal: neutral(input, result.refusal, log) } : result;
  }

  /** A result as `viewer` may see it: with its own revisions, and of what happened the first that it sees. */
  async #asSeen(live: Live, result: ExecuteResult, viewer: Viewer): Promise<ExecuteResult> {
    if (seesAll(viewer) || result.kind === 'notFound' || result.kind === 'rulesetNotFound') return result;
    const log = await live.seenBy(viewer);
    if (result.kind !== 'done') return { ...result, revision: log.revision };
    const first = result.events[0]?.revision;
    const { frame, isNew } =
      first === undefined ? { frame: log.seenAt(result.revision), isNew: false } : log.answerTo(first);
    const { revision, events } = frame;
    const head = once(() => this.deps.keys.signed(live.id, revision, log.proof(revision, this.deps.keys).hash));
    return { ...result, revision, events: isNew ? events : [], folded: frame, head };
  }

  /** Null when it must be tried again, on what others have written. */
  #try(live: Live, input: CommandInput, call: Call): Promise<ExecuteResult | null> {
    const { context, command } = call;
    const { encounter, revision } = live.head;
    if (context.ifMatch !== undefined && context.ifMatch !== revision)
      return unlessBehind(live, { kind: 'conflict', revision });
    const { dice, facts } = this.#throwing(live.id, encounter);
    const decision = decide(completed(input, command, encounter), encounter, {
      rules: live.rules,
      dice,
      commandId: command,
      facts,
    });
    if (isRefusal(decision)) return unlessBehind(live, { kind: 'refused', refusal: decision, revision });
    return decision.events.length === 0 ? this.#unchanged(live, call) : this.#append(live, decision, call);
  }

  /** The answer to a command that would change nothing. */
  async #unchanged(live: Live, { command, fingerprint }: Call): Promise<ExecuteResult | null> {
    const { head: folded, hash } = live;
    const { revision } = folded;
    if (await live.sync()) return null;
    if (fingerprint !== null) this.#empty.put(command, { fingerprint, revision });
    const head = this.#head(live.id, revision, hash);
    return { kind: 'done', revision, events: [], folded, head, replayed: false };
  }

  #append(live: Live, decision: Decision, call: Call): Promise<ExecuteResult | null> {
    const { encounter } = live.head;
    return this.#commit(live, decision, call).then((committed) =>
      committed.kind === 'appended'
        ? this.#done(live, asStored(decision, encounter, committed), committed, call)
        : live.sync().then(() => null),
    );
  }

  #throwing(id: string, encounter: Encounter): Throwing {
    const { dice } = this.deps;
    return dice === undefined ? this.#seeds.throwing(id, encounter) : { dice: dice(id), facts: {} };
  }

  /** Signs the encounter's head when it is asked for, once. */
  #head(id: string, revision: number, hash: string): () => Promise<Head> {
    return once(() => this.deps.keys.signed(id, revision, hash));
  }

  #commit(live: Live, { events }: Decision, { context, command, fingerprint }: Call): Promise<Committed> {
    const { viewer, requestId, idempotencyKey, signal } = context;
    const now = this.#stamps.of(this.deps.clock());
    const { id, revision, hash } = live;
    const at = now < live.head.at ? live.head.at : now;
    const shared = { at, actor: viewer.actor, command, requestId };
    const stamp = fingerprint === null ? shared : { ...shared, key: idempotencyKey, fingerprint };
    return commit(live.reading, { id, stream: streamOf(id) ?? '', revision, hash }, events, stamp, signal);
  }

  #done(live: Live, encounter: Encounter, { events, hash }: AppendedEvents, { context }: Call): ExecuteResult {
    const { viewer, idempotencyKey: key } = context;
    const folded = live.advance(events, encounter, hash, key === undefined ? null : keyOf(viewer.actor, key));
    return {
      kind: 'done',
      revision: folded.revision,
      events,
      folded,
      head: this.#head(live.id, folded.revision, hash),
      replayed: false,
    };
  }

  async #replayed(live: Live, first: number, fingerprint: string): Promise<ExecuteResult> {
    const replayed = await replay(live, first, fingerprint);
    if (replayed === null) return { kind: 'keyReused', revision: live.revision };
    const { folded } = replayed;
    return {
      kind: 'done',
      revision: folded.revision,
      ...replayed,
      head: await this.headAt(live, folded.revision),
      replayed: true,
    };
  }

  /** The head as it was at `revision`, signed when it is asked for. */
  async headAt(live: Live, revision: number): Promise<() => Promise<Head>> {
    return this.#head(live.id, revision, await hashAt(live, revision));
  }

  /** The answer that the key got when the encounter was made with it, if it was. */
  async #made(id: string, { fingerprint }: Call): Promise<ExecuteResult | null> {
    if (fingerprint === null) return null;
    const live = await this.cache.get(id);
    return live && this.#replayed(live, 1, fingerprint);
  }

  async #make(id: string, input: CreateInput, call: Call): Promise<ExecuteResult> {
    const rules = this.deps.rulesets.get(input.ruleset);
    if (rules === undefined) return { kind: 'rulesetNotFound' };
    const { combatants, options, name } = input;
    const extra = this.deps.dice === undefined ? { dice: commitmentTo(this.deps.keys, id, 0) } : {};
    const creation = {
      id,
      extra,
      name,
      ...(options !== undefined && { options }),
      ...(combatants !== undefined && { combatants: withIds(combatants, call.command, () => false) }),
    };
    const decision = decideCreation(creation, { rules, dice: NO_DICE, commandId: call.command });
    if (isRefusal(decision)) return { kind: 'refused', refusal: decision, revision: 0 };
    const live = Live.created(id, this.cache.reading, rules);
    const committed = await this.#commit(live, decision, call);
    if (committed.kind === 'elsewise') return (await this.#made(id, call)) ?? { kind: 'conflict', revision: 0 };
    const result = this.#done(live, asStored(decision, EMPTY, committed), committed, call);
    this.cache.put(live);
    return result;
  }
}

type AppendedEvents = Extract<Committed, { kind: 'appended' }>;

/** The encounter as it is read again: a key of the data may have another place in the store than it had in the decision. */
function asStored(decision: Decision, before: Encounter, { events }: AppendedEvents): Encounter {
  if (events.every(({ data }, i) => data === decision.events[i]?.data)) return decision.encounter;
  return events.reduce((encounter, event) => evolve(encounter, recorded(event)), before);
}

/** `result`, or null where others have written and it must be tried again. */
async function unlessBehind(live: Live, result: ExecuteResult): Promise<ExecuteResult | null> {
  return (await live.sync()) ? null : result;
}

/** Signs when it is asked for, once. */
function once(sign: () => Promise<Head>): () => Promise<Head> {
  let head: Promise<Head> | null = null;
  return () => (head ??= sign());
}
