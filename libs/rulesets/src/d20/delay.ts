import {
  actHandler,
  combatantOf,
  counted,
  delayHandler,
  theCombatant,
  type DelayRules,
  type Draft,
  type Entry,
} from '@bitacora/engine';
import { isUntouched } from './actions.js';
import { standingOf } from './initiative.js';
import { moveBeside } from './place.js';
import { reactionsComeBack } from './reaction.js';

/** What a delayed turn costs: a turn that still waits in this round is used, this one being it (D20-7), and the place in the order moves (D20-8). */
function taken(draft: Draft, id: string): void {
  const own = draft.core.order
    .flatMap((g) => g.entries)
    .find((e: Entry) => e.combatant === id && e.state === 'waiting');
  if (own !== undefined) {
    draft.emit('TurnForfeited', { key: own.key, combatant: id, activation: null, rule: 'D20-7' });
    reactionsComeBack(draft, [id]);
  }
  moveBeside(draft, id);
}

const delay: DelayRules = {
  cite: { delay: 'D20-7', act: 'D20-7' },
  untouched: isUntouched,
  sameInstant: (core, activation) => counted(core, activation).length === 0,
  rank: (core, id) => standingOf(core, theCombatant(core, id)).rank,
  taken,
};

/** `delay` of a d20 game. */
export const delayCommand = delayHandler(delay);

/** `act` of a d20 game: the delayed turn. */
export const actCommand = actHandler(delay);

/** What waited is lost when the own turn comes up (D20-5, D20-7). */
export function lostByOwnTurn(draft: Draft, entries: readonly Entry[]): void {
  for (const { combatant: id } of entries) {
    const c = combatantOf(draft.core, id);
    if (c === undefined) continue;
    if (c.delayed !== null) draft.emit('DelayedActionLost', { combatant: c.id, delayed: c.delayed, reason: 'ownTurn' });
    if (c.prepared !== null)
      draft.emit('PreparedActionLost', { combatant: c.id, prepared: c.prepared, reason: 'ownTurn' });
  }
}
