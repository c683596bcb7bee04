import { EMPTY, type Core, type Encounter, type RuleSet } from '@bitacora/engine';
import { contentOf, genesisOf, hashAfter, type Proof } from '../audit/chain.js';
import type { ServerKeys } from '../audit/keys.js';
import type { EventEnvelope } from '../envelope.js';
import { lastAtMost } from './search.js';
import { beginning, project } from './project.js';
import { SeenEncounter } from './seen-encounter.js';
import { Sight, type Scope, type State } from './sight.js';
import { maskedEncounter } from './view.js';

/** What one scope has seen of a command. */
interface Taken {
  /** The true revision of its first event. */
  readonly first: number;
  readonly command: string;
  /** How many frames there were before it. */
  readonly frames: number;
}

/** What one scope sees of an encounter: its own log, with revisions, a chain and states of its own. Grows command by command. */
export class SeenLog {
  readonly sight: Sight;
  /** All that the scope has seen, by its own revisions. */
  readonly events: EventEnvelope[] = [];
  readonly #frames: SeenEncounter[] = [];
  readonly #taken: Taken[] = [];
  readonly #proofs: Proof[] = [];
  #state: State = beginning(EMPTY);

  /** `name` is the scope's, for the salts of its chain. */
  constructor(
    readonly id: string,
    readonly name: string,
    readonly rules: RuleSet,
    scope: Scope,
  ) {
    this.sight = new Sight(scope);
  }

  /** The true revision that it has come to. */
  get trueRevision(): number {
    return this.#state.encounter.revision;
  }

  /** How many events it has. */
  get revision(): number {
    return this.events.length;
  }

  /** The encounter as the scope sees it now. */
  get head(): SeenEncounter {
    const head = this.#frames.at(-1);
    if (head === undefined) throw new Error(`nothing of encounter ${this.id} was ever shown`);
    return head;
  }

  /** What the scope's commands are judged by: what it could see at this very moment, when the fight may wait for a hidden one. */
  get judging(): Encounter {
    return maskedEncounter(this.#state, this.revision, this.sight);
  }

  /** The encounter as it is, the hidden included. */
  get truth(): Core {
    return this.#state.encounter.now;
  }

  /** Takes in one command's events, if they are the next ones. */
  take(events: readonly EventEnvelope[]): void {
    const [first] = events;
    if (first === undefined || first.revision !== this.trueRevision + 1) return;
    this.#taken.push({ first: first.revision, command: first.command, frames: this.#frames.length });
    const { frames, state } = project(this.#state, this.revision, events, this.rules, this.sight);
    this.#state = state;
    for (const frame of frames) {
      this.#frames.push(new SeenEncounter(frame, this.sight, this.rules, frame.events.at(-1)?.at ?? ''));
      this.events.push(...frame.events);
    }
  }

  /** The frame that holds event `revision`; the encounter as it stood when that was seen. */
  at(revision: number): SeenEncounter | undefined {
    const before = lastAtMost(this.#frames, revision - 1, (frame) => frame.revision);
    return this.#frames[before + 1];
  }

  /** The encounter as the scope saw it at `time`. */
  atTime(time: string): SeenEncounter | undefined {
    return this.#frames[lastAtMost(this.#frames, time, (frame) => frame.at)];
  }

  /** The frame that is the own one of the command with the true event `first`; what was seen before where it has none. */
  answerTo(first: number): { readonly frame: SeenEncounter; readonly isNew: boolean } {
    const taken = this.#taken[lastAtMost(this.#taken, first, (one) => one.first)];
    const frames = taken?.frames ?? 0;
    const own = this.#frames[frames];
    const isNew = own !== undefined && own.events[0]?.command === taken?.command;
    return { frame: (isNew ? own : this.#frames[frames - 1]) ?? this.head, isNew };
  }

  /** What the scope had seen when the encounter was at the true revision `revision`. */
  seenAt(revision: number): SeenEncounter {
    const index = lastAtMost(this.#taken, revision, (taken) => taken.first);
    const frames = this.#taken[index + 1]?.frames ?? this.#frames.length;
    return this.#frames[frames - 1] ?? this.head;
  }

  /** The proof of event `revision` in the scope's own chain (docs/audit.md, 4); the same whenever it is asked for. */
  proof(revision: number, keys: ServerKeys): Proof {
    for (let at = this.#proofs.length + 1; at <= revision; at += 1) {
      const before = this.#proofs[at - 2]?.hash ?? genesisOf(this.id);
      const salt = keys.viewerSalt(this.id, this.name, at);
      this.#proofs.push({ salt, hash: hashAfter(before, contentOf(this.events[at - 1] as EventEnvelope), salt) });
    }
    return this.#proofs[revision - 1] as Proof;
  }
}
