import { scoreReasons, theCombatant, type Core, type Entry, type Reason } from '@bitacora/engine';

const RULES: Readonly<Record<string, string>> = {
  roll: 'ST-1',
  dexterity: 'ST-1',
  wits: 'ST-1',
  celerity: 'ST-5',
  wounds: 'ST-2',
};

/** Why an entry stands where it stands: the die, the rating that breaks ties, wounds and Celerity. */
export function explain(core: Core, entry: Entry): readonly Reason[] {
  if (entry.combatant === null) return [];
  const c = theCombatant(core, entry.combatant);
  const parts = scoreReasons(entry, c.initiative.parts, (what) => RULES[what] ?? 'ST-10');
  const further: readonly Reason[] = entry.entry === 'extra' ? [{ rule: 'ST-7', what: 'further', value: null }] : [];
  return [...parts, { rule: 'ST-3', what: 'tieRating', value: Number(c.memory.rating ?? 0) }, ...further];
}
