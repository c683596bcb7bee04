import { scriptedDice } from './scripted.js';

const d6 = (die: number) => ({ roll: 1, die, faces: 6, purpose: 'free', hidden: false });

describe('scripted dice', () => {
  it('give the written faces in order and remember who asked', () => {
    const dice = scriptedDice(3, 6);
    expect([dice.face(d6(0)), dice.left, dice.face(d6(1)), dice.left]).toEqual([3, 1, 6, 0]);
    expect(dice.asked).toEqual([d6(0), d6(1)]);
  });

  it('fail when no face is left', () => {
    const dice = scriptedDice(3);
    dice.face(d6(0));
    expect(() => dice.face(d6(1))).toThrow('no scripted face is left for die 1 of roll 1 (d6, free)');
  });

  it.each([0, 7, 2.5])('fail when the die has no face %d', (face) => {
    expect(() => scriptedDice(face).face(d6(0))).toThrow(`has no face ${face}`);
  });
});
