import type { Terminal } from './replay/terminal.js';
import type { Language, Texts } from './texts.js';

/** Where a command runs: what it reads and writes besides its arguments. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  readonly texts: Texts;
  /** Writes a line for the user. */
  readonly out: (line: string) => void;
  /** Writes a line about what goes wrong. */
  readonly err: (line: string) => void;
  /** Aborts when the user stops the tool. */
  readonly signal: AbortSignal;
  /** Where input and output are a terminal. */
  readonly terminal?: Terminal;
}
