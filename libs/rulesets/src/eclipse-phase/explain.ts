import { scoreReasons, theCombatant, type Core, type Entry, type Reason } from '@bitacora/engine';
import { goesFirst } from './moxie.js';

const RULES: Readonly<Record<string, string>> = { rating: 'EP-1', roll: 'EP-2', wounds: 'EP-5' };

/** Why an entry stands where it stands: Initiative, roll, wounds, modifiers, Moxie. */
export function explain(core: Core, entry: Entry): readonly Reason[] {
  if (entry.combatant === null) return [];
  const c = theCombatant(core, entry.combatant);
  const parts = scoreReasons(entry, c.initiative.parts, (what) => RULES[what] ?? 'EP-1');
  const moxie: readonly Reason[] = goesFirst(core, c) ? [{ rule: 'EP-6', what: 'moxie', value: null }] : [];
  return [...moxie, ...parts];
}
