import type { Clock, Refusal } from '@bitacora/engine';

/** How far the fight is played on: to the order of the next round, or to that of the next pass. */
export const HORIZONS = ['endOfRound', 'endOfPass'] as const;
/** One of {@link HORIZONS}. */
export type Horizon = (typeof HORIZONS)[number];

/** The most runs that can be asked for. */
export const MAX_RUNS = 100_000;

/** What odds are asked for. */
export interface OddsQuery {
  /** How often the fight is played on, 1 to {@link MAX_RUNS}. */
  readonly runs: number;
  readonly until: Horizon;
  /** The dice of the simulation: an integer from 0 to 2³² − 1. The same seed gives the same odds. Never that of any real dice. */
  readonly seed: number;
}

/** How often somebody stood at a place: the number of its group in the order, from 1; who ties shares one. */
export interface PlaceShare {
  readonly place: number;
  /** Of all runs: above 0, up to 1. */
  readonly share: number;
}

/** Where one combatant stood in the order that was played for. */
export interface CombatantOdds {
  readonly combatant: string;
  readonly name: string;
  /** The places at which it ever stood, the first one first. With `absent` their shares come to 1. */
  readonly places: readonly PlaceShare[];
  /** The mean of its place where it had one; null where it never had. */
  readonly mean: number | null;
  /** The share of runs in which it had no place. */
  readonly absent: number;
}

/** What the runs came to. */
export interface Odds {
  /** How many runs there were; fewer than asked for only where the time was up. */
  readonly runs: number;
  /** Whether all runs that were asked for were done. */
  readonly complete: boolean;
  readonly until: Horizon;
  readonly seed: number;
  /** The moment from which the fight was played on. */
  readonly from: Clock;
  /** The share of runs in which the fight never came to another order, as nobody could act. */
  readonly stuck: number;
  /** In the order in which they were added. */
  readonly combatants: readonly CombatantOdds[];
}

/** What became of a question for odds; a fault of the simulation is thrown. */
export type OddsResult =
  | { readonly kind: 'done'; readonly odds: Odds }
  /** A rule says no: the fight is over, or cannot begin, or needs a number that only the table can give. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'cancelled' }
  /** Too many wait already; in so many seconds it may be otherwise. */
  | { readonly kind: 'busy'; readonly retryAfter: number };
