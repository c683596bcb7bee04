import {
  theCombatant,
  type ActionRules,
  type Core,
  type Declaration,
  type Draft,
  type Outcomes,
  type Prepared,
} from '@bitacora/engine';
import { activeRefusal, kinds } from './active.js';
import { applyReserveDie } from './reserve.js';

/** Whether `declaration` is a prepared action that was triggered (YS-7). */
function isTriggered(core: Core, { activation }: Declaration): boolean {
  return core.frames.some((f) => f.members.some((m) => m.id === activation && m.source === 'prepared'));
}

/** What a declaration costs, or gives back when it never happened: the Active Action; a triggered one the Reaction, and it is held again (YS-5, YS-7). */
function costs(core: Core, declaration: Declaration, becomes: 'declared' | 'vetoed' | 'cancelled'): Outcomes {
  const id = declaration.combatant;
  const triggered = isTriggered(core, declaration);
  if (becomes === 'declared') return triggered ? {} : { set: { [id]: { resources: { active: 0 } } } };
  if (becomes === 'cancelled') return {};
  if (!triggered) return { set: { [id]: { resources: { active: 1 } } } };
  const prepared = theCombatant(core, id).memory.triggered as unknown as Prepared;
  return { set: { [id]: { resources: { reaction: 1 }, prepared } } };
}

/** An action is opposed when it says so, or when somebody opposes it; all who take part may have a die to add (YS-10). */
function resolved(draft: Draft, { combatant, action }: Declaration, opposedBy: readonly string[]): void {
  const opposed = action.opposed === true || opposedBy.length > 0;
  for (const id of opposed ? [combatant, ...opposedBy] : []) applyReserveDie(draft, id);
}

/** The Active Action of Yôkai Sensô (YS-5). */
export const actions: ActionRules = {
  kinds,
  may: activeRefusal,
  check: () => null,
  outcomes: costs,
  resolved: (draft, declaration, _, opposedBy) => resolved(draft, declaration, opposedBy),
};
