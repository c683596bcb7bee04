import { serverDice } from './server-dice.js';

const die = (faces: number) => ({ roll: 1, die: 0, faces, purpose: 'free', hidden: false });

/** Chi-square of a million throws of a ten-faced die; a fair one exceeds 80 (9 df) once in 10¹² runs. */
function chiSquareOfTen(face: () => number): number {
  const counts = new Array<number>(10).fill(0);
  for (let i = 0; i < 1_000_000; i += 1) counts[face() - 1]! += 1;
  return counts.reduce((sum, count) => sum + (count - 100_000) ** 2 / 100_000, 0);
}

describe("the server's dice", () => {
  it('show the ten faces of a die equally often', () => {
    expect(chiSquareOfTen(() => serverDice.face(die(10)))).toBeLessThan(80);
  });

  it('would be caught at the bias of a byte modulo ten', () => {
    let byte = 0;
    const biased = (): number => {
      byte = (byte + 1) % 256;
      return (byte % 10) + 1;
    };
    expect(chiSquareOfTen(biased)).toBeGreaterThan(80);
  });

  it('show exactly the faces that a die has', () => {
    const shown = (faces: number) => new Set(Array.from({ length: 2_000 }, () => serverDice.face(die(faces))));
    expect(shown(1)).toEqual(new Set([1]));
    expect(shown(6)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });
});
