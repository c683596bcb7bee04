import {
  freeActionShape,
  isAble,
  notActing,
  prepareShape,
  refuse,
  theCombatant,
  type Command,
  type Core,
  type Draft,
  type Handler,
  type Refusal,
} from '@bitacora/engine';

/** Refuses one whose reaction is spent (D20-4). */
export function noReaction(core: Core, id: string): Refusal | null {
  return (theCombatant(core, id).resources.reaction ?? 0) < 1
    ? refuse('NO_REACTION_LEFT', 'D20-4', { combatant: id })
    : null;
}

/** `react`: a reaction of whatever kind the table says, in anybody's turn (D20-4). */
export const react: Handler<'react'> = {
  gate: 'pending',
  may: (core, id) => (isAble(theCombatant(core, id)) ? noReaction(core, id) : notActing(core, id)),
  run: (draft, { combatant: id, action }) => {
    draft.emit('ReactionMade', { combatant: id, action, set: { [id]: { resources: { reaction: 0 } } } });
    return null;
  },
};

/** Gives back the reactions of those whose own turns have come up (D20-4). */
export function reactionsComeBack(draft: Draft, ids: readonly (string | null)[]): void {
  for (const id of ids) {
    if (id === null || noReaction(draft.core, id) === null) continue;
    const resources = { reaction: 1 };
    draft.emit('CombatantChanged', {
      combatant: id,
      changes: { resources },
      reason: 'ownTurn',
      set: { [id]: { resources } },
    });
  }
}

/** Refuses what is readied, and reactions, without what they need and with what they do not have. */
export function reactionShape(command: Command): Refusal | null {
  if (command.type === 'prepare') return prepareShape(command, []);
  return command.type === 'react' ? freeActionShape(command.action, []) : null;
}
