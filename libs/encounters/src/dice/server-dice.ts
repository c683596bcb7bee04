import { randomInt } from 'node:crypto';
import type { Dice } from '@bitacora/engine';

/**
 * Dice from the operating system's cryptographic generator, without modulo bias.
 * They cannot be verified afterwards and never give the same roll again: see `verifiableDice`.
 */
export const serverDice: Dice = { face: ({ faces }) => randomInt(1, faces + 1) };
