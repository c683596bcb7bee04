import { view, type Core, type JsonObject, type RollInitiative, type RuleSet, type View } from '@bitacora/engine';
import { HABITS, nextCommand, randomCombatant, type Habits, type SeededRandom } from '@bitacora/engine/testing';
import type { CombatantInput, CommandInput } from '../types.js';
import { hiddenIn } from '../visibility/sight.js';

/** `rollInitiative` for `ids` alone. */
export function onlyFor(command: RollInitiative, ids: readonly string[]): RollInitiative {
  const only = Object.entries(command as object).map(([field, value]: [string, unknown]): [string, unknown] =>
    typeof value !== 'object' || value === null
      ? [field, value]
      : [field, Object.fromEntries(Object.entries(value).filter(([id]) => ids.includes(id)))],
  );
  return { ...(Object.fromEntries(only) as unknown as RollInitiative), only: ids };
}

const OPEN_MOVES: Habits = {
  ...HABITS,
  meddling: 15,
  moves: { ...HABITS.moves, undo: 0, redo: 0, blunder: 0, takeOut: 0, addCombatant: 0, removeCombatant: 0 },
};

/** What the table and the game master do in sight of all, made up from what is in sight. */
export function openStep(seen: View, rules: RuleSet, random: SeededRandom): CommandInput | null {
  for (let tries = 0; tries < 20; tries += 1) {
    const command = nextCommand(seen, rules, random, OPEN_MOVES);
    if (command.type === 'spendMoxie' || command.type === 'end' || hides(command)) continue;
    return command.type === 'rollInitiative' ? onlyFor(command, seen.pending.rolls) : command;
  }
  return null;
}

function hides(command: CommandInput): boolean {
  return command.type === 'updateCombatant' && command.changes.hidden !== undefined;
}

/** A tie that is broken by dice, or by the game master, asks those in sight for something: no world can hide that. */
const APART = ['physicalInitiative', 'mentalInitiative', 'initiative'];

/** Somebody for a world. */
export function somebody(rules: RuleSet, random: SeededRandom, id: string, hidden: boolean): CombatantInput {
  const made = randomCombatant(rules, random, id);
  const apart = hidden ? APART.filter((stat) => Object.hasOwn(rules.stats, stat)) : [];
  const stats: JsonObject = {
    ...made.stats,
    ...Object.fromEntries(apart.map((stat, i) => [stat, 500 + 50 * i + random.below(40)])),
  };
  return { ...made, stats, hidden };
}

const CONDITIONS = ['stunned', 'watched', 'afraid'];
const BOUNDARIES = ['startOfTurn', 'endOfTurn', 'endOfRound'] as const;

/** Something that concerns hidden ones alone. */
export function secretMeddling(core: Core, rules: RuleSet, random: SeededRandom, fresh: string): CommandInput {
  const hidden = [...hiddenIn(core)];
  const id = hidden[random.below(hidden.length + 1)];
  if (id === undefined)
    return { type: 'addCombatant', combatantData: somebody(rules, random, fresh, true), when: whenever(random) };
  const moves: readonly (() => CommandInput)[] = [
    () => ({ type: 'wound', combatant: id, count: 1 + random.below(3), source: id }),
    () => ({ type: 'heal', combatant: id }),
    () => ({ type: 'applyCondition', combatant: id, name: 'watched', ...lasting(core, random) }),
    () => ({ type: 'setStatus', combatant: id, status: random.below(2) === 0 ? 'unconscious' : 'active' }),
    () => ({
      type: 'updateCombatant',
      combatant: id,
      changes: { name: `Secret ${String(random.uint32())}`, side: 'x' },
    }),
    () => ({ type: 'roll', combatant: id, dice: '2d6', label: 'secret' }),
    () => ({ type: 'adjustInitiative', combatant: id, by: 1 + random.below(3), reason: 'secret' }),
    () => ({ type: 'removeCombatant', combatant: id }),
    () => removed(core, id) ?? { type: 'heal', combatant: id },
    () => turnOf(core, rules, id, random) ?? { type: 'heal', combatant: id },
  ];
  return (moves[random.below(moves.length)] as () => CommandInput)();
}

function whenever(random: SeededRandom): 'now' | 'nextRound' {
  return random.below(2) === 0 ? 'now' : 'nextRound';
}

function lasting({ combatants }: Core, random: SeededRandom): JsonObject {
  const of = combatants[random.below(combatants.length)]?.id ?? '';
  const boundary = BOUNDARIES[random.below(3)] ?? 'endOfRound';
  return random.below(2) === 0 ? {} : { lasts: { rounds: random.below(3), boundary, of } };
}

function removed({ conditions }: Core, id: string): CommandInput | null {
  const condition = conditions.find((c) => c.combatant === id);
  return condition === undefined ? null : { type: 'removeCondition', condition: condition.id };
}

/**
 * A turn's command of a hidden one: in Turno de Juego none that spends energy, which keeps the round going for all, and none
 * that buys the first place, by which one in sight that has just come up waits again (EP-6).
 */
function turnOf(core: Core, rules: RuleSet, id: string, random: SeededRandom): CommandInput | null {
  if (rules.id === 'turno-de-juego' || core.status !== 'running') return null;
  const mine = view({ now: core, past: null, future: null } as never, rules);
  const seat = { ...mine, available: { [id]: mine.available[id] ?? [] } };
  if (seat.available[id]?.length === 0) return null;
  const command = nextCommand(seat, rules, random, { ...HABITS, meddling: 0 });
  return command.type === 'rollInitiative' || command.type === 'spendMoxie' ? null : command;
}

/** A wound or a condition in sight that comes of a hidden one, whichever that is in this world. There must be one. */
export function comesOfHidden(
  core: Core,
  target: string,
  kind: 'wound' | 'condition',
  random: SeededRandom,
): CommandInput {
  const hidden = [...hiddenIn(core)];
  const one = hidden[random.below(hidden.length)] ?? '';
  if (kind === 'wound') return { type: 'wound', combatant: target, source: one };
  const name = CONDITIONS[0] ?? '';
  return { type: 'applyCondition', combatant: target, name, lasts: { rounds: 1_000, boundary: 'endOfTurn', of: one } };
}
