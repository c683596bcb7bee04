import type { JsonObject } from '@bitacora/engine';
import {
  MAX_APPEND_BYTES,
  MAX_APPEND_EVENTS,
  MAX_EVENT_BYTES,
  type EventStore,
  type EventToAppend,
} from '@bitacora/event-store';
import type { LiveCache } from '../cache.js';
import { metadataOf } from '../envelope.js';
import { streamOf } from '../names.js';
import { lengthOf, othersTurn, pageOf } from '../stream.js';
import type { RuleSetRegistry } from '../types.js';
import type { Upcaster } from '../upcasting/upcast.js';
import type { EventContent, Proof } from './chain.js';
import { isSigned, type SignedHead } from './head.js';
import type { ServerKeys } from './keys.js';
import { linesOf, MAX_LINE_BYTES, type Line } from './lines.js';
import { LogCheck } from './log-check.js';
import type { LogProblem } from './problem.js';
import { readLine, type ExportLine, type ExportRecord, type LineProblem } from './records.js';
import { Spool } from './spool.js';

/** Bounds of what is appended at once; a command is never split. */
const CHUNK_EVENTS = 400;
const CHUNK_CHARACTERS = 250_000;
const SLICE = 10;
/** So many bytes an event can have in the store more than in its line: what is kept beside it. */
const BESIDE = 500;

/** What an import needs. */
export interface Importing {
  readonly store: EventStore;
  readonly rulesets: RuleSetRegistry;
  readonly upcaster: Upcaster;
  readonly keys: ServerKeys;
  readonly cache: LiveCache;
}

/** What became of one encounter: `imported` it was not there, `extended` it went on, `unchanged` all of it was there. */
export interface ImportedEncounter {
  readonly id: string;
  readonly ruleset: string;
  readonly revision: number;
  readonly outcome: 'imported' | 'extended' | 'unchanged';
}

/** What is wrong with a file besides what can be wrong with a log. */
export type ImportProblemCode =
  | 'lineTooLong'
  | 'commandTooLarge'
  | 'notUtf8'
  | 'lineNotEnded'
  | 'notCanonical'
  | 'unknownKind'
  | 'wrongField'
  | 'outOfOrder'
  | 'viewerCopy'
  | 'withheld'
  | 'encounterTwice'
  | 'badEncounterId'
  | 'otherHead'
  | 'badSignature'
  | 'otherHistory'
  | 'cutOff';

/** Why an import stopped: at which line of the file, from 1. Nothing of that encounter was imported; those before it were. */
export interface ImportRefusal {
  readonly line: number;
  readonly encounter: string | null;
  readonly problem: { readonly code: ImportProblemCode; readonly params: JsonObject } | LogProblem;
}

/** The refusal; null where the whole file was imported. */
export type ImportResult = ImportRefusal | null;

/** An encounter on its way in. */
interface Part {
  readonly record: ExportRecord;
  readonly line: number;
  readonly check: LogCheck;
  readonly spool: Spool;
  /** How many events the store had when it began. */
  readonly had: number;
  /** The chain's hash at that revision, as the file has it. */
  hashThere: string | null;
  /** The command that the last line belongs to, and what it has come to. */
  command: { readonly id: string; readonly events: number; readonly bytes: number };
}

type Problem = ImportRefusal['problem'];

const wrong = (code: ImportProblemCode, params: JsonObject = {}): Problem => ({ code, params });

/**
 * Takes in the encounters of an export (docs/audit.md, 4), line by line and in constant memory. An encounter is appended when its
 * head has held, and told to `tell` then; the first thing that is wrong ends the import. The same again changes nothing.
 */
export async function importLines(
  importing: Importing,
  bytes: AsyncIterable<Uint8Array>,
  requestId: string,
  tell: (encounter: ImportedEncounter) => void,
): Promise<ImportResult> {
  const reader = new ImportReader(importing, requestId, tell);
  try {
    return await reader.readAll(bytes);
  } finally {
    reader.drop();
  }
}

class ImportReader {
  #part: Part | null = null;
  #line = 0;
  readonly #done = new Set<string>();

  constructor(
    readonly importing: Importing,
    readonly requestId: string,
    readonly tell: (encounter: ImportedEncounter) => void,
  ) {}

  async readAll(bytes: AsyncIterable<Uint8Array>): Promise<ImportResult> {
    let begun = performance.now();
    for await (const line of linesOf(bytes)) {
      this.#line += 1;
      const problem = await this.#take(line);
      if (problem !== null) return this.#refusal(problem);
      if (performance.now() - begun < SLICE) continue;
      await othersTurn();
      begun = performance.now();
    }
    this.#line += 1;
    return this.#part === null ? null : this.#refusal(wrong('cutOff'));
  }

  drop(): void {
    this.#part?.spool.drop();
    this.#part = null;
  }

  #refusal(problem: Problem): ImportRefusal {
    return { line: this.#line, encounter: this.#part?.record.encounter ?? null, problem };
  }

  async #take(line: Line): Promise<Problem | null> {
    if ('wrong' in line) return wrong(line.wrong, { max: MAX_LINE_BYTES });
    const record = readLine(line.text);
    if ('wrong' in record) return lineProblem(record);
    switch (record.kind) {
      case 'export':
        return this.#part === null ? this.#begin(record) : wrong('outOfOrder', { found: record.kind });
      case 'event':
        return this.#event(record.event, record.proof, line.text);
      case 'withheld':
        return this.#part === null ? wrong('outOfOrder', { found: record.kind }) : wrong('withheld');
      case 'head':
        return this.#head(record);
    }
  }

  async #begin(record: ExportRecord): Promise<Problem | null> {
    const { encounter: id, scope } = record;
    if (scope !== 'full') return wrong('viewerCopy');
    if (streamOf(id) === null) return wrong('badEncounterId', { found: id });
    if (this.#done.has(id)) return wrong('encounterTwice', { found: id });
    const had = await lengthOf(this.importing.store, id);
    const check = new LogCheck(id, { ...this.importing, decisions: false });
    this.#part = { record, line: this.#line, check, spool: new Spool(), had, hashThere: null, command: NO_COMMAND };
    return null;
  }

  #event(event: EventContent, proof: Proof, text: string): Problem | null {
    const part = this.#part;
    if (part === null) return wrong('outOfOrder', { found: 'event' });
    const problem = part.check.take(event, proof);
    if (problem !== null) return this.#atLine(problem, part);
    if (event.revision === 1 && event.data.ruleset !== part.record.ruleset)
      return wrong('wrongField', { field: 'ruleset' });
    const tooLarge = sizeProblem(part, event, text);
    if (tooLarge !== null) return tooLarge;
    if (event.revision === part.had) part.hashThere = proof.hash;
    part.spool.add(text);
    return null;
  }

  /** What was wrong with the command before is told at its own line. */
  #atLine(problem: LogProblem, part: Part): Problem {
    this.#line = Math.min(this.#line, part.line + problem.revision);
    return problem;
  }

  async #head(record: Extract<ExportLine, { kind: 'head' }>): Promise<Problem | null> {
    const part = this.#part;
    if (part === null) return wrong('outOfOrder', { found: 'head' });
    const { check } = part;
    const { encounter, revision, hash } = record;
    const problem = check.end();
    if (problem !== null) return this.#atLine(problem, part);
    if (encounter !== check.id || revision !== check.revision || hash !== check.hash)
      return wrong('otherHead', {
        found: `${String(revision)}:${hash}`,
        expected: `${String(check.revision)}:${check.hash}`,
      });
    if (!isSigned(encounter, record)) return wrong('badSignature', { key: record.key });
    const refused = await this.#append(part, record);
    if (refused !== null) return refused;
    this.#done.add(encounter);
    this.drop();
    return null;
  }

  async #append(part: Part, head: SignedHead): Promise<Problem | null> {
    const { check, had, record } = part;
    const { id, revision } = check;
    const there = Math.min(had, revision);
    if (there > 0) {
      const [stored] = await pageOf(this.importing.store, id, there - 1, 1);
      const expected = stored && metadataOf(stored).proof.hash;
      const found = had >= revision ? (had === revision ? head.hash : check.hash) : part.hashThere;
      if (expected !== found) return wrong('otherHistory', { revision: await firstOther(this.importing.store, part) });
    }
    const append = (): Promise<boolean> => this.#appendAfter(part, had, head);
    if (revision > had && !(await this.importing.cache.whole(id, append)))
      return wrong('otherHistory', { revision: had + 1 });
    const outcome = revision <= had ? 'unchanged' : had === 0 ? 'imported' : 'extended';
    this.tell({ id, ruleset: record.ruleset, revision, outcome });
    return null;
  }

  async #appendAfter({ check, spool }: Part, had: number, head: SignedHead): Promise<boolean> {
    const { store } = this.importing;
    const stream = streamOf(check.id) ?? '';
    let at = had;
    for (const chunk of chunks(this.#ready(spool, had, check.revision, head))) {
      const expected = at === 0 ? 'no_stream' : BigInt(at - 1);
      let result = await store.append(stream, chunk, expected);
      while (result.kind === 'unknown') result = await result.resolve();
      if (result.kind === 'conflict') return false;
      at += chunk.length;
      await othersTurn();
    }
    return true;
  }

  *#ready(spool: Spool, had: number, end: number, head: SignedHead): Generator<EventToAppend, void, undefined> {
    for (const text of spool.all()) {
      const { event, proof } = JSON.parse(text) as Extract<ExportLine, { kind: 'event' }>;
      if (event.revision <= had) continue;
      const { id, type, data, version, at, actor, command, revision } = event;
      const kept = { key: head.key, publicKey: head.publicKey, signature: head.signature };
      const metadata = { version, at, actor, command, requestId: this.requestId, proof: { ...proof } };
      yield { id, type, data, metadata: revision === end ? { ...metadata, head: kept } : metadata };
    }
  }
}

function lineProblem({ wrong: code, field }: LineProblem): Problem {
  return wrong(code, field === undefined ? {} : { field });
}

const NO_COMMAND: Part['command'] = { id: '', events: 0, bytes: 0 };

/** What no store would take is refused before anything of its encounter is appended. */
function sizeProblem(part: Part, { command }: EventContent, text: string): Problem | null {
  const bytes = Buffer.byteLength(text) + BESIDE;
  if (bytes > MAX_EVENT_BYTES) return wrong('lineTooLong', { max: MAX_EVENT_BYTES - BESIDE });
  const before = part.command.id === command ? part.command : NO_COMMAND;
  part.command = { id: command, events: before.events + 1, bytes: before.bytes + bytes };
  const fits = part.command.events <= MAX_APPEND_EVENTS && part.command.bytes <= MAX_APPEND_BYTES;
  return fits ? null : wrong('commandTooLarge', { max: MAX_APPEND_BYTES });
}

/** Events in bundles that a store takes at once, whole commands each. */
function* chunks(events: Iterable<EventToAppend>): Generator<EventToAppend[], void, undefined> {
  let chunk: EventToAppend[] = [];
  let size = 0;
  for (const event of events) {
    const isNew = chunk.at(-1)?.metadata.command !== event.metadata.command;
    if (isNew && chunk.length > 0 && (chunk.length >= CHUNK_EVENTS || size >= CHUNK_CHARACTERS)) {
      yield chunk;
      chunk = [];
      size = 0;
    }
    chunk.push(event);
    size += JSON.stringify(event.data).length;
  }
  if (chunk.length > 0) yield chunk;
}

/** The first revision at which the file and the store differ. */
async function firstOther(store: EventStore, { check, spool }: Part): Promise<number> {
  for (const text of spool.all()) {
    const { event, proof } = JSON.parse(text) as Extract<ExportLine, { kind: 'event' }>;
    const [stored] = await pageOf(store, check.id, event.revision - 1, 1);
    if (stored === undefined || metadataOf(stored).proof.hash !== proof.hash) return event.revision;
  }
  return check.revision;
}
