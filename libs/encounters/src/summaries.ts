import type { StoredEvent } from '@bitacora/event-store';
import { fromStored, metadataOf, type EventMetadata } from './envelope.js';
import { isMade, type Made } from './made.js';
import { encounterOf } from './names.js';
import type { EncounterSummary, ForkedFrom, ListQuery, ListResult } from './types.js';
import { NewerEvent, type Upcaster } from './upcasting/upcast.js';
import type { SeenLog } from './visibility/seen-log.js';
import { pause, Wakeups } from './wakeups.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** How long a list waits for what this process has written. */
const PATIENCE_MS = 1_000;

type Status = EncounterSummary['status'];

/** What the list knows of an encounter. `started`, `ended`: the command that did it last, as it may be undone; `left`: the status that it ended. */
interface Row {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  readonly ruleset: string;
  readonly createdAt: string;
  readonly number: number;
  readonly forkedFrom: ForkedFrom | null;
  status: Status;
  revision: number;
  /** Of the last event, as text: read only when it is shown. */
  metadata: string;
  started: string;
  ended: string;
  left: Status;
}

/** The list of all encounters: a projection in memory, made by following the store from its beginning. */
export class Summaries {
  readonly #rows: Row[] = [];
  readonly #byId = new Map<string, Row>();
  readonly #awaited = new Map<string, number>();
  readonly #moved = new Wakeups();
  #trouble: unknown = null;
  #isCaughtUp = false;

  constructor(readonly upcaster: Upcaster) {}

  get size(): number {
    return this.#rows.length;
  }

  get isCaughtUp(): boolean {
    return this.#isCaughtUp && this.#trouble === null;
  }

  /** Why it is not caught up, for people. */
  get reason(): string | undefined {
    if (this.#trouble !== null)
      return this.#trouble instanceof Error ? this.#trouble.message : 'The store cannot be followed.';
    return this.#isCaughtUp ? undefined : 'The list of encounters is being read.';
  }

  /** The rule set of encounter `id`, if the list has come to it. */
  rulesetOf(id: string): string | undefined {
    return this.#byId.get(id)?.ruleset;
  }

  /** This process has written: lists wait until they show it. */
  expect(id: string, revision: number): void {
    if ((this.#byId.get(id)?.revision ?? 0) < revision) this.#awaited.set(id, revision);
  }

  async list(query: ListQuery): Promise<ListResult> {
    await this.#settled();
    const before = query.cursor === undefined ? this.#rows.length : numberOf(query.cursor);
    if (before === null) return { kind: 'badCursor' };
    const limit = Math.min(Math.max(query.limit ?? DEFAULT_LIMIT, 1), MAX_LIMIT);
    const isWanted = wanted(query);
    const found: Row[] = [];
    for (let i = Math.min(before, this.#rows.length) - 1; i >= 0 && found.length <= limit; i -= 1) {
      const row = this.#rows[i] as Row;
      if (isWanted(row)) found.push(row);
    }
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const nextCursor = found.length > limit && last !== undefined ? cursorOf(last.number) : null;
    return { kind: 'page', items: rows.map(summaryOf), nextCursor };
  }

  take(event: StoredEvent): void {
    this.#trouble = null;
    const id = encounterOf(event.stream);
    const revision = Number(event.revision) + 1;
    const row = this.#byId.get(id) ?? this.#add(id, event);
    if (row === null || row.revision >= revision) return;
    row.revision = revision;
    row.metadata = event.metadataText;
    note(row, event);
    if (this.#awaited.size > 0) this.#seen(id, revision);
  }

  caughtUp(): void {
    this.#isCaughtUp = true;
    this.#trouble = null;
  }

  failed(error: unknown): void {
    this.#trouble = error;
  }

  #add(id: string, event: StoredEvent): Row | null {
    const made = madeBy(event, this.upcaster);
    if (made === null) return null;
    const { name, ruleset, forkedFrom } = made;
    const row: Row = {
      id,
      name,
      ruleset,
      words: plain(name),
      createdAt: metadataOf(event).at,
      metadata: event.metadataText,
      number: this.#rows.length,
      forkedFrom: forkedFrom ?? null,
      status: 'setup',
      revision: 0,
      started: '',
      ended: '',
      left: 'setup',
    };
    this.#rows.push(row);
    this.#byId.set(id, row);
    return row;
  }

  #seen(id: string, revision: number): void {
    if ((this.#awaited.get(id) ?? Infinity) > revision) return;
    this.#awaited.delete(id);
    if (this.#awaited.size === 0) this.#moved.wake();
  }

  async #settled(): Promise<void> {
    if (this.#awaited.size === 0) return;
    const done = new AbortController();
    await Promise.race([this.#moved.wait(done.signal), pause(PATIENCE_MS, done.signal)]);
    done.abort();
  }
}

/** Null where it makes no encounter, or none that can be read here: that one is not listed, and the list of all others goes on. */
function madeBy(event: StoredEvent, upcaster: Upcaster): Made | null {
  if (event.type !== 'EncounterCreated') return null;
  try {
    const { data } = fromStored(event, upcaster);
    return isMade(data) ? data : null;
  } catch (error) {
    if (error instanceof NewerEvent) return null;
    throw error;
  }
}

function note(row: Row, event: StoredEvent): void {
  switch (event.type) {
    case 'EncounterStarted':
      row.status = 'running';
      row.started = metadataOf(event).command;
      break;
    case 'EncounterEnded':
      row.left = row.status;
      row.status = 'ended';
      row.ended = metadataOf(event).command;
      break;
    case 'CommandUndone':
      row.status = undone(row, event.data['undone']);
      break;
    case 'CommandRedone':
      row.status = redone(row, event.data['redone']);
  }
}

function undone(row: Row, command: unknown): Status {
  if (command === row.ended) return row.left;
  return command === row.started ? 'setup' : row.status;
}

function redone(row: Row, command: unknown): Status {
  if (command === row.ended) return 'ended';
  return command === row.started ? 'running' : row.status;
}

function summaryOf({ id, name, ruleset, status, revision, createdAt, metadata, forkedFrom }: Row): EncounterSummary {
  const { at: updatedAt } = JSON.parse(metadata) as EventMetadata;
  return { id, name, ruleset, status, revision, createdAt, updatedAt, forkedFrom };
}

/** The list of one who may know of one encounter alone. */
export function seenSummaries(log: SeenLog, query: ListQuery): readonly EncounterSummary[] {
  const { now } = log.head.encounter;
  const known = { id: log.id, name: now.name, ruleset: now.ruleset, status: now.status };
  if (query.cursor !== undefined || !wanted(query)({ ...known, words: plain(now.name) })) return [];
  const createdAt = log.events[0]?.at ?? '';
  return [{ ...known, revision: log.revision, createdAt, updatedAt: log.head.at, forkedFrom: null }];
}

type Sought = Pick<Row, 'id' | 'ruleset' | 'status' | 'words'>;

function wanted({ encounter, ruleset, status, q }: ListQuery): (row: Sought) => boolean {
  const words =
    q === undefined
      ? []
      : plain(q)
          .split(/\s+/)
          .filter((word) => word !== '');
  return (row) =>
    (encounter === undefined || row.id === encounter) &&
    (ruleset === undefined || row.ruleset === ruleset) &&
    (status === undefined || row.status === status) &&
    words.every((word) => row.words.includes(word));
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function cursorOf(number: number): string {
  return Buffer.from(`n${number}`).toString('base64url');
}

function numberOf(cursor: string): number | null {
  const [, digits] = /^n(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return digits === undefined || cursorOf(Number(digits)) !== cursor ? null : Number(digits);
}
