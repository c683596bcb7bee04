import {
  EMPTY,
  EVENT_TYPES,
  evolve,
  view,
  type Encounter,
  type JsonObject,
  type Recorded,
  type RuleSet,
} from '@bitacora/engine';
import type { Upcaster } from '../upcasting/upcast.js';
import { NewerEvent } from '../upcasting/upcast.js';
import type { RuleSetRegistry } from '../types.js';
import type { EventEnvelope } from '../envelope.js';
import { UUID } from '../identity.js';
import { isMade } from '../made.js';
import { genesisOf, hashAfter, type EventContent, type Proof } from './chain.js';
import { divergence } from './decisions.js';
import { DiceCheck } from './dice-check.js';
import type { ServerKeys } from './keys.js';
import { Onlooker } from './onlooker.js';
import { problemAt, type LogProblem, type ProblemPlace } from './problem.js';

const KNOWN = new Set<string>(EVENT_TYPES);

/** What a check needs to know. */
export interface CheckContext {
  readonly rulesets: RuleSetRegistry;
  readonly upcaster: Upcaster;
  /** With them the server's own rolls are checked before their seed is revealed. */
  readonly keys: ServerKeys | null;
  /** Whether each command is decided again: what the rules of now give must be what the log holds. */
  readonly decisions: boolean;
}

/** How many commands were decided again, and how many could not be, as a newer program wrote them. */
export interface DecisionCounts {
  readonly checked: number;
  readonly unknown: number;
}

interface Taken {
  readonly recorded: Recorded & EventEnvelope;
  readonly place: ProblemPlace;
}

/** Follows one encounter's log from its beginning, event by event: chain, fold, dice, decisions. After a problem it must not be asked again. */
export class LogCheck {
  readonly #ids = new Set<string>();
  readonly #commands = new Set<string>();
  readonly #dice: DiceCheck;
  readonly #table = new Onlooker();
  #rules: RuleSet | null = null;
  #encounter: Encounter = EMPTY;
  #command: Taken[] = [];
  #revision = 0;
  #hash: string;
  #at = '';
  #checked = 0;
  #unknown = 0;

  constructor(
    readonly id: string,
    readonly context: CheckContext,
  ) {
    this.#hash = genesisOf(id);
    this.#dice = new DiceCheck(id, context.keys);
  }

  /** The revision that the log has held up to. */
  get revision(): number {
    return this.#revision;
  }

  /** The chain's hash there, in hex. */
  get hash(): string {
    return this.#hash;
  }

  get rolls(): DiceCheck['counts'] {
    return this.#dice.counts;
  }

  get decisions(): DecisionCounts {
    return { checked: this.#checked, unknown: this.#unknown };
  }

  /** The next event; what is wrong with it, or with the command that it follows. */
  take(content: EventContent, proof: Proof): LogProblem | null {
    const place = { revision: content.revision, event: content.id, type: content.type };
    const before = this.#command[0];
    if (before !== undefined && before.recorded.command !== content.command) {
      const problem = this.#settle();
      if (problem !== null) return problem;
    }
    return this.#link(content, proof, place) ?? this.#follow(content, place);
  }

  /** The log is at its end. */
  end(): LogProblem | null {
    const place = { revision: this.#revision, event: null, type: null };
    if (this.#revision === 0) return problemAt({ ...place, revision: 1 }, 'NOT_CREATED');
    const problem = this.#settle();
    return problem ?? guarded(() => this.#seen(), place);
  }

  #seen(): void {
    if (this.#rules === null) return;
    view(this.#encounter, this.#rules);
    this.#table.see(this.#rules);
  }

  #link(content: EventContent, { salt, hash }: Proof, place: ProblemPlace): LogProblem | null {
    const expected = this.#revision + 1;
    if (content.revision !== expected)
      return problemAt({ revision: expected, event: null, type: null }, 'REVISION_GAP', {
        found: content.revision,
        expected,
      });
    if (!UUID.test(content.id)) return problemAt(place, 'BAD_EVENT_ID', { found: content.id });
    if (this.#ids.has(content.id)) return problemAt(place, 'EVENT_TWICE', { found: content.id });
    const isNew = this.#command.length === 0;
    if (isNew && this.#commands.has(content.command))
      return problemAt(place, 'COMMAND_SPLIT', { found: content.command });
    const computed = hashAfter(this.#hash, content, salt);
    if (computed !== hash) return problemAt(place, 'HASH', { found: hash, expected: computed });
    if (content.at < this.#at) return problemAt(place, 'TIME_BACKWARDS', { found: content.at, expected: this.#at });
    this.#ids.add(content.id);
    this.#commands.add(content.command);
    this.#revision = expected;
    this.#hash = hash;
    this.#at = content.at;
    return null;
  }

  #follow(content: EventContent, place: ProblemPlace): LogProblem | null {
    const created = this.#creation(content, place);
    if (created !== null) return created;
    let data: JsonObject;
    try {
      data = this.context.upcaster.up(content.type, content.version, content.data);
    } catch (error) {
      if (!(error instanceof NewerEvent)) throw error;
      return problemAt(place, 'NEWER_EVENT', { type: error.type, version: error.version, known: error.known });
    }
    if (content.revision === 1 && !isMade(data)) return problemAt(place, 'UNREADABLE');
    const recorded = { ...content, data, position: '' } as unknown as Taken['recorded'];
    this.#command.push({ recorded, place });
    let wrong: LogProblem | null = null;
    const failed = guarded(() => void (wrong = this.#dice.take(recorded, content.command, place)), place);
    return failed ?? wrong;
  }

  #creation({ type, data }: EventContent, place: ProblemPlace): LogProblem | null {
    if ((type === 'EncounterCreated') !== (place.revision === 1))
      return problemAt(place, 'NOT_CREATED', { found: type });
    if (type !== 'EncounterCreated') return null;
    if (data.id !== this.id) return problemAt(place, 'OTHER_ENCOUNTER', { found: data.id ?? null, expected: this.id });
    this.#rules = this.context.rulesets.get(data.ruleset as string) ?? null;
    return this.#rules === null ? problemAt(place, 'UNKNOWN_RULESET', { found: data.ruleset ?? null }) : null;
  }

  /** The command is whole: it is decided again, and folded. */
  #settle(): LogProblem | null {
    const taken = this.#command;
    this.#command = [];
    const [first] = taken;
    if (first === undefined || this.#rules === null) return null;
    const before = this.#encounter;
    for (const { recorded, place } of taken) {
      const problem = guarded(() => void (this.#encounter = evolve(this.#encounter, recorded)), place);
      if (problem !== null) return problem;
    }
    return this.context.decisions
      ? this.#decide(before, taken, this.#rules)
      : this.#look(taken, first.place, this.#rules);
  }

  /** Who does not see everything can be shown it too. */
  #look(taken: readonly Taken[], place: ProblemPlace, rules: RuleSet): LogProblem | null {
    const events = taken.map(({ recorded }) => recorded);
    return guarded(() => this.#table.look(events, rules), place);
  }

  #decide(before: Encounter, taken: readonly Taken[], rules: RuleSet): LogProblem | null {
    if (taken.some(({ recorded }) => !KNOWN.has(recorded.type))) {
      this.#unknown += 1;
      return null;
    }
    const events = taken.map(({ recorded: { type, data } }) => ({ type, data })) as Recorded[];
    const found = divergence(before, events, rules, taken[0]?.recorded.command ?? '');
    this.#checked += 1;
    if (found === null) return null;
    const { place } = taken[found.index] as Taken;
    const { expected } = found;
    return problemAt(place, 'DECISION', {
      ...(expected !== null && { expected: { type: expected.type, data: expected.data as unknown as JsonObject } }),
    });
  }
}

/** What the log makes fail that would not fail with any log of ours. */
function guarded(step: () => void, place: ProblemPlace): LogProblem | null {
  try {
    step();
    return null;
  } catch (error) {
    return problemAt(place, 'DOES_NOT_FOLLOW', { reason: error instanceof Error ? error.message : String(error) });
  }
}
