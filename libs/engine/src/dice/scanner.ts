import { diceProblem, type DiceProblem, type DiceProblemCode, type DiceProblemParams } from './problem.js';

/** A number as it was written. */
export interface WrittenNumber {
  readonly digits: string;
  /** Its value; above `Scanner.SATURATION` just that. */
  readonly value: number;
  readonly at: number;
}

const isDigit = (char: string): boolean => char >= '0' && char <= '9';
const isLetter = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z');
const isBlank = (char: string): boolean => char === ' ' || char === '\t' || char === '\u00a0';

/** Reads a line from left to right, each character once, blanks skipped; keeps the first problem. */
export class Scanner {
  /** Where the value of a number stops to grow: far above every limit, far below loss of precision. */
  static readonly SATURATION = 1_000_000_000;

  problem: DiceProblem | null = null;
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipBlanks();
  }

  /** Column of the next character, from 1. */
  get at(): number {
    return this.#index + 1;
  }

  atEnd(): boolean {
    return this.#index >= this.#text.length;
  }

  /** The next character, ASCII letters in lower case; empty at the end. */
  peek(): string {
    const char = this.#text.charAt(this.#index);
    return isLetter(char) ? char.toLowerCase() : char;
  }

  /** Takes the next character if it is `char` (lower case). */
  take(char: string): boolean {
    if (this.atEnd() || this.peek() !== char) return false;
    this.#index += 1;
    this.#skipBlanks();
    return true;
  }

  /** Takes decimal digits; null where there are none. */
  number(): WrittenNumber | null {
    const digits = this.#run(isDigit);
    if (digits.text === '') return null;
    let value = 0;
    for (const digit of digits.text) value = Math.min(value * 10 + Number(digit), Scanner.SATURATION);
    return { digits: digits.text, value, at: digits.at };
  }

  /** Takes ASCII letters, in lower case; an empty text where there are none. */
  word(): { readonly text: string; readonly at: number } {
    const run = this.#run(isLetter);
    return { text: run.text.toLowerCase(), at: run.at };
  }

  /** The next character as it stands, for a message: a whole code point, empty at the end. */
  found(): string {
    const code = this.#text.codePointAt(this.#index);
    if (code === undefined) return '';
    return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(code);
  }

  /** Notes a problem (the first one stays) and gives null, the sign of failure in the parsers. */
  fail(code: DiceProblemCode, at: number, params: DiceProblemParams): null {
    this.problem ??= diceProblem(code, at, params);
    return null;
  }

  #run(belongs: (char: string) => boolean): { readonly text: string; readonly at: number } {
    const start = this.#index;
    while (!this.atEnd() && belongs(this.#text.charAt(this.#index))) this.#index += 1;
    const text = this.#text.slice(start, this.#index);
    if (text !== '') this.#skipBlanks();
    return { text, at: start + 1 };
  }

  #skipBlanks(): void {
    while (!this.atEnd() && isBlank(this.#text.charAt(this.#index))) this.#index += 1;
  }
}
