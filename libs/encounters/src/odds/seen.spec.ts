import { openStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { randomUUID } from 'node:crypto';
import { ServerKeys } from '../audit/keys.js';
import { openEncounters } from '../encounters.js';
import { by, done, randomFight, tickingClock } from '../testing/index.js';
import type { Encounters } from '../types.js';
import type { Viewer } from '../viewer.js';
import { playable, Simulation } from './simulate.js';

const SPECTATOR: Viewer = { role: 'spectator', combatants: [], actor: 's' };

let encounters: Encounters;

beforeAll(async () => {
  const store = await openStore('memory:');
  const keys = ServerKeys.ephemeral();
  encounters = await openEncounters({ store, rulesets, keys, clock: tickingClock(), ids: randomUUID });
});

afterAll(() => encounters.close());

it('odds for the table do not count the slot of one who was hidden when it went (SW-9)', async () => {
  const stats = { presence: 2, willpower: 2, cool: 1, vigilance: 1 };
  const fighter = (id: string, hidden = false) => ({ id, name: id, kind: 'npc' as const, hidden, stats });
  const oddsWith = async (...ghosts: readonly string[]) => {
    const combatants = [...ghosts.map((id) => fighter(id, true)), fighter('ana'), fighter('bo')];
    const made = await encounters.create(
      { name: 'x', ruleset: 'star-wars-ffg', options: { slots: true }, combatants },
      by(),
    );
    const { id } = done(made).folded;
    const results = { ghost: 5, ana: 3, bo: 1 };
    const given = Object.fromEntries(
      [...ghosts, 'ana', 'bo'].map((who) => [who, { successes: results[who as 'ana'], advantages: 0 }]),
    );
    done(await encounters.execute(id, { type: 'start' }, by()));
    done(await encounters.execute(id, { type: 'rollInitiative', results: given }, by()));
    for (const combatant of ghosts) done(await encounters.execute(id, { type: 'removeCombatant', combatant }, by()));
    done(await encounters.execute(id, { type: 'note', text: 'a gust of wind' }, by()));
    const loaded = await encounters.load(id, {}, SPECTATOR);
    if (loaded.kind !== 'found') throw new Error(loaded.kind);
    const { encounter, rules } = loaded.folded;
    const simulation = new Simulation(playable(encounter), rules, { runs: 5, until: 'endOfRound', seed: 1 });
    while (!simulation.isDone) simulation.run();
    return simulation.odds().combatants;
  };
  expect(await oddsWith('ghost')).toEqual(await oddsWith());
});

it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
  'odds of %s for the table are of those that the table sees, whomever the fight waits for',
  async (_, rules) => {
    let runs = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      const id = await randomFight(encounters, rules, seed, 25, false);
      const loaded = await encounters.load(id, {}, SPECTATOR);
      if (loaded.kind !== 'found') throw new Error(loaded.kind);
      const { encounter } = loaded.folded;
      const simulation = new Simulation(playable(encounter), rules, { runs: 10, until: 'endOfRound', seed });
      while (!simulation.isDone && simulation.refusal === null) simulation.run();
      if (simulation.refusal !== null) {
        expect(['NO_COMBATANTS', 'BAD_ROLL']).toContain(simulation.refusal.code);
        continue;
      }
      runs += simulation.runs;
      const seen = loaded.folded.view(SPECTATOR).combatants.map((combatant) => combatant.id);
      expect(simulation.odds().combatants.map(({ combatant }) => combatant)).toEqual(seen);
    }
    expect(runs).toBeGreaterThan(0);
  },
);
