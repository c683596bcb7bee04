import type { JsonObject } from './json.js';

/** Every way in which a command can be refused; where several of a family's own apply, the first of this list is told (G-13); `MALFORMED` is a body of the wrong shape. */
export const REFUSAL_CODES = [
  'MALFORMED',
  'NOT_RUNNING',
  'ALREADY_STARTED',
  'ENCOUNTER_ENDED',
  'NO_COMBATANTS',
  'UNKNOWN_COMBATANT',
  'DUPLICATE_COMBATANT',
  'INVALID_STATS',
  'NOT_IN_RULESET',
  'INITIATIVE_PENDING',
  'NO_ROLL_PENDING',
  'BAD_ROLL',
  'TIE_PENDING',
  'INVALID_TIE_ORDER',
  'DECLARATION_PENDING',
  'NOT_YOUR_DECLARATION',
  'NOT_ACTING',
  'OUT_OF_ACTION',
  'WRONG_ACTION_KIND',
  'MANEUVER_LIMIT',
  'ACTION_LIMIT',
  'UNKNOWN_DECLARATION',
  'ALREADY_RESOLVED',
  'ALREADY_ACTED',
  'NO_WILLPOWER',
  'NO_DELAYED_ACTION',
  'NO_MOXIE',
  'MOXIE_TOO_LATE',
  'MOXIE_SPENT',
  'NO_ENERGY',
  'NO_DEFENCE_LEFT',
  'NO_ACTION_LEFT',
  'NO_REACTION_LEFT',
  'REACTION_CANNOT_MOVE',
  'NO_PREPARED_ACTION',
  'NOT_RECOVERING',
  'NOT_SIDELINED',
  'NOT_WAITING',
  'UNKNOWN_CONDITION',
  'NOTHING_TO_ADVANCE',
  'NOTHING_TO_UNDO',
  'NOTHING_TO_REDO',
] as const;

/** A stable code of a refusal, for clients to act on. */
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Why a command was not accepted. A value, never thrown: nothing was changed. */
export interface Refusal {
  readonly refused: true;
  readonly code: RefusalCode;
  /** The id of the rule that says no, such as `EP-7`. */
  readonly rule: string;
  /** Facts for the sentence that explains it: ids, limits, what was given. */
  readonly params: JsonObject;
  /** JSON pointer to the field that is wrong, where one is. */
  readonly pointer?: string;
}

/** Makes a refusal by `code` under `rule`. */
export function refuse(code: RefusalCode, rule: string, params: JsonObject = {}): Refusal {
  return { refused: true, code, rule, params };
}

/** Makes a refusal for a body of the wrong shape: `problem` at `pointer`. */
export function malformed(pointer: string, problem: string, params: JsonObject = {}): Refusal {
  return { refused: true, code: 'MALFORMED', rule: 'G-13', pointer, params: { ...params, problem, pointer } };
}

/** Whether `value` is a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { refused?: unknown }).refused === true;
}
