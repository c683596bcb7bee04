import {
  combatantOf,
  counted,
  refuse,
  type Action,
  type ActionRules,
  type Activation,
  type Core,
  type Declaration,
  type Outcomes,
  type Refusal,
} from '@bitacora/engine';
import { hasCondition } from './conditions.js';
import { MANEUVER_STRAIN, strainHasCounted } from './thresholds.js';

const MAX_MANEUVERS = 2;

/** What a maneuver is paid with now: nothing for the free one, else strain, or the action (SW-5). */
function payment(done: readonly Declaration[], action: Action): 'strain' | 'action' | null {
  const isFree = !done.some((d) => d.action.kind === 'maneuver' && d.action.pay === undefined);
  if (isFree) return null;
  return action.pay === 'action' ? 'action' : 'strain';
}

function actionRefusal(core: Core, activation: Activation, done: readonly Declaration[]): Refusal | null {
  const { combatant } = activation;
  if (hasCondition(core, combatant, 'staggered'))
    return refuse('ACTION_LIMIT', 'SW-11', { combatant, condition: 'staggered' });
  const used = done.some((d) => d.action.kind === 'action' || d.action.pay === 'action');
  return used ? refuse('ACTION_LIMIT', 'SW-5', { combatant, kind: 'action', limit: 1 }) : null;
}

function maneuverRefusal(core: Core, activation: Activation, done: readonly Declaration[]): Refusal | null {
  const { combatant } = activation;
  if (hasCondition(core, combatant, 'immobilized'))
    return refuse('MANEUVER_LIMIT', 'SW-11', { combatant, condition: 'immobilized' });
  const used = done.filter((d) => d.action.kind === 'maneuver').length;
  return used < MAX_MANEUVERS ? null : refuse('MANEUVER_LIMIT', 'SW-5', { combatant, limit: MAX_MANEUVERS });
}

/** What an activation allows: any incidentals, one action, a free maneuver and a paid one (SW-5, SW-11). */
function limitRefusal(core: Core, activation: Activation, action: Action): Refusal | null {
  const done = counted(core, activation);
  if (action.kind === 'action') return actionRefusal(core, activation, done);
  if (action.kind !== 'maneuver') return null;
  const refused = maneuverRefusal(core, activation, done);
  if (refused !== null || payment(done, action) !== 'action') return refused;
  return actionRefusal(core, activation, done);
}

/** What is vetoed gives back what it cost (SW-6). */
function refund(core: Core, { combatant: id, action }: Declaration): Outcomes {
  const c = combatantOf(core, id);
  if (action.pay !== 'strain' || c === undefined) return {};
  return { set: { [id]: { resources: { strain: Math.max(0, (c.resources.strain ?? 0) - MANEUVER_STRAIN) } } } };
}

/** The activities of Star Wars. */
export const actions: ActionRules = {
  kinds: {
    incidental: [],
    maneuver: [
      {
        name: 'pay',
        type: 'choice',
        choices: ['strain', 'action'],
        title: { en: 'What a second maneuver is paid with', es: 'Con qué se paga una segunda maniobra' },
      },
    ],
    action: [],
  },
  may: () => null,
  check: limitRefusal,
  complete: (draft, _, action, activation) => {
    if (action.kind !== 'maneuver' || activation === null) return action;
    const pay = payment(counted(draft.core, { id: activation }), action);
    return {
      kind: action.kind,
      ...(action.label !== undefined && { label: action.label }),
      ...(pay !== null && { pay }),
    };
  },
  outcomes: (core, declaration, becomes) => (becomes === 'vetoed' ? refund(core, declaration) : {}),
  declared: (draft, { combatant: id, action }) => {
    if (action.pay !== 'strain') return;
    const strain = (combatantOf(draft.core, id)?.resources.strain ?? 0) + MANEUVER_STRAIN;
    draft.emit('StrainSuffered', {
      combatant: id,
      amount: MANEUVER_STRAIN,
      strain,
      set: { [id]: { resources: { strain } } },
    });
  },
  resolved: (draft, declaration) => strainHasCounted(draft, declaration),
  cancelled: (draft, declaration) => strainHasCounted(draft, declaration),
};
