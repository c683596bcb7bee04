import { view, type RuleSet, type View } from '@bitacora/engine';
import { masked } from './mask.js';
import type { Frame, Sight } from './sight.js';

/** The encounter view that a scope sees; what the game master may do is none of its affair. */
export function maskedView(frame: Frame, rules: RuleSet, sight: Sight): View {
  const now = masked(frame, sight);
  const shown = view({ ...frame.encounter, now, revision: frame.revision, past: null, future: null }, rules);
  return { ...shown, available: { ...shown.available, '': [] } };
}
