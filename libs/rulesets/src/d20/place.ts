import {
  compareRanks,
  combatantOf,
  entriesAhead,
  theCombatant,
  type Combatant,
  type Core,
  type Draft,
  type Patch,
  type Rank,
} from '@bitacora/engine';
import { standingOf } from './initiative.js';

/** Hidden ones do not count for a place in sight, which would tell of them. */
function isCounted(core: Core, id: string, other: Combatant): boolean {
  return other.id !== id && other.scoredRound !== null && (!other.hidden || theCombatant(core, id).hidden);
}

/** Whom `id`, whose interrupt has just been put on the stack, acts before: the one it interrupts, or where nobody in sight acts the next one. */
function whomBefore(core: Core, id: string): Combatant | undefined {
  const counts = (other: string | null) => {
    const c = combatantOf(core, other);
    return c !== undefined && isCounted(core, id, c) ? [c] : [];
  };
  const own = core.frames.findIndex((f) => f.members.some((m) => m.combatant === id && !m.done));
  const beneath = core.frames.slice(0, own).toReversed();
  const acting = beneath.flatMap((f) => f.members.filter((m) => !m.done).flatMap((m) => counts(m.combatant)));
  const waiting = entriesAhead(core).filter((e) => e.state === 'waiting');
  return acting[0] ?? waiting.flatMap((e) => counts(e.combatant))[0];
}

/** The lowest of all others. */
function lowest(core: Core, others: readonly Combatant[]): Combatant | undefined {
  const rank = (c: Combatant) => standingOf(core, c).rank;
  return others.find((c) => others.every((other) => compareRanks(rank(c), rank(other)) <= 0));
}

/** Makes room for `id` at `rank`: those who stand there, or before it by their place alone, go one place up; for one who is hidden nobody in sight does. */
function roomFor(core: Core, id: string, [score, tieBreak = 0, place = 0]: Rank): Readonly<Record<string, Patch>> {
  const { hidden } = theCombatant(core, id);
  const up = core.combatants.flatMap((c): [string, Patch][] => {
    const [ownScore, ownTieBreak, ownPlace = 0] = standingOf(core, c).rank;
    const isThere = ownScore === score && ownTieBreak === tieBreak && ownPlace >= place;
    const goes = isThere && c.id !== id && c.scoredRound !== null && (c.hidden || !hidden);
    return goes ? [[c.id, { memory: { place: ownPlace + 1 } }]] : [];
  });
  return Object.fromEntries(up);
}

/** Who takes a delayed turn stands from now on right before the one it acts before, or after all others (D20-8). */
export function moveBeside(draft: Draft, id: string): void {
  const { core } = draft;
  const others = core.combatants.filter((other) => isCounted(core, id, other));
  const before = whomBefore(core, id);
  const beside = before ?? lowest(core, others);
  if (beside === undefined) return;
  const { score, rank } = standingOf(core, beside);
  const [, tieBreak = 0, besidePlace = 0] = rank;
  const place = besidePlace + (before === undefined ? -1 : 1);
  const c = theCombatant(core, id);
  const by = score - standingOf(core, c).score;
  const initiative = { score, parts: [...c.initiative.parts, { value: by, what: 'delay' }] };
  draft.emit('InitiativeAdjusted', {
    by,
    combatant: id,
    reason: 'delay',
    round: null,
    score,
    set: { ...roomFor(core, id, [score, tieBreak, place]), [id]: { initiative, memory: { place, tieBreak } } },
  });
}
