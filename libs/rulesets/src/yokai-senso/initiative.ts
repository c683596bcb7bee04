import {
  adjustmentParts,
  diceOfExpression,
  evaluateExpression,
  isAble,
  malformed,
  NO_INITIATIVE,
  own,
  parseExpression,
  refuse,
  stat,
  tableFaces,
  theCombatant,
  total,
  withoutDie,
  type Combatant,
  type CommandOf,
  type Core,
  type Draft,
  type Expression,
  type Initiative,
  type InitiativeRules,
  type Part,
  type Patch,
  type Place,
  type Refusal,
  type RollRecord,
  type Standing,
} from '@bitacora/engine';
import { SCORE } from './stats.js';
import { placeByRuling, tiedSets } from './ties.js';

/** The opening score of `c`, part by part: given or rolled; null where it is not known yet (YS-1). */
function openingParts(c: Combatant): readonly Part[] | null {
  if (c.memory.opening !== undefined) return c.memory.opening as unknown as readonly Part[];
  return typeof c.stats.initiative === 'number' ? givenOpening(c.stats.initiative) : null;
}

/** An opening score that the table gives. */
export function givenOpening(value: number): readonly Part[] {
  return [{ what: 'opening', value }];
}

/** The dice that opposed actions have added to the score of `c`, oldest first (YS-10). */
function appliedDice(c: Combatant): readonly number[] {
  return (c.memory.applied ?? []) as readonly number[];
}

/** The running score: the opening one, adjustments, reserve dice (YS-1, YS-10, YS-13). */
export function initiativeOf(_core: Core, c: Combatant): Initiative {
  const opening = openingParts(c);
  if (opening === null) return NO_INITIATIVE;
  const dice = appliedDice(c).map((value): Part => ({ what: 'reserveDie', value }));
  const parts = [...opening, ...adjustmentParts(c), ...dice];
  return { parts, score: total(parts) };
}

/** What changes of `c` when `memory` is added to what is remembered of it: its score with it. */
export function remembering(core: Core, c: Combatant, memory: NonNullable<Patch['memory']>): Patch {
  return { initiative: initiativeOf(core, { ...c, memory: { ...c.memory, ...memory } }), memory };
}

/** The reserve die of `c` as it counts from now on (YS-10). */
export function withReserveDie(core: Core, c: Combatant, value: number): Patch {
  return remembering(core, c, { applied: [...appliedDice(c), value] });
}

/** The places of a round: one for each who can have a turn (YS-1). */
export function places(core: Core): readonly Place[] {
  return core.combatants
    .filter((c) => isAble(c) && openingParts(c) !== null)
    .map((c) => ({ key: c.id, combatant: c.id, entry: 'main' }));
}

/** The score, then the CDE, then what the game master ruled for this round (YS-1, YS-2). */
export function standingOf(core: Core, place: Place): Standing {
  const c = theCombatant(core, place.combatant ?? '');
  const score = initiativeOf(core, c).score ?? 0;
  return { score, rank: [score, stat(c, 'cde'), placeByRuling(core, c.id)] };
}

/** A running score that is never rolled again; the order stands for the whole round (YS-1, YS-3). */
export const initiative: InitiativeRules = {
  lasts: 'encounter',
  together: false,
  behindTies: true,
  fields: ['scores'],
  given: (_, c) => openingParts(c) !== null,
  of: initiativeOf,
  counts: () => false,
  rulings: tiedSets,
  roll: rollOpening,
};

type RollCommand = CommandOf<'rollInitiative'>;

/** Where an opening score comes from: the table says it, or dice with the table's faces if it threw them. */
type Source = { readonly score: number } | { readonly dice: Expression; readonly faces: readonly number[] | undefined };

/** Opening scores: given by the table, or rolled where the encounter has dice for them. */
function rollOpening(draft: Draft, command: RollCommand, ids: readonly string[]): Refusal | null {
  const sources = new Map<string, Source>();
  for (const id of ids) {
    const source = sourceOf(draft.core, command, id);
    if ('refused' in source) return source;
    sources.set(id, source);
  }
  const found = [...sources].map(([id, source]) => openingOf(draft, id, source));
  const set = Object.fromEntries(found.map(({ record, patch }) => [String(record.combatant), patch]));
  draft.emit('InitiativeRolled', { rolls: found.map(({ record }) => record), set });
  return null;
}

function sourceOf(core: Core, { scores, rolls }: RollCommand, id: string): Source | Refusal {
  const score = own(scores, id);
  if (score !== undefined) {
    if (own(rolls, id) !== undefined) return malformed(`/scores/${id}`, 'scoreAndRoll', { combatant: id });
    return isScore(score) ? { score } : malformed(`/scores/${id}`, 'notInRange', { ...SCORE, given: score });
  }
  const dice = initiativeDice(core);
  if (dice === null) return refuse('BAD_ROLL', 'YS-1', { combatant: id, field: 'scores' });
  const table = tableFaces(rolls, id, diceOfExpression(dice));
  return 'refused' in table ? table : { dice, faces: table.faces };
}

/** Whether `value` can be a score. */
export function isScore(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= SCORE.min && Number(value) <= SCORE.max;
}

function initiativeDice(core: Core): Expression | null {
  const { initiativeDice: written } = core.options;
  const parsed = typeof written === 'string' ? parseExpression(written) : null;
  return parsed?.ok === true ? parsed.expression : null;
}

function openingOf(draft: Draft, id: string, source: Source): { readonly record: RollRecord; readonly patch: Patch } {
  const { core } = draft;
  const c = theCombatant(core, id);
  const dice = 'dice' in source ? diceOfExpression(source.dice) : [];
  const table = 'dice' in source ? source.faces : [];
  const thrown = draft.roll({ combatant: id, purpose: 'initiative', dice, ...(table !== undefined && { table }) });
  const bonus: Part = { value: stat(c, 'initiativeBonus'), what: 'initiativeBonus' };
  const rolled = (of: Expression): Part => ({ value: evaluateExpression(of, thrown.faces).total, what: 'roll' });
  const opening = 'score' in source ? givenOpening(source.score) : [rolled(source.dice), bonus];
  const patch = remembering(core, c, { opening: opening.map((part) => ({ ...part })) });
  const modifiers = withoutDie(patch.initiative?.parts ?? [], 'score' in source ? 'opening' : 'roll');
  const record: RollRecord = {
    combatant: id,
    roll: thrown.roll,
    by: thrown.by,
    purpose: 'initiative',
    dice,
    faces: thrown.faces,
    modifiers,
    total: patch.initiative?.score ?? null,
    ...(thrown.hidden && { hidden: true }),
  };
  return { record, patch: { ...patch, scoredRound: core.clock.round } };
}
