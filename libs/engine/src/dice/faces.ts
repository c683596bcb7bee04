import { described } from './problem.js';

/** Why faces given by the table are refused (G-10). */
export interface FacesProblem {
  readonly ok: false;
  readonly code: 'NOT_A_LIST' | 'WRONG_COUNT' | 'IMPOSSIBLE_FACE';
  /** The index of the face that is wrong, from 0; null where the list as a whole is. */
  readonly at: number | null;
  /** `NOT_A_LIST` and `WRONG_COUNT`: `given`, `needed`; `IMPOSSIBLE_FACE`: `found`, `min`, `max`. */
  readonly params: Readonly<Record<string, string | number>>;
}

/** How faces are read. */
export interface FaceReading {
  /** A 0 on a die of ten faces is its 10 (EP-2). Other dice have no 0. Default: no. */
  readonly zeroIsHighest?: boolean;
}

/**
 * Checks the faces that the table rolled (G-10): one for each die, an integer, possible for its die.
 * @param faces what the client sent.
 * @param dice each die's number of faces, in order.
 * @returns the faces, a 0 already read as 10 where `zeroIsHighest` says so, or the first thing that is wrong.
 */
export function checkFaces(
  faces: unknown,
  dice: readonly number[],
  { zeroIsHighest = false }: FaceReading = {},
): { readonly ok: true; readonly faces: readonly number[] } | FacesProblem {
  const needed = dice.length;
  if (!Array.isArray(faces)) return wholeList('NOT_A_LIST', described(faces), needed);
  if (faces.length !== needed) return wholeList('WRONG_COUNT', faces.length, needed);
  const given: readonly unknown[] = faces;
  const read: number[] = [];
  for (const [at, max] of dice.entries()) {
    const face = given[at];
    const min = zeroIsHighest && max === 10 ? 0 : 1;
    if (!isFace(face, min, max)) {
      return { ok: false, code: 'IMPOSSIBLE_FACE', at, params: { found: described(face), min, max } };
    }
    read.push(face === 0 ? max : face);
  }
  return { ok: true, faces: read };
}

/**
 * Insists on faces that fit their dice.
 * @throws RangeError when one does not: a fault of the caller, not of the table.
 */
export function requireFaces(faces: readonly number[], dice: readonly number[]): void {
  const checked = checkFaces(faces, dice);
  if (!checked.ok) throw new RangeError(`faces do not fit the dice: ${checked.code} ${JSON.stringify(checked.params)}`);
}

function wholeList(code: 'NOT_A_LIST' | 'WRONG_COUNT', given: string | number, needed: number): FacesProblem {
  return { ok: false, code, at: null, params: { given, needed } };
}

function isFace(face: unknown, min: number, max: number): face is number {
  return typeof face === 'number' && Number.isInteger(face) && face >= min && face <= max;
}
