import { actTogether, isRefusal, sameJson, type Core, type Encounter, type RuleSet, type View } from '@bitacora/engine';
import type { Turn } from '@bitacora/engine/testing';
import { owedPlaces } from './story.js';
import { deepFreeze, ensure } from './violation.js';

/** Something that leads the fight on, whoever does it. */
const LEADS_ON = ['start', 'rollInitiative', 'decideTie', 'advance', 'endTurn', 'act'];

/** A second, plain account of `undo` and `redo`: the states, oldest first, and those taken back. */
export interface Account {
  readonly past: Core[];
  readonly future: Core[];
}

/** Checks what must hold after every command, refused or not, and writes the account on. */
export function checkTurn(rules: RuleSet, account: Account, { command, before, view, result }: Turn): void {
  checkNotStuck(view, owedPlaces(before.now, rules.family));
  if (isRefusal(result)) return;
  const { encounter, events } = result;
  deepFreeze(encounter);
  if (events.length === 0) {
    ensure(encounter.now === before.now, 'a command without events changes nothing', () => command);
    return;
  }
  if (command.type === 'undo') undone(account, before, encounter);
  else if (command.type === 'redo') redone(account, before, encounter);
  else {
    account.past.push(before.now);
    account.future.length = 0;
  }
  checkNumbers(encounter.now);
  checkLimits(encounter.now);
  checkOrder(rules, encounter.now);
  if (command.type === 'spendMoxie') checkBegun(before.now, encounter.now);
}

/** Moxie sends nobody back among the waiting who has declared something in its turn (EP-6, G-2). */
function checkBegun({ frames, open }: Core, after: Core): void {
  const still = new Set(after.frames.flatMap((f) => f.members.map((m) => m.id)));
  for (const { id, done } of frames.flatMap((f) => f.members)) {
    const begun = !done && open.some((d) => d.activation === id && d.state !== 'vetoed');
    ensure(!begun || still.has(id), 'who has begun its turn goes on with it', () => after.order);
  }
}

function undone({ past, future }: Account, before: Encounter, after: Encounter): void {
  ensure(
    sameJson(after.now, past.pop()),
    'an undo gives back the state before the last command',
    () => after.now.clock,
  );
  future.push(before.now);
}

function redone({ past, future }: Account, before: Encounter, after: Encounter): void {
  ensure(sameJson(after.now, future.pop()), 'a redo gives back the state that was undone', () => after.now.clock);
  past.push(before.now);
}

function checkNumbers(core: Core): void {
  for (const { id, resources, wounds } of core.combatants) {
    ensure(wounds >= 0, 'wounds are never negative', () => ({ id, wounds }));
    for (const [name, value] of Object.entries(resources)) {
      ensure(value >= 0, 'no resource is ever negative', () => ({ id, name, value }));
      ensure(!name.startsWith('overReserve') || value <= 2, 'never more than two defences beyond the reserve', () => ({
        id,
        name,
        value,
      }));
    }
  }
}

/** How many of a kind one activation may hold, whatever the rule set. */
const AT_MOST: Readonly<Record<string, number>> = { maneuver: 2, action: 1, complex: 1, task: 1 };

function checkLimits(core: Core): void {
  const counts = new Map<string, number>();
  for (const { activation, action, state } of core.open) {
    if (activation === null || state === 'vetoed') continue;
    const key = `${String(activation)} ${action.kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const most = AT_MOST[action.kind] ?? Infinity;
    ensure(
      (counts.get(key) ?? 0) <= most,
      `never more than ${String(most)} ${action.kind} in one activation`,
      () => core.open,
    );
  }
}

function checkOrder(rules: RuleSet, core: Core): void {
  const { order } = core;
  const together = actTogether(core, rules);
  const from = order.findLastIndex((group) => group.opened) + 1;
  const ranks = order
    .slice(from)
    .filter((group) => !group.moved)
    .map((group) => group.entries[0]?.rank ?? []);
  for (const [i, rank] of ranks.slice(1).entries()) {
    const compared = compare(ranks[i] ?? [], rank);
    ensure(compared > 0 || (compared === 0 && !together), 'what has not come up is sorted by rank', () => order);
  }
  const keys = order.flatMap((group) => group.entries.map((e) => e.key));
  ensure(new Set(keys).size === keys.length, 'no entry stands twice in the order', () => keys);
  ensure(
    order.every((group) => group.entries.length > 0),
    'no group is empty',
    () => order,
  );
  const active = new Set(core.combatants.filter((c) => c.status === 'active').map((c) => c.id));
  const waiting = order.flatMap((group) => group.entries).filter((e) => e.state === 'waiting' && e.combatant !== null);
  ensure(
    waiting.every((e) => active.has(String(e.combatant))),
    'who is not active does not wait for a turn (G-3)',
    () => order,
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function checkNotStuck(
  { status, clock, options, acting, available, combatants, pending }: View,
  owed: readonly string[] | null,
): void {
  const able =
    owed?.length !== 0 && combatants.some((c) => c.status === 'active' && !c.sidelined && c.withdrawn === null);
  if (status !== 'running' || !able) return;
  const somebodyActs = clock.stage !== 'actions' || acting.length > 0 || options.slots === true;
  ensure(somebodyActs, 'in stage `actions` somebody acts', () => ({ clock, available }));
  const possible = Object.values(available).flat();
  const goesOn =
    possible.some((command) => LEADS_ON.includes(command)) ||
    (pending.declarations.length > 0 && possible.includes('declare'));
  ensure(goesOn, 'while somebody can act something leads the fight on', () => ({ clock, available, pending }));
}
