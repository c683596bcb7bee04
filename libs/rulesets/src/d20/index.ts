import { isAble, type Core, type Place, type RuleSet } from '@bitacora/engine';
import { actions } from './actions.js';
import { actCommand, delayCommand, lostByOwnTurn } from './delay.js';
import { explain } from './explain.js';
import { initiative, standing } from './initiative.js';
import { reactionsComeBack, reactionShape, react } from './reaction.js';
import { prepare, trigger, waive } from './ready.js';
import { options, stats } from './stats.js';
import { labels, rules } from './texts.js';

function places(core: Core): readonly Place[] {
  return core.combatants
    .filter((c) => isAble(c) && c.scoredRound !== null)
    .map((c) => ({ key: c.id, combatant: c.id, entry: 'main' }));
}

/** Any game of the d20 kind. */
export const d20: RuleSet = {
  id: 'd20',
  family: 'd20',
  names: { en: 'd20 games', es: 'Juegos d20' },
  labels,
  rules,
  stats,
  options,
  handlers: { delay: delayCommand, act: actCommand, prepare, trigger, waive, react },
  initiative,
  order: { places, standing, nextPass: () => null },
  actions,
  moments: {
    comesUp: lostByOwnTurn,
    cameUp: (draft, turns) => {
      reactionsComeBack(
        draft,
        turns.map((turn) => turn.combatant),
      );
    },
  },
  resources: () => ({ reaction: { min: 0, max: 1 } }),
  enlist: () => ({ resources: { reaction: 1 } }),
  shape: reactionShape,
  explain,
};
