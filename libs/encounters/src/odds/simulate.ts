import {
  decide,
  EMPTY_LOG,
  isRefusal,
  orderIsKnown,
  type Core,
  type DomainEvent,
  type Encounter,
  type Group,
  type Refusal,
  type RuleSet,
} from '@bitacora/engine';
import { Chance } from './chance.js';
import { plainSteps } from './plain-play.js';
import type { CombatantOdds, Odds, OddsQuery } from './types.js';

/** More steps than any fight needs to come to its next round. */
const MAX_STEPS = 5_000;
/** So many rounds in which nobody can do anything are waited for; then nothing comes any more. */
const MAX_ROUNDS = 10;

/** What one more step came to: the fight goes on, or there is the order that was played for, or nothing can be done. */
type Step =
  | { readonly kind: 'on'; readonly encounter: Encounter }
  | { readonly kind: 'found'; readonly order: readonly Group[] }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What of an encounter its odds follow from: not its past, nor what others' seeds say. Small enough to be handed to another thread. */
export function playable(encounter: Encounter): Encounter {
  const { now } = encounter;
  return {
    ...encounter,
    past: null,
    future: null,
    seeds: { epoch: null, dice: null, revealed: false, contributions: [] },
    now: { ...now, closed: EMPTY_LOG, frames: now.frames.filter((frame) => frame.members.some((m) => !m.done)) },
  };
}

/** Plays a fight on again and again, a few runs at a time, and counts who stands where. */
export class Simulation {
  readonly #chance: Chance;
  readonly #counts = new Map<string, Map<number, number>>();
  readonly #from: Core;
  #start: Step;
  #runs = 0;
  #stuck = 0;

  constructor(
    encounter: Encounter,
    readonly rules: RuleSet,
    readonly query: OddsQuery,
  ) {
    this.#chance = new Chance(query.seed, 0);
    this.#from = encounter.now;
    this.#start = this.#prelude(encounter);
  }

  /** Why there are no odds; null where there are. */
  get refusal(): Refusal | null {
    return this.#start.kind === 'refused' ? this.#start.refusal : null;
  }

  get runs(): number {
    return this.#runs;
  }

  get isDone(): boolean {
    return this.#runs >= this.query.runs;
  }

  /** One run more. */
  run(): void {
    this.#chance.begin(this.#runs);
    this.#runs += 1;
    let step = this.#start;
    for (let steps = 0; step.kind === 'on' && steps < MAX_STEPS; steps += 1) step = this.#step(step.encounter);
    if (step.kind === 'found') this.#note(step.order);
    else this.#stuck += 1;
    // What is refused in one run is refused in all: only the table can give it.
    if (step.kind === 'refused') this.#start = step;
  }

  /** What the runs up to now came to. */
  odds(): Odds {
    const runs = this.#runs;
    const { until, seed } = this.query;
    return {
      runs,
      complete: this.isDone,
      until,
      seed,
      from: this.#from.clock,
      stuck: runs === 0 ? 0 : this.#stuck / runs,
      combatants: this.#from.combatants.map(({ id, name }) => oddsOf(id, name, this.#counts.get(id), runs)),
    };
  }

  /** What happens in every run before luck has a say: played once. */
  #prelude(encounter: Encounter): Step {
    if (encounter.now.status === 'ended') return this.#ended(encounter);
    let step: Step = { kind: 'on', encounter };
    for (let steps = 0; step.kind === 'on' && steps < MAX_STEPS; steps += 1) {
      const { draws } = this.#chance;
      const next: Step = this.#step(step.encounter);
      if (this.#chance.draws > draws) return step;
      step = next;
    }
    return step;
  }

  #ended(encounter: Encounter): Step {
    const refused = this.#decide(encounter, { type: 'end' });
    return isRefusal(refused) ? { kind: 'refused', refusal: refused } : { kind: 'stuck' };
  }

  #step(encounter: Encounter): Step {
    let refusal: Refusal | null = null;
    const steps = plainSteps(encounter.now, this.rules, this.#chance);
    for (const command of steps) {
      const decision = this.#decide(encounter, command);
      if (!isRefusal(decision)) return this.#after(decision);
      refusal ??= decision;
    }
    if (refusal !== null && encounter.now.frames.length === 0) return { kind: 'refused', refusal };
    return this.#settled(encounter);
  }

  /** Where a fight waits for somebody who is not seen: as if that one had done what it had to. */
  #settled(encounter: Encounter): Step {
    const decision = this.#decide(encounter, { type: 'note', text: '–' });
    if (isRefusal(decision) || decision.events.length < 2) return { kind: 'stuck' };
    return this.#after(decision);
  }

  #after({ events, encounter }: { readonly events: readonly DomainEvent[]; readonly encounter: Encounter }): Step {
    for (const event of events) {
      if (event.type !== 'PassStarted' || event.data.order.length === 0) continue;
      if (this.#isWanted(event.data.round, event.data.pass)) return { kind: 'found', order: event.data.order };
    }
    const isLost = encounter.now.clock.round > this.#from.clock.round + MAX_ROUNDS;
    return isLost ? { kind: 'stuck' } : { kind: 'on', encounter };
  }

  /** Whether the order of this pass is the one: the next that is not known yet, or with `endOfRound` the first of the next round. */
  #isWanted(round: number, pass: number): boolean {
    const { clock, order, status } = this.#from;
    const isKnown =
      status === 'running' && order.length > 0 && (orderIsKnown(this.#from) || this.#from.resume !== null);
    if (!isKnown) return true;
    return round > clock.round || (this.query.until === 'endOfPass' && pass > clock.pass);
  }

  #decide(encounter: Encounter, command: Parameters<typeof decide>[0]): ReturnType<typeof decide> {
    return decide(command, encounter, { rules: this.rules, dice: this.#chance, commandId: 'simulated' });
  }

  /** Whose entries stand where: the first of each. A slot is its roller's. */
  #note(order: readonly Group[]): void {
    const noted = new Set<string>();
    for (const [index, group] of order.entries()) {
      for (const { key } of group.entries) {
        const colon = key.indexOf(':');
        const id = colon < 0 ? key : key.slice(0, colon);
        if (noted.has(id)) continue;
        noted.add(id);
        const counts = this.#counts.get(id) ?? new Map<number, number>();
        this.#counts.set(id, counts.set(index + 1, (counts.get(index + 1) ?? 0) + 1));
      }
    }
  }
}

function oddsOf(
  id: string,
  name: string,
  counts: ReadonlyMap<number, number> = new Map(),
  runs: number,
): CombatantOdds {
  const all = [...counts].sort(([a], [b]) => a - b);
  const present = all.reduce((sum, [, count]) => sum + count, 0);
  const sum = all.reduce((total, [place, count]) => total + place * count, 0);
  return {
    combatant: id,
    name,
    places: all.map(([place, count]) => ({ place, share: count / runs })),
    mean: present === 0 ? null : sum / present,
    absent: runs === 0 ? 0 : (runs - present) / runs,
  };
}
