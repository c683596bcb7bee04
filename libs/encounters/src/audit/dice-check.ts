import type { DomainEvent, JsonObject, RollRecord } from '@bitacora/engine';
import { commitmentOf } from '../dice/index.js';
import { blockOf, deriveFace } from '../dice/derivation.js';
import { rollsOf } from './decisions.js';
import type { ServerKeys } from './keys.js';
import { problemAt, type LogProblem, type ProblemPlace } from './problem.js';
import { totalOf } from './totals.js';

/** How many rolls were computed again, and why the others were not. */
export interface RollCounts {
  /** Computed again from a seed that the log reveals, or that is this server's. */
  readonly verified: number;
  /** The server's, from a seed that is neither revealed nor known here. */
  readonly unrevealed: number;
  /** The table's. */
  readonly table: number;
}

interface Waiting {
  readonly roll: RollRecord;
  readonly held: number;
  readonly place: ProblemPlace;
}

interface Epoch {
  readonly number: number;
  readonly commitment: string;
  readonly encounter: string;
  /** The seeds, where they are this server's own. */
  readonly seeds: { readonly open: Uint8Array; readonly hidden: Uint8Array } | null;
  waiting: Waiting[];
  revealed: boolean;
}

/** Follows the dice of a log: docs/audit.md, 5.5 and 6. With the server's keys its own rolls are checked before the seed is revealed. */
export class DiceCheck {
  readonly #epochs = new Map<number, Epoch>();
  readonly #contributions: string[] = [];
  #present: Epoch | null = null;
  #options: JsonObject = {};
  #command = '';
  /** How many players' seeds the log held before the present command. */
  #held = 0;
  readonly #next = { open: 1, hidden: 1 };
  #verified = 0;
  #unrevealed = 0;
  #table = 0;

  constructor(
    readonly encounter: string,
    readonly keys: ServerKeys | null,
  ) {}

  get counts(): RollCounts {
    const waiting = [...this.#epochs.values()].reduce((sum, epoch) => sum + epoch.waiting.length, 0);
    return { verified: this.#verified, unrevealed: this.#unrevealed + waiting, table: this.#table };
  }

  /** The next event of the log; what is wrong with its dice, or with earlier ones that it reveals. */
  take(event: DomainEvent, command: string, place: ProblemPlace): LogProblem | null {
    if (command !== this.#command) this.#held = this.#contributions.length;
    this.#command = command;
    const problem = this.#seeds(event, place);
    if (problem !== null) return problem;
    for (const roll of rollsOf(event)) {
      const wrong = this.#roll(roll, event.data as unknown as JsonObject, place);
      if (wrong !== null) return wrong;
    }
    return null;
  }

  #seeds(event: DomainEvent, place: ProblemPlace): LogProblem | null {
    switch (event.type) {
      case 'EncounterCreated':
        this.#options = event.data.options;
        return event.data.dice === undefined ? null : this.#commit(event.data.dice as JsonObject, place);
      case 'SeedCommitted':
        return this.#commit(event.data.dice, place);
      case 'SeedContributed':
        this.#contributions.push(event.data.seed);
        return null;
      case 'EncounterEnded':
        return event.data.reveal === undefined ? null : this.#reveal(event.data.reveal as JsonObject, place);
      default:
        return null;
    }
  }

  #commit({ epoch, commitment, encounter }: JsonObject, place: ProblemPlace): LogProblem | null {
    const expected = this.#epochs.size;
    if (epoch !== expected) return problemAt(place, 'EPOCH', { found: epoch ?? null, expected });
    const whose = typeof encounter === 'string' ? encounter : this.encounter;
    const seeds = this.keys?.seedsOf(whose, expected) ?? null;
    const isOwn = seeds !== null && commitmentOf(seeds.open) === commitment;
    this.#present = {
      number: expected,
      commitment: commitment as string,
      encounter: whose,
      seeds: isOwn ? seeds : null,
      waiting: [],
      revealed: false,
    };
    this.#epochs.set(expected, this.#present);
    return null;
  }

  #reveal({ epoch: number, seed }: JsonObject, place: ProblemPlace): LogProblem | null {
    const epoch = this.#epochs.get(Number(number));
    if (epoch === undefined)
      return problemAt(place, 'EPOCH', { found: number ?? null, expected: this.#epochs.size - 1 });
    const bytes = Buffer.from(seed as string, 'hex');
    const found = bytes.length === 32 ? commitmentOf(bytes) : (seed as string);
    if (found !== epoch.commitment) return problemAt(place, 'COMMITMENT', { found, expected: epoch.commitment });
    epoch.revealed = true;
    const { waiting } = epoch;
    epoch.waiting = [];
    for (const one of waiting) {
      if (one.roll.hidden === true) this.#unrevealed += 1;
      else {
        const wrong = this.#derive(epoch, one, bytes);
        if (wrong !== null) return wrong;
      }
    }
    return null;
  }

  #roll(roll: RollRecord, data: JsonObject, place: ProblemPlace): LogProblem | null {
    const visibility = roll.hidden === true ? 'hidden' : 'open';
    const expected = this.#next[visibility];
    if (roll.roll !== expected) return problemAt(place, 'ROLL_NUMBER', { found: roll.roll, expected });
    this.#next[visibility] += 1;
    const wrong = shapeProblem(roll, place) ?? totalProblem(roll, data, { options: this.#options }, place);
    if (wrong !== null) return wrong;
    if (roll.by === 'table') {
      this.#table += 1;
      return null;
    }
    const epoch = this.#present;
    if (epoch === null) return problemAt(place, 'NO_COMMITMENT', { roll: roll.roll });
    if (epoch.revealed) return problemAt(place, 'SEED_AFTER_REVEAL', { roll: roll.roll, epoch: epoch.number });
    const one = { roll, held: this.#held, place };
    if (epoch.seeds !== null) return this.#derive(epoch, one, epoch.seeds[visibility]);
    epoch.waiting.push(one);
    return null;
  }

  #derive({ encounter }: Epoch, { roll, held, place }: Waiting, seed: Uint8Array): LogProblem | null {
    const block = blockOf(seed);
    const context = { encounter, contributions: this.#contributions.slice(0, held) };
    for (const [die, faces] of roll.dice.entries()) {
      const request = { roll: roll.roll, die, faces, purpose: roll.purpose, hidden: roll.hidden === true };
      const expected = deriveFace(block, context, request);
      const found = roll.faces[die] ?? null;
      if (found !== expected) return problemAt(place, 'DIE', { roll: roll.roll, die: die + 1, found, expected });
    }
    this.#verified += 1;
    return null;
  }
}

function shapeProblem(roll: RollRecord, place: ProblemPlace): LogProblem | null {
  const { dice, faces, by } = roll;
  if ((by !== 'table' && by !== 'server') || dice.length !== faces.length) {
    return problemAt(place, 'ROLL_SHAPE', { roll: roll.roll, found: faces.length, expected: dice.length });
  }
  const at = faces.findIndex((face, i) => !Number.isInteger(face) || face < 1 || face > (dice[i] ?? 0));
  if (at < 0) return null;
  return problemAt(place, 'IMPOSSIBLE_FACE', { roll: roll.roll, die: at + 1, found: faces[at] ?? null, max: dice[at] });
}

function totalProblem(
  roll: RollRecord,
  data: JsonObject,
  context: { readonly options: JsonObject },
  place: ProblemPlace,
): LogProblem | null {
  let expected: number | null | undefined;
  try {
    expected = totalOf(roll, data, context);
  } catch {
    return problemAt(place, 'ROLL_SHAPE', { roll: roll.roll, found: roll.faces.length, expected: roll.dice.length });
  }
  if (expected === undefined || expected === roll.total) return null;
  return problemAt(place, 'TOTAL', { roll: roll.roll, found: roll.total, expected });
}
