import { EMPTY, evolve, type Encounter, type RuleSet } from '@bitacora/engine';
import { StoreUnavailable, type EventStore, type StoredEvent } from '@bitacora/event-store';
import { genesisOf } from './audit/chain.js';
import { Checkpoints } from './checkpoints.js';
import { fromStored, metadataOf, recorded, type EventEnvelope } from './envelope.js';
import { FoldedEncounter } from './folded.js';
import { lengthOf, pagesOf } from './stream.js';
import type { Change, RuleSetRegistry } from './types.js';
import type { Upcaster } from './upcasting/upcast.js';
import type { Viewer } from './viewer.js';
import type { SeenLog } from './visibility/seen-log.js';
import { SeenLogs } from './visibility/seen-logs.js';
import { Wakeups } from './wakeups.js';

/** How many of the newest commands followers share; who is further behind reads the store. */
const RECENT = 64;

/** What reading an encounter needs. */
export interface Reading {
  readonly store: EventStore;
  readonly rulesets: RuleSetRegistry;
  readonly upcaster: Upcaster;
}

/** The log holds an encounter of a rule set that this program does not have. */
export class UnknownRuleSet extends Error {
  constructor(
    readonly encounter: string,
    readonly ruleset: string,
  ) {
    super(`Encounter ${encounter} is played by ${ruleset}, a rule set that this program does not have.`);
    this.name = 'UnknownRuleSet';
  }
}

/** The scope of a key within an encounter. */
export function keyOf(actor: string, key: string): string {
  return `${actor}\n${key}`;
}

/** An encounter in memory: its newest known state, and what makes its past quick to find. Only ever goes forward. */
export class Live {
  readonly rules: RuleSet;
  readonly checkpoints = new Checkpoints();
  /** Woken whenever the encounter went forward. */
  readonly moved = new Wakeups();
  /** How many use it now: it must not be dropped. */
  users = 0;
  #followers = 0;
  #head: FoldedEncounter;
  #hash: string;
  #recent: Change[] = [];
  #catchingUp: Promise<void> | null = null;
  /** The job behind which the next one waits; null where none is under way. */
  #queue: Promise<unknown> | null = null;
  #jobs = 0;
  /** The last time that a job could not reach the store: how many times there were, and with what it ended. */
  #outage: { readonly count: number; readonly error: unknown } = { count: 0, error: null };
  readonly #keys = new Map<string, number>();
  readonly #seen: SeenLogs;

  /** `rules` are those that the encounter was made with. */
  private constructor(
    readonly id: string,
    readonly reading: Reading,
    encounter: Encounter,
    rules: RuleSet,
  ) {
    this.rules = rules;
    this.#head = new FoldedEncounter(encounter, rules, '');
    this.#hash = genesisOf(id);
    this.#seen = new SeenLogs(id, rules, reading);
  }

  /** Folds encounter `id` from the store; null where there is none. */
  static async load(id: string, reading: Reading): Promise<Live | null> {
    let live: Live | null = null;
    for await (const page of pagesOf(reading.store, id, 0)) {
      live ??= new Live(id, reading, EMPTY, rulesOf(page, id, reading));
      live.#take(page);
    }
    return live;
  }

  /** An encounter that was just made. */
  static created(id: string, reading: Reading, rules: RuleSet): Live {
    return new Live(id, reading, EMPTY, rules);
  }

  get head(): FoldedEncounter {
    return this.#head;
  }

  /** The chain's hash after the last event, in hex. */
  get hash(): string {
    return this.#hash;
  }

  get revision(): number {
    return this.#head.encounter.revision;
  }

  /** How much it holds, in events. */
  get weight(): number {
    return this.revision * (1 + this.#seen.size);
  }

  /** What `viewer`, who does not see everything, sees of the encounter up to the present state. */
  seenBy(viewer: Viewer): Promise<SeenLog> {
    return this.#seen.of(viewer, this.#head);
  }

  /** The revision of the first event of the command that came with the key; undefined if none is known. */
  keyed(actor: string, key: string): number | undefined {
    return this.#keys.get(keyOf(actor, key));
  }

  /**
   * Runs `job` when all jobs before it are done. Whoever waits while one of them cannot reach the store is answered as that one:
   * otherwise each would try for as long, one after the other.
   */
  run<T>(job: () => Promise<T>): Promise<T> {
    this.users += 1;
    this.#jobs += 1;
    const mine = this.#runAfter(this.#queue, job, this.#jobs, this.#outage.count);
    this.#queue = mine;
    return mine;
  }

  async #runAfter<T>(
    before: Promise<unknown> | null,
    job: () => Promise<T>,
    number: number,
    count: number,
  ): Promise<T> {
    try {
      if (before !== null) await before.catch(() => undefined);
      if (this.#outage.count !== count) throw this.#outage.error;
      return await job();
    } catch (error) {
      if (error instanceof StoreUnavailable && this.#outage.count === count) this.#outage = { count: count + 1, error };
      throw error;
    } finally {
      this.users -= 1;
      if (this.#jobs === number) this.#queue = null;
    }
  }

  /** Goes forward by a command that was decided on the present state and is in the store now. */
  advance(events: readonly EventEnvelope[], encounter: Encounter, hash: string, keyed: string | null): FoldedEncounter {
    const [first] = events;
    const last = events.at(-1);
    if (first === undefined || last === undefined) return this.#head;
    const folded = new FoldedEncounter(encounter, this.rules, last.at);
    // Who read the store in the meantime has brought it here already.
    if (first.revision !== this.revision + 1) return folded;
    if (keyed !== null) this.#keys.set(keyed, first.revision);
    this.#move(folded, events);
    this.#hash = hash;
    this.moved.wake();
    return folded;
  }

  /** Takes over what others have written; answers whether there was something. */
  async sync(): Promise<boolean> {
    const before = this.revision;
    if ((await lengthOf(this.reading.store, this.id)) > this.revision) await this.catchUp();
    return this.revision > before;
  }

  /** Reads what the store has beyond the present state. */
  catchUp(): Promise<void> {
    return (this.#catchingUp ??= this.#readOn().finally(() => {
      this.#catchingUp = null;
    }));
  }

  /** From now on the newest commands are kept for followers, until `release`. */
  retain(): void {
    this.users += 1;
    this.#followers += 1;
  }

  release(): void {
    this.users -= 1;
    this.#followers -= 1;
    if (this.#followers === 0) this.#recent = [];
  }

  get isFollowed(): boolean {
    return this.#followers > 0;
  }

  /** The command that holds the event after `revision`, if it is one of the newest. */
  changeAfter(revision: number): Change | undefined {
    const oldest = this.#recent[0]?.events[0]?.revision;
    if (oldest === undefined || revision + 1 < oldest) return undefined;
    return this.#recent.findLast((change) => (change.events[0] as EventEnvelope).revision <= revision + 1);
  }

  async #readOn(): Promise<void> {
    for await (const page of pagesOf(this.reading.store, this.id, this.revision)) this.#take(page);
    this.moved.wake();
  }

  #take(page: readonly StoredEvent[]): void {
    let command: EventEnvelope[] = [];
    let hash = this.#hash;
    for (const stored of page) {
      const envelope = fromStored(stored, this.reading.upcaster);
      if (envelope.revision !== this.revision + command.length + 1) continue;
      if (command.length > 0 && command[0]?.command !== envelope.command) {
        this.#fold(command);
        command = [];
      }
      const { key, actor, proof } = metadataOf(stored);
      hash = proof.hash;
      if (key !== undefined) this.#keys.set(keyOf(actor, key), envelope.revision);
      command.push(envelope);
    }
    this.#fold(command);
    this.#hash = hash;
  }

  #fold(command: readonly EventEnvelope[]): void {
    const last = command.at(-1);
    if (last === undefined) return;
    const encounter = command.reduce((state, event) => evolve(state, recorded(event)), this.#head.encounter);
    this.#move(new FoldedEncounter(encounter, this.rules, last.at), command);
  }

  #move(folded: FoldedEncounter, events: readonly EventEnvelope[]): void {
    this.#head = folded;
    this.checkpoints.note(folded);
    this.#seen.take(events);
    if (this.#followers === 0) return;
    this.#recent.push({ revision: folded.revision, events, folded });
    if (this.#recent.length > RECENT) this.#recent.shift();
  }
}

function rulesOf(page: readonly StoredEvent[], id: string, { rulesets, upcaster }: Reading): RuleSet {
  const { ruleset } = fromStored(page[0] as StoredEvent, upcaster).data as { ruleset: string };
  const rules = rulesets.get(ruleset);
  if (rules === undefined) throw new UnknownRuleSet(id, ruleset);
  return rules;
}
