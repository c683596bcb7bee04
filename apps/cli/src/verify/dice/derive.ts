import { createHmac } from 'node:crypto';
import { hash } from '../hash.js';

const WORDS = 65_536;

/** What a die's face follows from, besides the seed: docs/dice.md, section 4. */
export interface Die {
  readonly encounter: string;
  /** The players' seeds, in the order of contribution. */
  readonly contributions: readonly string[];
  readonly roll: number;
  /** From 0. */
  readonly die: number;
  /** 1 to 65,536. */
  readonly faces: number;
  readonly purpose: string;
}

/** What a server publishes of a seed of 32 bytes before it uses it: lower-case hexadecimal. */
export function commitmentOf(seed: Uint8Array): string {
  return hash(field(utf8('bitacora/dice/commit/v1')), seed).toString('hex');
}

/** The message of a die for its `counter`th block. */
export function messageOf(die: Die, counter: number): Buffer {
  return Buffer.concat([
    field(utf8('bitacora/dice/die/v1')),
    field(utf8(die.encounter)),
    field(u32(die.contributions.length)),
    ...die.contributions.map((seed) => field(utf8(seed))),
    field(u32(die.roll)),
    field(u32(die.die)),
    field(u32(die.faces)),
    field(utf8(die.purpose)),
    field(u32(counter)),
  ]);
}

/** The face of a die, from 1. */
export function faceOf(seed: Uint8Array, die: Die): number {
  const limit = WORDS - (WORDS % die.faces);
  for (let counter = 0; ; counter += 1) {
    const word = createHmac('sha256', seed).update(messageOf(die, counter)).digest().readUInt16BE(0);
    if (word < limit) return (word % die.faces) + 1;
  }
}

function utf8(text: string): Buffer {
  return Buffer.from(text);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function field(bytes: Buffer): Buffer {
  return Buffer.concat([u32(bytes.length), bytes]);
}
