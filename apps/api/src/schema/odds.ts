import { Float, InputType, ObjectType } from '@nestjs/graphql';
import { MAX_RUNS } from '@bitacora/encounters';
import { OddsHorizon } from './enums.js';
import { In, Out } from './fields.js';
import { choice, flag, id, list, nullable, object, text, whole, type Kind } from './kinds.js';
import { Clock } from './order.js';

/** The greatest seed: what both edges can say. */
export const MAX_SEED = 2_147_483_647;

const share: Kind = {
  graphql: () => Float,
  openapi: () => ({ type: 'number', minimum: 0, maximum: 1 }),
  check: () => null,
};

const mean: Kind = { graphql: () => Float, openapi: () => ({ type: 'number', minimum: 1 }), check: () => null };

@InputType({ description: 'How a fight is played on to see who stands where next.' })
export class OddsInput {
  @In(whole(1, MAX_RUNS), 'How often; 1,000 by default.', { optional: true, example: 1_000 })
  readonly runs?: number;

  @In(choice(OddsHorizon), 'To the order of the next round (by default), or to that of the next pass.', {
    optional: true,
    example: 'endOfRound',
  })
  readonly until?: 'endOfRound' | 'endOfPass';

  @In(whole(0, MAX_SEED), 'The dice of the simulation: the same seed gives the same odds. Any by default.', {
    optional: true,
  })
  readonly seed?: number;
}

@ObjectType({ description: 'How often somebody stood at a place.' })
export class PlaceShare {
  @Out(whole(1, 1_000_000), 'The number of the group in the order, from 1; who ties shares one.')
  readonly place!: number;

  @Out(share, 'Of all runs.')
  readonly share!: number;
}

@ObjectType({ description: 'Where a combatant stood.' })
export class CombatantOdds {
  @Out(id, 'The combatant’s id.')
  readonly combatant!: string;

  @Out(text(1_000), 'Its name.')
  readonly name!: string;

  @Out(
    list(
      object(() => PlaceShare),
      100_000,
    ),
    'The places at which it ever stood, the first one first.',
  )
  readonly places!: readonly PlaceShare[];

  @Out(nullable(mean), 'The mean of its place; null where it never had one.', { nullable: true })
  readonly mean!: number | null;

  @Out(share, 'The share of runs in which it had no place.')
  readonly absent!: number;
}

@ObjectType({ description: 'What playing a fight on came to. Nothing of it happened.' })
export class Odds {
  @Out(whole(0, MAX_RUNS), 'How many runs there were; fewer than asked for only where the time was up.')
  readonly runs!: number;

  @Out(flag, 'Whether all runs that were asked for were done.')
  readonly complete!: boolean;

  @Out(choice(OddsHorizon), 'To which order the fight was played on.')
  readonly until!: 'endOfRound' | 'endOfPass';

  @Out(whole(0, MAX_SEED), 'The seed of the simulation’s dice.')
  readonly seed!: number;

  @Out(object(() => Clock), 'The moment from which it was played on.')
  readonly from!: Clock;

  @Out(share, 'The share of runs in which there was no other order, as nobody could act.')
  readonly stuck!: number;

  @Out(
    list(
      object(() => CombatantOdds),
      100_000,
    ),
    'The combatants that the caller sees.',
  )
  readonly combatants!: readonly CombatantOdds[];
}
