import {
  deedOf,
  type Activation,
  type Combatant,
  type Core,
  type Declaration,
  type Entry,
  type EntryState,
  type Frame,
  type Group,
} from './encounter.js';
import type { EventData } from './event.js';
import { compareRanks, rankOf } from './turn/order.js';

/** `core` with one combatant changed. */
export function changeCombatant(core: Core, id: string, change: (c: Combatant) => Combatant): Core {
  return { ...core, combatants: core.combatants.map((c) => (c.id === id ? change(c) : c)) };
}

/** `core` with one declaration of this round changed. */
export function changeDeclaration(core: Core, id: string, change: (d: Declaration) => Declaration): Core {
  return { ...core, open: core.open.map((d) => (d.id === id ? change(d) : d)) };
}

/** `core` with one entry of the order changed, if it is there. */
export function changeEntry(core: Core, key: string, change: (e: Entry) => Entry): Core {
  return { ...core, order: orderWith(core.order, key, change) };
}

/** `order` with one entry changed, if it is there. */
export function orderWith(order: readonly Group[], key: string, change: (e: Entry) => Entry): readonly Group[] {
  const isIt = (e: Entry) => e.key === key;
  const at = order.findIndex((group) => group.entries.some(isIt));
  const group = order[at];
  if (group === undefined) return order;
  return order.with(at, { ...group, entries: group.entries.map((e) => (isIt(e) ? change(e) : e)) });
}

/** `order` without some entries. What stood before a group that has come up stays passed when that group goes (G-9). */
export function withoutEntries(order: readonly Group[], gone: (e: Entry) => boolean): readonly Group[] {
  if (!order.some((g) => g.entries.some(gone))) return order;
  const passed = order.findLastIndex((g) => g.opened && g.entries.every(gone));
  return order
    .map((g, i) => ({ ...g, opened: g.opened || i < passed, entries: g.entries.filter((e) => !gone(e)) }))
    .filter((g) => g.entries.length > 0);
}

/** The group that has come up, or the interrupt or slot that begins. */
export function turnStarted(core: Core, { source, turns }: EventData['TurnStarted']): Core {
  const isRunning = (id: number) => core.frames.some((f) => f.members.some((m) => m.id === id));
  const fresh: Activation[] = turns
    .filter((t) => !isRunning(t.activation))
    .map((t) => ({
      id: t.activation,
      key: t.key,
      combatant: t.combatant,
      entry: t.entry,
      source,
      delayed: null,
      started: true,
      done: false,
    }));
  const frames =
    fresh.length === turns.length
      ? core.frames
      : core.frames.map((f) => ({ ...f, members: f.members.map((m) => resumed(m, turns)) }));
  const opened = turns.reduce(
    (order, t) => (t.entry === null ? order : comeUp(order, t.entry, t.combatant)),
    core.order,
  );
  const group = opened.find((g) => g.entries.some((e) => fresh.some((t) => t.entry === e.key)));
  return {
    ...core,
    order: opened,
    cameUp: group === undefined || isBeforeHigher(opened, group) ? core.cameUp : rankOf(group),
    combatants:
      source === 'turn'
        ? core.combatants.map((c) =>
            turns.some((t) => t.combatant === c.id) ? { ...c, actedRound: core.clock.round } : c,
          )
        : core.combatants,
    frames: fresh.length === 0 ? frames : [...frames, { kind: 'group', members: fresh }],
    activations: Math.max(core.activations, ...turns.map((t) => t.activation)),
  };
}

/** Whether the game master has placed `group` before higher ones: that it comes up says nothing of how far the order has come (G-8). */
function isBeforeHigher(order: readonly Group[], group: Group): boolean {
  const after = order.slice(order.indexOf(group) + 1);
  return group.moved && after.some((g) => !g.moved && compareRanks(rankOf(g), rankOf(group)) > 0);
}

function resumed(member: Activation, turns: EventData['TurnStarted']['turns']): Activation {
  const turn = turns.find((t) => t.activation === member.id);
  return turn === undefined ? member : { ...member, key: turn.key, combatant: turn.combatant, started: true };
}

/** The frames without the group members whose entries have gone back among the waiting, or out of them (EP-6). */
export function stillActing(frames: readonly Frame[], order: readonly Group[]): readonly Frame[] {
  const hasGone = ({ state }: Entry) => state === 'waiting' || state === 'out';
  const gone = new Set(order.flatMap((g) => g.entries.filter(hasGone).map((e) => e.key)));
  const wentBack = (m: Activation) => m.entry !== null && !m.done && gone.has(m.entry);
  if (!frames.some((f) => f.kind === 'group' && f.members.some(wentBack))) return frames;
  return frames
    .map((f) => (f.kind === 'group' ? { ...f, members: f.members.filter((m) => !wentBack(m)) } : f))
    .filter((f) => f.members.some((m) => !m.done));
}

function comeUp(order: readonly Group[], key: string, combatant: string | null): readonly Group[] {
  const isIt = (e: Entry) => e.key === key;
  const at = order.findIndex((g) => g.entries.some(isIt));
  const group = order[at];
  if (group === undefined) return order;
  const entries = group.entries.map((e) => (isIt(e) ? { ...e, combatant, state: 'acting' as const } : e));
  return order.with(at, { ...group, entries, opened: true });
}

/** Who held a delayed action takes it: its interrupt stands on the stack. */
export function delayedActionTaken(core: Core, data: EventData['DelayedActionTaken']): Core {
  const { combatant, activation, entry, beneath } = data;
  const taken = changeCombatant({ ...core, begun: core.begun + deedOf(core, combatant) }, combatant, (c) => ({
    ...c,
    delayed: null,
  }));
  const marked = entry === null ? taken : changeEntry(taken, entry, (e) => ({ ...e, state: 'acting' }));
  return pushInterrupt(
    marked,
    {
      id: activation,
      key: combatant,
      combatant,
      entry,
      source: 'delayed',
      delayed: data.delayed,
      started: false,
      done: false,
    },
    beneath,
  );
}

/** Puts an interrupt on the stack, beneath the `beneath` topmost frames (G-4, G-16). */
export function pushInterrupt(core: Core, member: Activation, beneath: number): Core {
  const at = core.frames.length - beneath;
  const frame: Frame = { kind: 'interrupt', members: [member] };
  return {
    ...core,
    frames: [...core.frames.slice(0, at), frame, ...core.frames.slice(at)],
    activations: Math.max(core.activations, member.id),
  };
}

/** The activation is over; its entry, if it has one, is left as `state`. */
export function activationEnded(core: Core, activation: number, entry: string | null, state: EntryState): Core {
  const order = entry === null ? core.order : orderWith(core.order, entry, (e) => ({ ...e, state }));
  return { ...core, frames: framesAfter(core.frames, activation), order };
}

/** The frames once an activation is over. */
export function framesAfter(frames: readonly Frame[], activation: number): readonly Frame[] {
  return frames.flatMap((f) => {
    if (!f.members.some((m) => m.id === activation)) return f;
    const members = f.members.map((m) => (m.id === activation ? { ...m, done: true } : m));
    return members.every((m) => m.done) ? [] : { ...f, members };
  });
}
