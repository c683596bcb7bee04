import {
  create,
  decide,
  isRefusal,
  sameJson,
  type CombatantData,
  type Command,
  type Dice,
  type DomainEvent,
  type Encounter,
  type EventOf,
  type Facts,
  type JsonObject,
  type RollRecord,
  type RuleSet,
} from '@bitacora/engine';
import { commandsBehind } from './reconstruct.js';

/** Where what was recorded differs from what the rules give: the event, counted from 0 in its command, and what should stand there. */
export interface Divergence {
  readonly index: number;
  readonly expected: DomainEvent | null;
}

/** Whether the rules give exactly `events` for the command that they come from, upon `before`, with the faces that were recorded. */
export function divergence(
  before: Encounter,
  events: readonly DomainEvent[],
  rules: RuleSet,
  commandId: string,
): Divergence | null {
  let nearest: Divergence | null = null;
  for (const decided of decisions(before, events, rules, commandId)) {
    const found = firstDifference(events, decided);
    if (found === null) return null;
    if (found.expected?.type === events[found.index]?.type || found.index > 0) {
      if (nearest === null || found.index > nearest.index) nearest = found;
    }
  }
  return nearest ?? { index: 0, expected: null };
}

function* decisions(
  before: Encounter,
  events: readonly DomainEvent[],
  rules: RuleSet,
  commandId: string,
): Generator<readonly DomainEvent[], void, undefined> {
  const dice = recordedDice(events);
  if (before.revision === 0) {
    const decided = creationAgain(events, rules, commandId, dice);
    if (decided !== null) yield decided;
    return;
  }
  for (const command of commandsBehind(before.now, events)) {
    const decided = attempt(command, before, { rules, dice, commandId, facts: factsOf(events) });
    if (decided !== null) yield decided;
  }
}

/** A command that was pieced together may have any shape: what it fails with counts as a no. */
function attempt(
  command: Command,
  before: Encounter,
  context: Parameters<typeof decide>[2],
): readonly DomainEvent[] | null {
  try {
    const decision = decide(command, before, context);
    return isRefusal(decision) ? null : decision.events;
  } catch {
    return null;
  }
}

/** What creation itself says; the rest are facts that the log added. */
const CREATION: readonly string[] = ['id', 'name', 'ruleset', 'options'];

function creationAgain(
  events: readonly DomainEvent[],
  rules: RuleSet,
  commandId: string,
  dice: Dice,
): readonly DomainEvent[] | null {
  const { data } = events[0] as EventOf<'EncounterCreated'>;
  const { id, name, options } = data;
  const extra = Object.fromEntries(Object.entries(data).filter(([field]) => !CREATION.includes(field)));
  const combatants = events.flatMap((event): CombatantData[] =>
    event.type === 'CombatantAdded' ? [event.data.combatant] : [],
  );
  try {
    const creation = { id, name, options, combatants, extra: extra as JsonObject };
    const decision = create(creation, { rules, dice, commandId });
    return isRefusal(decision) ? null : decision.events;
  } catch {
    return null;
  }
}

/** What the log added to the decision. */
function factsOf(events: readonly DomainEvent[]): Facts {
  const commitment = events.find((event) => event.type === 'SeedCommitted')?.data.dice;
  const reveal = events.find((event) => event.type === 'EncounterEnded')?.data.reveal as JsonObject | undefined;
  return { ...(commitment && { commitment }), ...(reveal && { ending: { reveal } }) };
}

/** All roll records of an event. */
export function rollsOf({ type, data }: DomainEvent): readonly RollRecord[] {
  switch (type) {
    case 'InitiativeRolled':
    case 'TieBreakRolled':
    case 'ReserveDieRolled':
      return data.rolls;
    case 'DiceRolled':
      return [data.roll];
    default:
      return [];
  }
}

/** Dice that fall as they were recorded. */
function recordedDice(events: readonly DomainEvent[]): Dice {
  const faces = new Map<string, readonly number[]>();
  for (const event of events) {
    for (const roll of rollsOf(event)) faces.set(`${String(roll.hidden === true)} ${String(roll.roll)}`, roll.faces);
  }
  return { face: ({ roll, die, hidden }) => faces.get(`${String(hidden)} ${String(roll)}`)?.[die] ?? 1 };
}

function firstDifference(recorded: readonly DomainEvent[], decided: readonly DomainEvent[]): Divergence | null {
  const index = recorded.findIndex((event, i) => {
    const other = decided[i];
    return other === undefined || other.type !== event.type || !sameJson(event.data, other.data);
  });
  if (index >= 0) return { index, expected: decided[index] ?? null };
  if (decided.length === recorded.length) return null;
  return { index: recorded.length - 1, expected: decided[recorded.length] ?? null };
}
