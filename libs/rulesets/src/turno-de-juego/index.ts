import { theCombatant, type RuleSet } from '@bitacora/engine';
import { actions, defend, shape } from './actions.js';
import { canAct, freshResources, kindOfKey, resourceBounds, restat, spentInPass } from './energy.js';
import { explain } from './explain.js';
import { initiative, places, standingOf } from './initiative.js';
import { options, stats } from './stats.js';
import { labels, rules } from './texts.js';

/** Turno de Juego: two initiatives and two energies for each, physical and mental. */
export const turnoDeJuego: RuleSet = {
  id: 'turno-de-juego',
  family: 'turno-de-juego',
  names: { en: 'Turno de Juego', es: 'Turno de Juego' },
  labels,
  rules,
  stats,
  options,
  handlers: { defend },
  initiative,
  order: {
    places,
    standing: standingOf,
    usable: (core, { key, combatant }) => canAct(theCombatant(core, combatant ?? ''), kindOfKey(key)),
    nextPass: (core) => (spentInPass(core) > 0 && places(core).length > 0 ? core.clock.pass + 1 : null),
  },
  actions,
  moments: {
    roundStarts: (core) =>
      Object.fromEntries(
        core.combatants.map((c) => [
          c.id,
          { resources: freshResources(core.options, c.stats), memory: { roll: null, ties: null } },
        ]),
      ),
    passStarts: () => ({ spent: 0 }),
  },
  resources: resourceBounds,
  enlist: (given, brought) => ({ resources: freshResources(given, brought) }),
  restat,
  shape,
  explain,
};
