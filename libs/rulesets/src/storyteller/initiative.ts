import {
  own,
  refuse,
  rollOneDie,
  stat,
  theCombatant,
  total,
  type Combatant,
  type CommandOf,
  type Core,
  type Initiative,
  type InitiativeRules,
  type Json,
  type Part,
  type Refusal,
  type Scored,
  type Standing,
} from '@bitacora/engine';
import { ratingParts, resultParts, type Variant } from './variant.js';

const DIE = 10;

/** The score of this round: fixed by the roll, but for adjustments that are limited to the round (ST-4, ST-10). */
export function initiativeOf(core: Core, c: Combatant): Initiative {
  if (c.scoredRound !== core.clock.round) return { parts: [], score: null };
  const rolled = (c.memory.parts ?? []) as unknown as readonly Part[];
  const parts = [...rolled, ...roundAdjustments(core, c)];
  return { parts, score: total(parts) };
}

function roundAdjustments(core: Core, c: Combatant): readonly Part[] {
  return c.adjustments.filter((a) => a.round === core.clock.round).map((a) => ({ value: a.by, what: a.reason }));
}

/** Result, then rating; equal in both act at the same time (ST-3). */
export function standingOf(core: Core, c: Combatant): Standing {
  const score = initiativeOf(core, c).score ?? 0;
  return { score, rank: [score, Number(c.memory.rating ?? 0)] };
}

/** The Celerity points committed to extra actions this round (ST-5). */
export function committedCelerity(core: Core, c: Combatant): number {
  return c.scoredRound === core.clock.round ? Number(c.memory.committed ?? 0) : 0;
}

function celerityRefusal(core: Core, command: CommandOf<'rollInitiative'>, ids: readonly string[]): Refusal | null {
  for (const id of ids) {
    const committed = own(command.celerity, id) ?? 0;
    const max = stat(theCombatant(core, id), 'celerity');
    if (!Number.isSafeInteger(committed) || committed < 0 || committed > max) {
      return {
        ...refuse('INVALID_STATS', 'ST-5', { combatant: id, problem: 'notInRange', min: 0, max, given: committed }),
        pointer: `/celerity/${id}`,
      };
    }
  }
  return null;
}

/** 1d10 plus rating for everyone, every round; the Celerity for extra actions is committed with the roll (ST-1, ST-5). */
export function initiativeRules(variant: Variant): InitiativeRules {
  return {
    lasts: 'round',
    together: true,
    fields: ['celerity'],
    of: initiativeOf,
    counts: (_, cause) => cause === 'roundAdjustment',
    roll: (draft, command, ids) =>
      celerityRefusal(draft.core, command, ids) ??
      rollOneDie(draft, command, ids, {
        faces: DIE,
        scored: (c, face) => scoredBy(variant, draft.core, c, face, own(command.celerity, c.id) ?? 0),
      }),
  };
}

function scoredBy(variant: Variant, core: Core, c: Combatant, face: number, committed: number): Scored {
  const rating = ratingParts(variant, c, committed);
  const lasting = c.adjustments.filter((a) => a.round === null).map((a) => ({ value: a.by, what: a.reason }));
  const rolled: readonly Part[] = [{ value: face, what: 'roll' }, ...rating, ...resultParts(variant, c), ...lasting];
  const parts = [...rolled, ...roundAdjustments(core, c)];
  return {
    initiative: { parts, score: total(parts) },
    memory: { rating: total(rating), parts: rolled as unknown as Json, committed, celerityUsed: 0 },
    ...(committed > 0 && { detail: { celerity: committed } }),
  };
}
