import {
  buildOrder,
  insert,
  lastOpened,
  refuse,
  theCombatant,
  type Combatant,
  type Core,
  type Draft,
  type Group,
  type Handler,
  type Refusal,
} from '@bitacora/engine';

/** Whether `c` has bought the first place in the present pass (EP-6). */
export function goesFirst(core: Core, c: Combatant): boolean {
  return c.memory.moxieRound === core.clock.round && c.memory.moxiePass === core.clock.pass;
}

/** What refuses a point of Moxie now; in the family's order of codes. */
function moxieRefusal(core: Core, id: string): Refusal | null {
  const { stage } = core.clock;
  if (stage === 'initiative' && core.resume !== null) return refuse('INITIATIVE_PENDING', 'G-8');
  const c = theCombatant(core, id);
  if ((c.resources.moxie ?? 0) < 1) return refuse('NO_MOXIE', 'EP-6', { combatant: id });
  if (core.begun > 0 || stage === 'standby') return refuse('MOXIE_TOO_LATE', 'EP-6', { combatant: id });
  if (goesFirst(core, c)) return refuse('MOXIE_SPENT', 'EP-6', { combatant: id });
  if (!c.came) return refuse('NOT_WAITING', 'EP-6', { combatant: id });
  return stage === 'initiative' || isWaiting(core, id) ? null : refuse('NOT_WAITING', 'EP-6', { combatant: id });
}

/** An entry that waits in this pass; the group at the head that has not begun counts as waiting. */
function isWaiting(core: Core, id: string): boolean {
  return core.order.some((g) =>
    g.entries.some((e) => e.combatant === id && (e.state === 'waiting' || e.state === 'acting')),
  );
}

/** `spendMoxie`: its spender goes first in this pass; during `initiative`, in pass 1. */
export const spendMoxie: Handler<'spendMoxie'> = {
  gate: 'free',
  may: moxieRefusal,
  run: (draft, { combatant: id }) => {
    const { core } = draft;
    const left = (theCombatant(core, id).resources.moxie ?? 0) - 1;
    const { round, pass } = core.clock;
    draft.emit('MoxieSpent', {
      combatant: id,
      pass,
      left,
      set: { [id]: { resources: { moxie: left }, memory: { moxieRound: round, moxiePass: pass } } },
    });
    if (core.clock.stage !== 'initiative') sortAgain(draft, id);
    return null;
  },
};

/** The group at the head goes back among the waiting, and all that is not placed by the game master is sorted again. */
function sortAgain(draft: Draft, id: string): void {
  const { core, rules } = draft;
  const at = lastOpened(core.order);
  const back = core.order.map((g, i): Group =>
    i === at
      ? { ...g, opened: false, entries: g.entries.map((e) => (e.state === 'acting' ? { ...e, state: 'waiting' } : e)) }
      : g,
  );
  const again = new Set([id, ...(core.order[at]?.entries.map((e) => e.combatant ?? '') ?? [])]);
  const entries = back.flatMap((g) => g.entries).filter((e) => again.has(e.combatant ?? ''));
  const rest = back
    .map((g) => ({ ...g, entries: g.entries.filter((e) => !again.has(e.combatant ?? '')) }))
    .filter((g) => g.entries.length > 0);
  const order = entries
    .map((e) => ({ ...e, ...rules.order.standing(core, e) }))
    .reduce((sorted, e) => insert(sorted, e, true), rest.length === 0 ? buildOrder([], true) : rest);
  draft.emit('OrderChanged', { reason: 'moxie', rule: 'EP-6', order });
}
