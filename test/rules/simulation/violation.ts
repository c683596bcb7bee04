/** A property that does not hold. */
export class Violation extends Error {
  constructor(
    readonly property: string,
    readonly found: unknown,
  ) {
    super(`${property}: ${JSON.stringify(found)}`);
  }
}

/** Throws unless `holds`; `found` is what was found instead. */
export function ensure(holds: boolean, property: string, found: () => unknown): void {
  if (!holds) throw new Violation(property, found());
}

/** Freezes all that can be reached from `value`: whoever writes to it fails. What is frozen already is passed by. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}
