import { StoreError, type EventStore } from '@bitacora/event-store';
import { put } from './append.js';
import { hashOf, matches, newSecret, textOf, type Token } from './secrets.js';
import type { Ticket } from './types.js';

/** How long a ticket counts, in milliseconds. */
const LIFE = 30_000;

interface Content {
  readonly id: string;
  /** The key or access that it stands for; empty in `open` mode without a token. */
  readonly credential: string;
  readonly encounter: string;
}

/** Each ticket has a stream of its own, so that the store itself sees to it that it is used once, whoever serves it. */
function streamOf(id: string): string {
  return `ticket-${id}`;
}

/** Makes a ticket. */
export async function issueTicket(store: EventStore, content: Content, now: Date): Promise<Ticket> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + LIFE).toISOString();
  const data = { ...content, expiresAt, hash: hashOf(secret) };
  await put(store, streamOf(content.id), { type: 'TicketIssued', data }, 'no_stream');
  return { ticket: textOf({ kind: 'bs', id: content.id, secret }), expiresAt };
}

/** The credential that a ticket stands for, and uses it up; null where it is none, used, too old, or another encounter's. */
export async function redeemTicket(
  store: EventStore,
  { id, secret }: Token,
  encounter: string,
  now: Date,
): Promise<string | null> {
  const [issued] = await firstOf(store, streamOf(id));
  if (issued === undefined) return null;
  const { hash, credential, expiresAt, ...of } = issued.data as unknown as Content & {
    readonly hash: string;
    readonly expiresAt: string;
  };
  if (!matches(secret, hash) || of.encounter !== encounter || now.getTime() >= Date.parse(expiresAt)) return null;
  const isFirst = await put(store, streamOf(id), { type: 'TicketUsed', data: { id, at: now.toISOString() } }, 0n);
  return isFirst ? credential : null;
}

async function firstOf(store: EventStore, stream: string): ReturnType<EventStore['readStreamPage']> {
  try {
    return await store.readStreamPage(stream, 0n, 1);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STREAM_NOT_FOUND') return [];
    throw error;
  }
}
