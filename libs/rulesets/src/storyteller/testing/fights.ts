import type { JsonObject } from '@bitacora/engine';
import { openFight, type Fight } from '@bitacora/engine/testing';
import { storytellerGames } from '../index.js';

/** The three games by id. */
export type Game = 'vampire-v20' | 'dark-ages-v20' | 'vampire-revised';

/** The games in which everyone declares before the first action. */
export const DECLARING: readonly Game[] = ['vampire-v20', 'vampire-revised'];

/** All three. */
export const GAMES: readonly Game[] = [...DECLARING, 'dark-ages-v20'];

/** A fight of one of the games, not yet started. */
export function fightOf(game: Game, stats: Readonly<Record<string, JsonObject>>, options: JsonObject = {}): Fight {
  const rules = storytellerGames.find((r) => r.id === game);
  if (rules === undefined) throw new Error(`no game ${game}`);
  return openFight(
    rules,
    Object.entries(stats).map(([id, own]) => ({ id, name: id, kind: 'pc', stats: own })),
    options,
  );
}

/** Stats with a rating of `wits` in all three games. */
export function witted(wits: number, more: JsonObject = {}): JsonObject {
  return { dexterity: 0, wits, ...more };
}

/** Faces of 1 for everybody named. */
export function ones(...ids: readonly string[]): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(ids.map((id) => [id, [1]]));
}

/** A fight started and rolled with faces of 1: the ratings by id, and the Celerity committed. */
export function rolled(
  game: Game,
  wits: Readonly<Record<string, number>>,
  celerity: Readonly<Record<string, number>> = {},
  options: JsonObject = {},
): Fight {
  const more = (id: string) => (celerity[id] === undefined ? {} : { celerity: celerity[id] });
  const stats = Object.entries(wits).map(([id, w]): [string, JsonObject] => [id, witted(w, more(id))]);
  const fight = fightOf(game, Object.fromEntries(stats), options);
  fight.does('start');
  fight.does('rollInitiative', { rolls: ones(...Object.keys(wits)), celerity });
  return fight;
}

/** An intent of these actions: a label, or all that an action can be. */
export function intent(
  actions: readonly (string | JsonObject)[] = ['Act'],
  more: JsonObject = {},
): { readonly action: JsonObject } {
  const each = actions.map((action) => (typeof action === 'string' ? { label: action } : action));
  return { action: { kind: 'intent', actions: each, ...more } };
}

/** A defensive action. */
export const dodge: JsonObject = { label: 'Dodge', defensive: true };

/** Everybody declares from the slowest up: what is given by id, else one action. */
export function allDeclare(
  fight: Fight,
  intents: Readonly<Record<string, { readonly action: JsonObject }>> = {},
): void {
  while (fight.waitsFor.declarations.length > 0) {
    const id = fight.waitsFor.declarations[0] ?? '';
    fight.by(id, 'declare', intents[id] ?? intent());
  }
}

/** A fight of V20 in which all have declared: the ratings and the intents by id. */
export function declared(
  wits: Readonly<Record<string, number>>,
  intents: Readonly<Record<string, { readonly action: JsonObject }>> = {},
  options: JsonObject = {},
): Fight {
  const fight = rolled('vampire-v20', wits, {}, options);
  allDeclare(fight, intents);
  return fight;
}
