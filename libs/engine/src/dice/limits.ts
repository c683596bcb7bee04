/** Bounds of one roll, so that neither a command nor its event can grow without measure. */
export const DICE_LIMITS = {
  /** Characters (UTF-16 units) of a written roll. */
  text: 200,
  /** Dice in one roll, dropped ones included. */
  dice: 100,
  /** Faces of one die. */
  faces: 1_000,
  /** A written number, without its sign. */
  number: 1_000_000,
  /** Every total and partial total, without its sign: it fits a 32-bit integer. */
  result: 1_000_000_000,
} as const;
