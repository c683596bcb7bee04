import type { CombatantData, JsonObject } from '@bitacora/engine';
import { openFight, type Fight } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';

/** A fight of any rule set. */
export function fightOf(ruleset: string, stats: Readonly<Record<string, JsonObject>>, options: JsonObject = {}): Fight {
  const rules = rulesets.get(ruleset);
  if (rules === undefined) throw new Error(`no rule set ${ruleset}`);
  return openFight(
    rules,
    Object.entries(stats).map(([id, own]) => fighter(id, own)),
    options,
  );
}

/** A combatant as the table would add it. */
export function fighter(id: string, stats: JsonObject): CombatantData {
  return { id, name: id, kind: 'pc', stats };
}

/** Stats of Eclipse Phase with which a roll of 1 gives `score`. */
export function scoring(score: number, speed = 1): JsonObject {
  return { intuition: 0, reflexes: 0, speed, modifiers: [{ what: 'test', value: score - 1 }] };
}

/** Faces of 1 for everybody named. */
export function ones(...ids: readonly string[]): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(ids.map((id) => [id, [1]]));
}

/** A fight of Eclipse Phase, started and rolled: the scores, or scores and speeds, by id. */
export function eclipse(scores: Readonly<Record<string, number | readonly [number, number]>>): Fight {
  const stats = Object.entries(scores).map(([id, s]): [string, JsonObject] => [
    id,
    typeof s === 'number' ? scoring(s) : scoring(...s),
  ]);
  const fight = fightOf('eclipse-phase-1e', Object.fromEntries(stats));
  fight.does('start');
  fight.does('rollInitiative', { rolls: ones(...Object.keys(scores)) });
  return fight;
}

/** Stats of the Storyteller games with the rating `wits`. */
export function witted(wits: number, more: JsonObject = {}): JsonObject {
  return { dexterity: 0, wits, ...more };
}

/** An intent of one action, or of those given. */
export function intent(actions: readonly JsonObject[] = [{}], more: JsonObject = {}): { readonly action: JsonObject } {
  return { action: { kind: 'intent', actions, ...more } };
}

/** A fight of Vampire V20, started and rolled: with a roll of 1 the score is 1 more than the wits given by id. */
export function vampire(wits: Readonly<Record<string, number>>): Fight {
  const stats = Object.entries(wits).map(([id, w]): [string, JsonObject] => [id, witted(w)]);
  const fight = fightOf('vampire-v20', Object.fromEntries(stats));
  fight.does('start');
  fight.does('rollInitiative', { rolls: ones(...Object.keys(wits)) });
  return fight;
}

/** Everybody whom the stage waits for declares one action, from the slowest up. */
export function allDeclare(fight: Fight): void {
  while (fight.waitsFor.declarations.length > 0) fight.by(fight.waitsFor.declarations[0] ?? '', 'declare', intent());
}
