import type { PreparedAppend, PreparedEvent } from '../core/prepare.js';
import {
  AppendAborted,
  DuplicateEventId,
  StoreClosed,
  StoreCorrupt,
  StoreError,
  StoreIncompatible,
  StoreUnavailable,
  StreamNotFound,
  StreamRetired,
} from '../errors.js';
import type { AppendResult, Expected } from '../port.js';

/** An append on its way to the thread that writes. `again`: its outcome is unknown and to be found out. */
export interface Sent {
  readonly ticket: number;
  readonly append: PreparedAppend;
  readonly deadlineMs: number | undefined;
  readonly again: boolean;
}

/** What is asked of the thread besides appends; the answer is `done` or an error. */
export interface Call {
  readonly ticket: number;
  readonly call: 'probe' | 'retire' | 'close';
  readonly stream: string;
}

/** Several appends as one list of plain values, which is the quickest to hand over. */
export type PackedAppends = readonly unknown[];
/** Several answers as one list of plain values. */
export type PackedAnswers = readonly unknown[];

/** What became of an append, or of a call. */
export type Answer =
  | { readonly kind: 'appended' | 'already'; readonly revision: number; readonly position: number }
  | { readonly kind: 'conflict'; readonly actual: number | null }
  | { readonly kind: 'unknown' | 'done' }
  | { readonly kind: 'error'; readonly error: unknown };

/** A flat list of plain values, which costs less to hand to another thread than objects do. {@link unpackAppends} reads it. */
export function packAppends(appends: readonly Sent[]): PackedAppends {
  const packed: unknown[] = [];
  for (const { ticket, append, deadlineMs, again } of appends) {
    packed.push(ticket, append.stream, append.expected, append.bytes, deadlineMs, again, append.events.length);
    for (const { id, type, data, metadata } of append.events) packed.push(id, type, data, metadata);
  }
  return packed;
}

/** What {@link packAppends} has packed. */
export function unpackAppends(packed: PackedAppends): Sent[] {
  const appends: Sent[] = [];
  for (let at = 0; at < packed.length;) {
    const [ticket, stream, expected, bytes, deadlineMs, again, count] = packed.slice(at, at + 7);
    at += 7;
    const events: PreparedEvent[] = [];
    for (const end = at + 4 * (count as number); at < end; at += 4) {
      const [id, type, data, metadata] = packed.slice(at, at + 4) as [string, string, string, string];
      events.push({ id, type, data, metadata });
    }
    const append = { stream, expected: expected as Expected, bytes, events } as unknown as PreparedAppend;
    appends.push({ ticket, append, deadlineMs, again } as Sent);
  }
  return appends;
}

/** Adds an answer to a list that {@link unpackAnswers} reads. */
export function packAnswer(packed: unknown[], ticket: number, result: AppendResult): void {
  if (result.kind === 'unknown') packed.push(ticket, 'unknown', null, null);
  else if (result.kind === 'conflict') packed.push(ticket, 'conflict', numberOf(result.actual), null);
  else packed.push(ticket, result.kind, Number(result.revision), Number(result.position));
}

/** As {@link packAnswer}, of a call that was done. */
export function packDone(packed: unknown[], ticket: number): void {
  packed.push(ticket, 'done', null, null);
}

/** As {@link packAnswer}, of an error. */
export function packError(packed: unknown[], ticket: number, error: unknown): void {
  packed.push(ticket, 'error', flattened(error), null);
}

/** Tells each answer of a list that {@link packAnswer} filled, with its ticket. */
export function unpackAnswers(packed: PackedAnswers, tell: (ticket: number, answer: Answer) => void): void {
  for (let at = 0; at < packed.length; at += 4)
    tell(packed[at] as number, answerOf(packed[at + 1] as Answer['kind'], packed[at + 2], packed[at + 3]));
}

function answerOf(kind: Answer['kind'], first: unknown, second: unknown): Answer {
  if (kind === 'unknown' || kind === 'done') return { kind };
  if (kind === 'conflict') return { kind, actual: first as number | null };
  if (kind === 'error') return { kind, error: revived(first as Flat) };
  return { kind, revision: first as number, position: second as number };
}

function numberOf(revision: bigint | null): number | null {
  return revision === null ? null : Number(revision);
}

/** An error as plain data: its class would not survive the way between threads. */
interface Flat {
  readonly code: string | null;
  readonly message: string;
  readonly stream: string;
  readonly eventId: string;
  readonly revision: bigint;
}

function flattened(error: unknown): Flat {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const of = { stream: '', eventId: '', revision: 0n };
  if (!(error instanceof StoreError)) return { code: null, message: stack ?? message, ...of };
  if (error instanceof StreamRetired || error instanceof StreamNotFound) of.stream = error.stream;
  if (error instanceof DuplicateEventId) {
    of.stream = error.stream;
    of.eventId = error.eventId;
    of.revision = error.revision;
  }
  return { code: error.code, message, ...of };
}

function revived({ code, message, stream, eventId, revision }: Flat): Error {
  switch (code) {
    case 'STREAM_RETIRED':
      return new StreamRetired(stream);
    case 'STREAM_NOT_FOUND':
      return new StreamNotFound(stream);
    case 'DUPLICATE_EVENT_ID':
      return new DuplicateEventId(stream, eventId, revision);
    case 'APPEND_ABORTED':
      return new AppendAborted();
    case 'STORE_CLOSED':
      return new StoreClosed();
    case 'STORE_CORRUPT':
      return new StoreCorrupt(message);
    case 'STORE_INCOMPATIBLE':
      return new StoreIncompatible(message);
    case 'STORE_UNAVAILABLE':
      return new StoreUnavailable(message);
    default:
      return new Error(message);
  }
}
