import { view, type Encounter, type RuleSet, type View } from '@bitacora/engine';
import { masked } from './mask.js';
import type { Shown, Sight } from './sight.js';

/** The encounter as a scope sees it at its revision `revision`; it knows of no past to go back to. */
export function maskedEncounter(shown: Shown, revision: number, sight: Sight): Encounter {
  return { ...shown.encounter, now: masked(shown, sight), revision, past: null, future: null };
}

/** The encounter view of `encounter`, already masked; what the game master may do is none of a scope's affair. */
export function maskedView(encounter: Encounter, rules: RuleSet): View {
  const shown = view(encounter, rules);
  return { ...shown, available: { ...shown.available, '': [] } };
}
