/** Stable codes of what can be wrong with dice that a client wrote; `docs/dice.md` lists them with their params. */
export type DiceProblemCode =
  | 'NOT_DICE'
  | 'EMPTY'
  | 'TOO_LONG'
  | 'EXPECTED_TERM'
  | 'EXPECTED_FACES'
  | 'EXPECTED_SELECTOR'
  | 'EXPECTED_OPERATOR'
  | 'UNCLOSED_PARENTHESIS'
  | 'UNOPENED_PARENTHESIS'
  | 'COUNT_RANGE'
  | 'FACES_RANGE'
  | 'SELECTOR_RANGE'
  | 'CANNOT_DROP'
  | 'NUMBER_RANGE'
  | 'RESULT_RANGE'
  | 'TOO_MANY_DICE'
  | 'NO_DICE'
  | 'EXPECTED_DIE'
  | 'EXPECTED_SEPARATOR'
  | 'UNKNOWN_DIE'
  | 'AMBIGUOUS_DIE';

/** Values for the sentence of a problem: what was found, what would be right. */
export type DiceProblemParams = Readonly<Record<string, string | number>>;

/** Why written dice are refused. */
export interface DiceProblem {
  readonly ok: false;
  readonly code: DiceProblemCode;
  /** Column where it goes wrong, from 1, in UTF-16 units; 0 where the input is no text. */
  readonly at: number;
  readonly params: DiceProblemParams;
}

/** Makes the refusal. */
export function diceProblem(code: DiceProblemCode, at: number, params: DiceProblemParams = {}): DiceProblem {
  return { ok: false, code, at, params };
}

/** How a message names a value that a client sent: a number as it is, anything else by its type. */
export function described(value: unknown): string | number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return value === null ? 'null' : typeof value;
}
