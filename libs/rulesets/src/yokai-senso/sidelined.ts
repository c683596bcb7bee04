import {
  notActing,
  notInStage,
  refuse,
  theCombatant,
  type Combatant,
  type Core,
  type Handler,
  type Refusal,
} from '@bitacora/engine';
import { canReserve } from './reserve.js';
import { givenOpening, remembering } from './initiative.js';

/** The Stealth total that hides, or more (YS-11). */
const HIDDEN_AT = 9;

function hasDecided(core: Core, c: Combatant): boolean {
  return c.memory.decided === core.clock.round;
}

/** What refuses one at the edge of the fight: a second decision, not being there, another stage (YS-11, YS-12). */
function edgeRefusal(core: Core, id: string, mayHaveWithdrawn: boolean): Refusal | null {
  const c = theCombatant(core, id);
  if (hasDecided(core, c) || (c.withdrawn !== null && !mayHaveWithdrawn)) {
    return refuse('ALREADY_ACTED', 'YS-11', { combatant: id });
  }
  if (!c.sidelined) return refuse('NOT_SIDELINED', 'YS-12', { combatant: id });
  if (core.clock.stage !== 'close') return notInStage(id, 'close', 'YS-11');
  return c.came ? null : notActing(core, id);
}

/** `withdraw`: aside without a roll, or into hiding by a Stealth total (YS-11). */
export const withdraw: Handler<'withdraw'> = {
  gate: 'pending',
  may: (core, id) => edgeRefusal(core, id, false),
  run: (draft, { combatant: id, how, total }) => {
    const success = how === 'stepAside' || (total ?? 0) >= HIDDEN_AT;
    const memory = { decided: draft.core.clock.round };
    draft.emit('CombatantWithdrew', {
      combatant: id,
      how,
      total: how === 'hide' ? (total ?? null) : null,
      success,
      set: { [id]: { ...(success && { withdrawn: how }), memory } },
    });
    return null;
  },
};

/** `join`: in the fight from the next round, with the score that is given or one that is rolled then (YS-11). */
export const join: Handler<'join'> = {
  gate: 'pending',
  may: (core, id) => edgeRefusal(core, id, true),
  run: (draft, { combatant: id, score }) => {
    const { core } = draft;
    const decided = { decided: core.clock.round };
    const opening = score === undefined ? {} : { opening: givenOpening(score).map((part) => ({ ...part })) };
    const patch = remembering(core, theCombatant(core, id), { ...decided, ...opening });
    draft.emit('CombatantJoined', {
      combatant: id,
      score: score ?? null,
      set: { [id]: { ...patch, sidelined: false, withdrawn: null, came: false } },
    });
    return null;
  },
};

/** Whether somebody can still use stage `close`: who recovers with the Reaction left, or one at the edge who has not decided this round (YS-12). */
export function closeIsUsed(core: Core): boolean {
  return core.combatants.some((c) => canReserve(core, c) || isAsked(core, c));
}

function isAsked(core: Core, c: Combatant): boolean {
  return c.sidelined && c.came && c.status === 'active' && c.withdrawn === null && !hasDecided(core, c);
}
