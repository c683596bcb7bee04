import {
  isAble,
  stat,
  type Combatant,
  type Core,
  type JsonObject,
  type Patch,
  type Place,
  type RuleSet,
} from '@bitacora/engine';
import { actCommand, actions, delayCommand } from './actions.js';
import { explain } from './explain.js';
import { initiative, placeOf, standingOf } from './initiative.js';
import { spendMoxie } from './moxie.js';
import { options, stats } from './stats.js';
import { labels, rules } from './texts.js';

const LAST_PASS = 4;

/** The Speed that a change in the present pass has replaced, null where there was none. */
function speedBefore({ clock }: Core, c: Combatant): number | null {
  const replaced = c.memory.speedBefore as { round: number; pass: number; speed: number } | undefined;
  return replaced?.round === clock.round && replaced.pass === clock.pass ? replaced.speed : null;
}

/** The Speed of `c` in pass `pass`: that at its start, so that a change counts from the next one on (EP-15). */
function speedIn(core: Core, c: Combatant, pass: number): number {
  return (pass === core.clock.pass ? speedBefore(core, c) : null) ?? stat(c, 'speed');
}

/** Those with the Speed for pass `pass` (EP-4). */
function places(core: Core, pass: number): readonly Place[] {
  return core.combatants
    .filter((c) => isAble(c) && c.scoredRound === core.clock.round && speedIn(core, c, pass) >= pass)
    .map(placeOf);
}

/** A changed Moxie is what is left; the Speed at the pass's start is remembered until the pass is over (EP-15). */
function restat(core: Core, c: Combatant, before: JsonObject): Patch {
  const { round, pass } = core.clock;
  const speed = speedBefore(core, c) ?? Number(before.speed);
  return {
    ...(c.stats.moxie !== before.moxie && { resources: { moxie: stat(c, 'moxie') } }),
    ...(c.stats.speed !== before.speed && { memory: { speedBefore: { round, pass, speed } } }),
  };
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
  restat,
  explain,
};
