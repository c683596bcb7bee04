import type { Command } from '@bitacora/engine';
import type { Game } from '@bitacora/engine/testing';
import { Violation } from './violation.js';

/** What a game does wrong, or null: the name of the property, or the message of a fault. */
export function wrongWith(
  game: Game,
  check: (game: Game, sent: Command[]) => void,
  sent: Command[] = [],
): string | null {
  try {
    check(game, sent);
    return null;
  } catch (error) {
    return error instanceof Violation ? error.property : (error as Error).message;
  }
}

/** The commands of `game` that still do the same wrong when all others are left out. */
export function minimal(game: Game, check: (game: Game, sent: Command[]) => void): readonly Command[] {
  const sent: Command[] = [];
  const wrong = wrongWith(game, check, sent);
  let commands: readonly Command[] = sent;
  for (let size = Math.ceil(commands.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = commands.length - size; at > -size; at -= size) {
      const fewer = commands.filter((_, i) => i < at || i >= at + size);
      if (fewer.length < commands.length && wrongWith({ ...game, commands: fewer }, check) === wrong) commands = fewer;
    }
  }
  return commands;
}
