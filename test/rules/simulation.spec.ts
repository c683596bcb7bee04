import fc from 'fast-check';
import { rulesets } from '@bitacora/rulesets';
import type { Game } from '@bitacora/engine/testing';
import { checkGame } from './simulation/check.js';
import { minimal } from './simulation/minimal.js';

const GAMES = 2_000;

/** Any number gives other games: SIMULATION_SEED=7 npm test -- test/rules/simulation.spec.ts */
const SEED = Number(process.env.SIMULATION_SEED ?? 1_999);

const games = (rules: Game['rules']) =>
  fc.record({
    rules: fc.constant(rules),
    seed: fc.noShrink(fc.integer({ min: 0, max: 2 ** 31 })),
    combatants: fc.integer({ min: 1, max: 4 }),
    rounds: fc.integer({ min: 1, max: 3 }),
  });

/** Runs the checks; what fails is told with the fewest commands that still fail. */
function expectSound(game: Game): void {
  try {
    checkGame(game);
  } catch (error) {
    const { seed, combatants } = game;
    const commands = minimal(game, checkGame).map((command) => JSON.stringify(command));
    throw new Error(
      `seed ${String(seed)}, ${String(combatants)} combatants: ${(error as Error).message}\n${commands.join('\n')}`,
      { cause: error },
    );
  }
}

describe.each(rulesets.all().map((rules) => [rules.id, rules] as const))('random games of %s', (_, rules) => {
  it('keep every property of the log, the order, the limits, `available`, undo and redo, and come to their end', () => {
    fc.assert(fc.property(games(rules), expectSound), { numRuns: GAMES, seed: SEED, endOnFailure: true });
  }, 120_000);
});
