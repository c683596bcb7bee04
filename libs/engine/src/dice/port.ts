/** What one die roll is for: everything that a verifiable die needs. */
export interface DieRequest {
  /** The roll's number in the encounter, from 1; never given twice, not even after `undo`. */
  readonly roll: number;
  /** The die's index in the roll, from 0. */
  readonly die: number;
  /** How many faces the die has, from 1. */
  readonly faces: number;
  /** What the roll decides: `initiative`, `tieBreak`, `reserveDie` or `free`. */
  readonly purpose: string;
  /** Whether the roll must stay unknown to the players. */
  readonly hidden: boolean;
}

/** Where the faces come from that the table does not give (G-10). */
export interface Dice {
  /** The face that comes up: an integer from 1 to `request.faces`. */
  face(request: DieRequest): number;
}
