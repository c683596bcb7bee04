import {
  beginActivation,
  combatantOf,
  entryOf,
  isAble,
  notActing,
  refuse,
  theCombatant,
  topFrame,
  type Activation,
  type Core,
  type Handler,
  type JsonObject,
  type Place,
  type Refusal,
} from '@bitacora/engine';

/** A slot whose roller is gone: what it still stands for. */
export interface KeptSlot {
  readonly kind: 'pc' | 'npc';
  readonly successes: number;
  readonly advantages: number;
}

/** Whether the results make slots (SW-9). */
export function hasSlots(core: Core): boolean {
  return core.options.slots === true;
}

function keptSlots(core: Core): Readonly<Record<string, KeptSlot>> {
  return (core.memory.slots ?? {}) as unknown as Readonly<Record<string, KeptSlot>>;
}

/** The slot that the removed `key` had rolled. */
export function keptSlot(core: Core, key: string): KeptSlot {
  return keptSlots(core)[key] ?? { kind: 'npc', successes: 0, advantages: 0 };
}

/** A slot for everyone who has rolled, whatever has become of it since (SW-9). */
export function slotPlaces(core: Core): readonly Place[] {
  const here = core.combatants
    .filter((c) => c.scoredRound !== null)
    .map((c): Place => ({ key: c.id, combatant: null, entry: c.kind }));
  const gone = Object.entries(keptSlots(core)).map(([key, { kind }]): Place => ({ key, combatant: null, entry: kind }));
  return [...here, ...gone];
}

/** What stays of the slot of one who is removed; adjustments for the present round end with it. */
export function keepSlot(core: Core, id: string): JsonObject {
  const c = theCombatant(core, id);
  if (!hasSlots(core) || c.scoredRound === null) return {};
  const lasting = c.adjustments.filter((a) => a.round === null).reduce((sum, a) => sum + a.by, 0);
  const slot = {
    kind: c.kind,
    successes: Number(c.memory.successes) + lasting,
    advantages: Number(c.memory.advantages),
  };
  return { slots: { ...keptSlots(core), [id]: slot } as unknown as JsonObject };
}

/** Whether `id` has taken a slot in this round. */
function hasActed(core: Core, id: string): boolean {
  return core.order.some((g) => g.entries.some((e) => e.combatant === id));
}

function isOfKind(core: Core, slot: Activation, id: string): boolean {
  const c = combatantOf(core, id);
  return c !== undefined && isAble(c) && entryOf(core, slot.entry ?? '')?.entry === c.kind;
}

/** Those who may take `slot`: of its kind, able, and not acted in this round. */
export function takers(core: Core, slot: Activation): readonly string[] {
  return core.combatants.map((c) => c.id).filter((id) => isOfKind(core, slot, id) && !hasActed(core, id));
}

function openSlot(core: Core): Activation | undefined {
  return topFrame(core)?.members.find((m) => m.combatant === null && !m.done);
}

/** Refuses `slot` to one of the other kind, or who has not come in. */
function notOfKind(core: Core, slot: Activation, id: string): Refusal {
  const kind = entryOf(core, slot.entry ?? '')?.entry;
  const other = kind !== undefined && kind !== theCombatant(core, id).kind;
  return refuse('NOT_ACTING', 'SW-9', { combatant: id, ...(other && { slot: kind }) });
}

/** `act`: takes the slot that is open (SW-9). */
export const act: Handler<'act'> = {
  gate: 'pending',
  may: (core, id) => {
    const slot = openSlot(core);
    if (slot === undefined) return notActing(core, id);
    if (!isOfKind(core, slot, id)) return notOfKind(core, slot, id);
    return hasActed(core, id) ? refuse('ALREADY_ACTED', 'SW-9', { combatant: id }) : null;
  },
  run: (draft, { combatant: id }) => {
    const slot = openSlot(draft.core);
    if (slot !== undefined) beginActivation(draft, { ...slot, key: id, combatant: id });
    return null;
  },
};
