import { stat, type Combatant, type Core, type Draft, type JsonObject, type Patch } from '@bitacora/engine';
import { mostEnergy } from './stats.js';

/** The two ways of acting, each with its own initiative and energy (TJ-1). */
export const KINDS = ['physical', 'mental'] as const;
/** One of {@link KINDS}. */
export type Kind = (typeof KINDS)[number];

/** The difficulty (ND) of a defence within the reserve, and the highest there is (TJ-7, TJ-8). */
const DIFFICULTY = { inReserve: 3, highest: 5 };
const MOST_OVER_RESERVE = DIFFICULTY.highest - DIFFICULTY.inReserve;

/** Whether `word` names a kind. */
export function isKind(word: string | undefined): word is Kind {
  return (KINDS as readonly (string | undefined)[]).includes(word);
}

/** The kind of the entry `key` (TJ-1). */
export function kindOfKey(key: string): Kind {
  return key.endsWith(':mental') ? 'mental' : 'physical';
}

/** The energy of a kind that is left. */
export function energyLeft(c: Combatant, kind: Kind): number {
  return c.resources[`${kind}Energy`] ?? 0;
}

/** Whether `c` can act in that way: it has the ability, and energy of that kind (TJ-3). */
export function canAct(c: Combatant, kind: Kind): boolean {
  return hasAbility(c, kind) && energyLeft(c, kind) > 0;
}

/** Whether `c` can act in that way at all (TJ-3). */
export function hasAbility(c: Combatant, kind: Kind): boolean {
  return c.stats[`${kind}Ability`] === true;
}

/** How often energy was spent in this pass, vetoed actions not counted (TJ-6). */
export function spentInPass(core: Core): number {
  return typeof core.memory.spent === 'number' ? core.memory.spent : 0;
}

/** Takes one energy of a kind, for an action or a defence (TJ-2, TJ-7). */
export function spendEnergy(draft: Draft, c: Combatant, kind: Kind): void {
  const left = energyLeft(c, kind) - 1;
  draft.emit('EnergySpent', {
    combatant: c.id,
    kind,
    amount: 1,
    left,
    set: { [c.id]: { resources: { [`${kind}Energy`]: left } } },
    memory: { spent: spentInPass(draft.core) + 1 },
  });
}

/** The resource that counts defences of a kind beyond the reserve (TJ-8). */
export function overReserveName(options: JsonObject, kind: Kind): string {
  if (options.overReserveCounter !== 'perKind') return 'overReserve';
  return kind === 'physical' ? 'overReservePhysical' : 'overReserveMental';
}

/** What a defence of a kind would be now: its difficulty, and whether the reserve still pays for it; null where there is none left (TJ-7, TJ-8). */
export function nextDefence(core: Core, c: Combatant, kind: Kind): { difficulty: number; inReserve: boolean } | null {
  if (energyLeft(c, kind) > 0) return { difficulty: DIFFICULTY.inReserve, inReserve: true };
  const made = c.resources[overReserveName(core.options, kind)] ?? 0;
  return made < MOST_OVER_RESERVE ? { difficulty: DIFFICULTY.inReserve + made + 1, inReserve: false } : null;
}

/** Energy and difficulty as they are at the start of a TJ (TJ-10). */
export function freshResources(options: JsonObject, stats: JsonObject): Readonly<Record<string, number>> {
  return {
    physicalEnergy: Number(stats.physicalEnergy),
    mentalEnergy: Number(stats.mentalEnergy),
    ...Object.fromEntries(KINDS.map((kind) => [overReserveName(options, kind), 0])),
  };
}

/** The bounds of each resource. */
export function resourceBounds(core: Core): Readonly<Record<string, { min: number; max: number }>> {
  return {
    physicalEnergy: { min: 0, max: mostEnergy },
    mentalEnergy: { min: 0, max: mostEnergy },
    ...Object.fromEntries(
      KINDS.map((kind) => [overReserveName(core.options, kind), { min: 0, max: MOST_OVER_RESERVE }]),
    ),
  };
}

/** A changed reserve changes what is left by as much; what was spent stays spent. */
export function restat(_: Core, c: Combatant, before: JsonObject): Patch {
  const changed = KINDS.filter((kind) => c.stats[`${kind}Energy`] !== before[`${kind}Energy`]);
  if (changed.length === 0) return {};
  const left = (kind: Kind) => energyLeft(c, kind) + stat(c, `${kind}Energy`) - Number(before[`${kind}Energy`]);
  return {
    resources: Object.fromEntries(
      changed.map((kind) => [`${kind}Energy`, Math.min(mostEnergy, Math.max(0, left(kind)))]),
    ),
  };
}
