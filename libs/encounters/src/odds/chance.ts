import type { Dice } from '@bitacora/engine';

/** Mixes the bits of a 32-bit word well: neighbours become strangers. */
function mixed(word: number): number {
  let bits = word | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Reproducible luck for simulations, never for a real fight. Each run has its own, whatever came before it. */
export class Chance implements Dice {
  #state = 0;
  #step = 0;
  /** How often it was asked. */
  draws = 0;

  constructor(
    readonly seed: number,
    run: number,
  ) {
    this.begin(run);
  }

  /** From now on the luck of run `run`. */
  begin(run: number): void {
    this.#state = mixed(this.seed ^ mixed(run + 0x9e3779b9));
    this.#step = mixed(this.#state ^ 0x6a09e667) | 1;
  }

  /** An integer from 0 to `bound` − 1, each as likely as any other; `bound` from 1 to 2³². */
  below(bound: number): number {
    this.draws += 1;
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      this.#state = (this.#state + this.#step) | 0;
      const word = mixed(this.#state);
      if (word < limit) return word % bound;
    }
  }

  face = ({ faces }: { readonly faces: number }): number => 1 + this.below(faces);

  /** `items` in any order, each as likely as any other. */
  shuffled<T>(items: readonly T[]): readonly T[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.below(rest.length), 1)[0] as T);
  }
}
