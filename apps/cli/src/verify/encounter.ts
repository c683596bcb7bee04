import { chainStart, isSigned, keyId, leafOf, link } from './chain.js';
import { DiceLedger, type RollCounts } from './dice/ledger.js';
import { Fault, type Place } from './fault.js';
import { IdSet } from './id-set.js';
import {
  shown,
  type Content,
  type EventRecord,
  type ExportRecord,
  type HeadRecord,
  type WithheldRecord,
} from './records.js';

/** How many events of one encounter the ids are remembered for. */
export const MAX_EVENTS = 4_000_000;

/** What was verified of one encounter. */
export interface Verified {
  readonly encounter: string;
  readonly ruleset: string;
  readonly scope: 'full' | 'viewer';
  /** Withheld ones included. */
  readonly events: number;
  readonly withheld: number;
  readonly rolls: RollCounts;
  /** How many pairs of seeds the server committed to, one after the other. */
  readonly seeds: number;
  readonly head: { readonly revision: number; readonly hash: string; readonly key: string };
}

/** A head that somebody kept: what its revision's hash was. */
export interface KnownHead {
  readonly revision: number;
  /** Lower-case hexadecimal. */
  readonly hash: string;
}

/** Follows one encounter line by line; a line that throws a `Fault` changes nothing. */
export class EncounterCheck {
  private revision = 0;
  private hash: Buffer;
  private withheld = 0;
  private command: string | null = null;
  private readonly ids = new IdSet();
  private readonly commands = new IdSet();
  private readonly ledger: DiceLedger;

  constructor(
    readonly about: ExportRecord,
    private readonly known: ReadonlySet<number> = new Set(),
    private readonly passed: (revision: number, hash: string, line: number) => void = () => undefined,
  ) {
    this.hash = chainStart(about.encounter);
    this.ledger = new DiceLedger(about.encounter, about.ruleset);
  }

  /** The revision that the next event has to have. */
  get expected(): number {
    return this.revision + 1;
  }

  /** Checks and takes the next event. */
  event({ event, hash, salt }: EventRecord, line: number): void {
    const place = { line, revision: event.revision };
    this.requireRevision(event.revision, line);
    if (event.revision === 1) this.requireCreation(event, place);
    if (this.ids.has(event.id)) throw new Fault('ID_TWICE', place, { found: event.id });
    if (event.command !== this.command && this.commands.has(event.command)) {
      throw new Fault('COMMAND_SPLIT', place, { found: event.command });
    }
    this.requireLink(hash, leafOf(event, salt), place);
    this.ids.add(event.id);
    if (event.command !== this.command) this.commands.add(event.command);
    this.command = event.command;
    this.advance(hash, line);
    this.ledger.take(event, place);
  }

  /** Checks and takes the next event, whose content stays out. */
  withheldEvent({ revision, hash, leaf }: WithheldRecord, line: number): void {
    const place = { line, revision };
    this.requireRevision(revision, line);
    if (revision === 1) throw new Fault('NOT_CREATED', place, { found: 'withheld', expected: 'EncounterCreated' });
    this.requireLink(hash, leaf, place);
    this.withheld += 1;
    this.advance(hash, line);
    this.ledger.withheld();
  }

  /** Checks the last line, then tells what is wrong with the dice, if anything. */
  head(head: HeadRecord, line: number, key: string | null): Verified {
    const place = { line, revision: head.revision };
    const { encounter, ruleset, scope } = this.about;
    if (head.encounter !== encounter) {
      const values = { field: 'encounter', found: shown(head.encounter), expected: shown(encounter) };
      throw new Fault('WRONG_FIELD', place, values);
    }
    if (this.revision === 0) throw new Fault('OUT_OF_ORDER', place, { found: 'head', expected: 'event' });
    if (head.revision !== this.revision) {
      throw new Fault('HEAD_REVISION', place, { found: head.revision, expected: this.revision });
    }
    if (!head.hash.equals(this.hash)) throw new Fault('HEAD_HASH', place, hashes(head.hash, this.hash));
    const id = keyId(head.publicKey);
    if (head.key !== id) throw new Fault('KEY_ID', place, { found: head.key, expected: id });
    if (!isSigned(head)) throw new Fault('SIGNATURE', place, { key: id });
    if (key !== null && key !== id) throw new Fault('OTHER_KEY', place, { found: id, expected: key });
    const { fault, counts: rolls, seeds } = this.ledger;
    if (fault !== null) throw fault;
    const { revision: events, withheld } = this;
    const reached = { revision: events, hash: this.hash.toString('hex'), key: id };
    return { encounter, ruleset, scope, events, withheld, rolls, seeds, head: reached };
  }

  private requireRevision(found: number, line: number): void {
    const expected = this.expected;
    if (found !== expected) throw new Fault('REVISION', { line, revision: found }, { found, expected });
    if (expected > MAX_EVENTS) throw new Fault('TOO_MANY_EVENTS', { line, revision: found }, { max: MAX_EVENTS });
  }

  private requireCreation({ type, data }: Content, place: Place): void {
    const { encounter, ruleset } = this.about;
    const wanted = { type: 'EncounterCreated', id: encounter, ruleset };
    const found = { type, id: data.id ?? null, ruleset: data.ruleset ?? null };
    if (JSON.stringify(found) === JSON.stringify(wanted)) return;
    throw new Fault('NOT_CREATED', place, { found: shown(found), expected: shown(wanted) });
  }

  private requireLink(found: Buffer, leaf: Buffer, place: Place): void {
    const expected = link(this.hash, leaf);
    if (!found.equals(expected)) throw new Fault('HASH', place, hashes(found, expected));
  }

  private advance(hash: Buffer, line: number): void {
    this.hash = hash;
    this.revision += 1;
    if (this.known.has(this.revision)) this.passed(this.revision, hash.toString('hex'), line);
  }
}

function hashes(found: Buffer, expected: Buffer): { found: string; expected: string } {
  return { found: found.toString('hex'), expected: expected.toString('hex') };
}
