import type { JsonObject } from '@bitacora/engine';
import { openTable, type Table } from '@bitacora/engine/testing';
import { eclipsePhase } from '../eclipse-phase/index.js';
import { fighter } from './index.js';

/** A fighter of Eclipse Phase that scores `score` with a roll of 1; `score` from 1 to 20. */
export function scoring(id: string, score: number, stats: JsonObject = {}) {
  return fighter(id, { intuition: (score - 1) * 5, reflexes: 0, ...stats });
}

/** A table of Eclipse Phase where everyone has rolled: `scores` by id, from 1 to 20, and other stats by id. */
export function eclipse(
  scores: Readonly<Record<string, number>>,
  stats: Readonly<Record<string, JsonObject>> = {},
  options: JsonObject = {},
): Table {
  const table = openTable(
    eclipsePhase,
    Object.entries(scores).map(([id, score]) => scoring(id, score, stats[id])),
    options,
  );
  table.does({ type: 'start' });
  rollOnes(table);
  return table;
}

/** Everyone who has to rolls a 1. */
export function rollOnes(table: Table): void {
  table.does({ type: 'rollInitiative', rolls: Object.fromEntries(table.view.pending.rolls.map((id) => [id, [1]])) });
}

/** Each of `ids` ends its turn. */
export function endTurns(table: Table, ...ids: readonly string[]): void {
  for (const combatant of ids) table.does({ type: 'endTurn', combatant });
}
