import {
  alone,
  compareRanks,
  counted,
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

/** Those at the head who have not begun go back among the waiting, sorted again as all; the spender comes first. */
function sortAgain(draft: Draft, spender: string): void {
  const { core, rules } = draft;
  const head = core.order[lastOpened(core.order)];
  const back = (head?.entries ?? [])
    .filter((e) => isFresh(core, e))
    .map((e): Entry => ({ ...e, state: isUsable(core, rules, e) ? 'waiting' : 'out' }));
  const order = sentBack(core.order, back);
  const own = order.flatMap((g) => g.entries).filter((e) => e.combatant === spender);
  const others = back.filter((e) => !own.includes(e) && !staysPlaced(core, rules, head, e));
  const sorted = [...others, ...own].reduce<readonly Group[]>(
    (done, e) => place(without(done, e.key), { ...e, ...rules.order.standing(core, e) }),
    order,
  );
  draft.emit('OrderChanged', { order: sorted, reason: 'moxie', rule: 'EP-6' });
}

/** Whether the game master had put the head where it stands, and its score has not changed since. */
function staysPlaced(core: Core, rules: RuleSet, head: Group | undefined, entry: Entry): boolean {
  return head?.moved === true && compareRanks(rules.order.standing(core, entry).rank, entry.rank) === 0;
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

/** Puts an entry behind those that wait with a higher rank, beside one with an equal one, else before all; those placed by the game master hold nobody back. */
function place(order: readonly Group[], entry: Entry): readonly Group[] {
  const from = lastOpened(order) + 1;
  const compared = (g: Group, i: number) => (i < from || g.moved ? null : compareRanks(rankOf(g), entry.rank));
  const equal = order.findIndex((g, i) => compared(g, i) === 0);
  const beside = order[equal];
  if (beside !== undefined) return order.with(equal, { ...beside, entries: [...beside.entries, entry] });
  const higher = order.findLastIndex((g, i) => (compared(g, i) ?? 0) > 0);
  return order.toSpliced(Math.max(from, higher + 1), 0, alone(entry));
}
