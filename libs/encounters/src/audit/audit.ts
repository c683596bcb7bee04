import { StoreError, type EventStore, type StoredEvent } from '@bitacora/event-store';
import { metadataOf, storedContent } from '../envelope.js';
import { lengthOf, othersTurn, pageOf } from '../stream.js';
import type { Upcaster } from '../upcasting/upcast.js';
import type { RuleSetRegistry } from '../types.js';
import { isProof, type EventContent, type Proof } from './chain.js';
import type { RollCounts } from './dice-check.js';
import { headAfter, isSigned, type SignedHead } from './head.js';
import type { ServerKeys } from './keys.js';
import { LogCheck, type DecisionCounts } from './log-check.js';
import { problemAt, type LogProblem } from './problem.js';

const PAGE = 200;
/** How long a check goes on, in milliseconds, before others get their turn. */
const SLICE = 10;

/** A head that somebody kept. */
export interface KnownHead {
  readonly revision: number;
  /** In hex. */
  readonly hash: string;
}

/** What an audit reads. */
export interface Auditing {
  readonly store: EventStore;
  readonly rulesets: RuleSetRegistry;
  readonly upcaster: Upcaster;
  readonly keys: ServerKeys;
}

/** What an audit found. */
export interface AuditReport {
  readonly encounter: string;
  readonly ok: boolean;
  /** The revision that the log has held up to. */
  readonly revision: number;
  /** How many events there are. */
  readonly events: number;
  /** The signed end of the chain; null where the log has not held. */
  readonly head: SignedHead | null;
  /** Whether this server signed the head; false for an imported log that nothing has followed. */
  readonly signedHere: boolean;
  readonly rolls: RollCounts;
  readonly decisions: DecisionCounts;
  /** The first thing that is wrong. */
  readonly problem: LogProblem | null;
}

/** An event as the store has it, or why it cannot be read. */
type Read =
  | { readonly content: EventContent; readonly proof: Proof; readonly stored: StoredEvent }
  | { readonly problem: LogProblem };

/**
 * Checks all that can be checked of encounter `id`: chain, head, revisions, dice, and that each command's events are what the
 * rules give for it. `known` are heads that must be in the chain. Null where there is no such encounter.
 */
export async function auditOf(
  auditing: Auditing,
  id: string,
  known: readonly KnownHead[],
  signal: AbortSignal,
): Promise<AuditReport | null> {
  const length = await lengthOf(auditing.store, id);
  const longest = Math.max(0, ...known.map((head) => head.revision));
  if (length === 0 && longest === 0) return null;
  const check = new LogCheck(id, { ...auditing, decisions: true });
  const { problem, last } = await follow(auditing.store, check, length, known, signal);
  // A log that was cut off may end inside a command: that it was is what is wrong with it.
  const found = problem ?? cutOff(check, longest) ?? check.end();
  const head = found === null && last !== null ? headAfter(auditing.keys, id, last) : null;
  const forged = head === null || isSigned(id, head) ? null : problemAt(placeOf(last), 'SIGNATURE', { key: head.key });
  return {
    encounter: id,
    ok: found === null && forged === null,
    revision: check.revision,
    events: length,
    head,
    signedHere: head?.key === auditing.keys.public.id,
    rolls: check.rolls,
    decisions: check.decisions,
    problem: found ?? forged,
  };
}

async function follow(
  store: EventStore,
  check: LogCheck,
  length: number,
  known: readonly KnownHead[],
  signal: AbortSignal,
): Promise<{ readonly problem: LogProblem | null; readonly last: StoredEvent | null }> {
  let last: StoredEvent | null = null;
  let begun = performance.now();
  for await (const read of readAll(store, check.id, length)) {
    signal.throwIfAborted();
    if ('problem' in read) return { problem: read.problem, last };
    const problem = check.take(read.content, read.proof) ?? otherHead(read, known);
    if (problem !== null) return { problem, last };
    last = read.stored;
    if (performance.now() - begun < SLICE) continue;
    await othersTurn();
    begun = performance.now();
  }
  return { problem: null, last };
}

async function* readAll(store: EventStore, id: string, length: number): AsyncGenerator<Read, void, undefined> {
  for (let at = 0; at < length;) {
    const page = await pageOrProblem(store, id, at, Math.min(PAGE, length - at));
    if ('problem' in page) {
      yield page;
      return;
    }
    if (page.length === 0) return;
    for (const stored of page) if (Number(stored.revision) < length) yield read(stored);
    at = Number(page.at(-1)?.revision ?? at) + 1;
  }
}

/** A page; where the store cannot give it, what comes before the event that it cannot give, one by one. */
async function pageOrProblem(
  store: EventStore,
  id: string,
  at: number,
  max: number,
): Promise<readonly StoredEvent[] | { readonly problem: LogProblem }> {
  try {
    return await pageOf(store, id, at, max);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'STORE_CORRUPT') throw error;
    if (max > 1) return pageOrProblem(store, id, at, max >> 1);
    return {
      problem: problemAt({ revision: at + 1, event: null, type: null }, 'UNREADABLE', { reason: error.message }),
    };
  }
}

function read(stored: StoredEvent): Read {
  const place = placeOf(stored);
  try {
    const content = storedContent(stored);
    const { proof } = metadataOf(stored);
    const isReadable = typeof content.data === 'object' && content.data !== null && typeof content.at === 'string';
    if (!isReadable) return { problem: problemAt(place, 'UNREADABLE') };
    if (!isProof(proof)) return { problem: problemAt(place, 'NO_PROOF') };
    return { content, proof, stored };
  } catch (error) {
    return {
      problem: problemAt(place, 'UNREADABLE', { reason: error instanceof Error ? error.message : String(error) }),
    };
  }
}

function placeOf(stored: StoredEvent | null): { revision: number; event: string | null; type: string | null } {
  if (stored === null) return { revision: 0, event: null, type: null };
  return { revision: Number(stored.revision) + 1, event: stored.id, type: stored.type };
}

function otherHead(
  { content, proof }: Extract<Read, { proof: Proof }>,
  known: readonly KnownHead[],
): LogProblem | null {
  const other = known.find(({ revision, hash }) => revision === content.revision && hash !== proof.hash);
  if (other === undefined) return null;
  const place = { revision: content.revision, event: content.id, type: content.type };
  return problemAt(place, 'OTHER_HEAD', { found: proof.hash, expected: other.hash });
}

function cutOff(check: LogCheck, longest: number): LogProblem | null {
  if (check.revision >= longest) return null;
  const place = { revision: check.revision + 1, event: null, type: null };
  return problemAt(place, 'CUT_OFF', { found: check.revision, expected: longest });
}
