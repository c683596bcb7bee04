import { isAble, notActing, notInStage, refuse, theCombatant, type Handler } from '@bitacora/engine';
import { noReactionLeft } from './active.js';
import { losePrepared } from './prepared.js';
import { applyReserveDie } from './reserve.js';

/** The only kind of Reaction that can be made on the move (YS-6). */
const MOVES = 'dodge';

/** `react`: spends the Reaction, whoever acts; what was prepared is lost by it (YS-6, YS-8). */
export const react: Handler<'react'> = {
  gate: 'pending',
  may: (core, id) => {
    const spent = noReactionLeft(core, id, 'YS-6');
    if (spent !== null) return spent;
    if (core.clock.stage !== 'actions') return notInStage(id, 'actions', 'YS-6');
    return isAble(theCombatant(core, id)) ? null : notActing(core, id);
  },
  run: (draft, { combatant: id, action }) => {
    if (action.moving === true && action.kind !== MOVES) {
      return refuse('REACTION_CANNOT_MOVE', 'YS-6', { kind: action.kind, allowed: [MOVES] });
    }
    draft.emit('ReactionMade', { combatant: id, action, set: { [id]: { resources: { reaction: 0 } } } });
    losePrepared(draft, id, 'reaction');
    if (action.opposed === true) applyReserveDie(draft, id);
    return null;
  },
};
