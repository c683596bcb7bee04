import {
  pendingRolls,
  rulingsOf,
  type Condition,
  type Core,
  type Declaration,
  type Entry,
  type Frame as ActingFrame,
  type Group,
  type RuleSet,
  type Stage,
} from '@bitacora/engine';
import { unseenIn, type Shown, type Sight, type Withheld } from './sight.js';

/** Nobody that is shown: stands on top of the stack while a hidden one acts. */
const NOBODY: ActingFrame = { kind: 'interrupt', members: [] };

/** The encounter as a scope may see it: as if the hidden had never been, but for the time that passes. */
export function masked({ encounter, pass, stage, withheld, order }: Shown, sight: Sight): Core {
  const core = encounter.now;
  const hidden = unseenIn(core, sight);
  const at = encounter.revision;
  const declarations = (all: readonly Declaration[]) =>
    inOrder(all.flatMap((d) => maskedDeclaration(d, at, hidden, withheld, sight)));
  const waitsForHidden = stage !== core.clock.stage;
  return {
    ...core,
    clock: { ...core.clock, pass, stage },
    resume: waitsForHidden ? null : core.resume,
    combatants: core.combatants.filter((c) => !c.hidden).map((c) => withResources(c, withheld)),
    removed: [],
    memory: withoutGone(core.memory, sight.gone),
    order: maskedOrder(order ?? core.order, hidden),
    frames: withNobody(maskedFrames(core.frames, hidden), core, stage, waitsForHidden),
    open: declarations(core.open),
    closed: {
      sealed: core.closed.sealed.map(declarations),
      tail: declarations(core.closed.tail),
    },
    conditions: core.conditions.flatMap((c) => maskedCondition(c, at, core, sight)),
  };
}

/** What the rules remember of the encounter, without what they remember of those who were hidden when they went (SW-9). */
function withoutGone(memory: Core['memory'], gone: ReadonlySet<string>): Core['memory'] {
  if (gone.size === 0) return memory;
  const kept = (value: Core['memory'][string]): Core['memory'][string] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([id]) => !gone.has(id)))
      : value;
  return Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, kept(value)]));
}

/** Nobody acts while the fight waits for a hidden one, nor between two frames: in another world a hidden one would act there. */
function withNobody(
  frames: readonly ActingFrame[],
  core: Core,
  stage: Stage,
  waitsForHidden: boolean,
): readonly ActingFrame[] {
  const isBetween = core.status === 'running' && stage === 'actions' && frames.length === 0;
  return (waitsForHidden || isBetween) && frames.at(-1) !== NOBODY ? [...frames, NOBODY] : frames;
}

function withResources(c: Core['combatants'][number], withheld: Withheld): Core['combatants'][number] {
  const kept = Object.hasOwn(withheld, c.id) ? withheld[c.id] : undefined;
  return kept === undefined ? c : { ...c, resources: kept.resources };
}

/**
 * The stage that is shown in `core`, `before` being shown until now: a stage is entered where it would wait, or might be used,
 * without the hidden ones; else what was shown goes on.
 */
export function shownStage(core: Core, rules: RuleSet, before: Stage, sight: Sight): Stage {
  const { stage } = core.clock;
  const hidden = unseenIn(core, sight);
  if (core.status !== 'running' || stage === before) return stage;
  const bare = {
    ...core,
    combatants: core.combatants.filter((c) => !c.hidden),
    order: maskedOrder(core.order, hidden),
  };
  return wouldBeEntered(stage, core, bare, rules, before) ? stage : before;
}

function wouldBeEntered(stage: Stage, core: Core, bare: Core, rules: RuleSet, before: Stage): boolean {
  const mustDeclare = (): boolean => (rules.order.declarers?.(bare) ?? []).length > 0;
  switch (stage) {
    case 'initiative':
      return core.resume === null || pendingRolls(bare, rules).length > 0;
    case 'declaration':
      return mustDeclare();
    case 'tie':
      return rulingsOf(bare, rules).length > 0;
    case 'standby':
      return bare.order.length > 0 && bare.combatants.some((c) => c.delayed !== null);
    case 'close':
      return rules.moments.closeIsUsed?.(bare) === true;
    case 'actions':
      return !(before === 'declaration' && mustDeclare()) && (core.order.length === 0 || bare.order.length > 0);
    default:
      return true;
  }
}

/** The order without hidden ones; a place that a hidden one took shows as forfeited, one that it rolled as its taker's. */
export function maskedOrder(order: readonly Group[], hidden: ReadonlySet<string>): readonly Group[] {
  if (hidden.size === 0) return asComeUp(order);
  return asComeUp(
    order
      .map((group) => ({ ...group, entries: group.entries.flatMap((entry) => maskedEntry(entry, hidden)) }))
      .filter((group) => group.entries.length > 0),
  );
}

const CAME_UP: readonly string[] = ['acting', 'acted', 'delayed'];

/** Which groups have come up, by their entries alone: one that was passed also when a hidden one after it came up is none. */
function asComeUp(order: readonly Group[]): readonly Group[] {
  const last = order.findLastIndex((group) => group.entries.some(({ state }) => CAME_UP.includes(state)));
  const isSo = order.every(({ opened }, i) => opened === i <= last);
  return isSo ? order : order.map((group, i) => ({ ...group, opened: i <= last }));
}

function maskedEntry(entry: Entry, hidden: ReadonlySet<string>): readonly Entry[] {
  const takenByHidden = entry.combatant !== null && hidden.has(entry.combatant);
  if (!isRolledByHidden(entry.key, hidden))
    return takenByHidden ? [{ ...entry, combatant: null, state: 'forfeited' }] : [entry];
  if (entry.combatant === null || takenByHidden) return [];
  return [{ ...entry, key: shownKey(entry.key, entry.combatant, hidden) }];
}

function isRolledByHidden(key: string, hidden: ReadonlySet<string>): boolean {
  const colon = key.indexOf(':');
  return hidden.has(colon < 0 ? key : key.slice(0, colon));
}

/** The key of a place that `taker` has: a slot that a hidden one rolled shows as its taker's. */
export function shownKey(key: string, taker: string, hidden: ReadonlySet<string>): string {
  return isRolledByHidden(key, hidden) ? `${taker}:slot` : key;
}

/** The stack without hidden ones; while a hidden one acts, nobody that is shown does. */
export function maskedFrames(frames: readonly ActingFrame[], hidden: ReadonlySet<string>): readonly ActingFrame[] {
  if (hidden.size === 0) return frames;
  const shown = frames.map((frame) => ({
    ...frame,
    members: frame.members.filter((m) => m.combatant === null || !hidden.has(m.combatant)),
  }));
  const top = shown.at(-1);
  const kept = shown.filter((frame) => frame.members.some((m) => !m.done));
  const hiddenActs = top !== undefined && !top.members.some((m) => !m.done);
  return hiddenActs ? [...kept, NOBODY] : kept;
}

function maskedDeclaration(
  d: Declaration,
  at: number,
  hidden: ReadonlySet<string>,
  withheld: Withheld,
  { declarations }: Sight,
): readonly Declaration[] {
  if (hidden.has(d.combatant) || isWithheld(withheld, d)) return [];
  const id = declarations.shownAs(d.id, at);
  return id === undefined ? [] : [{ ...d, id }];
}

/** In the order in which they were shown, which is not that in which they were made where some were secret. */
function inOrder(declarations: readonly Declaration[]): readonly Declaration[] {
  const numbers = declarations.map((d) => Number(d.id.slice(1)));
  if (numbers.every((number, i) => i === 0 || number > (numbers[i - 1] as number))) return declarations;
  return [...declarations].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}

/** Whether a declaration was made in secret and does not show yet. */
export function isWithheld(withheld: Withheld, { id, combatant }: Pick<Declaration, 'id' | 'combatant'>): boolean {
  return Object.hasOwn(withheld, combatant) && withheld[combatant]?.declarations.includes(id) === true;
}

function maskedCondition(c: Condition, at: number, core: Core, { conditions }: Sight): readonly Condition[] {
  const id = conditions.shownAs(c.id, at);
  const isSeen = core.combatants.some((one) => one.id === c.combatant && !one.hidden);
  return id === undefined || !isSeen ? [] : [{ ...c, id, until: maskedUntil(c.until, core) }];
}

/** When a condition ends; at whose turn is said only of one who is there to see. */
export function maskedUntil(until: Condition['until'], { combatants }: Core): Condition['until'] {
  const isSeen = until === null || until.of === null || combatants.some((c) => c.id === until.of && !c.hidden);
  return isSeen ? until : { ...until, of: null };
}
