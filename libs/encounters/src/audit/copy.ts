import type { EventStore, StoredEvent } from '@bitacora/event-store';
import type { EventEnvelope } from '../envelope.js';
import { metadataOf, storedContent } from '../envelope.js';
import { lengthOf, pagesOf } from '../stream.js';
import type { SeenLog } from '../visibility/seen-log.js';
import { contentOf } from './chain.js';
import { headAfter } from './head.js';
import type { ServerKeys } from './keys.js';
import { beginLine, eventLine, headLine } from './records.js';

/** What a copy is made from. */
export interface Copying {
  readonly store: EventStore;
  readonly keys: ServerKeys;
}

/** The whole of encounter `id` as it stands now, in the format of docs/audit.md, 4: some lines at a time, in constant memory. Nothing where there is no such encounter. */
export async function* fullCopy(
  { store, keys }: Copying,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const length = await lengthOf(store, id);
  let last: StoredEvent | null = null;
  for await (const page of pagesOf(store, id, 0)) {
    if (signal.aborted) return;
    const events = page.filter((stored) => Number(stored.revision) < length);
    const [first] = events;
    if (first === undefined) break;
    const begin =
      last === null ? beginLine({ kind: 'export', encounter: id, ruleset: rulesetOf(first), scope: 'full' }) : '';
    last = events.at(-1) ?? null;
    yield begin + events.map((stored) => eventLine(storedContent(stored), metadataOf(stored).proof)).join('');
  }
  if (last !== null) yield headLine(id, headAfter(keys, id, last));
}

/** What one scope has seen of an encounter up to now, with the scope's own numbers and its own chain. */
export function* seenCopy(keys: ServerKeys, log: SeenLog, signal: AbortSignal): Generator<string, void, undefined> {
  const end = log.revision;
  const { id } = log;
  yield beginLine({ kind: 'export', encounter: id, ruleset: log.rules.id, scope: 'viewer' });
  for (let at = 1; at <= end && !signal.aborted; at += 1) {
    yield eventLine(contentOf(log.events[at - 1] as EventEnvelope), log.proof(at, keys));
  }
  if (signal.aborted || end === 0) return;
  const { hash } = log.proof(end, keys);
  yield headLine(id, { ...keys.sign(id, end, hash), publicKey: keys.public.publicKey });
}

function rulesetOf({ data }: StoredEvent): string {
  return (data as { readonly ruleset: string }).ruleset;
}
