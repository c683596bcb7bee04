import {
  cancel,
  entryOf,
  expireConditions,
  isAble,
  notActing,
  refuse,
  resolveDeclaration,
  theCombatant,
  type Activation,
  type Combatant,
  type Core,
  type Declaration,
  type Delayed,
  type Draft,
  type Handler,
  type Refusal,
} from '@bitacora/engine';
import {
  actionsLeft,
  belongs,
  celerityLeft,
  extraKey,
  firstIsLeft,
  furtherIn,
  hasDeclared,
  inARow,
  leaveOrder,
  openActivation,
  placeOf,
  playsFirst,
  undecidedBy,
} from './plan.js';

/** `defend`: at any moment while actions are left: a defensive one first, then a further one, the last one first, then the first (ST-9). */
export const defend: Handler<'defend'> = {
  gate: 'pending',
  may: mayDefend,
  run: (draft, { combatant: id, kind, label }) => {
    const c = theCombatant(draft.core, id);
    const used = usedFor(draft.core, c);
    const made = { combatant: id, kind: kind ?? null, label: label ?? null, difficulty: null };
    if (used === 'celerity') {
      draft.emit('DefenceMade', {
        ...made,
        declaration: null,
        set: { [id]: { memory: { celerityUsed: Number(c.memory.celerityUsed ?? 0) + 1 } } },
      });
      return null;
    }
    const declaration = used === 'first' ? firstOf(draft.core, c) : used;
    const first = used === 'first' || placeOf(used) === 0;
    const cost = costOf(draft.core, c, first ? null : used);
    const spent = first ? { set: { [id]: { memory: { firstUsed: draft.core.clock.round } } } } : {};
    draft.emit('DefenceMade', { ...made, declaration: declaration?.id ?? null, ...spent });
    if (declaration !== undefined) useUp(draft, declaration);
    if (first || !goesOn(draft.core, id)) pay(draft, id, cost);
    if (declaration !== undefined) leaveOrder(draft, declaration, 'defence', 'ST-9');
    return null;
  },
};

function mayDefend(core: Core, id: string): Refusal | null {
  const c = theCombatant(core, id);
  const now = core.clock.stage === 'actions' || core.clock.stage === 'standby';
  if (!now || !isAble(c)) return notActing(core, id);
  return actionsLeft(core, c) > 0 ? null : refuse('NO_ACTION_LEFT', 'ST-9', { combatant: id });
}

/** What the next defence uses up. There is something left. */
function usedFor(core: Core, c: Combatant): Declaration | 'first' | 'celerity' {
  if (!hasDeclared(core, c)) return celerityLeft(core, c) > 0 ? 'celerity' : 'first';
  const left = undecidedBy(core, c.id);
  const beside = left.find((d) => placeOf(d) === null);
  if (beside !== undefined) return beside;
  const first = firstIsLeft(core, c);
  const defensiveFirst = left.find((d) => placeOf(d) === 0 && d.action.defensive === true);
  if (first && defensiveFirst !== undefined) return defensiveFirst;
  return left.findLast((d) => (placeOf(d) ?? 0) >= 1) ?? 'first';
}

function firstOf(core: Core, c: Combatant): Declaration | undefined {
  return undecidedBy(core, c.id).find((d) => placeOf(d) === 0);
}

/** A declaration used for a defence is resolved if it was defensive, else cancelled. */
function useUp(draft: Draft, declaration: Declaration): void {
  if (declaration.action.defensive === true) resolveDeclaration(draft, declaration, null, []);
  else cancel(draft, declaration);
}

/** What a used action was: in progress, delayed, or with an entry of its own that waits. */
interface Cost {
  readonly activation: Activation | null;
  readonly held: Delayed | null;
  readonly entry: string | null;
}

/** What using `further`, or the first action where it is null, costs besides the declaration. */
function costOf(core: Core, c: Combatant, further: Declaration | null): Cost {
  if (further !== null && placeOf(further) === null) return { activation: null, held: null, entry: null };
  const activation = openActivation(core, c.id) ?? null;
  const plays = (a: Activation) => (further === null ? playsFirst(a) : belongs(core, a, further));
  const held = c.delayed !== null && isHeld(core, c.delayed, c.id, further) ? c.delayed : null;
  return {
    activation: activation !== null && plays(activation) ? activation : null,
    held,
    entry: further === null && entryOf(core, c.id)?.state === 'waiting' ? c.id : null,
  };
}

function isHeld(core: Core, delayed: Delayed, id: string, further: Declaration | null): boolean {
  if (further === null) return delayed.key === id;
  return delayed.key === extraKey(id) && (inARow(core) || placeOf(further) === delayed.pass - 1);
}

/** Whether the turn of the further actions goes on with others: only in a row. */
function goesOn(core: Core, id: string): boolean {
  return inARow(core) && furtherIn(core, id, core.clock.pass).length > 0;
}

/** Forfeits what the used action was: its activation ends, or it is let go of, or its entry waits no more. */
function pay(draft: Draft, id: string, { activation, held, entry }: Cost): void {
  const forfeited = { combatant: id, activation: activation?.id ?? null, rule: 'ST-9' };
  if (activation !== null) {
    draft.emit('TurnForfeited', { ...forfeited, key: activation.entry ?? activation.key });
    expireConditions(draft, 'endOfTurn', id);
  } else if (held !== null && (entryOf(draft.core, held.key)?.state ?? 'delayed') !== 'delayed') {
    draft.emit('DelayedActionLost', { combatant: id, delayed: held, reason: 'defence' });
  } else if (held !== null) {
    draft.emit('TurnForfeited', { ...forfeited, key: held.key, set: { [id]: { delayed: null } } });
  } else if (entry !== null) draft.emit('TurnForfeited', { ...forfeited, key: entry });
}
