import type { Command } from '@bitacora/engine';
import { playGame, seededRandom, type Game } from '@bitacora/engine/testing';
import { checkTurn, type Account } from './each-turn.js';
import { checkAvailable, checkUndoOfAll } from './probes.js';
import { checkFold, checkStory, effective } from './story.js';
import { ensure } from './violation.js';

/** One state in so many is probed with every command that there is. */
const PROBED = 40;

/** Plays `game` and throws at the first property that does not hold; `sent` is filled with what was sent until then. */
export function checkGame(game: Game, sent: Command[] = []): void {
  const account: Account = { past: [], future: [] };
  const random = seededRandom(game.seed ^ 0x9e37);
  const played = playGame({
    ...game,
    watch: (turn) => {
      sent.push(turn.command);
      checkTurn(game.rules, account, turn);
      if (random.below(PROBED) === 0) checkAvailable(game.rules, turn.before, random);
    },
  });
  ensure(
    played.finished || game.commands !== undefined,
    'a fight goes on to its end',
    () => played.encounter.now.clock,
  );
  checkFold(played.log, played.encounter);
  checkStory(effective(played.log), game.rules.family);
  checkUndoOfAll(game.rules, played.encounter);
}
