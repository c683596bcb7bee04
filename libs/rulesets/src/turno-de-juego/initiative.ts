import {
  adjustmentParts,
  allTableFaces,
  isAble,
  NO_INITIATIVE,
  refreshOrder,
  stat,
  theCombatant,
  total,
  withoutDie,
  type Combatant,
  type Core,
  type Draft,
  type Initiative,
  type InitiativeRules,
  type Part,
  type Patch,
  type Place,
  type RollRecord,
  type Spec,
  type Standing,
} from '@bitacora/engine';
import { canAct, KINDS, kindOfKey, type Kind } from './energy.js';

const DIE = 10;

/** Whether `c` has its values of this TJ: bare in the first, with its die from the second on (TJ-9). */
function isScored(core: Core, c: Combatant): boolean {
  return isGiven(core, c) || c.scoredRound === core.clock.round;
}

function isGiven(core: Core, c: Combatant): boolean {
  return core.clock.round === 1 && c.came;
}

/** A value of `c` in this TJ, part by part: IF or IM, the TJ's die, adjustments (TJ-1, TJ-9, TJ-11). */
export function valueParts(core: Core, c: Combatant, kind: Kind): readonly Part[] {
  const { roll } = c.memory;
  const rolled = c.scoredRound === core.clock.round && typeof roll === 'number';
  return [
    { what: `${kind}Initiative`, value: stat(c, `${kind}Initiative`) },
    ...(rolled ? [{ value: roll, what: 'roll' }] : []),
    ...adjustmentParts(c),
  ];
}

/** A value of `c` in this TJ. */
export function valueOf(core: Core, c: Combatant, kind: Kind): number {
  return total(valueParts(core, c, kind));
}

/** The tie dice that `c` has rolled in this TJ, oldest first (TJ-4). */
export function tieDice(c: Combatant): readonly number[] {
  return (c.memory.ties ?? []) as readonly number[];
}

/** The higher of the two values; the physical one of equal ones (TJ-11). */
function initiativeOf(core: Core, c: Combatant): Initiative {
  if (!isScored(core, c)) return NO_INITIATIVE;
  const kind = valueOf(core, c, 'mental') > valueOf(core, c, 'physical') ? 'mental' : 'physical';
  const parts = valueParts(core, c, kind);
  return { parts, score: total(parts) };
}

/** A place goes by its value, then by its owner's tie dice, then the physical one of the same owner (TJ-1, TJ-4, TJ-5). */
export function standingOf(core: Core, place: Place): Standing {
  const c = theCombatant(core, place.combatant ?? '');
  const kind = kindOfKey(place.key);
  const score = valueOf(core, c, kind);
  return { score, rank: [score, ...tieDice(c), kind === 'physical' ? 1 : 0] };
}

/** Two places for each who can act in that way now (TJ-1, TJ-3). */
export function places(core: Core): readonly Place[] {
  return core.combatants
    .filter((c) => isAble(c) && isScored(core, c))
    .flatMap((c) =>
      KINDS.filter((kind) => canAct(c, kind)).map((kind) => ({ key: `${c.id}:${kind}`, combatant: c.id, entry: kind })),
    );
}

/** Those who share a value and whose tie dice are how another's begin: they roll the next one (TJ-4). */
function tieBreaks(_core: Core, specs: readonly Spec[]): readonly string[] {
  const holders = new Map<string, Set<string>>();
  for (const spec of specs) {
    for (const prefix of prefixes(spec))
      holders.set(prefix, (holders.get(prefix) ?? new Set()).add(String(spec.combatant)));
  }
  const due = specs.filter((spec) => (holders.get(diceKey(spec))?.size ?? 0) > 1);
  return [...new Set(due.map((spec) => String(spec.combatant)))];
}

/** What a place shares with those that it ties with: its value and its tie dice. */
function diceKey(spec: Spec): string {
  return spec.rank.slice(0, -1).join(' ');
}

function prefixes(spec: Spec): readonly string[] {
  const dice = spec.rank.slice(0, -1);
  return dice.map((_, i) => dice.slice(0, i + 1).join(' '));
}

/** One die of ten for each; a face of 0 is none (TJ-4, TJ-9). */
function rollFor(draft: Draft, id: string, purpose: string, table: readonly number[] | undefined): RollRecord {
  const thrown = draft.roll({ combatant: id, purpose, dice: [DIE], ...(table !== undefined && { table }) });
  return {
    combatant: id,
    roll: thrown.roll,
    by: thrown.by,
    purpose,
    dice: [DIE],
    faces: thrown.faces,
    modifiers: [],
    total: thrown.faces[0] ?? 0,
    ...(thrown.hidden && { hidden: true }),
  };
}

/** The TJ's die of `id`: what its two values come to. */
function scored(core: Core, record: RollRecord): { readonly record: RollRecord; readonly patch: Patch } {
  const c = theCombatant(core, String(record.combatant));
  const memory = { roll: record.total };
  const known = { ...c, scoredRound: core.clock.round, memory: { ...c.memory, ...memory } };
  const initiative = initiativeOf(core, known);
  const values = { physical: valueOf(core, known, 'physical'), mental: valueOf(core, known, 'mental') };
  const modifiers = withoutDie(initiative.parts);
  return {
    record: { ...record, modifiers, total: initiative.score, detail: values },
    patch: { scoredRound: core.clock.round, initiative, memory },
  };
}

/** The bare values in the first TJ, a die on both from the second on; equal values of different owners are split by dice (TJ-4, TJ-9). */
export const initiative: InitiativeRules = {
  lasts: 'round',
  together: false,
  fields: [],
  given: isGiven,
  of: initiativeOf,
  counts: () => true,
  tieBreaks,
  roll: (draft, command, ids) => {
    const faces = allTableFaces(command, ids, () => [DIE]);
    if ('refused' in faces) return faces;
    const { core } = draft;
    const breaks = ids.every((id) => isScored(core, theCombatant(core, id)));
    const rolls = ids.map((id) => rollFor(draft, id, breaks ? 'tieBreak' : 'initiative', faces.get(id)));
    if (breaks) breakTies(draft, rolls);
    else {
      const all = rolls.map((record) => scored(core, record));
      const set = Object.fromEntries(all.map(({ record, patch }) => [String(record.combatant), patch]));
      draft.emit('InitiativeRolled', { rolls: all.map(({ record }) => record), set });
    }
    return null;
  },
};

/** A die more for each, kept for the whole TJ; those who wait are sorted by them at once (TJ-4). */
function breakTies(draft: Draft, rolls: readonly RollRecord[]): void {
  const ties = (record: RollRecord) => [
    ...tieDice(theCombatant(draft.core, String(record.combatant))),
    ...record.faces,
  ];
  const set = Object.fromEntries(
    rolls.map((record): [string, Patch] => [String(record.combatant), { memory: { ties: ties(record) } }]),
  );
  draft.emit('TieBreakRolled', { rolls, set });
  refreshOrder(draft, 'tieBreak', 'TJ-4', { ids: Object.keys(set), cause: 'tieBreak' });
}
