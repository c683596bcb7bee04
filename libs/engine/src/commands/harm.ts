import type { Heal, SetStatus, Status, Wound } from '../command.js';
import type { Draft } from '../draft.js';
import { anybodyAble, theCombatant } from '../encounter.js';
import type { EventData, Patch } from '../event.js';
import type { Refusal } from '../refusal.js';
import { hasScore, unknownCombatant } from '../turn/may-act.js';
import { refreshOrder } from '../turn/order.js';
import { endActivation } from '../turn/activation.js';
import { isMidRound, withInitiative } from '../turn/score.js';

/** `wound`: inflicts wounds; what they change, and whom they take out, is the rule set's to say. */
export function wound(draft: Draft, { combatant: id, count = 1, kind, source }: Wound): Refusal | null {
  const unknown = unknownCombatant(draft.core, id);
  if (unknown !== null) return unknown;
  const c = theCombatant(draft.core, id);
  const wounds = Math.min(c.wounds + count, draft.rules.maxWounds?.(draft.core, c) ?? Number.MAX_SAFE_INTEGER);
  if (wounds === c.wounds) return null;
  record(draft, 'WoundsInflicted', {
    combatant: id,
    count: wounds - c.wounds,
    kind: kind ?? null,
    source: source ?? null,
    wounds,
  });
  return null;
}

/** `heal`: heals wounds, down to none; changes no status. */
export function heal(draft: Draft, { combatant: id, count = 1, kind, source }: Heal): Refusal | null {
  const unknown = unknownCombatant(draft.core, id);
  if (unknown !== null) return unknown;
  const { wounds } = theCombatant(draft.core, id);
  const healed = Math.min(count, wounds);
  if (healed === 0) return null;
  record(draft, 'WoundsHealed', {
    combatant: id,
    count: healed,
    kind: kind ?? null,
    source: source ?? null,
    wounds: wounds - healed,
  });
  return null;
}

/** Records wounds with what they make of the score, and all that follows. */
function record(draft: Draft, type: 'WoundsInflicted' | 'WoundsHealed', change: EventData['WoundsInflicted']): void {
  const { combatant: id, count, kind, source, wounds } = change;
  const before = theCombatant(draft.core, id);
  const { set } = withInitiative(draft, type, change, id);
  draft.emit(type, { combatant: id, count, kind, ...(set !== undefined && { set }), source, wounds });
  draft.rules.moments.changed?.(draft, id, before);
  refreshOrder(draft, 'wounds', 'G-17', { ids: [id], cause: 'wounds' });
}

/** `setStatus`: takes out, or brings back (G-3). */
export function setStatus(draft: Draft, { combatant: id, status, reason }: SetStatus): Refusal | null {
  const unknown = unknownCombatant(draft.core, id);
  if (unknown !== null) return unknown;
  changeStatus(draft, id, status, reason ?? null);
  return null;
}

/** Changes a status with all that follows from it; does nothing where it is that already. */
export function changeStatus(draft: Draft, id: string, status: Status, reason: string | null): void {
  const c = theCombatant(draft.core, id);
  if (c.status === status) return;
  const patch = status === 'active' ? revival(draft, id) : null;
  draft.emit('StatusChanged', {
    combatant: id,
    from: c.status,
    status,
    reason,
    ...(patch !== null && { set: { [id]: patch } }),
  });
  if (c.status === 'active') takeOut(draft, id, status);
  else if (status === 'active') refreshOrder(draft, 'status', 'G-3', null);
}

/** How one who is active again comes in: with a score of this round in this pass if its place is ahead, else like one who joins for the next round (G-3). */
function revival(draft: Draft, id: string): Patch | null {
  const { core, rules } = draft;
  if (!isMidRound(core)) return null;
  const c = theCombatant(core, id);
  if (!c.came) return anybodyAble(core) ? null : { came: true, arriving: true };
  if (!hasScore(core, rules, c) && anybodyAble(core)) return { came: false };
  const hasEntry = core.order.some((g) => g.entries.some((e) => e.combatant === id));
  return hasEntry ? null : { arriving: true };
}

/** Takes what one who was taken out held: a delayed action, a prepared action, a reserve die (G-3). */
function loseHeld(draft: Draft, id: string, reason: string): void {
  const { delayed, prepared, reserveDie } = theCombatant(draft.core, id);
  if (delayed !== null) draft.emit('DelayedActionLost', { combatant: id, delayed, reason });
  if (prepared !== null) draft.emit('PreparedActionLost', { combatant: id, prepared, reason });
  if (reserveDie !== null) draft.emit('ReserveDieLost', { combatant: id, value: reserveDie.value, reason });
}

/** Ends at once the activations of one who was taken out, but for a group's of two or more (G-1), and takes what it held (G-3). */
function takeOut(draft: Draft, id: string, reason: string): void {
  loseHeld(draft, id, reason);
  draft.rules.moments.takenOut?.(draft, id);
  for (const frame of draft.core.frames) {
    if (frame.kind === 'group' && frame.members.length > 1) continue;
    for (const m of frame.members) if (m.combatant === id && !m.done) endActivation(draft, m, 'out');
  }
  refreshOrder(draft, 'status', 'G-3', null);
}
