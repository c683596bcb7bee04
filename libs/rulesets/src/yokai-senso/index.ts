import { rulingsOf, type Combatant, type Core, type JsonObject, type Patch, type RuleSet } from '@bitacora/engine';
import { actions } from './actions.js';
import { explain } from './explain.js';
import { initiative, places, standingOf } from './initiative.js';
import { losePrepared, prepare, trigger, waive } from './prepared.js';
import { react } from './react.js';
import { expireDice, recover, reserveDie } from './reserve.js';
import { shape } from './shape.js';
import { closeIsUsed, join, withdraw } from './sidelined.js';
import { options, stats } from './stats.js';
import { labels, rules } from './texts.js';
import { decideTie } from './ties.js';

/** One Active Action and one Reaction a round (YS-4). */
const FRESH = { active: 1, reaction: 1 };

/** An opening score that the table corrects counts instead of one that was rolled or given before. */
function restat(_: Core, c: Combatant, before: JsonObject): Patch {
  return c.stats.initiative === before.initiative ? {} : { memory: { opening: null } };
}

/** Yôkai Sensô: a running initiative, one Active Action and one Reaction a round. */
export const yokaiSenso: RuleSet = {
  id: 'yokai-senso',
  family: 'yokai-senso',
  names: { en: 'Yôkai Sensô', es: 'Yôkai Sensô' },
  labels,
  rules,
  stats,
  options,
  handlers: {
    decideTie: decideTie((core) => rulingsOf(core, yokaiSenso)),
    prepare,
    trigger,
    waive,
    react,
    recover,
    reserveDie,
    withdraw,
    join,
  },
  initiative,
  order: {
    places: (core, pass) => (pass === 1 ? places(core) : []),
    standing: standingOf,
    nextPass: () => null,
  },
  actions,
  moments: {
    roundStarts: (core) => Object.fromEntries(core.combatants.map((c) => [c.id, { resources: FRESH }])),
    comesUp: (draft, entries) => {
      for (const { combatant } of entries) if (combatant !== null) losePrepared(draft, combatant, 'ownTurn');
    },
    lastTurnEnded: expireDice,
    closeIsUsed,
  },
  resources: () => ({ active: { min: 0, max: 1 }, reaction: { min: 0, max: 1 } }),
  enlist: () => ({ resources: FRESH }),
  restat,
  shape,
  explain,
};
