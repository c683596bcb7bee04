import { EncounterCheck, type KnownHead, type Verified } from './encounter.js';
import { Fault } from './fault.js';
import { IdSet } from './id-set.js';
import { linesOf, type Line } from './lines.js';
import { readRecord, type ExportLine } from './records.js';

/** What is known from elsewhere about a file. */
export interface Expectations {
  /** Heads that have to be in a chain of the file. */
  readonly heads: readonly KnownHead[];
  /** The id of the key that has to have signed, or null. */
  readonly key: string | null;
}

/** Nothing is known from elsewhere. */
export const NOTHING_KNOWN: Expectations = { heads: [], key: null };

/** What became of a head that was known from elsewhere. */
interface Sought extends KnownHead {
  found: boolean;
  /** Another hash that stands at its revision, and where. */
  other: { readonly hash: string; readonly line: number } | null;
}

/** Follows a file line by line; a line that throws a `Fault` changes nothing. */
export class FileCheck {
  private open: EncounterCheck | null = null;
  private last = 0;
  private longest = 0;
  private readonly encounters = new IdSet();
  private readonly sought: Sought[];

  constructor(private readonly expectations: Expectations = NOTHING_KNOWN) {
    this.sought = expectations.heads.map((head) => ({ ...head, found: false, other: null }));
  }

  /** Checks and takes the next line; a head answers what was verified. */
  take(line: Line): Verified | null {
    const record = readRecord(line, this.open?.expected ?? null);
    const verified = this.step(record, line.number);
    this.last = line.number;
    return verified;
  }

  /** The file has ended: checks that it may end here, and that the heads known from elsewhere were met. */
  end(): void {
    const place = { line: this.last + 1, revision: this.open?.expected ?? null };
    if (this.open !== null) throw new Fault('CUT_OFF', place, { expected: this.expectedKinds() });
    if (this.last === 0) throw new Fault('EMPTY_FILE', place, { expected: this.expectedKinds() });
    const missing = this.sought.find(({ found }) => !found);
    if (missing === undefined) return;
    const { revision, hash: expected, other } = missing;
    if (other !== null) throw new Fault('OTHER_HEAD', { line: other.line, revision }, { found: other.hash, expected });
    throw new Fault(
      'HEAD_BEYOND',
      { line: this.last, revision: this.longest },
      { found: this.longest, revision, expected },
    );
  }

  private step(record: ExportLine, line: number): Verified | null {
    if (record.kind === 'export') {
      if (this.open !== null) throw this.outOfOrder(record, line);
      if (this.encounters.has(record.encounter)) {
        throw new Fault('ENCOUNTER_TWICE', { line, revision: null }, { found: record.encounter });
      }
      this.encounters.add(record.encounter);
      const known = new Set(this.sought.map(({ revision }) => revision));
      this.open = new EncounterCheck(record, known, (...passed) => this.passed(...passed));
      return null;
    }
    if (this.open === null) throw this.outOfOrder(record, line);
    if (record.kind === 'head') {
      const verified = this.open.head(record, line, this.expectations.key);
      this.open = null;
      this.longest = Math.max(this.longest, verified.events);
      return verified;
    }
    if (record.kind === 'event') this.open.event(record, line);
    else this.open.withheldEvent(record, line);
    return null;
  }

  private passed(revision: number, hash: string, line: number): void {
    for (const head of this.sought) {
      if (head.revision !== revision) continue;
      if (head.hash === hash) head.found = true;
      else head.other ??= { hash, line };
    }
  }

  private outOfOrder({ kind }: ExportLine, line: number): Fault {
    const place = { line, revision: this.open?.expected ?? null };
    return new Fault('OUT_OF_ORDER', place, { found: kind, expected: this.expectedKinds() });
  }

  private expectedKinds(): string {
    if (this.open === null) return 'export';
    return this.open.expected === 1 ? 'event' : 'event | withheld | head';
  }
}

/**
 * Verifies an export, telling of each encounter as soon as its head has held.
 * @throws Fault for the first thing that is wrong.
 */
export async function verifyExport(
  bytes: AsyncIterable<Uint8Array>,
  expectations: Expectations = NOTHING_KNOWN,
  tell: (verified: Verified) => void = () => undefined,
): Promise<void> {
  const check = new FileCheck(expectations);
  for await (const line of linesOf(bytes)) {
    const verified = check.take(line);
    if (verified !== null) tell(verified);
  }
  check.end();
}
