import {
  create,
  decide,
  isRefusal,
  type CombatantData,
  type Command,
  type Encounter,
  type JsonObject,
  type RuleSet,
} from '@bitacora/engine';
import { createGame, playGame, seededDice, seededRandom } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { playable, Simulation } from './simulate.js';
import type { CombatantOdds, Odds, OddsQuery } from './types.js';

function rulesOf(id: string): RuleSet {
  const rules = rulesets.get(id);
  if (rules === undefined) throw new Error(id);
  return rules;
}

/** A fight with these combatants' stats, after some commands. */
function fight(
  id: string,
  stats: Readonly<Record<string, JsonObject>>,
  commands: readonly Command[] = [],
  options: JsonObject = {},
): Encounter {
  const rules = rulesOf(id);
  const combatants = Object.entries(stats).map(([name, given]): CombatantData => ({
    id: name,
    name,
    kind: 'pc',
    stats: given,
  }));
  const context = { rules, dice: seededDice(7), commandId: 'k0' };
  const made = create({ id: 'e', name: 'e', combatants, options }, context);
  if (isRefusal(made)) throw new Error(JSON.stringify(made));
  return commands.reduce((before, command, i) => {
    const after = decide(command, before, { ...context, commandId: `k${String(i + 1)}` });
    if (isRefusal(after)) throw new Error(`${command.type}: ${JSON.stringify(after)}`);
    return after.encounter;
  }, made.encounter);
}

function oddsOf(encounter: Encounter, { runs = 1_000, until = 'endOfRound', seed = 1 }: Partial<OddsQuery> = {}): Odds {
  const simulation = new Simulation(playable(encounter), rulesOf(encounter.now.ruleset), { runs, until, seed });
  while (!simulation.isDone && simulation.refusal === null) simulation.run();
  if (simulation.refusal !== null) throw new Error(simulation.refusal.code);
  return simulation.odds();
}

function refusalOf(encounter: Encounter): string | undefined {
  const simulation = new Simulation(playable(encounter), rulesOf(encounter.now.ruleset), {
    runs: 10,
    until: 'endOfRound',
    seed: 1,
  });
  if (simulation.refusal === null) simulation.run();
  return simulation.refusal?.code;
}

const of = (odds: Odds, id: string): CombatantOdds => {
  const found = odds.combatants.find(({ combatant }) => combatant === id);
  if (found === undefined) throw new Error(id);
  return found;
};

/** How often `id` stands at `place`. */
const share = (odds: Odds, id: string, place: number): number =>
  of(odds, id).places.find((one) => one.place === place)?.share ?? 0;

const SIDES = { intuition: 10, reflexes: 20, speed: 1 };
const start: Command = { type: 'start' };
const roll: Command = { type: 'rollInitiative' };

describe.each(rulesets.all().map((rules) => [rules.id, rules] as const))('the odds of %s', (_, rules) => {
  it('count every run of any fight once, for each combatant', () => {
    let asked = 0;
    for (let seed = 1; seed <= 6; seed += 1) {
      const { encounter } = createGame(rules, 4, seededRandom(seed));
      const played = playGame({ rules, seed, combatants: 4, rounds: 3 });
      const running = decide({ type: 'undo' }, played.encounter, { rules, dice: seededDice(1), commandId: 'u' });
      for (const one of [encounter, ...(isRefusal(running) ? [] : [running.encounter])]) {
        for (const until of ['endOfRound', 'endOfPass'] as const) {
          const simulation = new Simulation(playable(one), rules, { runs: 10, until, seed });
          while (!simulation.isDone && simulation.refusal === null) simulation.run();
          if (simulation.refusal !== null) {
            expect(['NO_COMBATANTS', 'BAD_ROLL']).toContain(simulation.refusal.code);
            continue;
          }
          asked += 1;
          for (const { places, absent, mean } of simulation.odds().combatants) {
            expect(places.reduce((sum, place) => sum + place.share, absent)).toBeCloseTo(1, 9);
            expect(mean === null).toBe(places.length === 0);
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(6);
  });
});

describe('odds', () => {
  it('are even for two who are equal', () => {
    const odds = oddsOf(fight('d20', { ana: { modifier: 2 }, bo: { modifier: 2 } }), { runs: 5_000 });
    expect(share(odds, 'ana', 1)).toBeGreaterThan(0.47);
    expect(share(odds, 'ana', 1)).toBeLessThan(0.57);
    expect(Math.abs(share(odds, 'ana', 1) - share(odds, 'bo', 1))).toBeLessThan(0.05);
  });

  it('are those of the dice: of two with 1d10 each, equal scores act together once in ten', () => {
    const odds = oddsOf(fight('eclipse-phase-1e', { ana: SIDES, bo: SIDES }), { runs: 4_000 });
    expect(share(odds, 'ana', 1)).toBeCloseTo(0.55, 1);
    expect(share(odds, 'ana', 2)).toBeCloseTo(0.45, 1);
    expect(share(odds, 'ana', 1) + share(odds, 'bo', 1)).toBeGreaterThan(1.07);
    expect(share(odds, 'ana', 1) + share(odds, 'bo', 1)).toBeLessThan(1.13);
  });

  it('are certain where no die can change the order', () => {
    const odds = oddsOf(fight('eclipse-phase-1e', { ana: { ...SIDES, reflexes: 80 }, bo: SIDES }));
    expect(of(odds, 'ana')).toEqual({
      combatant: 'ana',
      name: 'ana',
      places: [{ place: 1, share: 1 }],
      mean: 1,
      absent: 0,
    });
    expect(of(odds, 'bo').mean).toBe(2);
  });

  it('are the same for the same seed and others for another', () => {
    const encounter = fight('vampire-v20', { ana: { dexterity: 3, wits: 2 }, bo: { dexterity: 2, wits: 2 } });
    expect(oddsOf(encounter, { seed: 5 })).toEqual(oddsOf(encounter, { seed: 5 }));
    expect(oddsOf(encounter, { seed: 6 }).combatants).not.toEqual(oddsOf(encounter, { seed: 5 }).combatants);
  });

  it('of a round whose order is known are those of the next one', () => {
    const rolled = fight('eclipse-phase-1e', { ana: SIDES, bo: SIDES }, [start, roll]);
    expect(rolled.now.order).toHaveLength(2);
    const odds = oddsOf(rolled);
    expect(odds.from).toMatchObject({ round: 1, stage: 'actions' });
    expect(share(odds, 'ana', 2)).toBeGreaterThan(0.3);
    expect(share(odds, 'bo', 2)).toBeGreaterThan(0.3);
  });

  it('to the end of a pass are those of the next pass, in which only the quick act', () => {
    const rolled = fight('eclipse-phase-1e', { ana: { ...SIDES, speed: 2 }, bo: SIDES }, [start, roll]);
    const odds = oddsOf(rolled, { until: 'endOfPass' });
    expect(of(odds, 'ana').places).toEqual([{ place: 1, share: 1 }]);
    expect(of(odds, 'bo')).toMatchObject({ places: [], mean: null, absent: 1 });
  });

  it('leave out who is out of the fight', () => {
    const status: Command = { type: 'setStatus', combatant: 'bo', status: 'dead' };
    const odds = oddsOf(fight('d20', { ana: { modifier: 0 }, bo: { modifier: 0 } }, [start, roll, status]));
    expect(of(odds, 'bo').absent).toBe(1);
    expect(of(odds, 'ana').mean).toBe(1);
  });

  it('say how often a fight does not go on, as nobody can act', () => {
    const out = ['ana', 'bo'].map((combatant): Command => ({ type: 'setStatus', combatant, status: 'dead' }));
    const odds = oddsOf(fight('d20', { ana: { modifier: 0 }, bo: { modifier: 0 } }, [start, roll, ...out]));
    expect(odds).toMatchObject({ stuck: 1, combatants: [{ absent: 1 }, { absent: 1 }] });
  });

  it('of ties that the game master decides are even (YS-2)', () => {
    const equal = { cde: 5, initiative: 6 };
    const odds = oddsOf(fight('yokai-senso', { ana: equal, bo: equal }), { runs: 2_000 });
    expect(share(odds, 'ana', 1)).toBeCloseTo(0.5, 1);
    expect(share(odds, 'ana', 1) + share(odds, 'bo', 1)).toBeCloseTo(1, 9);
  });

  it('need a score that only the table can give (YS-1)', () => {
    expect(refusalOf(fight('yokai-senso', { ana: { cde: 5 } }))).toBe('BAD_ROLL');
  });

  it('of ties that dice break are even, and never shared (TJ-4)', () => {
    const equal = { physicalInitiative: 5, mentalInitiative: 3, physicalEnergy: 9, mentalEnergy: 9 };
    const odds = oddsOf(fight('turno-de-juego', { ana: equal, bo: equal }), { runs: 2_000 });
    expect(share(odds, 'ana', 1)).toBeCloseTo(0.5, 1);
    expect(share(odds, 'ana', 1) + share(odds, 'bo', 1)).toBeCloseTo(1, 9);
  });

  it('of slots are the places of the slots that were rolled (SW-9)', () => {
    const stats = { cool: 2, vigilance: 2, presence: 2, willpower: 2 };
    const known = Object.keys(rulesOf('star-wars-ffg').stats);
    const given = Object.fromEntries(Object.entries(stats).filter(([name]) => known.includes(name)));
    const slots = fight('star-wars-ffg', { ana: given, bo: given, cy: given }, [], { slots: true });
    const odds = oddsOf(slots, { runs: 1_000 });
    expect(odds.combatants.map(({ absent }) => absent)).toEqual([0, 0, 0]);
    expect([1, 2, 3].map((place) => ['ana', 'bo', 'cy'].reduce((sum, id) => sum + share(odds, id, place), 0))).toEqual([
      expect.closeTo(1, 9),
      expect.closeTo(1, 9),
      expect.closeTo(1, 9),
    ]);
    const begun = fight('star-wars-ffg', { ana: given, bo: given, cy: given }, [start, roll], { slots: true });
    expect(oddsOf(begun).stuck).toBe(0);
  });

  it('of games that declare first play on by the least that can be declared (ST-6)', () => {
    for (const id of ['vampire-v20', 'vampire-revised', 'dark-ages-v20']) {
      const stats = { dexterity: 3, wits: 2 };
      const odds = oddsOf(fight(id, { ana: stats, bo: stats }, [start, roll]), { runs: 2_000 });
      expect(odds.stuck).toBe(0);
      expect(share(odds, 'ana', 1)).toBeCloseTo(share(odds, 'bo', 1), 1);
    }
  });

  it('are none where the fight is over, or has nobody', () => {
    expect(refusalOf(fight('d20', { ana: { modifier: 0 } }, [start, { type: 'end' }]))).toBe('ENCOUNTER_ENDED');
    expect(refusalOf(fight('d20', {}))).toBe('NO_COMBATANTS');
  });

  it('leave the fight that they are of as it was', () => {
    const encounter = fight('d20', { ana: { modifier: 0 }, bo: { modifier: 0 } }, [start, roll]);
    const before = JSON.stringify(encounter);
    oddsOf(encounter);
    expect(JSON.stringify(encounter)).toBe(before);
  });
});
