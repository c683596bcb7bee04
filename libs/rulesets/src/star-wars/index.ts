import { isAble, stat, type Core, type Place, type RuleSet } from '@bitacora/engine';
import { actions } from './actions.js';
import { explain } from './explain.js';
import { initiative, standingOf } from './initiative.js';
import { rollShape } from './pool.js';
import { act, hasSlots, keepSlot, slotPlaces, takers } from './slots.js';
import { enlist, options, stats } from './stats.js';
import { labels, rules } from './texts.js';
import { thresholds } from './thresholds.js';

const MAX_STRAIN = 9999;

function places(core: Core): readonly Place[] {
  if (hasSlots(core)) return slotPlaces(core);
  return core.combatants
    .filter((c) => isAble(c) && c.scoredRound !== null)
    .map((c) => ({ key: c.id, combatant: c.id, entry: 'main' }));
}

/** Star Wars with the narrative dice. */
export const starWars: RuleSet = {
  id: 'star-wars-ffg',
  family: 'star-wars',
  names: { en: 'Star Wars, narrative dice', es: 'Star Wars, dados narrativos' },
  labels,
  rules,
  stats,
  options,
  handlers: { act },
  knows: hasSlots,
  initiative,
  order: { places, standing: standingOf, nextPass: () => null, takers },
  actions,
  moments: { leaves: keepSlot, changed: thresholds },
  resources: () => ({ strain: { min: 0, max: MAX_STRAIN } }),
  enlist,
  restat: (_, c, before) => (c.stats.strain === before.strain ? {} : { resources: { strain: stat(c, 'strain') } }),
  shape: rollShape,
  explain,
};
