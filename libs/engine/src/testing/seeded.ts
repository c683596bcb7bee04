import type { Dice } from '../dice/port.js';

/** A reproducible source of numbers for tests, simulations and demos: never for a real encounter. */
export interface SeededRandom {
  /** An integer from 0 to 2³² − 1, each as likely as any other. */
  uint32(): number;
  /** An integer from 0 to `bound` − 1, each as likely as any other; `bound` from 1 to 2³². */
  below(bound: number): number;
}

/** The four words of a generator's state; not all may be 0. */
export type SeededState = readonly [number, number, number, number];

/** The generator xoshiro128** 1.1 (Blackman and Vigna) from a state. */
export function xoshiro128(state: SeededState): () => number {
  let [a, b, c, d] = state;
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
}

/** A reproducible source of numbers from an integer seed, of which the low 32 bits count. */
export function seededRandom(seed: number): SeededRandom {
  const uint32 = xoshiro128(spread(seed));
  const below = (bound: number): number => {
    if (!Number.isInteger(bound) || bound < 1 || bound > 2 ** 32) throw new RangeError(`no number is below ${bound}`);
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let word = uint32();
    while (word >= limit) word = uint32();
    return word % bound;
  };
  return { uint32, below };
}

/** Unbiased, reproducible dice for tests, simulations and demos; their faces depend on the order of asking alone. */
export function seededDice(seed: number): Dice {
  const random = seededRandom(seed);
  return { face: (request) => 1 + random.below(request.faces) };
}

function spread(seed: number): SeededState {
  let counter = seed | 0;
  const word = (): number => {
    counter = (counter + 0x9e3779b9) | 0;
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
  return [word(), word(), word(), word()];
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
