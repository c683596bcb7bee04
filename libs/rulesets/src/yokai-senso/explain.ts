import { theCombatant, total, type Core, type Entry, type Part, type Reason } from '@bitacora/engine';
import { initiativeOf } from './initiative.js';

const RULES: Readonly<Record<string, string>> = {
  opening: 'YS-1',
  roll: 'YS-1',
  initiativeBonus: 'YS-1',
  reserveDie: 'YS-10',
};

/** Why an entry stands where it stands: the score at the round's start and what it is made of, the CDE, the game master's ruling. */
export function explain(core: Core, entry: Entry): readonly Reason[] {
  if (entry.combatant === null) return [];
  const { parts } = initiativeOf(core, theCombatant(core, entry.combatant));
  const [, cde = 0, place = 0] = entry.rank;
  const ruling: readonly Reason[] = place > 0 ? [{ rule: 'YS-2', what: 'ruling', value: null }] : [];
  return [...scoreReasons(entry.score, parts), { rule: 'YS-2', what: 'cde', value: cde }, ...ruling];
}

/** The parts of the score, or, where it has changed since, that the order stands for the round (YS-3). */
function scoreReasons(score: number, parts: readonly Part[]): readonly Reason[] {
  if (total(parts) === score) return parts.map((part) => ({ rule: RULES[part.what] ?? 'YS-13', ...part }));
  return [
    { rule: 'YS-1', what: 'scoreAtRoundStart', value: score },
    { rule: 'YS-3', what: 'orderStands', value: null, params: { now: total(parts) } },
  ];
}
