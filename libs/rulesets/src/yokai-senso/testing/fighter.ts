import type { CombatantData, JsonObject } from '@bitacora/engine';
import { openFight, type Fight } from '@bitacora/engine/testing';
import { yokaiSenso } from '../index.js';

/** A combatant of Yôkai Sensô: its opening score where it is known, its CDE. */
export function fighter(id: string, initiative: number | null, cde = 5, more: JsonObject = {}): CombatantData {
  return { id, name: id, kind: 'pc', stats: { cde, ...(initiative !== null && { initiative }), ...more } };
}

/** A combatant at the edge of the fight (YS-11). */
export function bystander(id: string, initiative: number | null = null): CombatantData {
  return { ...fighter(id, initiative), sidelined: true };
}

/** A fight that has started. */
export function started(combatants: readonly CombatantData[], options: JsonObject = {}): Fight {
  const fight = openFight(yokaiSenso, combatants, options);
  fight.does('start');
  return fight;
}

/** Ends the turns of `ids`, one after the other. */
export function passTurns(fight: Fight, ...ids: readonly string[]): void {
  for (const id of ids) fight.by(id, 'endTurn');
}
