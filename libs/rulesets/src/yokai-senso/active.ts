import {
  activationOf,
  refuse,
  theCombatant,
  type ActionField,
  type Activation,
  type Core,
  type Refusal,
} from '@bitacora/engine';

/** The field that an opposed action bears (YS-10). */
export const OPPOSED: ActionField = { name: 'opposed', type: 'boolean' };

/** Whether it is done on the move (YS-5). */
export const MOVING: ActionField = { name: 'moving', type: 'boolean' };

/** The one kind of action that is declared; whether on the move must be said (YS-5). */
export const kinds: Readonly<Record<string, readonly ActionField[]>> = {
  active: [{ ...MOVING, required: true }, OPPOSED],
};

/** What refuses another Active Action in this activation: it is spent, or a triggered action has its activation for itself (YS-5, YS-7). */
export function activeRefusal(core: Core, { source, combatant }: Activation): Refusal | null {
  if (source === 'prepared') return refuse('ACTION_LIMIT', 'YS-7', { combatant });
  const left = theCombatant(core, combatant ?? '').resources.active ?? 0;
  return left > 0 ? null : refuse('ACTION_LIMIT', 'YS-5', { combatant });
}

/** What refuses `id`, who is acting, another use of the Active Action. */
export function mayUseActive(core: Core, id: string): Refusal | null {
  return activeRefusal(core, activationOf(core, id) as Activation);
}

/** Refuses `id` when its Reaction is spent (YS-4). */
export function noReactionLeft(core: Core, id: string, rule: string): Refusal | null {
  const left = theCombatant(core, id).resources.reaction ?? 0;
  return left > 0 ? null : refuse('NO_REACTION_LEFT', rule, { combatant: id });
}
