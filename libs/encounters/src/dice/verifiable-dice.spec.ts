import { verifiableDice } from './verifiable-dice.js';

const seeds = { open: new Uint8Array(32).fill(1), hidden: new Uint8Array(32).fill(2) };
const context = { encounter: 'e1', contributions: ['luna'] };
const d1000 = (roll: number, hidden = false) => ({ roll, die: 0, faces: 1000, purpose: 'free', hidden });
const rolls = Array.from({ length: 50 }, (_, index) => index + 1);

describe('verifiable dice', () => {
  it('give the same roll again, in whatever order they are asked and however often', () => {
    const before = verifiableDice(seeds, context);
    const faces = rolls.map((roll) => before.face(d1000(roll)));
    const after = verifiableDice(seeds, context);
    expect(rolls.toReversed().map((roll) => after.face(d1000(roll)))).toEqual(faces.toReversed());
  });

  it('do not let anybody compute hidden rolls from the open seed', () => {
    const dice = verifiableDice(seeds, context);
    const otherHidden = verifiableDice({ ...seeds, hidden: new Uint8Array(32).fill(3) }, context);
    const [open, hidden] = [false, true].map((secret) => rolls.map((roll) => dice.face(d1000(roll, secret))));
    expect(hidden).not.toEqual(open);
    expect(rolls.map((roll) => otherHidden.face(d1000(roll)))).toEqual(open);
    expect(rolls.map((roll) => otherHidden.face(d1000(roll, true)))).not.toEqual(hidden);
  });

  it('change with the encounter and with the seeds of the players', () => {
    const sequence = (where: typeof context): string => {
      const dice = verifiableDice(seeds, where);
      return rolls.map((roll) => dice.face(d1000(roll))).join();
    };
    const sequences = [
      context,
      { ...context, encounter: 'e2' },
      { ...context, contributions: [] },
      { ...context, contributions: ['luna', 'sol'] },
    ].map(sequence);
    expect(new Set(sequences).size).toBe(4);
  });

  it('refuse one seed for both kinds of rolls', () => {
    expect(() => verifiableDice({ open: seeds.open, hidden: Uint8Array.from(seeds.open) }, context)).toThrow(
      RangeError,
    );
  });

  it('refuse a seed of the wrong length', () => {
    expect(() => verifiableDice({ ...seeds, open: new Uint8Array(16) }, context)).toThrow(RangeError);
  });

  it('show the faces of a d10 equally often over 50,000 rolls', () => {
    const dice = verifiableDice(seeds, context);
    const counts = new Array<number>(10).fill(0);
    for (let roll = 1; roll <= 50_000; roll += 1) counts[dice.face({ ...d1000(roll), faces: 10 }) - 1]! += 1;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 5_000) ** 2 / 5_000, 0);
    expect(chiSquare).toBeLessThan(45);
  });
});
