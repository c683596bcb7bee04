import type { Dice, DieRequest } from '../dice/port.js';

/** Dice whose faces a test has written down beforehand. */
export interface ScriptedDice extends Dice {
  /** What was asked for, oldest first. */
  readonly asked: readonly DieRequest[];
  /** How many faces are left. */
  readonly left: number;
}

/**
 * Dice for tests that give the written faces one after the other.
 * A die beyond the last face, or a face that the die does not have, is an Error: the test's script is wrong.
 */
export function scriptedDice(...faces: readonly number[]): ScriptedDice {
  const asked: DieRequest[] = [];
  return {
    asked,
    get left() {
      return faces.length - asked.length;
    },
    face(request) {
      const what = `die ${request.die} of roll ${request.roll} (d${request.faces}, ${request.purpose})`;
      const face = faces[asked.length];
      if (face === undefined) throw new Error(`no scripted face is left for ${what}`);
      if (!Number.isInteger(face) || face < 1 || face > request.faces) throw new Error(`${what} has no face ${face}`);
      asked.push(request);
      return face;
    },
  };
}
