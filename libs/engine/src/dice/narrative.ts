import { requireFaces } from './faces.js';

/** The narrative dice in the order in which their faces are given (SW-2, SW-3). */
export const NARRATIVE_DICE = [
  'proficiency',
  'ability',
  'boost',
  'setback',
  'difficulty',
  'challenge',
  'force',
] as const;

/** One kind of narrative die. */
export type NarrativeDie = (typeof NARRATIVE_DICE)[number];

/** What a face of a narrative die can show. */
export type NarrativeSymbol = 'success' | 'advantage' | 'triumph' | 'failure' | 'threat' | 'despair' | 'light' | 'dark';

/** How many dice of each kind are thrown together. */
export type NarrativePool = Readonly<Record<NarrativeDie, number>>;

const S = 'success';
const A = 'advantage';
const TR = 'triumph';
const F = 'failure';
const T = 'threat';
const DE = 'despair';
const L = 'light';
const N = 'dark';

/** The symbols on every face of every narrative die; the face numbered 1 comes first (SW-3). */
export const NARRATIVE_FACES: Readonly<Record<NarrativeDie, readonly (readonly NarrativeSymbol[])[]>> = {
  proficiency: [[], [S], [S], [S, S], [S, S], [A], [S, A], [S, A], [S, A], [A, A], [A, A], [TR]],
  ability: [[], [S], [S], [S, S], [A], [A], [S, A], [A, A]],
  boost: [[], [], [S], [S, A], [A, A], [A]],
  setback: [[], [], [F], [F], [T], [T]],
  difficulty: [[], [F], [F, F], [T], [T], [T], [T, T], [F, T]],
  challenge: [[], [F], [F], [F, F], [F, F], [T], [T], [F, T], [F, T], [T, T], [T, T], [DE]],
  force: [[N], [N], [N], [N], [N], [N], [N, N], [L], [L], [L, L], [L, L], [L, L]],
};

/** What a pool came to. */
export interface NarrativeResult {
  /** Successes, the one of each triumph included. */
  readonly success: number;
  readonly advantage: number;
  /** Failures, the one of each despair included. */
  readonly failure: number;
  readonly threat: number;
  readonly triumph: number;
  readonly despair: number;
  readonly light: number;
  readonly dark: number;
  /** Successes less failures; may be negative (SW-4 counts from 0 up). */
  readonly netSuccesses: number;
  /** Advantages less threats; may be negative (SW-4 counts from 0 up). */
  readonly netAdvantages: number;
}

/** The dice that a pool needs, in the order of its faces: each die's number of faces. */
export function diceOfPool(pool: NarrativePool): readonly number[] {
  return kindsOf(pool).map((die) => NARRATIVE_FACES[die].length);
}

/**
 * Counts a pool's symbols (SW-3): a triumph is also a success, a despair also a failure.
 * @param faces one face for each of `diceOfPool`, in that order.
 * @throws RangeError when the faces do not fit the dice: check them before with `checkFaces`.
 */
export function evaluatePool(pool: NarrativePool, faces: readonly number[]): NarrativeResult {
  requireFaces(faces, diceOfPool(pool));
  const symbols = kindsOf(pool).flatMap((die, index) => NARRATIVE_FACES[die][(faces[index] ?? 0) - 1] ?? []);
  const count = (symbol: NarrativeSymbol): number => symbols.filter((shown) => shown === symbol).length;
  const triumph = count(TR);
  const despair = count(DE);
  const success = count(S) + triumph;
  const failure = count(F) + despair;
  const advantage = count(A);
  const threat = count(T);
  return {
    success,
    advantage,
    failure,
    threat,
    triumph,
    despair,
    light: count(L),
    dark: count(N),
    netSuccesses: success - failure,
    netAdvantages: advantage - threat,
  };
}

function kindsOf(pool: NarrativePool): readonly NarrativeDie[] {
  return NARRATIVE_DICE.flatMap((die) => Array.from({ length: pool[die] }, () => die));
}
