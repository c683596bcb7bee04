import type { Command, CommandName } from '../command.js';
import type { RuleSet } from '../ruleset.js';
import type { View } from '../view.js';
import { chance, weighted } from './player/chance.js';
import { fill, type Seat } from './player/fields.js';
import { meddle, MOVE_WEIGHTS, rescue, type MoveName } from './player/master.js';
import type { SeededRandom } from './seeded.js';

export { fill, type Seat } from './player/fields.js';
export { MOVE_WEIGHTS, type MoveName } from './player/master.js';
export { randomCombatant, randomOptions } from './player/roster.js';

/** How a random player plays. */
export interface Habits {
  /** How many commands in a hundred are moves of the game master instead of steps of the turn order. */
  readonly meddling: number;
  /** How often each move of the game master is made, in proportion to the others. */
  readonly moves: Readonly<Record<MoveName, number>>;
}

/** Habits under which everything happens now and then. */
export const HABITS: Habits = { meddling: 25, moves: MOVE_WEIGHTS };

/** How often each step of the turn order is taken when it is possible, in proportion to the others; 2 for those not named. */
const STEP_WEIGHTS: Readonly<Partial<Record<CommandName, number>>> = {
  declare: 6,
  resolve: 8,
  endTurn: 6,
  delay: 3,
  defend: 1,
  react: 1,
  waive: 1,
  spendMoxie: 1,
  reserveDie: 4,
  start: 8,
  rollInitiative: 8,
  decideTie: 8,
};

const STEPS_OF_THE_MASTER: readonly string[] = ['start', 'rollInitiative', 'decideTie', 'advance'];

/**
 * The next command of somebody who plays at random, from the view and the rule set's descriptor alone: a pure function of
 * them and of `random`. Mostly one of those in `available`; its fields may be refused, and asking again gives other ones.
 * Never gets stuck: where nobody can act it brings somebody back or lets somebody join.
 */
export function nextCommand(view: View, rules: RuleSet, random: SeededRandom, habits: Habits = HABITS): Command {
  const seat: Seat = { view, rules, random };
  const steps = possibleSteps(view);
  if (steps.length === 0 || view.combatants.length === 0) return rescue(seat);
  const move = chance(random, habits.meddling) ? meddle(seat, habits.moves) : null;
  if (move !== null) return move;
  const [command, id] = weighted(random, steps);
  return fill(seat, command, id);
}

function possibleSteps(view: View): readonly (readonly [readonly [CommandName, string], number])[] {
  return Object.entries(view.available).flatMap(([id, commands]) =>
    (id === '' ? commands.filter((c) => STEPS_OF_THE_MASTER.includes(c)) : commands).map(
      (c) => [[c as CommandName, id], STEP_WEIGHTS[c as CommandName] ?? 2] as const,
    ),
  );
}
