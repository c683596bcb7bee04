import {
  beginActivation,
  declareAction,
  isEngaged,
  notActing,
  notInStage,
  refuse,
  theCombatant,
  unknownKind,
  type Activation,
  type Core,
  type Draft,
  type Handler,
  type Prepared,
  type Refusal,
} from '@bitacora/engine';
import { kinds, mayUseActive, noReactionLeft } from './active.js';

/** `prepare`: uses the Active Action to say what will be done, and when (YS-7). */
export const prepare: Handler<'prepare'> = {
  first: (_, { action }) => unknownKind({ actions: { kinds } }, action),
  may: mayUseActive,
  run: (draft, { combatant: id, action, condition, moving }) => {
    losePrepared(draft, id, 'replaced');
    const prepared: Prepared = { action, condition, moving: moving ?? action.moving === true };
    draft.emit('ActionPrepared', { combatant: id, prepared, set: { [id]: { resources: { active: 0 } } } });
    return null;
  },
};

/** `trigger`: the condition is met; for the Reaction it interrupts, and is the only action of its activation (YS-7, YS-8). */
export const trigger: Handler<'trigger'> = {
  gate: 'pending',
  may: (core, id) =>
    heldBy(core, id) ??
    noReactionLeft(core, id, 'YS-7') ??
    notInActions(core, id) ??
    (isEngaged(core, id) ? notActing(core, id) : null),
  run: (draft, { combatant: id }) => {
    const prepared = theCombatant(draft.core, id).prepared as Prepared;
    const activation = draft.core.activations + 1;
    const memory = { triggered: { ...prepared } };
    draft.emit('PreparedActionTriggered', {
      combatant: id,
      prepared,
      activation,
      set: { [id]: { resources: { reaction: 0 }, memory } },
    });
    beginActivation(draft, draft.core.frames.at(-1)?.members[0] as Activation);
    declareAction(draft, id, { ...prepared.action, moving: prepared.moving }, activation, null);
    return null;
  },
};

/** `waive`: the condition is met and the combatant lets it pass: lost (YS-7, YS-8). */
export const waive: Handler<'waive'> = {
  gate: 'pending',
  may: (core, id) => heldBy(core, id) ?? notInActions(core, id),
  run: (draft, { combatant: id }) => {
    const prepared = theCombatant(draft.core, id).prepared as Prepared;
    draft.emit('PreparedActionWaived', { combatant: id, prepared });
    return null;
  },
};

function notInActions(core: Core, id: string): Refusal | null {
  return core.clock.stage === 'actions' ? null : notInStage(id, 'actions', 'YS-7');
}

function heldBy(core: Core, id: string): Refusal | null {
  return theCombatant(core, id).prepared === null ? refuse('NO_PREPARED_ACTION', 'YS-7', { combatant: id }) : null;
}

/** Loses the prepared action of `id`, if it holds one (YS-8). */
export function losePrepared(draft: Draft, id: string, reason: string): void {
  const { prepared } = theCombatant(draft.core, id);
  if (prepared !== null) draft.emit('PreparedActionLost', { combatant: id, prepared, reason });
}
