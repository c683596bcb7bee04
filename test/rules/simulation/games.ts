import fc from 'fast-check';
import type { RuleSet } from '@bitacora/engine';
import type { Game } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { checkGame } from './check.js';
import { minimal } from './minimal.js';

const GAMES = 2_000;

/** Any number gives other games: SIMULATION_SEED=7 npm test -- test/rules/simulation */
const SEED = Number(process.env.SIMULATION_SEED ?? 1_999);

const games = (rules: RuleSet) =>
  fc.record({
    rules: fc.constant(rules),
    seed: fc.noShrink(fc.integer({ min: 0, max: 2 ** 31 })),
    combatants: fc.integer({ min: 1, max: 4 }),
    rounds: fc.constantFrom(1, 1, 1, 2, 3),
  });

/** Runs the checks; what fails is told with the fewest commands that still fail. */
function expectSound(game: Game): void {
  try {
    checkGame(game);
  } catch (error) {
    const { seed, combatants } = game;
    const commands = minimal(game, checkGame).map((command) => JSON.stringify(command));
    const said = (error as Error).message;
    throw new Error(`seed ${String(seed)}, ${String(combatants)} combatants: ${said}\n${commands.join('\n')}`, {
      cause: error,
    });
  }
}

/** Describes the random games of every rule set whose place in the list, halved, leaves `rest`: two files, so that two workers share them. */
export function describeRandomGames(rest: 0 | 1): void {
  const mine = rulesets.all().filter((_, i) => i % 2 === rest);
  describe.each(mine.map((rules) => [rules.id, rules] as const))('random games of %s', (_, rules) => {
    it('keep every property of the log, the order, the limits, `available`, undo and redo, and come to their end', () => {
      fc.assert(fc.property(games(rules), expectSound), { numRuns: GAMES, seed: SEED, endOnFailure: true });
    }, 240_000);
  });
}
