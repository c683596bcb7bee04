import {
  changeStatus,
  combatantOf,
  endActivation,
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

/** Wounds that are inflicted, strain that is set and thresholds that change count at once (SW-7). What has not changed does not: the game master may have let one act in spite of it. */
export function thresholds(draft: Draft, id: string, before: Combatant): void {
  const c = theCombatant(draft.core, id);
  const isNew = (threshold: 'strainThreshold' | 'woundThreshold') => c.stats[threshold] !== before.stats[threshold];
  const isSet = c.resources.strain !== before.resources.strain;
  const strain = isSet ? (c.resources.strain ?? 0) : strainOf(draft, c);
  if ((isSet || isNew('strainThreshold')) && isAbove(c, strain, 'strainThreshold')) {
    changeStatus(draft, id, 'incapacitated', 'strain');
  } else if ((c.wounds > before.wounds || isNew('woundThreshold')) && isAbove(c, c.wounds, 'woundThreshold')) {
    changeStatus(draft, id, 'incapacitated', 'wounds');
  }
}
