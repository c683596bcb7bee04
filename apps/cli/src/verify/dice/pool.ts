/** The faces of each narrative die, by number: docs/dice.md, section 1. */
const FACES = {
  proficiency: ['', 's', 's', 'ss', 'ss', 'a', 'sa', 'sa', 'sa', 'aa', 'aa', 'Y'],
  ability: ['', 's', 's', 'ss', 'a', 'a', 'sa', 'aa'],
  boost: ['', '', 's', 'sa', 'aa', 'a'],
  setback: ['', '', 'f', 'f', 't', 't'],
  difficulty: ['', 'f', 'ff', 't', 't', 't', 'tt', 'ft'],
  challenge: ['', 'f', 'f', 'ff', 'ff', 't', 't', 'ft', 'ft', 'tt', 'tt', 'X'],
  force: ['n', 'n', 'n', 'n', 'n', 'n', 'nn', 'l', 'l', 'll', 'll', 'll'],
} as const;

type Kind = keyof typeof FACES;
const KINDS = Object.keys(FACES) as Kind[];
const MAX_TEXT = 200;
const MAX_DICE = 100;
const PART = /^(\d*)[ \t\u00a0]*([a-z]+)$/;

/** How many dice of each kind are thrown together. */
export type Pool = Readonly<Record<Kind, number>>;

/** The symbols that a pool shows. */
export interface Symbols {
  readonly success: number;
  readonly advantage: number;
  readonly failure: number;
  readonly threat: number;
  readonly triumph: number;
  readonly despair: number;
  readonly light: number;
  readonly dark: number;
  readonly netSuccesses: number;
  readonly netAdvantages: number;
}

/** Whether a written roll is a narrative pool and no expression. */
export function isPoolText(text: string): boolean {
  const letter = /[a-z]/i.exec(text);
  if (letter === null) return false;
  return /^(?:[pabscf]|di)/i.test(text.slice(letter.index));
}

/** Reads a pool written as text; null where the text is none. */
export function readPool(text: string): Pool | null {
  if (text.length > MAX_TEXT) return null;
  const pool: Record<string, number> = {};
  for (const part of text.toLowerCase().split(/[+,]/)) {
    const [, count = '', name = ''] = PART.exec(part.replace(/^[ \t\u00a0]+|[ \t\u00a0]+$/g, '')) ?? [];
    const kinds = KINDS.filter((kind) => !['', 'd'].includes(name) && kind.startsWith(name));
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1) return null;
    pool[kind] = (pool[kind] ?? 0) + (count === '' ? 1 : Number(count));
  }
  return poolOf(pool);
}

/** Reads a pool written as an object; null where it is none. */
export function poolOf(value: Readonly<Record<string, unknown>>): Pool | null {
  const counts = KINDS.map((kind) => [kind, value[kind] ?? 0] as const);
  const known = Object.keys(value).every((key) => (KINDS as string[]).includes(key));
  const whole = counts.every(([, count]) => Number.isSafeInteger(count) && Number(count) >= 0);
  const total = whole ? counts.reduce((sum, [, count]) => sum + Number(count), 0) : 0;
  return known && total >= 1 && total <= MAX_DICE ? (Object.fromEntries(counts) as Pool) : null;
}

/** Each die's number of faces, in the order in which the faces stand. */
export function diceOfPool(pool: Pool): number[] {
  return kindsOf(pool).map((kind) => FACES[kind].length);
}

/** Counts the symbols that the faces of a pool show. */
export function symbolsOf(pool: Pool, faces: readonly number[]): Symbols {
  const shown = kindsOf(pool)
    .map((kind, index) => FACES[kind][(faces[index] ?? 0) - 1] ?? '')
    .join('');
  const count = (letters: string) => [...shown].filter((letter) => letters.includes(letter)).length;
  const [success, advantage, failure, threat] = [count('sY'), count('a'), count('fX'), count('t')];
  return {
    success,
    advantage,
    failure,
    threat,
    triumph: count('Y'),
    despair: count('X'),
    light: count('l'),
    dark: count('n'),
    netSuccesses: success - failure,
    netAdvantages: advantage - threat,
  };
}

function kindsOf(pool: Pool): Kind[] {
  return KINDS.flatMap((kind) => Array.from({ length: pool[kind] }, () => kind));
}
