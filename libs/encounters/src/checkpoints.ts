import type { FoldedEncounter } from './folded.js';

/** At least so many events lie between two checkpoints: what is refolded to reach any revision. */
const SPACING = 128;

/** Earlier states of one encounter, oldest first. They share nearly all with the present one, so that keeping them is cheap. */
export class Checkpoints {
  readonly #kept: FoldedEncounter[] = [];

  constructor(readonly spacing = SPACING) {}

  /** To be told every state at a command's end; keeps some. */
  note(folded: FoldedEncounter): void {
    const last = this.#kept.at(-1);
    if (folded.revision - (last?.revision ?? 0) >= this.spacing) this.#kept.push(folded);
  }

  /** The newest kept state at or before `revision`; undefined where the fold begins at nothing. */
  at(revision: number): FoldedEncounter | undefined {
    return this.#newest((folded) => folded.revision <= revision);
  }

  /** The newest kept state whose last event was at or before `time`. */
  atTime(time: string): FoldedEncounter | undefined {
    return this.#newest((folded) => folded.at <= time);
  }

  #newest(isIn: (folded: FoldedEncounter) => boolean): FoldedEncounter | undefined {
    let low = 0;
    let high = this.#kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isIn(this.#kept[middle] as FoldedEncounter)) low = middle + 1;
      else high = middle;
    }
    return this.#kept[low - 1];
  }
}
