import type { Dice } from '@bitacora/engine';
import { blockOf, deriveFace, type DiceContext } from './derivation.js';

/** The two secrets of an encounter's dice; never the same bytes. */
export interface DiceSeeds {
  /** For rolls that everybody sees; revealed when the encounter ends, and not used from then on. */
  readonly open: Uint8Array;
  /** For hidden rolls; not revealed with the other. */
  readonly hidden: Uint8Array;
}

/**
 * Dice that anybody can check once the seed is known: each face follows from the seed, the encounter, the players'
 * seeds and the request alone, so that a roll repeated after a crash comes out the same.
 * The caller gives each roll a number that no other roll of its visibility in the encounter ever had.
 * @throws RangeError when a seed has not 32 bytes or both are equal; `face` also when the request is out of range.
 */
export function verifiableDice(seeds: DiceSeeds, context: DiceContext): Dice {
  if (Buffer.compare(seeds.open, seeds.hidden) === 0) throw new RangeError('open and hidden rolls need two seeds');
  const open = blockOf(seeds.open);
  const hidden = blockOf(seeds.hidden);
  return { face: (request) => deriveFace(request.hidden ? hidden : open, context, request) };
}
