import {
  cancel,
  entryOf,
  notActing,
  refuse,
  resolveDeclaration,
  theCombatant,
  isAble,
  without,
  type Combatant,
  type Core,
  type Declaration,
  type Draft,
  type Entry,
  type Handler,
  type Refusal,
} from '@bitacora/engine';
import {
  actionsLeft,
  celerityLeft,
  extraKey,
  firstIsLeft,
  furtherIn,
  hasDeclared,
  openActivation,
  placeOf,
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
    const isFirst = used === 'first' || placeOf(used) === 0;
    const spent = isFirst ? { set: { [id]: { memory: { firstUsed: draft.core.clock.round } } } } : {};
    draft.emit('DefenceMade', { ...made, declaration: declaration?.id ?? null, ...spent });
    if (declaration !== undefined) useUp(draft, declaration);
    if (isFirst) forfeit(draft, id, id);
    else if (declaration !== undefined) leaveFurther(draft, id, declaration);
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

/** The entry of a further action that is gone: waiting it leaves the order, acting or delayed it is forfeited; in a row it stays while others are left. */
function leaveFurther(draft: Draft, id: string, declaration: Declaration): void {
  const { core } = draft;
  const key = extraKey(id);
  const inThisPass =
    core.clock.pass >= 2 && (core.options.furtherActions === 'inARow' || placeOf(declaration) === core.clock.pass - 1);
  const held = theCombatant(core, id).delayed;
  const isHeld =
    held?.key === key && (core.options.furtherActions === 'inARow' || placeOf(declaration) === held.pass - 1);
  if (placeOf(declaration) === null || !(inThisPass || isHeld)) return;
  if (furtherIn(core, id, isHeld ? held.pass : core.clock.pass).length > 0) return;
  const entry = entryOf(core, key);
  if (entry?.state === 'waiting' && !isHeld)
    draft.emit('OrderChanged', { reason: 'defence', rule: 'ST-9', order: without(core.order, key) });
  else forfeit(draft, id, key);
}

/** Forfeits the entry `key`, ends its activation, and lets go of it if it was delayed. */
function forfeit(draft: Draft, id: string, key: string): void {
  const { core } = draft;
  const activation = openActivation(core, id);
  const plays = activation !== undefined && (activation.delayed?.key ?? activation.entry) === key;
  const held = theCombatant(core, id).delayed?.key === key;
  const entry = entryOf(core, key);
  if (!plays && !held && !stillToCome(entry)) return;
  draft.emit('TurnForfeited', {
    key,
    combatant: id,
    activation: plays ? activation.id : null,
    rule: 'ST-9',
    ...(held && { set: { [id]: { delayed: null } } }),
  });
}

function stillToCome(entry: Entry | undefined): boolean {
  return entry?.state === 'waiting';
}
