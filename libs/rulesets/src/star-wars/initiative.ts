import {
  adjustmentParts,
  allTableFaces,
  combatantOf,
  diceOfPool,
  evaluatePool,
  NO_INITIATIVE,
  own,
  theCombatant,
  total,
  type Combatant,
  type CommandOf,
  type Core,
  type Draft,
  type Initiative,
  type InitiativeRules,
  type JsonObject,
  type NarrativePool,
  type Patch,
  type Place,
  type Refusal,
  type RollRecord,
  type Standing,
} from '@bitacora/engine';
import { hasSlots, keptSlot } from './slots.js';
import { poolOf, skillOf } from './pool.js';

type Roll = CommandOf<'rollInitiative'>;

/** What stands of a check: net, from 0 up (SW-4). */
interface Check {
  readonly successes: number;
  readonly advantages: number;
}

/** The initiative of `c`: the successes of its check, and adjustments, which count as successes (SW-4, SW-8). */
export function initiativeOf(_: Core, c: Combatant): Initiative {
  const { successes } = c.memory;
  if (typeof successes !== 'number') return NO_INITIATIVE;
  const parts = [{ value: successes, what: 'successes' }, ...adjustmentParts(c)];
  return { parts, score: total(parts) };
}

/** Successes, then advantages, then a player's character first (SW-4); a slot keeps the standing of who rolled it (SW-9). */
export function standingOf(core: Core, place: Place): Standing {
  const c = combatantOf(core, place.key);
  if (c === undefined) return ranked(keptSlot(core, place.key), place.entry === 'pc');
  return ranked(
    { successes: initiativeOf(core, c).score ?? 0, advantages: Number(c.memory.advantages ?? 0) },
    c.kind === 'pc',
  );
}

function ranked({ successes, advantages }: Check, player: boolean): Standing {
  return { score: successes, rank: [successes, advantages, player ? 1 : 0] };
}

/** One check each, at the start or when one comes in; it stands in every round (SW-1 to SW-4, SW-8). */
export const initiative: InitiativeRules = {
  lasts: 'encounter',
  together: (core) => !hasSlots(core),
  fields: ['skills', 'pools', 'results'],
  of: initiativeOf,
  counts: () => true,
  roll: (draft, command, ids) => {
    const pools = new Map(ids.map((id) => [id, poolFor(draft.core, command, id)]));
    const faces = allTableFaces(command, ids, (id) => diceOfPool(pools.get(id) as NarrativePool));
    if ('refused' in faces) return faces;
    return rollAll(draft, command, pools, faces);
  },
};

function poolFor(core: Core, command: Roll, id: string): NarrativePool {
  const c = theCombatant(core, id);
  return poolOf(core, c, skillOf(core, c, command.skills), own(command.pools, id));
}

function rollAll(
  draft: Draft,
  command: Roll,
  pools: ReadonlyMap<string, NarrativePool>,
  faces: ReadonlyMap<string, readonly number[]>,
): Refusal | null {
  const set: Record<string, Patch> = {};
  const rolls = [...pools].map(([id, pool]): RollRecord => {
    const c = theCombatant(draft.core, id);
    const given = own(command.results, id);
    const thrown = draft.roll({ combatant: id, purpose: 'initiative', ...diceFor(pool, given, faces.get(id)) });
    const { check, detail } = outcomeOf(pool, given, thrown.faces);
    const skill = skillOf(draft.core, c, command.skills);
    const memory = { ...check, skill };
    const shown = initiativeOf(draft.core, { ...c, memory });
    set[id] = { scoredRound: draft.core.clock.round, initiative: shown, memory };
    return {
      combatant: id,
      roll: thrown.roll,
      by: thrown.by,
      purpose: 'initiative',
      dice: given === undefined ? diceOfPool(pool) : [],
      faces: thrown.faces,
      modifiers: adjustmentParts(c),
      total: shown.score,
      ...(thrown.hidden && { hidden: true }),
      detail: { skill, ...check, ...detail },
    };
  });
  draft.emit('InitiativeRolled', { rolls, set });
  return null;
}

function diceFor(
  pool: NarrativePool,
  given: Check | undefined,
  table: readonly number[] | undefined,
): { dice: readonly number[]; table?: readonly number[] } {
  if (given !== undefined) return { dice: [], table: [] };
  return { dice: diceOfPool(pool), ...(table !== undefined && { table }) };
}

function outcomeOf(
  pool: NarrativePool,
  given: Check | undefined,
  faces: readonly number[],
): { readonly check: Check; readonly detail: JsonObject } {
  if (given !== undefined) return { check: fromZero(given.successes, given.advantages), detail: {} };
  const result = evaluatePool(pool, faces);
  return {
    check: fromZero(result.netSuccesses, result.netAdvantages),
    detail: { pool: { ...pool }, result: { ...result } },
  };
}

function fromZero(successes: number, advantages: number): Check {
  return { successes: Math.max(0, successes), advantages: Math.max(0, advantages) };
}
