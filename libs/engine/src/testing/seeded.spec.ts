import fc from 'fast-check';
import { seededDice, seededRandom, xoshiro128 } from './seeded.js';

const die = (faces: number) => ({ roll: 1, die: 0, faces, purpose: 'free', hidden: false });

describe('seeded numbers', () => {
  it('follow the published sequence of xoshiro128** for the state 1, 2, 3, 4', () => {
    const next = xoshiro128([1, 2, 3, 4]);
    expect(Array.from({ length: 4 }, next)).toEqual([11520, 0, 5927040, 70819200]);
  });

  it('are the same for the same seed and differ between neighbouring seeds', () => {
    const sequence = (seed: number): number[] => {
      const random = seededRandom(seed);
      return Array.from({ length: 8 }, () => random.uint32());
    };
    const all = Array.from({ length: 200 }, (_, seed) => sequence(seed));
    expect(all.map((_, seed) => sequence(seed))).toEqual(all);
    expect(new Set(all.flat()).size).toBe(1_600);
  });

  it('below a bound stay below it', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const number = seededRandom(seed).below(bound);
        expect(Number.isInteger(number) && number >= 0 && number < bound).toBe(true);
      }),
    );
  });

  it.each([0, -1, 1.5, 2 ** 32 + 1])('are refused below %d', (bound) => {
    expect(() => seededRandom(1).below(bound)).toThrow(RangeError);
  });

  it('below just more than half the range pass over the words that would favour the low numbers', () => {
    const bound = 2 ** 31 + 1;
    const words = seededRandom(5);
    const passed = Array.from({ length: 50 }, () => words.uint32()).filter((word) => word < bound);
    const numbers = seededRandom(5);
    expect(Array.from(passed, () => numbers.below(bound))).toEqual(passed);
    expect(passed.length).toBeLessThan(50);
  });
});

describe('seeded dice', () => {
  it.each([4, 6, 10, 12, 20, 100])('show every face of a d%d about equally often', (faces) => {
    const dice = seededDice(20);
    const throws = 2_000 * faces;
    const counts = new Array<number>(faces).fill(0);
    for (let i = 0; i < throws; i += 1) counts[dice.face(die(faces)) - 1]! += 1;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 2_000) ** 2 / 2_000, 0);
    expect(chiSquare).toBeLessThan(faces + 6 * Math.sqrt(2 * faces));
  });
});
