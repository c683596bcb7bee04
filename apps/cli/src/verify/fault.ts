/** What can be wrong with an export; the words for each are in `messages.ts`. */
export type FaultCode =
  | 'EMPTY_FILE'
  | 'NO_LINE_FEED'
  | 'LINE_TOO_LONG'
  | 'NOT_UTF8'
  | 'NOT_JSON'
  | 'TOO_DEEP'
  | 'NOT_CANONICAL'
  | 'UNKNOWN_KIND'
  | 'WRONG_FIELD'
  | 'OUT_OF_ORDER'
  | 'CUT_OFF'
  | 'ENCOUNTER_TWICE'
  | 'TOO_MANY_EVENTS'
  | 'REVISION'
  | 'ID_TWICE'
  | 'COMMAND_SPLIT'
  | 'NOT_CREATED'
  | 'HASH'
  | 'HEAD_REVISION'
  | 'HEAD_HASH'
  | 'KEY_ID'
  | 'SIGNATURE'
  | 'OTHER_KEY'
  | 'OTHER_HEAD'
  | 'HEAD_BEYOND'
  | 'ROLL_FIELD'
  | 'NO_COMMITMENT'
  | 'EPOCH'
  | 'REVEALED_EPOCH'
  | 'COMMITMENT'
  | 'SEED_AFTER_REVEAL'
  | 'ROLL_NUMBER'
  | 'PURPOSE'
  | 'FACE_COUNT'
  | 'FACE_IMPOSSIBLE'
  | 'FACE'
  | 'EXPRESSION'
  | 'DICE'
  | 'TOTAL'
  | 'RESULT';

/** The values of a fault's sentence: `found` is what stands in the file, `expected` what should stand there. */
export type FaultValues = Readonly<Record<string, string | number>>;

/** The place of something in a file: its line from 1, and its revision where the line has one. */
export interface Place {
  readonly line: number;
  readonly revision: number | null;
}

/** The first thing in a file that is wrong. */
export class Fault extends Error {
  constructor(
    readonly code: FaultCode,
    readonly place: Place,
    readonly values: FaultValues = {},
  ) {
    super(`${code} in line ${place.line}: ${JSON.stringify(values)}`);
    this.name = 'Fault';
  }
}
