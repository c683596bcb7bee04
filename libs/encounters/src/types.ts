import type {
  AddCombatant,
  CombatantData,
  Command,
  Dice,
  Encounter,
  JsonObject,
  Refusal,
  RuleSet,
  View,
} from '@bitacora/engine';
import type { EventStore } from '@bitacora/event-store';
import type { Archive } from './audit/archive.js';
import type { Head, ServerKeys } from './audit/keys.js';
import type { BranchInput, BranchResult } from './branches/branch.js';
import type { EventEnvelope } from './envelope.js';
import type { Viewer } from './viewer.js';

/** The rule sets that there are. */
export interface RuleSetRegistry {
  get(id: string): RuleSet | undefined;
  all(): readonly RuleSet[];
}

/** What encounters need from outside. */
export interface EncountersDeps {
  readonly store: EventStore;
  readonly rulesets: RuleSetRegistry;
  /** What signs heads, and what the seeds of the dice follow from. */
  readonly keys: ServerKeys;
  /** Other dice, for tests and demonstrations: they cannot be checked, and the log makes no promise about them. */
  readonly dice?: (encounter: string) => Dice;
  readonly clock: () => Date;
  /** New UUIDs. */
  readonly ids: () => string;
  readonly cache?: CacheOptions;
}

/** Bounds of what is kept in memory. */
export interface CacheOptions {
  /** How many events the folded encounters may have together; those in use are kept even beyond it. Default 100,000. */
  readonly maxEvents?: number;
}

/** A combatant whose id is made here when none is given. */
export type CombatantInput = Omit<CombatantData, 'id'> & { readonly id?: string };

/** A command as it comes from outside: `addCombatant` may leave the id to us. */
export type CommandInput =
  Exclude<Command, AddCombatant> | (Omit<AddCombatant, 'combatantData'> & { readonly combatantData: CombatantInput });

/** What an encounter is made of. */
export interface CreateInput {
  readonly name: string;
  readonly ruleset: string;
  readonly options?: JsonObject;
  readonly combatants?: readonly CombatantInput[];
}

/** Who calls, and under which conditions. */
export interface CallContext {
  readonly viewer: Viewer;
  /** In the metadata of every event that the call leads to. */
  readonly requestId: string;
  /** The same key again gives the first answer again. Its scope is the caller (`viewer.actor`) and, but for `create`, the encounter. */
  readonly idempotencyKey?: string;
  /** The revision that the encounter must be at. */
  readonly ifMatch?: number;
  /** Calls the command off as long as nothing was handed to the store. */
  readonly signal?: AbortSignal;
}

/** A folded encounter at one revision. Immutable. */
export interface Folded {
  readonly id: string;
  readonly revision: number;
  readonly encounter: Encounter;
  readonly rules: RuleSet;
  /** When the last event was: ISO 8601, UTC. */
  readonly at: string;
  /** What `viewer` sees; made once for all who see the same. */
  view(viewer: Viewer): View;
  /** {@link view} as JSON text; made once as well. */
  viewJson(viewer: Viewer): string;
}

/** What became of a command. Trouble with the store is thrown as its typed errors; nothing else is thrown. */
export type ExecuteResult =
  | {
      readonly kind: 'done';
      readonly revision: number;
      readonly events: readonly EventEnvelope[];
      /** The encounter as it stood after the command. */
      readonly folded: Folded;
      /** The signed end of the chain after the command; signed when it is asked for. */
      readonly head: () => Promise<Head>;
      /** Whether this is the answer to an earlier call with the same key: nothing was appended now. */
      readonly replayed: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly revision: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'rulesetNotFound' }
  /** The encounter is not at `ifMatch`, or others were faster too many times. */
  | { readonly kind: 'conflict'; readonly revision: number }
  /** The key was used before with another body. */
  | { readonly kind: 'keyReused'; readonly revision: number };

/** Which state of an encounter: after event `revision`, or at a time (ISO 8601); at most one of them. */
export interface AsOf {
  readonly revision?: number;
  readonly time?: string;
}

/** `noSuchState`: the encounter is there, but not yet at that revision, or not yet at that time. */
export type LoadResult =
  | { readonly kind: 'found'; readonly folded: Folded }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'noSuchState'; readonly revision: number };

/** A part of an encounter's log. */
export interface EventQuery {
  /** Exclusive. Default 0. */
  readonly after?: number;
  /** 1 to 1,000, default 100. */
  readonly limit?: number;
  /** Only these types. Then a page may be shorter than `limit`, even empty, and still have a next one. */
  readonly types?: readonly string[];
}

/** `next` is the `after` of the next page; null when this one reaches the end. */
export interface EventPage {
  readonly items: readonly EventEnvelope[];
  readonly next: number | null;
}

/** Whose past a branch shares, and up to which revision. */
export interface ForkedFrom {
  readonly encounter: string;
  readonly revision: number;
}

/** An encounter in a list. */
export interface EncounterSummary {
  readonly id: string;
  readonly name: string;
  readonly ruleset: string;
  readonly status: 'setup' | 'running' | 'ended';
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Null where it is no branch, or who looks does not see everything. */
  readonly forkedFrom: ForkedFrom | null;
}

/** Which encounters. `q`: words in the name, whatever their case and accents. */
export interface ListQuery {
  /** This encounter alone. Who does not see everything must say which one it may know of, or gets none. */
  readonly encounter?: string;
  readonly ruleset?: string;
  readonly status?: EncounterSummary['status'];
  readonly q?: string;
  /** 1 to 200, default 50. */
  readonly limit?: number;
  /** From `nextCursor`. Opaque. */
  readonly cursor?: string;
}

/** Newest first. */
export type ListResult =
  | { readonly kind: 'page'; readonly items: readonly EncounterSummary[]; readonly nextCursor: string | null }
  | { readonly kind: 'badCursor' };

/** What one command did: its events (the rest of them, where `after` fell inside the command) and the encounter after it. */
export interface Change {
  readonly revision: number;
  readonly events: readonly EventEnvelope[];
  readonly folded: Folded;
}

/** What to follow of all encounters. */
export interface FollowAllQuery {
  readonly ruleset?: string;
  /** This encounter alone. */
  readonly encounter?: string;
  readonly afterPosition?: string;
  readonly signal?: AbortSignal;
}

/** An event and the encounter that it belongs to. */
export interface Appended {
  readonly encounter: string;
  readonly event: EventEnvelope;
}

/** Whether the store answers and the list is caught up; `reason` is for people. */
export interface Readiness {
  readonly ok: boolean;
  readonly store: { readonly ok: boolean; readonly reason?: string };
  readonly summaries: { readonly ok: boolean; readonly reason?: string; readonly encounters: number };
}

/** The encounters of one store: the application without its edges. Throws the store's typed errors. */
export interface Encounters {
  /** Copies, imports, audits. */
  readonly archive: Archive;
  /** Makes an encounter. With an idempotency key, its id follows from the caller and the key. */
  create(input: CreateInput, context: CallContext): Promise<ExecuteResult>;
  /** Does what the rules allow: load, decide, append; again, a bounded number of times, when others were faster. */
  execute(id: string, command: CommandInput, context: CallContext): Promise<ExecuteResult>;
  /** Makes an encounter with the same past up to a revision and a future of its own: see `branchOf`. For those who see everything. */
  branch(id: string, input: BranchInput, context: CallContext): Promise<BranchResult>;
  /** The encounter now, or as it stood, as `viewer` sees it and by its revisions; without one, whole, so that it shows itself to none but who sees everything. Sees all that was acknowledged before the call, by any process. */
  load(id: string, asOf?: AsOf, viewer?: Viewer): Promise<LoadResult>;
  /** A page of the log; null where there is no such encounter. */
  events(id: string, query: EventQuery, viewer: Viewer): Promise<EventPage | null>;
  /** The whole log up to its end, in constant memory; null where there is no such encounter. */
  eventStream(id: string, viewer: Viewer, signal?: AbortSignal): Promise<AsyncIterable<EventEnvelope> | null>;
  /** A page of the encounters. Sees what this process has written. */
  list(query: ListQuery, viewer: Viewer): Promise<ListResult>;
  /**
   * Each command after revision `after` (default: the present one), first what was, then what comes, once and in order.
   * Pulled: who is slow holds no queue and slows nobody. Ends with the signal or `close`. Null where there is no such encounter.
   */
  follow(
    id: string,
    query: { readonly after?: number; readonly signal?: AbortSignal },
    viewer: Viewer,
  ): Promise<AsyncIterable<Change> | null>;
  /**
   * Every event of all encounters, or of those of one rule set, after a position (default: what comes from now on).
   * Who does not see everything must say which encounter it may know of, or gets nothing; its positions are its own.
   */
  followAll(query: FollowAllQuery, viewer: Viewer): AsyncIterable<Appended>;
  /** Asks the store itself; never throws. */
  ready(): Promise<Readiness>;
  /** Waits for the commands in flight and ends the subscriptions. The store stays open: it is the caller's. */
  close(): Promise<void>;
}
