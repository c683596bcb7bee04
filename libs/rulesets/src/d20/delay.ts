import {
  actHandler,
  combatantOf,
  counted,
  delayHandler,
  theCombatant,
  type Core,
  type DelayRules,
  type Draft,
  type Entry,
  type Standing,
} from '@bitacora/engine';
import { isUntouched } from './actions.js';
import { standingOf } from './initiative.js';

/** Where one stands from now on who acts at this moment: right before whom it interrupts, or last where nobody acts (D20-8). */
function newStanding(core: Core, id: string): Standing | null {
  const beneath = core.frames.findIndex((f) => f.members.some((m) => m.combatant === id && !m.done)) - 1;
  const interrupted = core.frames[beneath]?.members.find((m) => !m.done)?.combatant;
  const beside = interrupted === undefined ? lastOf(core, id) : combatantOf(core, interrupted);
  if (beside === undefined) return null;
  const { score, rank } = standingOf(core, beside);
  const [, tieBreak = 0, place = 0] = rank;
  return { score, rank: [score, tieBreak, place + (interrupted === undefined ? -1 : 1)] };
}

/** Hidden ones do not count for a place in sight, which would tell of them (D20-8). */
function isCounted(core: Core, id: string, other: string | null): boolean {
  const c = combatantOf(core, other);
  return c !== undefined && (!c.hidden || combatantOf(core, id)?.hidden === true);
}

function lastOf(core: Core, id: string) {
  const others = core.order
    .flatMap((g) => g.entries)
    .filter((e) => e.combatant !== id && isCounted(core, id, e.combatant));
  return combatantOf(core, others.at(-1)?.combatant ?? null);
}

/** What a delayed turn costs: the place in the order moves (D20-8), and a turn that still waits in this round is used (D20-7). */
function taken(draft: Draft, id: string): void {
  const own = draft.core.order
    .flatMap((g) => g.entries)
    .find((e: Entry) => e.combatant === id && e.state === 'waiting');
  if (own !== undefined) draft.emit('TurnForfeited', { key: own.key, combatant: id, activation: null, rule: 'D20-7' });
  const stands = newStanding(draft.core, id);
  if (stands === null) return;
  const c = theCombatant(draft.core, id);
  const by = stands.score - standingOf(draft.core, c).score;
  const initiative = { score: stands.score, parts: [...c.initiative.parts, { value: by, what: 'delay' }] };
  const memory = { tieBreak: stands.rank[1] ?? 0, place: stands.rank[2] ?? 0 };
  draft.emit('InitiativeAdjusted', {
    combatant: id,
    by,
    reason: 'delay',
    round: null,
    score: stands.score,
    set: { [id]: { initiative, memory } },
  });
}

const delay: DelayRules = {
  cite: { delay: 'D20-7', act: 'D20-7' },
  untouched: isUntouched,
  sameInstant: (core, activation) => counted(core, activation).length === 0,
  rank: (core, id) => standingOf(core, theCombatant(core, id)).rank,
  taken,
};

/** `delay` of a d20 game. */
export const delayCommand = delayHandler(delay);

/** `act` of a d20 game: the delayed turn. */
export const actCommand = actHandler(delay);

/** What waited is lost when the own turn comes up (D20-5, D20-7). */
export function lostByOwnTurn(draft: Draft, entries: readonly Entry[]): void {
  for (const { combatant: id } of entries) {
    const c = combatantOf(draft.core, id);
    if (c === undefined) continue;
    if (c.delayed !== null) draft.emit('DelayedActionLost', { combatant: c.id, delayed: c.delayed, reason: 'ownTurn' });
    if (c.prepared !== null)
      draft.emit('PreparedActionLost', { combatant: c.id, prepared: c.prepared, reason: 'ownTurn' });
  }
}
