import { combatantOf, isAble, type Core, type Entry, type Group, type Rank } from '../encounter.js';
import type { Draft } from '../draft.js';
import type { Patch } from '../event.js';
import { sameJson } from '../json.js';
import type { Place, RuleSet, ScoreChange, Spec } from '../ruleset.js';
import { hasScore } from './may-act.js';

/** Compares two sort keys left to right: positive when `a` goes before `b`. */
export function compareRanks(a: Rank, b: Rank): number {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The index of the group that came up last in this pass, -1 before the first. */
export function lastOpened(order: readonly Group[]): number {
  return order.findLastIndex((g) => g.opened);
}

/** The entries that stand after the group that came up last. */
export function entriesAhead(core: Core): readonly Entry[] {
  return core.order.slice(lastOpened(core.order) + 1).flatMap((g) => g.entries);
}

/** The entry `key` of the present order. */
export function entryOf(core: Core, key: string): Entry | undefined {
  return core.order.flatMap((g) => g.entries).find((e) => e.key === key);
}

/** A place with its standing now. */
export function specOf(core: Core, rules: RuleSet, place: Place): Spec {
  const { combatant, entry, key } = place;
  const { rank, score } = rules.order.standing(core, place);
  return { combatant, entry, key, rank, score };
}

/** The places of pass `pass` with the standings that they have in it: what holds for one pass only (EP-6) is of that one. */
export function specsOf(core: Core, rules: RuleSet, pass: number): readonly Spec[] {
  const inPass: Core = core.clock.pass === pass ? core : { ...core, clock: { ...core.clock, pass } };
  return rules.order.places(inPass, pass).map((place) => specOf(inPass, rules, place));
}

/** The order of `specs`: highest first, equal ranks together where the family says so, else in the given order. */
export function buildOrder(specs: readonly Spec[], together: boolean): readonly Group[] {
  const sorted = [...specs].sort((a, b) => compareRanks(b.rank, a.rank));
  const groups: Group[] = [];
  for (const spec of sorted) {
    const entry: Entry = { ...spec, state: 'waiting' };
    const last = groups.at(-1);
    if (together && last !== undefined && compareRanks(rankOf(last), spec.rank) === 0) {
      groups[groups.length - 1] = { ...last, entries: [...last.entries, entry] };
    } else groups.push(alone(entry));
  }
  return groups;
}

/** The sort key of a group: that of its first entry. */
export function rankOf(group: Group): Rank {
  return group.entries[0]?.rank ?? [];
}

/** `order` without the entry `key`, and without its group if nothing else is in it. */
export function without(order: readonly Group[], key: string): readonly Group[] {
  return order
    .map((g) => (g.entries.some((e) => e.key === key) ? { ...g, entries: g.entries.filter((e) => e.key !== key) } : g))
    .filter((g) => g.entries.length > 0);
}

/** Whether entries of one rank are one group in this encounter. */
export function actTogether(core: Core, rules: RuleSet): boolean {
  const { together } = rules.initiative;
  return typeof together === 'boolean' ? together : together(core);
}

/** Whose roll a place stands for: its combatant, or for a slot the one whose key it has (SW-9). */
function rollerOf(place: Place): string {
  return place.combatant ?? place.key;
}

/** Puts `entry` among the groups that have not come up: before the first whose rank is lower, or into the equal one; those that the game master placed are passed by (G-17). */
export function insert(order: readonly Group[], entry: Entry, together: boolean): readonly Group[] {
  const from = lastOpened(order) + 1;
  for (let i = from; i < order.length; i += 1) {
    const group = order[i] as Group;
    if (group.moved) continue;
    const compared = compareRanks(rankOf(group), entry.rank);
    if (compared === 0 && together) return order.with(i, { ...group, entries: [...group.entries, entry] });
    if (compared < 0) return [...order.slice(0, i), alone(entry), ...order.slice(i)];
  }
  return [...order, alone(entry)];
}

/** A group of one. */
export function alone(entry: Entry, moved = false): Group {
  return { entries: [entry], moved, opened: false };
}

/** Whether an entry may come up: its owner can have turns and can use it. A slot always may; it is skipped when it comes up. */
export function isUsable(core: Core, rules: RuleSet, place: Place): boolean {
  if (place.combatant === null) return true;
  const owner = combatantOf(core, place.combatant);
  return owner !== undefined && isAble(owner) && (rules.order.usable?.(core, place) ?? true);
}

/** Whether the pass has come to its end, so that no place in it is still to come (G-8). */
function nothingIsAhead({ clock, resume }: Core): boolean {
  return ['standby', 'close'].includes(resume ?? clock.stage);
}

/** Whether `spec` would sort strictly after the group that came up last (G-8); `behindTies`: an equal one does (YS-3). */
export function isAhead(core: Core, spec: Spec, behindTies = false): boolean {
  if (nothingIsAhead(core)) return false;
  const compared = core.cameUp === null ? -1 : compareRanks(spec.rank, core.cameUp);
  return compared < 0 || (behindTies && compared === 0);
}

/** The places that those who came in during the round would take ahead. */
export function arrivalSpecs(core: Core, rules: RuleSet): readonly Spec[] {
  const ids = core.combatants.filter((c) => c.arriving && isAble(c) && hasScore(core, rules, c)).map((c) => c.id);
  if (ids.length === 0) return [];
  const taken = new Set(core.order.flatMap((g) => g.entries.map((e) => e.key)));
  return rules.order
    .places(core, core.clock.pass)
    .filter((place) => ids.includes(rollerOf(place)) && !taken.has(place.key))
    .map((place) => specOf(core, rules, place))
    .filter((spec) => isAhead(core, spec, rules.initiative.behindTies));
}

/** Gives those who came in during the round their places, if these are ahead; from then on they count as come in (G-8). */
export function placeArrivals(draft: Draft): boolean {
  const { core, rules } = draft;
  const arrived = core.combatants.filter((c) => c.arriving && isAble(c) && hasScore(core, rules, c));
  if (arrived.length === 0) return false;
  const order = arrivalSpecs(core, rules).reduce<readonly Group[]>(
    (sorted, spec) => insert(sorted, { ...spec, state: 'waiting' }, actTogether(core, rules)),
    core.order,
  );
  const set = Object.fromEntries(arrived.map((c): [string, Patch] => [c.id, { arriving: false }]));
  draft.emit('OrderChanged', { order, reason: 'arrival', rule: 'G-8', set });
  return true;
}

/** Brings the entries ahead up to date after a change: waiting or out, and for `rescored` ids their score, moved only by a change of it (G-3, G-17). */
export function refreshOrder(
  draft: Draft,
  reason: string,
  rule: string,
  rescored: { readonly ids: readonly string[]; readonly cause: ScoreChange } | null,
): void {
  const { core, rules } = draft;
  const counts = rescored !== null && rules.initiative.counts(core, rescored.cause);
  const states = withStates(core, rules);
  const changed = counts ? rescoredEntries(core, rules, states, rescored.ids) : [];
  const stays = (e: Entry) => staysInPlace(states, e, rescored?.cause ?? null);
  const moving = changed.filter((e) => !stays(e));
  const updated = changed.filter(stays).reduce(replaced, states);
  const rest = moving.reduce((order, e) => without(order, e.key), updated);
  const order = moving.reduce((sorted, e) => insert(sorted, e, actTogether(core, rules)), rest);
  if (!sameJson(order, core.order)) draft.emit('OrderChanged', { order, reason, rule });
}

/** The entries ahead of `ids` whose standing is not what they were sorted by, with their new one. */
function rescoredEntries(
  core: Core,
  rules: RuleSet,
  order: readonly Group[],
  ids: readonly string[],
): readonly Entry[] {
  return entriesAhead({ ...core, order })
    .filter((e) => ids.includes(rollerOf(e)))
    .map((e) => ({ before: e, after: { ...e, ...rules.order.standing(core, e) } }))
    .filter(({ before, after }) => !sameJson(before, after))
    .map(({ after }) => after);
}

/** Whether an entry keeps its place with a new standing: its rank is what it was, or the game master placed it and only a tie was broken. */
function staysInPlace(order: readonly Group[], entry: Entry, cause: ScoreChange | null): boolean {
  const group = order.find((g) => g.entries.some((e) => e.key === entry.key));
  const before = group?.entries.find((e) => e.key === entry.key);
  return sameJson(before?.rank, entry.rank) || (group?.moved === true && cause === 'tieBreak');
}

function replaced(order: readonly Group[], entry: Entry): readonly Group[] {
  return order.map((g) => ({ ...g, entries: g.entries.map((e) => (e.key === entry.key ? entry : e)) }));
}

/** The very order where nothing changes. */
function withStates(core: Core, rules: RuleSet): readonly Group[] {
  const { order } = core;
  if (nothingIsAhead(core)) return order;
  const from = lastOpened(order) + 1;
  const isStale = (e: Entry) => withState(core, rules, e) !== e;
  if (!order.some((group, i) => i >= from && group.entries.some(isStale))) return order;
  return order.map((group, i) =>
    i < from ? group : { ...group, entries: group.entries.map((e) => withState(core, rules, e)) },
  );
}

function withState(core: Core, rules: RuleSet, entry: Entry): Entry {
  if (entry.state !== 'waiting' && entry.state !== 'out') return entry;
  const state = isUsable(core, rules, entry) ? 'waiting' : 'out';
  return entry.state === state ? entry : { ...entry, state };
}
