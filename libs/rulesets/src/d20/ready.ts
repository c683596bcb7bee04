import {
  activationOf,
  isEngaged,
  notActing,
  refuse,
  theCombatant,
  type Activation,
  type CommandOf,
  type Core,
  type Handler,
  type Refusal,
} from '@bitacora/engine';
import { actionIsUsed } from './actions.js';
import { noReaction } from './reaction.js';

const CAN_BE_READIED = ['action', 'move'];

function wrongKind({ action }: CommandOf<'prepare'>): Refusal | null {
  if (CAN_BE_READIED.includes(action.kind)) return null;
  return refuse('WRONG_ACTION_KIND', 'D20-5', { kind: action.kind, allowed: CAN_BE_READIED });
}

/** `prepare`: the action of the turn goes into readying an action or a move (D20-5). */
export const prepare: Handler<'prepare'> = {
  first: (_, command) => wrongKind(command),
  may: (core, id) => {
    const activation = activationOf(core, id) as Activation;
    const used = activation.source === 'prepared' || actionIsUsed(core, activation);
    return used ? refuse('ACTION_LIMIT', 'D20-5', { kind: 'action', limit: 1 }) : null;
  },
  run: (draft, { combatant: id, action, condition, moving }) => {
    const readied = (activationOf(draft.core, id) as Activation).id;
    const prepared = { action, condition, moving: moving ?? action.kind === 'move' };
    draft.emit('ActionPrepared', {
      combatant: id,
      prepared,
      set: { [id]: { memory: { readied, readiedKind: action.kind } } },
    });
    return null;
  },
};

function nothingReadied(core: Core, id: string): Refusal | null {
  return theCombatant(core, id).prepared === null ? refuse('NO_PREPARED_ACTION', 'D20-6', { combatant: id }) : null;
}

function cannotInterrupt(core: Core, id: string): Refusal | null {
  const moment = core.frames.length > 0 || core.clock.stage === 'standby';
  return isEngaged(core, id) || !moment ? notActing(core, id) : null;
}

/** `trigger`: the condition has come about; what was readied interrupts and spends the reaction (D20-6). */
export const trigger: Handler<'trigger'> = {
  gate: 'pending',
  may: (core, id) => nothingReadied(core, id) ?? noReaction(core, id) ?? cannotInterrupt(core, id),
  run: (draft, { combatant: id }) => {
    const { prepared } = theCombatant(draft.core, id);
    if (prepared === null) return null;
    const activation = draft.core.activations + 1;
    draft.emit('PreparedActionTriggered', {
      combatant: id,
      prepared,
      activation,
      set: { [id]: { resources: { reaction: 0 } } },
    });
    return null;
  },
};

/** `waive`: what was readied is given up (D20-6). */
export const waive: Handler<'waive'> = {
  gate: 'pending',
  may: nothingReadied,
  run: (draft, { combatant: id }) => {
    const { prepared } = theCombatant(draft.core, id);
    if (prepared !== null) draft.emit('PreparedActionWaived', { combatant: id, prepared });
    return null;
  },
};
