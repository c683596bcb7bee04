import { isAble, stat, type Combatant, type Core, type Place, type RuleSet } from '@bitacora/engine';
import { actCommand, actions, delayCommand } from './actions.js';
import { explain } from './explain.js';
import { initiative, placeOf, standingOf } from './initiative.js';
import { spendMoxie } from './moxie.js';
import { options, stats } from './stats.js';
import { labels, rules } from './texts.js';

const LAST_PASS = 4;

/** Those with the Speed for pass `pass` (EP-4); the Speed at a pass's start counts for the whole pass (EP-15). */
function places(core: Core, pass: number): readonly Place[] {
  return core.combatants
    .filter((c) => isAble(c) && c.scoredRound === core.clock.round && stat(c, 'speed') >= pass)
    .map(placeOf);
}

/** The next pass in which somebody can act, up to the fourth (EP-13). */
function nextPass(core: Core): number | null {
  for (let pass = core.clock.pass + 1; pass <= LAST_PASS; pass += 1) if (places(core, pass).length > 0) return pass;
  return null;
}

/** Eclipse Phase, first edition. */
export const eclipsePhase: RuleSet = {
  id: 'eclipse-phase-1e',
  family: 'eclipse-phase',
  names: { en: 'Eclipse Phase, first edition', es: 'Eclipse Phase, primera edición' },
  labels,
  rules,
  stats,
  options,
  handlers: { delay: delayCommand, act: actCommand, spendMoxie },
  initiative,
  order: {
    places,
    standing: (core, place) => standingOf(core, core.combatants.find((c) => c.id === place.combatant) as Combatant),
    nextPass,
  },
  actions,
  moments: {
    comesUp: (draft, entries) => {
      for (const { combatant } of entries) {
        const delayed = draft.core.combatants.find((c) => c.id === combatant)?.delayed ?? null;
        if (combatant !== null && delayed !== null)
          draft.emit('DelayedActionLost', { combatant, delayed, reason: 'ownTurn' });
      }
    },
  },
  resources: () => ({ moxie: { min: 0, max: 99 } }),
  enlist: (_, given) => ({ resources: { moxie: Number(given.moxie) } }),
  restat: (_, c, before) => (c.stats.moxie === before.moxie ? {} : { resources: { moxie: stat(c, 'moxie') } }),
  explain,
};
