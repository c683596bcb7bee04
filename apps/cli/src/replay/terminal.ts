import { emitKeypressEvents } from 'node:readline';
import type { ReadStream } from 'node:tty';

/** What a user can do while a fight is replayed. */
export type Key = 'next' | 'back' | 'first' | 'last' | 'quit';

/** A terminal that shows one screen at a time and tells which keys are pressed. */
export interface Terminal {
  /** Shows a screen in the place of the last one. */
  readonly show: (screen: string) => void;
  /** The keys that mean something, as they are pressed; ends with the input. */
  readonly keys: (signal: AbortSignal) => AsyncIterable<Key>;
}

const KEYS: Readonly<Record<string, Key>> = {
  space: 'next',
  right: 'next',
  down: 'next',
  return: 'next',
  left: 'back',
  up: 'back',
  backspace: 'back',
  home: 'first',
  end: 'last',
  q: 'quit',
  escape: 'quit',
};

/** What a key means; null where it means nothing. */
export function keyOf({ name, ctrl }: { readonly name?: string; readonly ctrl?: boolean }): Key | null {
  if (ctrl === true) return name === 'c' || name === 'd' ? 'quit' : null;
  return name !== undefined && Object.hasOwn(KEYS, name) ? (KEYS[name] as Key) : null;
}

const HOME_AND_CLEAR = '\u001b[H\u001b[2J';

/** The terminal of this process. */
export function openTerminal(input: ReadStream, output: { write(text: string): unknown }): Terminal {
  return {
    show: (screen) => void output.write(`${HOME_AND_CLEAR}${screen}\n`),
    keys: (signal) => keysOf(input, signal),
  };
}

async function* keysOf(input: ReadStream, signal: AbortSignal): AsyncGenerator<Key, void, undefined> {
  const pressed: Key[] = [];
  let wake: () => void = () => undefined;
  const note = (_: unknown, key: { readonly name?: string; readonly ctrl?: boolean }) => {
    const meaning = keyOf(key);
    if (meaning !== null) pressed.push(meaning);
    wake();
  };
  const ended = () => {
    pressed.push('quit');
    wake();
  };
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.on('keypress', note).on('end', ended).resume();
  signal.addEventListener('abort', ended);
  try {
    for (;;) {
      const key = pressed.shift();
      if (key === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else yield key;
    }
  } finally {
    signal.removeEventListener('abort', ended);
    input.off('keypress', note).off('end', ended).pause();
    input.setRawMode(false);
  }
}
