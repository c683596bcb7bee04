import {
  alone,
  compareRanks,
  counted,
  insert,
  isUsable,
  lastOpened,
  rankOf,
  refuse,
  theCombatant,
  without,
  type Combatant,
  type Core,
  type Draft,
  type Entry,
  type Group,
  type Handler,
  type Refusal,
  type RuleSet,
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
  if (core.begun > 0 || stage === 'standby' || hasBegun(core, id))
    return refuse('MOXIE_TOO_LATE', 'EP-6', { combatant: id });
  if (goesFirst(core, c)) return refuse('MOXIE_SPENT', 'EP-6', { combatant: id });
  if (!c.came) return refuse('NOT_WAITING', 'EP-6', { combatant: id });
  return stage === 'initiative' || isWaiting(core, id) ? null : refuse('NOT_WAITING', 'EP-6', { combatant: id });
}

/** An entry that waits in this pass; who has come up at the head and not begun counts as waiting. */
function isWaiting(core: Core, id: string): boolean {
  return entriesOf(core, id).some((e) => e.state === 'waiting' || isFresh(core, e));
}

function hasBegun(core: Core, id: string): boolean {
  return entriesOf(core, id).some((e) => e.state === 'acting' && !isFresh(core, e));
}

function entriesOf(core: Core, id: string): readonly Entry[] {
  return core.order.flatMap((g) => g.entries).filter((e) => e.combatant === id);
}

/** Whether an entry has come up in its turn and its owner has done nothing yet. What a hidden one does is not counted in `begun`. */
function isFresh(core: Core, { key, state }: Entry): boolean {
  const turns = core.frames.flatMap((f) => (f.kind === 'group' ? f.members : []));
  const turn = turns.find((m) => m.entry === key && !m.done);
  return state === 'acting' && turn !== undefined && counted(core, turn).length === 0;
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

/** Those at the head who have not begun go back among the waiting, where they stand unless their scores have changed; the spender comes first. */
function sortAgain(draft: Draft, spender: string): void {
  const { core, rules } = draft;
  const head = (core.order[lastOpened(core.order)]?.entries ?? []).filter((e) => isFresh(core, e));
  const back = head.map((e): Entry => ({ ...e, state: isUsable(core, rules, e) ? 'waiting' : 'out' }));
  const others = back.filter((e) => e.combatant !== spender);
  const sorted = rescored(core, rules, sentBack(core.order, back), others);
  const entry = sorted.flatMap((g) => g.entries).find((e) => e.combatant === spender);
  if (entry === undefined) return;
  const order = placeFirst(without(sorted, entry.key), { ...entry, ...rules.order.standing(core, entry) });
  draft.emit('OrderChanged', { order, reason: 'moxie', rule: 'EP-6' });
}

/** The order in which `back` of the group that came up last have not: they are a group of their own after those that have begun. */
function sentBack(order: readonly Group[], back: readonly Entry[]): readonly Group[] {
  const at = lastOpened(order);
  const stays = (e: Entry) => !back.some(({ key }) => key === e.key);
  return order
    .flatMap((g, i): readonly Group[] =>
      i === at
        ? [
            { ...g, entries: g.entries.filter(stays) },
            { ...g, entries: back, opened: false },
          ]
        : [g],
    )
    .filter((g) => g.entries.length > 0);
}

/** `order` with those of `entries` in their places whose scores have changed since they came up. */
function rescored(core: Core, rules: RuleSet, order: readonly Group[], entries: readonly Entry[]): readonly Group[] {
  return entries
    .map((e) => ({ before: e, after: { ...e, ...rules.order.standing(core, e) } }))
    .filter(({ before, after }) => compareRanks(before.rank, after.rank) !== 0)
    .reduce((sorted, { after }) => insert(without(sorted, after.key), after, true), order);
}

/** Puts one who has bought the first place behind higher spenders, beside equal ones, else before all that wait, those placed by the game master included. */
function placeFirst(order: readonly Group[], entry: Entry): readonly Group[] {
  const from = lastOpened(order) + 1;
  const compared = (g: Group, i: number) => (i < from || g.moved ? null : compareRanks(rankOf(g), entry.rank));
  const equal = order.findIndex((g, i) => compared(g, i) === 0);
  const beside = order[equal];
  if (beside !== undefined) return order.with(equal, { ...beside, entries: [...beside.entries, entry] });
  const higher = order.findLastIndex((g, i) => (compared(g, i) ?? 0) > 0);
  return order.toSpliced(Math.max(from, higher + 1), 0, alone(entry));
}
