import {
  combatantOf,
  isAble,
  notInStage,
  refuse,
  tableFaces,
  theCombatant,
  type Combatant,
  type Core,
  type Draft,
  type Handler,
  type Refusal,
  type RollRecord,
} from '@bitacora/engine';
import { mayUseActive, noReactionLeft } from './active.js';
import { withReserveDie } from './initiative.js';
import { losePrepared } from './prepared.js';

const DIE = 4;

/** `recover` (Recomponerse): uses the Active Action to gather oneself until the end of the round (YS-9). */
export const recover: Handler<'recover'> = {
  may: mayUseActive,
  run: (draft, { combatant: id }) => {
    const memory = { recovering: draft.core.clock.round };
    draft.emit('RecoveryStarted', { combatant: id, set: { [id]: { resources: { active: 0 }, memory } } });
    return null;
  },
};

function isRecovering(core: Core, c: Combatant): boolean {
  return c.memory.recovering === core.clock.round;
}

/** Whether `c` can still set a die aside in `close` (YS-9, YS-12). */
export function canReserve(core: Core, c: Combatant): boolean {
  return isAble(c) && isRecovering(core, c) && noReactionLeft(core, c.id, 'YS-9') === null;
}

/** `reserveDie`: in `close`, for the Reaction, 1d4 is rolled and held in sight of all (YS-9). */
export const reserveDie: Handler<'reserveDie'> = {
  gate: 'pending',
  may: (core, id) => {
    const spent = noReactionLeft(core, id, 'YS-9');
    if (spent !== null) return spent;
    if (!isRecovering(core, theCombatant(core, id))) return refuse('NOT_RECOVERING', 'YS-12', { combatant: id });
    return core.clock.stage === 'close' ? null : notInStage(id, 'close', 'YS-9');
  },
  run: (draft, { combatant: id, rolls }) => {
    const other = Object.keys(rolls ?? {}).find((named) => named !== id);
    if (other !== undefined) return notRolling(draft.core, other);
    const table = tableFaces(rolls, id, [DIE]);
    if ('refused' in table) return table;
    setAside(draft, id, table.faces);
    return null;
  },
};

function notRolling(core: Core, id: string): Refusal {
  const code = combatantOf(core, id) === undefined ? 'UNKNOWN_COMBATANT' : 'NO_ROLL_PENDING';
  return refuse(code, 'G-13', { combatant: id });
}

function setAside(draft: Draft, id: string, table: readonly number[] | undefined): void {
  const purpose = 'reserveDie';
  const thrown = draft.roll({ combatant: id, purpose, dice: [DIE], ...(table !== undefined && { table }) });
  const value = thrown.faces[0] ?? 0;
  const record: RollRecord = {
    combatant: id,
    roll: thrown.roll,
    by: thrown.by,
    purpose,
    dice: [DIE],
    faces: thrown.faces,
    modifiers: [],
    total: value,
    ...(thrown.hidden && { hidden: true }),
  };
  const reserve = { value, untilRound: draft.core.clock.round + 1 };
  draft.emit('ReserveDieRolled', {
    combatant: id,
    rolls: [record],
    reserveDie: reserve,
    set: { [id]: { resources: { reaction: 0 } } },
  });
  losePrepared(draft, id, 'reaction');
}

/** The first opposed action that its holder resolves adds the die to the score, however it comes out (YS-10). */
export function applyReserveDie(draft: Draft, id: string): void {
  const c = combatantOf(draft.core, id);
  if (c === undefined || c.reserveDie === null) return;
  const { value } = c.reserveDie;
  draft.emit('ReserveDieApplied', { combatant: id, value, set: { [id]: withReserveDie(draft.core, c, value) } });
}

/** When the last turn of a round has ended the dice are lost that were to be used in it (YS-10, YS-12). */
export function expireDice(draft: Draft): void {
  const { combatants, clock } = draft.core;
  for (const { id, reserveDie: die } of combatants) {
    if (die !== null && die.untilRound <= clock.round) {
      draft.emit('ReserveDieLost', { combatant: id, value: die.value, reason: 'expired' });
    }
  }
}
