import {
  changeStatus,
  combatantOf,
  endActivation,
  own,
  theCombatant,
  type Combatant,
  type Declaration,
  type Draft,
} from '@bitacora/engine';

/** What the second maneuver costs (SW-5). */
export const MANEUVER_STRAIN = 2;

function isAbove(c: Combatant, value: number, threshold: 'strainThreshold' | 'woundThreshold'): boolean {
  const limit = c.stats[threshold];
  return c.status === 'active' && typeof limit === 'number' && value > limit;
}

/** Strain that stands: not that of an activity which may still be vetoed. */
function strainOf(draft: Draft, c: Combatant): number {
  const undecided = draft.core.open.filter(
    (d) => d.combatant === c.id && d.state === 'declared' && d.action.pay === 'strain',
  );
  return (c.resources.strain ?? 0) - undecided.length * MANEUVER_STRAIN;
}

/** When an activity that cost strain is resolved or cancelled, strain above the threshold takes its owner out and ends its turn, also in a group (SW-7). */
export function strainHasCounted(draft: Draft, { combatant: id, action }: Declaration): void {
  const c = combatantOf(draft.core, id);
  if (c === undefined || action.pay !== 'strain' || !isAbove(c, strainOf(draft, c), 'strainThreshold')) return;
  changeStatus(draft, id, 'incapacitated', 'strain');
  for (const frame of draft.core.frames) {
    for (const m of frame.members) if (m.combatant === id && !m.done) endActivation(draft, m, 'out');
  }
}

/** Wounds that are inflicted, and what `updateCombatant` sets, count at once (SW-7); healing changes no status. */
export function thresholds(draft: Draft, id: string): void {
  const cause = draft.events.at(-1);
  const c = theCombatant(draft.core, id);
  if (cause?.type === 'WoundsInflicted') return woundsCount(draft, c);
  if (cause?.type !== 'CombatantChanged') return;
  const changed = own(cause.data.set, id);
  const set = changed?.resources?.strain;
  if (set === undefined && changed?.stats === undefined) return;
  if (isAbove(c, set ?? strainOf(draft, c), 'strainThreshold')) changeStatus(draft, id, 'incapacitated', 'strain');
  else if (changed?.stats !== undefined) woundsCount(draft, c);
}

function woundsCount(draft: Draft, c: Combatant): void {
  if (isAbove(c, c.wounds, 'woundThreshold')) changeStatus(draft, c.id, 'incapacitated', 'wounds');
}
