import type { PreparedAppend } from './prepare.js';

/** What the embedded stores can look up in one stream while they judge an append to it. */
export interface StreamLookup {
  /** The revision of the last event; -1 if there is none. */
  readonly head: number;
  /** The event's id, and how many events the append had that it was the first of (0: it was not the first). */
  at(revision: number): { readonly id: string; readonly appended: number } | undefined;
  /** The revision of the event with this id, if it is in the stream. */
  find(id: string): number | undefined;
}

/** Whether an append may be stored (its first event at revision `first`), was stored before (its last event at `last`), or is not as expected. */
export type Verdict =
  | { readonly kind: 'append'; readonly first: number }
  | { readonly kind: 'already'; readonly last: number }
  | { readonly kind: 'conflict' };

const CONFLICT: Verdict = { kind: 'conflict' };

/**
 * Decides an append as EventStoreDB does for an explicit revision: at the head it is accepted; behind it, it is a retry
 * if exactly this append stands there; anything else is a conflict.
 */
export function judge(append: PreparedAppend, stream: StreamLookup): Verdict {
  const { expected } = append;
  if (expected === 'any' || expected === 'stream_exists') return judgeLoosely(append, stream);
  if (typeof expected === 'bigint' && expected > BigInt(stream.head)) return CONFLICT;
  const from = expected === 'no_stream' ? -1 : Number(expected);
  return from === stream.head ? { kind: 'append', first: from + 1 } : judgeRetry(append, stream, from + 1);
}

function judgeLoosely(append: PreparedAppend, stream: StreamLookup): Verdict {
  if (stream.head < 0) return append.expected === 'any' ? { kind: 'append', first: 0 } : CONFLICT;
  const before = stream.find(append.events[0].id);
  if (before !== undefined) return judgeRetry(append, stream, before);
  return { kind: 'append', first: stream.head + 1 };
}

function judgeRetry(append: PreparedAppend, stream: StreamLookup, first: number): Verdict {
  const { events } = append;
  if (stream.at(first)?.appended !== events.length) return CONFLICT;
  const same = events.every((event, i) => stream.at(first + i)?.id === event.id);
  return same ? { kind: 'already', last: first + events.length - 1 } : CONFLICT;
}
