import type { Key } from './terminal.js';

/** A fight as steps from 0: what stands on the screen at each. */
export interface Film {
  readonly length: number;
  readonly screen: (step: number) => Promise<string>;
}

/** Where a key leads from `step` of `length` steps; null: out. */
export function stepAfter(step: number, key: Key, length: number): number | null {
  switch (key) {
    case 'next':
      return Math.min(step + 1, length - 1);
    case 'back':
      return Math.max(step - 1, 0);
    case 'first':
      return 0;
    case 'last':
      return length - 1;
    case 'quit':
      return null;
  }
}

/** Shows a film step by step, forth and back as the keys say, until the user has enough of it. */
export async function playByKeys(film: Film, keys: AsyncIterable<Key>, show: (screen: string) => void): Promise<void> {
  if (film.length === 0) return;
  let step = 0;
  show(await film.screen(step));
  for await (const key of keys) {
    const next = stepAfter(step, key, film.length);
    if (next === null) return;
    if (next === step) continue;
    step = next;
    show(await film.screen(step));
  }
}

/** Shows a film from its beginning to its end, `pause` between the steps. */
export async function playByTime(
  film: Film,
  pause: () => Promise<void>,
  show: (screen: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let step = 0; step < film.length && !signal.aborted; step += 1) {
    if (step > 0) await pause();
    if (!signal.aborted) show(await film.screen(step));
  }
}
