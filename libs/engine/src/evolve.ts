import type { Counters, Encounter, Seeds } from './encounter.js';
import type { DomainEvent, Recorded, RollRecord } from './event.js';
import { evolveCore, NOTHING } from './evolve-core.js';
import type { JsonObject } from './json.js';

/** The state before any event. */
export const EMPTY: Encounter = {
  revision: 0,
  now: NOTHING,
  past: null,
  future: null,
  command: '',
  counters: { declarations: 0, conditions: 0, rolls: 0, hiddenRolls: 0 },
  seeds: { epoch: null, dice: null, revealed: false, contributions: [] },
};

/**
 * The encounter after `event`. Knows no rules: every outcome is in the event, so that an old
 * combat replays the same whatever later versions of the rules say. Costs the same however
 * long the encounter is, undo included: earlier states are kept and shared.
 */
export function evolve(encounter: Encounter, event: Recorded): Encounter {
  const revision = encounter.revision + 1;
  if (event.type === 'CommandUndone') return { ...undone(encounter), revision, command: event.command };
  if (event.type === 'CommandRedone') return { ...redone(encounter), revision, command: event.command };
  const isNewCommand = event.command !== encounter.command && encounter.revision > 0;
  return {
    revision,
    now: evolveCore(encounter.now, event),
    past: isNewCommand ? { command: event.command, before: encounter.now, rest: encounter.past } : encounter.past,
    future: isNewCommand ? null : encounter.future,
    command: event.command,
    counters: count(encounter.counters, event),
    seeds: seedsAfter(encounter.seeds, event),
  };
}

function undone(encounter: Encounter): Encounter {
  const { past, future, now } = encounter;
  if (past === null) throw new Error('an undo without a command to take back');
  return {
    ...encounter,
    now: past.before,
    past: past.rest,
    future: { command: past.command, after: now, rest: future },
  };
}

function redone(encounter: Encounter): Encounter {
  const { past, future, now } = encounter;
  if (future === null) throw new Error('a redo without an undone command');
  return {
    ...encounter,
    now: future.after,
    past: { command: future.command, before: now, rest: past },
    future: future.rest,
  };
}

function count(counters: Counters, event: DomainEvent): Counters {
  switch (event.type) {
    case 'ActionDeclared':
      return { ...counters, declarations: Math.max(counters.declarations, numberOf(event.data.declaration.id)) };
    case 'ConditionApplied':
      return { ...counters, conditions: Math.max(counters.conditions, numberOf(event.data.condition.id)) };
    case 'InitiativeRolled':
    case 'TieBreakRolled':
    case 'ReserveDieRolled':
      return countRolls(counters, event.data.rolls);
    case 'DiceRolled':
      return countRolls(counters, [event.data.roll]);
    default:
      return counters;
  }
}

function seedsAfter(seeds: Seeds, event: DomainEvent): Seeds {
  switch (event.type) {
    case 'EncounterCreated':
      return event.data.dice === undefined ? seeds : { ...seeds, ...committed(event.data.dice as JsonObject) };
    case 'SeedCommitted':
      return { ...seeds, ...committed(event.data.dice) };
    case 'SeedContributed':
      return { ...seeds, contributions: [...seeds.contributions, event.data.seed] };
    case 'EncounterEnded':
      return event.data.reveal === undefined ? seeds : { ...seeds, revealed: true };
    default:
      return seeds;
  }
}

function committed(dice: JsonObject): Pick<Seeds, 'epoch' | 'dice' | 'revealed'> {
  return { epoch: Number(dice.epoch), dice, revealed: false };
}

function countRolls(counters: Counters, records: readonly RollRecord[]): Counters {
  return records.reduce((now, { roll, hidden }) => {
    const of = hidden === true ? 'hiddenRolls' : 'rolls';
    return { ...now, [of]: Math.max(now[of], roll) };
  }, counters);
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
