import { isObject, type Json, type JsonObject } from '../canonical.js';
import { Fault, type Place } from '../fault.js';
import { shown, type Content } from '../records.js';
import { commitmentOf } from './derive.js';
import { PendingRolls } from './pending.js';
import { readRoll, rollsOf, type Roll } from './roll.js';
import { checkTotal } from './totals.js';

/** How many rolls were checked against a seed, and why the others could not be. */
export interface RollCounts {
  readonly verified: number;
  /** Open rolls of the server whose seed the log does not reveal. */
  readonly unrevealed: number;
  /** Hidden rolls of the server. */
  readonly hidden: number;
  readonly table: number;
}

interface Epoch {
  readonly epoch: number;
  readonly commitment: string;
  /** Whose id the dice are derived with. */
  readonly encounter: string;
  readonly pending: PendingRolls;
  revealed: boolean;
}

const SCHEME = 'bitacora/dice/v1';
const MAX_SEED = 256;

/** Follows the dice of one encounter: docs/audit.md, sections 5.5 and 6. */
export class DiceLedger {
  /** The first thing about dice that is wrong: told when the rest of the encounter has held. */
  fault: Fault | null = null;
  private readonly epochs = new Map<number, Epoch>();
  private readonly contributions: string[] = [];
  private present: Epoch | null = null;
  private options: JsonObject = {};
  private readonly next = { open: 1, hidden: 1 };
  /** Whether events were withheld since the last roll of a visibility: they may have held rolls. */
  private readonly gap = { open: false, hidden: false };
  private readonly tally = { verified: 0, hidden: 0, table: 0 };
  private command: string | null = null;
  /** How many players' seeds the log held before the present command. */
  private held = 0;

  constructor(
    private readonly encounter: string,
    private readonly ruleset: string,
  ) {}

  /** How many pairs of seeds the server committed to. */
  get seeds(): number {
    return this.epochs.size;
  }

  get counts(): RollCounts {
    const unrevealed = [...this.epochs.values()].reduce(
      (sum, { revealed, pending }) => sum + (revealed ? 0 : pending.count),
      0,
    );
    return { ...this.tally, unrevealed };
  }

  /** Takes note of an event whose content stays out. */
  withheld(): void {
    this.gap.open = true;
    this.gap.hidden = true;
  }

  /** Takes the next event, whose place in the chain has held. */
  take(event: Content, place: Place): void {
    if (this.command !== event.command) this.held = this.contributions.length;
    this.command = event.command;
    this.noting(() => this.takeSeeds(event, place));
    this.noting(() => {
      for (const value of rollsOf(event.type, event.data, place)) {
        this.noting(() => this.takeRoll(event, value, place));
      }
    });
  }

  private takeSeeds({ type, data }: Content, place: Place): void {
    if (type === 'EncounterCreated' && isObject(data.options)) this.options = data.options;
    const commits = type === 'SeedCommitted' || (type === 'EncounterCreated' && data.dice !== undefined);
    if (commits) this.commit(data.dice, place);
    else if (type === 'SeedContributed') this.contribute(data.seed, place);
    else if (type === 'EncounterEnded' && data.reveal !== undefined) this.reveal(data.reveal, place);
  }

  private commit(value: Json | undefined, place: Place): void {
    const dice = isObject(value) ? value : {};
    const { commitment, hiddenCommitment, scheme, epoch, encounter = this.encounter } = dice;
    const wrong = (field: string, expected: string) =>
      new Fault('ROLL_FIELD', place, { field: `dice.${field}`, found: shown(dice[field]), expected });
    if (scheme !== SCHEME) throw wrong('scheme', `"${SCHEME}"`);
    if (!isHash(commitment)) throw wrong('commitment', '64 hex');
    if (!isHash(hiddenCommitment)) throw wrong('hiddenCommitment', '64 hex');
    if (typeof encounter !== 'string' || !encounter.isWellFormed()) throw wrong('encounter', '"…"');
    const expected = this.epochs.size;
    if (epoch !== expected) throw new Fault('EPOCH', place, { found: shown(epoch), expected });
    this.present = { epoch, commitment, encounter, pending: new PendingRolls(), revealed: false };
    this.epochs.set(epoch, this.present);
  }

  private contribute(seed: Json | undefined, place: Place): void {
    const bytes = typeof seed === 'string' ? Buffer.byteLength(seed) : 0;
    if (typeof seed !== 'string' || bytes < 1 || bytes > MAX_SEED) {
      throw new Fault('ROLL_FIELD', place, { field: 'seed', found: shown(seed), expected: `1…${MAX_SEED} bytes` });
    }
    this.contributions.push(seed);
  }

  private reveal(value: Json, place: Place): void {
    const { epoch: number, seed } = isObject(value) ? value : {};
    const epoch = typeof number === 'number' ? this.epochs.get(number) : undefined;
    if (epoch === undefined)
      throw new Fault('REVEALED_EPOCH', place, { found: shown(number), expected: this.present?.epoch ?? '–' });
    if (!isHash(seed)) {
      throw new Fault('ROLL_FIELD', place, { field: 'reveal.seed', found: shown(seed), expected: '64 hex' });
    }
    const bytes = Buffer.from(seed, 'hex');
    const found = commitmentOf(bytes);
    if (found !== epoch.commitment) throw new Fault('COMMITMENT', place, { found, expected: epoch.commitment });
    if (epoch.revealed) return;
    epoch.revealed = true;
    const wrong = epoch.pending.check(epoch.encounter, this.contributions, bytes);
    if (wrong !== null) throw wrong;
    this.tally.verified += epoch.pending.count;
    epoch.pending.forget();
  }

  private takeRoll({ type, data }: Content, value: Json, place: Place): void {
    const roll = readRoll(type, value, place);
    this.requireNumber(roll, place);
    checkTotal(roll, data, { ruleset: this.ruleset, options: this.options }, place);
    if (roll.by === 'table') {
      this.tally.table += 1;
      return;
    }
    const epoch = this.present;
    if (epoch === null) throw new Fault('NO_COMMITMENT', place, { roll: roll.roll });
    if (epoch.revealed) throw new Fault('SEED_AFTER_REVEAL', place, { roll: roll.roll, epoch: epoch.epoch });
    if (roll.hidden) this.tally.hidden += 1;
    else epoch.pending.add(roll, this.held, place);
  }

  private requireNumber({ roll, hidden }: Roll, place: Place): void {
    const visibility = hidden ? 'hidden' : 'open';
    const expected = this.next[visibility];
    const fits = this.gap[visibility] ? roll >= expected : roll === expected;
    this.next[visibility] = Math.max(roll + 1, expected);
    this.gap[visibility] = false;
    if (!fits) throw new Fault('ROLL_NUMBER', place, { found: roll, expected });
  }

  /** Keeps the fault that stands first in the file. */
  private noting(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (this.fault === null || error.place.line < this.fault.place.line) this.fault = error;
    }
  }
}

function isHash(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
