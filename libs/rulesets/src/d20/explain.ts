import { combatantOf, scoreReasons, type Core, type Entry, type Reason } from '@bitacora/engine';

const RULES: Readonly<Record<string, string>> = { delay: 'D20-8' };

/** Why an entry stands where it stands: the die, the modifier, adjustments, the tie-break, and where a delayed turn moved it. */
export function explain(core: Core, entry: Entry): readonly Reason[] {
  const c = combatantOf(core, entry.combatant);
  if (c === undefined) return [];
  const parts = scoreReasons(entry, c.initiative.parts, (what) => RULES[what] ?? 'D20-1');
  const [, tieBreak = 0, place = 0] = entry.rank;
  const moved: readonly Reason[] =
    place === 0 ? [] : [{ rule: 'D20-8', what: place > 0 ? 'before' : 'after', value: null }];
  return [...parts, { rule: 'D20-2', what: 'tieBreak', value: tieBreak }, ...moved];
}
