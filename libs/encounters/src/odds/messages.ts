import type { Encounter, Refusal } from '@bitacora/engine';
import type { Odds, OddsQuery } from './types.js';

/** What the simulating thread is told. */
export type ToWorker =
  | {
      readonly type: 'run';
      readonly job: number;
      readonly ruleset: string;
      readonly encounter: Encounter;
      readonly query: OddsQuery;
      /** After so many milliseconds it answers what it has. */
      readonly limitMs: number;
    }
  | { readonly type: 'cancel'; readonly job: number };

/** What it tells. */
export type FromWorker =
  | { readonly type: 'progress'; readonly job: number; readonly runs: number }
  | { readonly type: 'done'; readonly job: number; readonly odds: Odds }
  | { readonly type: 'refused'; readonly job: number; readonly refusal: Refusal }
  | { readonly type: 'cancelled'; readonly job: number }
  | { readonly type: 'failed'; readonly job: number; readonly message: string };
