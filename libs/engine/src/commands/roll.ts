import type { RollCommand } from '../command.js';
import { checkFaces } from '../dice/faces.js';
import { diceOfRoll, evaluateRoll, parseRoll } from '../dice/roll.js';
import type { Draft } from '../draft.js';
import type { JsonObject } from '../json.js';
import { malformed, refuse, type Refusal } from '../refusal.js';
import { unknownCombatant } from '../turn/may-act.js';

/** `roll`: any other roll of the table, an expression or a narrative pool. */
export function rollDice(draft: Draft, { combatant, dice, label, rolls }: RollCommand): Refusal | null {
  const unknown = combatant === undefined ? null : unknownCombatant(draft.core, combatant);
  if (unknown !== null) return unknown;
  const parsed = parseRoll(dice);
  if (!parsed.ok) return malformed('/dice', parsed.code, { at: parsed.at, ...parsed.params });
  const needed = diceOfRoll(parsed.roll);
  const checked = rolls === undefined ? null : checkFaces(rolls, needed);
  if (checked !== null && !checked.ok) {
    return refuse('BAD_ROLL', 'G-10', { problem: checked.code, at: checked.at, ...checked.params });
  }
  const thrown = draft.roll({
    combatant: combatant ?? null,
    purpose: 'free',
    dice: needed,
    ...(checked !== null && { table: checked.faces }),
  });
  const result = evaluateRoll(parsed.roll, thrown.faces);
  draft.emit('DiceRolled', {
    expression: typeof dice === 'string' ? dice : poolText(dice),
    label: label ?? null,
    roll: {
      combatant: combatant ?? null,
      roll: thrown.roll,
      by: thrown.by,
      purpose: 'free',
      dice: needed,
      faces: thrown.faces,
      modifiers: [],
      total: result.kind === 'expression' ? result.total : null,
      ...(thrown.hidden && { hidden: true }),
    },
    result: result as unknown as JsonObject,
  });
  return null;
}

function poolText(pool: Readonly<Record<string, number>>): string {
  return Object.entries(pool)
    .filter(([, count]) => count > 0)
    .map(([die, count]) => `${String(count)} ${die}`)
    .join(' + ');
}
