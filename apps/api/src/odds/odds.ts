import type { Caller } from '@bitacora/access';
import { OddsPool, seesAll, type Encounters, type Folded, type Odds, type OddsResult } from '@bitacora/encounters';
import { Inject, Injectable } from '@nestjs/common';
import { randomInt, randomUUID } from 'node:crypto';
import { ensureKnows, ensureMay } from '../access/gate.js';
import { found } from '../encounters/settled.js';
import { ApiError, refusedBy } from '../problem.js';
import { MAX_SEED, type OddsInput } from '../schema/odds.js';
import { readOdds } from '../schema/read.js';
import { ENCOUNTERS } from '../tokens.js';

const DEFAULT_RUNS = 1_000;
/** Simulations that one access token has at once: else one player would keep all others waiting. */
const MOST_OF_ONE = 2;
/** Seconds after which whoever has too many may ask again. */
const SOON = 5;

/** A simulation on its way. */
export interface OddsJob {
  /** With it whoever asked can cancel it. */
  readonly id: string;
  readonly runs: number;
  /** The odds, or the error that says why there are none. */
  readonly outcome: Promise<Odds>;
  /** Calls `listener` now and then with the number of runs that are done. */
  readonly follow: (listener: (runs: number) => void) => void;
}

interface Open {
  readonly encounter: string;
  readonly actor: string;
  readonly cancel: () => void;
}

/** Odds for both edges: what each caller sees of an encounter, played on in another thread. */
@Injectable()
export class OddsDesk {
  private readonly pool = new OddsPool();
  private readonly open = new Map<string, Open>();

  constructor(@Inject(ENCOUNTERS) private readonly encounters: Encounters) {}

  /** Begins to play encounter `id` on, as `caller` sees it. Ends with `signal`. Throws what can be told at once. */
  async begin(caller: Caller, id: string, body: unknown, signal?: AbortSignal): Promise<OddsJob> {
    const { viewer } = caller;
    ensureKnows(caller, id);
    ensureMay(viewer, 'askOdds');
    const folded = found(await this.encounters.load(id, {}, viewer), id);
    const input = readOdds(body);
    if (folded.encounter.now.status === 'ended')
      throw new ApiError('ENCOUNTER_ENDED', { rule: 'G-13', revision: folded.revision });
    this.ensureFew(caller);
    return this.play(folded, input, viewer.actor, signal);
  }

  /** Cancels a simulation of encounter `id` that `caller` may cancel: its own, or any for those who see everything. */
  async cancel(caller: Caller, id: string, job: string): Promise<void> {
    const { viewer } = caller;
    ensureKnows(caller, id);
    ensureMay(viewer, 'askOdds');
    found(await this.encounters.load(id, {}, viewer), id);
    const open = this.open.get(job);
    const isTheirs = open?.encounter === id && (open.actor === viewer.actor || seesAll(viewer));
    if (open === undefined || !isTheirs) throw new ApiError('ODDS_NOT_FOUND', { params: { id: job } });
    open.cancel();
  }

  /** Cancels all of them. */
  close(): Promise<void> {
    return this.pool.close();
  }

  /** An application asks for many, and in open mode everybody is the administrator. */
  private ensureFew({ viewer }: Caller): void {
    if (viewer.role === 'admin') return;
    const own = [...this.open.values()].filter(({ actor }) => actor === viewer.actor);
    if (own.length >= MOST_OF_ONE) throw busy(SOON);
  }

  private async play(folded: Folded, input: OddsInput, actor: string, outer?: AbortSignal): Promise<OddsJob> {
    const { runs = DEFAULT_RUNS, until = 'endOfRound', seed = randomInt(MAX_SEED) } = input;
    const id = randomUUID();
    const own = new AbortController();
    const signal = outer === undefined ? own.signal : AbortSignal.any([own.signal, outer]);
    const listeners: ((runs: number) => void)[] = [];
    const progress = (done: number): void => listeners.forEach((listener) => listener(done));
    this.open.set(id, { encounter: folded.id, actor, cancel: () => own.abort() });
    const asked = this.pool
      .ask(folded.encounter, folded.rules, { runs, until, seed }, { signal, progress })
      .finally(() => this.open.delete(id));
    const outcome = asked.then((result) => oddsOr(result, folded.revision));
    // Whoever waits for it hears of a failure; that it is looked at later is none.
    outcome.catch(() => undefined);
    const early = await Promise.race([asked, nextTurn()]);
    if (early?.kind === 'busy') oddsOr(early, folded.revision);
    return { id, runs, outcome, follow: (listener) => void listeners.push(listener) };
  }
}

/** The odds, or the error that says why there are none. */
function oddsOr(result: OddsResult, revision: number): Odds {
  switch (result.kind) {
    case 'done':
      return result.odds;
    case 'refused':
      throw refusedBy(result.refusal, revision);
    case 'cancelled':
      throw new ApiError('ODDS_CANCELLED');
    case 'busy':
      throw busy(result.retryAfter);
  }
}

function busy(seconds: number): ApiError {
  return new ApiError('ODDS_BUSY', { params: { seconds }, headers: { 'Retry-After': String(seconds) } });
}

function nextTurn(): Promise<null> {
  return new Promise((resolve) => setImmediate(resolve, null));
}
