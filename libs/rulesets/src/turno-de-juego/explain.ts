import { theCombatant, type Core, type Entry, type Reason } from '@bitacora/engine';
import { kindOfKey } from './energy.js';
import { tieDice, valueOf, valueParts } from './initiative.js';

const RULES: Readonly<Record<string, string>> = { physicalInitiative: 'TJ-1', mentalInitiative: 'TJ-1', roll: 'TJ-9' };

/** Why an entry stands where it stands: its value, the TJ's die, adjustments, tie dice, and the physical one first of the same owner's equals. */
export function explain(core: Core, entry: Entry): readonly Reason[] {
  if (entry.combatant === null) return [];
  const c = theCombatant(core, entry.combatant);
  const kind = kindOfKey(entry.key);
  const value: readonly Reason[] =
    valueOf(core, c, kind) === entry.score
      ? valueParts(core, c, kind).map((part) => ({ rule: RULES[part.what] ?? 'TJ-11', ...part }))
      : [{ rule: 'TJ-1', what: 'valueAsItCameUp', value: entry.score }];
  const dice = tieDice(c).slice(0, entry.rank.length - 2);
  const ties = dice.map((die): Reason => ({ rule: 'TJ-4', what: 'tieDie', value: die }));
  return [...value, ...ties, ...ownTie(core, entry)];
}

/** The physical entry goes first where its owner's mental one has the same value (TJ-5). */
function ownTie(core: Core, { key, combatant, score }: Entry): readonly Reason[] {
  const other = core.order.flatMap((g) => g.entries).find((e) => e.combatant === combatant && e.key !== key);
  return other?.score === score ? [{ rule: 'TJ-5', what: 'physicalFirst', value: null }] : [];
}
