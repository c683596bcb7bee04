import type { JsonObject } from '@bitacora/engine';

/** What can be wrong with a log; the words for people are the edges'. */
export const LOG_PROBLEMS = [
  'REVISION_GAP',
  'EVENT_TWICE',
  'BAD_EVENT_ID',
  'COMMAND_SPLIT',
  'TIME_BACKWARDS',
  'UNREADABLE',
  'NO_PROOF',
  'HASH',
  'NOT_CREATED',
  'OTHER_ENCOUNTER',
  'UNKNOWN_RULESET',
  'NEWER_EVENT',
  'DOES_NOT_FOLLOW',
  'DECISION',
  'EPOCH',
  'COMMITMENT',
  'NO_COMMITMENT',
  'SEED_AFTER_REVEAL',
  'ROLL_NUMBER',
  'ROLL_SHAPE',
  'IMPOSSIBLE_FACE',
  'DIE',
  'TOTAL',
  'CUT_OFF',
  'OTHER_HEAD',
  'SIGNATURE',
] as const;

/** One of {@link LOG_PROBLEMS}. */
export type LogProblemCode = (typeof LOG_PROBLEMS)[number];

/** The first thing that is wrong with a log: at which event, and what. */
export interface LogProblem {
  readonly code: LogProblemCode;
  /** The revision of the bad event. */
  readonly revision: number;
  /** Its id and its type, where they can be read. */
  readonly event: string | null;
  readonly type: string | null;
  /** Facts for a sentence: mostly `found` and `expected`. */
  readonly params: JsonObject;
}

/** Where a problem stands. */
export type ProblemPlace = Pick<LogProblem, 'revision' | 'event' | 'type'>;

/** Makes a problem. */
export function problemAt(place: ProblemPlace, code: LogProblemCode, params: JsonObject = {}): LogProblem {
  const { revision, event, type } = place;
  return { code, revision, event, type, params };
}
