import type { Command } from '../command.js';
import { create, decide, type Decision } from '../decide.js';
import type { Encounter } from '../encounter.js';
import type { Recorded } from '../event.js';
import { isRefusal, type Refusal } from '../refusal.js';
import type { RuleSet } from '../ruleset.js';
import { view, type View } from '../view.js';
import { HABITS, nextCommand, randomCombatant, randomOptions, type Habits } from './player.js';
import { seededDice, seededRandom, type SeededRandom } from './seeded.js';

/** A random game to be played. */
export interface Game {
  readonly rules: RuleSet;
  readonly seed: number;
  /** How many begin the fight, from 1. */
  readonly combatants: number;
  /** It is ended when this many rounds are over, from 1. */
  readonly rounds: number;
  readonly habits?: Habits;
  /** These are sent instead of what the player would send; the game is over after the last one. */
  readonly commands?: readonly Command[];
  /** Called after every command, refused or not. */
  readonly watch?: (turn: Turn) => void;
}

/** A command of a game and what came of it. */
export interface Turn {
  readonly id: string;
  readonly command: Command;
  readonly before: Encounter;
  /** What the player saw. */
  readonly view: View;
  readonly result: Decision | Refusal;
}

/** What became of a game. */
export interface Played {
  readonly encounter: Encounter;
  readonly log: readonly Recorded[];
  /** Every command, refused ones included. */
  readonly commands: readonly Command[];
  /** How often each command was refused, by its name, the code and the field, such as `declare MALFORMED /action/kind`. */
  readonly refusals: Readonly<Record<string, number>>;
  /** How many rounds are over. */
  readonly rounds: number;
  /** False where `rounds` was not reached with more commands than any fight needs. */
  readonly finished: boolean;
}

/** More commands than a round of so many combatants ever takes. */
function patience({ combatants, rounds }: Game): number {
  return 300 + rounds * (combatants + 8) * 60;
}

/** Makes the encounter of a game: the rule set's own stats and options, drawn until they are accepted. */
export function createGame(rules: RuleSet, combatants: number, random: SeededRandom): Decision {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const fighters = Array.from({ length: combatants }, (_, i) => randomCombatant(rules, random, `c${String(i + 1)}`));
    const creation = { id: 'game', name: 'Random game', options: randomOptions(rules, random), combatants: fighters };
    const created = create(creation, { rules, dice: seededDice(0), commandId: 'k0' });
    if (!isRefusal(created)) return created;
  }
  throw new Error(`no random fight of ${rules.id} is accepted`);
}

/** Plays a random game to its end: the same game gives the same commands and the same events. */
export function playGame(game: Game): Played {
  const { rules, seed, habits = HABITS, watch } = game;
  const random = seededRandom(seed);
  const dice = seededDice(seed ^ 0x5eed);
  const created = createGame(rules, game.combatants, random);
  let { encounter } = created;
  const log: Recorded[] = created.events.map((event) => ({ ...event, command: 'k0' }));
  const commands: Command[] = [];
  const refusals: Record<string, number> = {};
  const send = (command: Command, seen: View) => {
    commands.push(command);
    const id = `k${String(commands.length)}`;
    const before = encounter;
    const result = decide(command, before, { rules, dice, commandId: id });
    if (isRefusal(result)) countRefusal(refusals, command, result);
    else {
      encounter = result.encounter;
      log.push(...result.events.map((event) => ({ ...event, command: id })));
    }
    watch?.({ id, command, before, view: seen, result });
  };
  const most = game.commands?.length ?? patience(game);
  const isOver = () =>
    commands.length >= most || (game.commands === undefined && encounter.now.clock.round > game.rounds);
  let seen = view(encounter, rules);
  while (!isOver()) {
    if (seen.revision !== encounter.revision) seen = view(encounter, rules);
    send(game.commands?.[commands.length] ?? nextCommand(seen, rules, random, habits), seen);
  }
  const finished = encounter.now.clock.round > game.rounds;
  if (game.commands === undefined) send({ type: 'end' }, view(encounter, rules));
  return { encounter, log, commands, refusals, rounds: encounter.now.clock.round - 1, finished };
}

function countRefusal(refusals: Record<string, number>, { type }: Command, { code, pointer }: Refusal): void {
  const key = [type, code, ...(pointer === undefined ? [] : [pointer])].join(' ');
  refusals[key] = (refusals[key] ?? 0) + 1;
}
