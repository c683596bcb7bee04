/** Joiners are kept: scripts and emoji need them. */
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** `text` for a terminal: on one line, and with nothing in it that could steer the terminal. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

/** `value` as printable JSON. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value) ?? 'undefined');
}
