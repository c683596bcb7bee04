const CHUNK = 32;

/**
 * A list that only grows and shares its past: adding costs the same however long it is,
 * so that every earlier state of an encounter can be kept beside the present one.
 */
export interface Log<T> {
  readonly sealed: readonly (readonly T[])[];
  readonly tail: readonly T[];
}

/** The empty log. */
export const EMPTY_LOG: Log<never> = { sealed: [], tail: [] };

/** `log` with `items` at its end; `log` itself stays as it is. */
export function append<T>(log: Log<T>, items: readonly T[]): Log<T> {
  if (items.length === 0) return log;
  let sealed = log.sealed;
  let tail = [...log.tail, ...items];
  while (tail.length >= CHUNK) {
    sealed = [...sealed, tail.slice(0, CHUNK)];
    tail = tail.slice(CHUNK);
  }
  return { sealed, tail };
}

/** All items, oldest first. */
export function items<T>(log: Log<T>): readonly T[] {
  return [...log.sealed.flat(), ...log.tail];
}

/** The newest item for which `test` holds. */
export function findLast<T>(log: Log<T>, test: (item: T) => boolean): T | undefined {
  const inTail = log.tail.findLast(test);
  if (inTail !== undefined) return inTail;
  for (let i = log.sealed.length - 1; i >= 0; i -= 1) {
    const found = log.sealed[i]?.findLast(test);
    if (found !== undefined) return found;
  }
  return undefined;
}
