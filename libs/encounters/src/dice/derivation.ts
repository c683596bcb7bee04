import { createHash, createHmac } from 'node:crypto';
import type { DieRequest } from '@bitacora/engine';

/** Length of a seed in bytes. */
export const SEED_BYTES = 32;

/** Most faces of a verifiable die: the number of two-byte words. */
const MAX_VERIFIABLE_FACES = 65_536;

/** Most bytes of a player's seed, in UTF-8. */
const MAX_CONTRIBUTION_BYTES = 256;

const COMMIT_TAG = 'bitacora/dice/commit/v1';
const DIE_TAG = 'bitacora/dice/die/v1';
const MAX_UINT32 = 0xffff_ffff;

/** What all dice of an encounter have in common. */
export interface DiceContext {
  readonly encounter: string;
  /** The players' seeds in the order of their contribution; well-formed text of 1 to 256 bytes each. */
  readonly contributions: readonly string[];
}

/** What a die is derived from, besides its context. */
export type DerivedDie = Pick<DieRequest, 'roll' | 'die' | 'faces' | 'purpose'>;

/** The 32 bytes that a seed gives for one message; a parameter so that rejection can be forced in a test. */
export type Block = (message: Uint8Array) => Uint8Array;

/**
 * What the server publishes before the first roll so that it cannot change its seed: SHA-256, in lower-case hex.
 * @throws RangeError when the seed has not 32 bytes.
 */
export function commitmentOf(seed: Uint8Array): string {
  requireSeed(seed);
  return createHash('sha256')
    .update(field(text(COMMIT_TAG)))
    .update(seed)
    .digest('hex');
}

/** HMAC-SHA256 under a seed of 32 bytes. */
export function blockOf(seed: Uint8Array): Block {
  requireSeed(seed);
  return (message) => createHmac('sha256', seed).update(message).digest();
}

/**
 * The face of one die: the first two-byte word, over counters 0, 1, 2 …, that rejection lets pass.
 * @returns an integer from 1 to `die.faces`; the same for the same input, whenever and wherever it is computed.
 * @throws RangeError when a number is out of its range or a text is ill-formed.
 */
export function deriveFace(block: Block, context: DiceContext, die: DerivedDie): number {
  for (let counter = 0; ; counter += 1) {
    const bytes = block(dieMessage(context, die, counter));
    const face = faceOfWord(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0), die.faces);
    if (face !== null) return face;
  }
}

/** The face that a word from 0 to 65,535 stands for; null where it has to be rejected, so that all faces are equal. */
export function faceOfWord(word: number, faces: number): number | null {
  const limit = MAX_VERIFIABLE_FACES - (MAX_VERIFIABLE_FACES % faces);
  return word < limit ? (word % faces) + 1 : null;
}

/** The message of a die, byte for byte as `docs/dice.md` lays it out: different input gives a different message. */
export function dieMessage(context: DiceContext, die: DerivedDie, counter: number): Uint8Array {
  const { encounter, contributions } = context;
  if (!Number.isInteger(die.faces) || die.faces < 1 || die.faces > MAX_VERIFIABLE_FACES) {
    throw new RangeError(`a verifiable die cannot have ${die.faces} faces`);
  }
  return Buffer.concat(
    [
      text(DIE_TAG),
      text(encounter),
      uint32(contributions.length),
      ...contributions.map(contribution),
      uint32(die.roll),
      uint32(die.die),
      uint32(die.faces),
      text(die.purpose),
      uint32(counter),
    ].map(field),
  );
}

function field(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value > MAX_UINT32) throw new RangeError(`${value} is no 32-bit number`);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.toString('utf8') !== value) throw new RangeError('a text with a lone surrogate has no UTF-8 form');
  return bytes;
}

function contribution(value: string): Uint8Array {
  const bytes = text(value);
  if (bytes.length < 1 || bytes.length > MAX_CONTRIBUTION_BYTES) {
    throw new RangeError(`a player's seed has 1 to ${MAX_CONTRIBUTION_BYTES} bytes, not ${bytes.length}`);
  }
  return bytes;
}

function requireSeed(seed: Uint8Array): void {
  if (seed.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes, not ${seed.length}`);
}
