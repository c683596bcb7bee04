import { createHash, hash, randomBytes } from 'node:crypto';
import type { EventEnvelope } from '../envelope.js';
import { canonical } from './canonical.js';

/** An event as the chain sees it: without its position, which belongs to a store and not to the encounter (docs/audit.md, 2). */
export type EventContent = Omit<EventEnvelope, 'position'>;

/** What binds an event to all before it: its salt and the chain's hash after it, in hex. */
export interface Proof {
  readonly salt: string;
  readonly hash: string;
}

const SALT_BYTES = 16;
const SALT = /^[0-9a-f]{32}$/;
/** What is hashed begins with a byte that says what it is. */
const LEAF = 0x00;
const LINK = 0x01;
const GENESIS = Buffer.concat([Buffer.of(0x02), Buffer.from('bitacora/chain/v1'), Buffer.of(0x00)]);

/** Whether `proof` is one by its form: a salt of another spelling would pass unseen, as it says the same bytes. */
export function isProof(proof: Proof | undefined): proof is Proof {
  return typeof proof?.hash === 'string' && typeof proof.salt === 'string' && SALT.test(proof.salt);
}

/** Salts drawn ahead, in hex: asking the system for one at a time would cost more than all else that is done for an event. */
let drawn = '';
let used = 0;
const SALT_DIGITS = 2 * SALT_BYTES;
const DRAWN_AT_ONCE = 256;

/** A new salt, in hex. */
export function newSalt(): string {
  if (used === drawn.length) {
    drawn = randomBytes(DRAWN_AT_ONCE * SALT_BYTES).toString('hex');
    used = 0;
  }
  used += SALT_DIGITS;
  return drawn.slice(used - SALT_DIGITS, used);
}

/** The hash before the first event of encounter `id`, in hex. */
export function genesisOf(id: string): string {
  return createHash('sha256').update(GENESIS).update(id).digest('hex');
}

/** What is hashed is put together here: a buffer of its own for each would cost as much as the hashing. */
const desk = Buffer.alloc(16 * 1024);
const LEAF_HEAD = 1 + SALT_BYTES;
const HASH_BYTES = 32;
const link = Buffer.alloc(1 + 2 * HASH_BYTES, LINK);

/** The commitment to an event's content, in hex; it tells nothing of it without the salt. */
export function leafOf(content: EventContent, salt: string): string {
  return leafOfText(canonical(content), salt);
}

/** As {@link leafOf}, of the content's canonical JSON. `salt` must be one ({@link isProof}). */
export function leafOfText(text: string, salt: string): string {
  // No character has more than three bytes for each of its code units.
  const place = LEAF_HEAD + 3 * text.length <= desk.length ? desk : Buffer.alloc(LEAF_HEAD + Buffer.byteLength(text));
  place[0] = LEAF;
  place.write(salt, 1, 'hex');
  return hash('sha256', place.subarray(0, LEAF_HEAD + place.write(text, LEAF_HEAD)), 'hex');
}

/** The chain's hash after a leaf, in hex. */
export function linked(before: string, leaf: string): string {
  link.write(before, 1, 'hex');
  link.write(leaf, 1 + HASH_BYTES, 'hex');
  return hash('sha256', link, 'hex');
}

/** The chain's hash after an event, in hex. */
export function hashAfter(before: string, content: EventContent, salt: string): string {
  return linked(before, leafOf(content, salt));
}

/** An event's content: the envelope without its position. */
export function contentOf({ position: _, ...content }: EventEnvelope): EventContent {
  return content;
}
