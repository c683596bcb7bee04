import type { SeededRandom } from '../seeded.js';

/** One of `items`, each as likely as any other; there must be one. */
export function pick<T>(random: SeededRandom, items: readonly T[]): T {
  return items[random.below(items.length)] as T;
}

/** Whether something that happens `percent` times in a hundred happens now. */
export function chance(random: SeededRandom, percent: number): boolean {
  return random.below(100) < percent;
}

/** An integer from `min` to `max`, both possible. */
export function between(random: SeededRandom, min: number, max: number): number {
  return min + random.below(max - min + 1);
}

/** `items` in any order, each as likely as any other. */
export function shuffled<T>(random: SeededRandom, items: readonly T[]): readonly T[] {
  const rest = [...items];
  return items.map(() => rest.splice(random.below(rest.length), 1)[0] as T);
}

/** One of `items`, as likely as its weight says; weights are integers from 0, and one must be above 0. */
export function weighted<T>(random: SeededRandom, items: readonly (readonly [T, number])[]): T {
  let left = random.below(items.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [item, weight] of items) {
    if (left < weight) return item;
    left -= weight;
  }
  throw new RangeError('no item has any weight');
}
