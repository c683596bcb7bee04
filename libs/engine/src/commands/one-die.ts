import type { RollInitiative } from '../command.js';
import type { FaceReading } from '../dice/faces.js';
import type { Draft } from '../draft.js';
import { theCombatant, withoutDie, type Combatant, type Initiative } from '../encounter.js';
import type { Patch, RollRecord } from '../event.js';
import type { JsonObject } from '../json.js';
import type { Refusal } from '../refusal.js';
import { allTableFaces } from './initiative.js';

/** What a face leads to: the score that it gives, and what is remembered of it. */
export interface Scored {
  readonly initiative: Initiative;
  readonly memory: JsonObject;
  readonly detail?: JsonObject;
}

/** One die of initiative. */
export interface OneDie {
  readonly faces: number;
  readonly reading?: FaceReading;
  /** `c` has its score of this round from now on. */
  readonly scored: (c: Combatant, face: number) => Scored;
}

/** Rolls one die of initiative for each of `ids`: the way of most games. Nothing is rolled for anyone where a face of the table does not fit (G-10). */
export function rollOneDie(
  draft: Draft,
  command: RollInitiative,
  ids: readonly string[],
  { faces: sides, reading, scored }: OneDie,
): Refusal | null {
  const table = allTableFaces(command, ids, () => [sides], reading);
  if ('refused' in table) return table;
  const scoredRound = draft.core.clock.round;
  const set: Record<string, Patch> = {};
  const rolls = ids.map((id): RollRecord => {
    const given = table.get(id);
    const dice = [sides];
    const thrown = draft.roll({
      combatant: id,
      purpose: 'initiative',
      dice,
      ...(given !== undefined && { table: given }),
    });
    const known = { ...theCombatant(draft.core, id), scoredRound };
    const { initiative, memory, detail } = scored(known, thrown.faces[0] ?? 0);
    set[id] = { initiative, memory, scoredRound };
    return {
      by: thrown.by,
      combatant: id,
      ...(detail !== undefined && { detail }),
      dice,
      faces: thrown.faces,
      ...(thrown.hidden && { hidden: true }),
      modifiers: withoutDie(initiative.parts),
      purpose: 'initiative',
      roll: thrown.roll,
      total: initiative.score,
    };
  });
  draft.emit('InitiativeRolled', { rolls, set });
  return null;
}
