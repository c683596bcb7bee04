import type { Dice, Encounter, Facts, JsonObject } from '@bitacora/engine';
import { commitmentOf, verifiableDice, type DiceSeeds } from '../dice/index.js';
import type { ServerKeys } from './keys.js';

const SCHEME = 'bitacora/dice/v1';

/** The dice of a command, and the facts about them that the log must hold (docs/audit.md, 6). */
export interface Throwing {
  readonly dice: Dice;
  readonly facts: Facts;
}

/** What the log publishes of an epoch's seeds. */
export function commitmentTo(keys: ServerKeys, encounter: string, epoch: number): JsonObject {
  const { open, hidden } = keys.seedsOf(encounter, epoch);
  return { scheme: SCHEME, epoch, commitment: commitmentOf(open), hiddenCommitment: commitmentOf(hidden) };
}

/** Whose seeds an encounter's rolls come from. Remembers whether the present ones are this server's, as that is asked for each command. */
export class SeedBook {
  readonly #own = new WeakMap<JsonObject, boolean>();

  constructor(readonly keys: ServerKeys) {}

  /** The dice for a command upon `state`: of the present epoch, or of a new one where that is revealed or not this server's. */
  throwing(id: string, { seeds }: Encounter): Throwing {
    const { epoch, revealed, contributions } = seeds;
    const usable = epoch !== null && !revealed && this.#isOwn(id, seeds.dice);
    const present = usable ? epoch : (epoch ?? -1) + 1;
    const dice = lazily(() => verifiableDice(this.keys.seedsOf(id, present), { encounter: id, contributions }));
    if (!usable) return { dice, facts: { commitment: commitmentTo(this.keys, id, present) } };
    return { dice, facts: { ending: lazyReveal(() => this.keys.seedsOf(id, present), present) } };
  }

  #isOwn(id: string, dice: JsonObject | null): boolean {
    if (dice === null) return false;
    const known = this.#own.get(dice);
    if (known !== undefined) return known;
    const own = dice.commitment === commitmentOf(this.keys.seedsOf(id, Number(dice.epoch)).open);
    this.#own.set(dice, own);
    return own;
  }
}

function lazily(make: () => Dice): Dice {
  let made: Dice | null = null;
  return { face: (request) => (made ??= make()).face(request) };
}

/** The reveal as data that derives the seed only when it is written. */
function lazyReveal(seeds: () => DiceSeeds, epoch: number): JsonObject {
  return {
    get reveal(): JsonObject {
      return { epoch, seed: Buffer.from(seeds().open).toString('hex') };
    },
  };
}
