import type { Dice } from './dice/port.js';
import { combatantOf, type Core, type Encounter } from './encounter.js';
import type { DomainEvent, EventData, EventType, RolledBy } from './event.js';
import { evolve } from './evolve.js';
import type { JsonObject } from './json.js';
import type { RuleSet } from './ruleset.js';

/** What is to be rolled: the faces that each die has, and those that the table threw, already checked. */
export interface RollRequest {
  readonly combatant: string | null;
  readonly purpose: string;
  readonly dice: readonly number[];
  readonly table?: readonly number[];
}

/** What came up. */
export interface Thrown {
  readonly roll: number;
  readonly by: RolledBy;
  readonly faces: readonly number[];
  readonly hidden: boolean;
}

/** Events in the making: each is applied at once, so that what follows is decided on what it has led to. */
export interface Draft {
  readonly rules: RuleSet;
  /** The encounter after all that was drafted. */
  readonly encounter: Encounter;
  /** Short for `encounter.now`. */
  readonly core: Core;
  readonly events: readonly DomainEvent[];
  /** Adds an event. */
  readonly emit: <T extends EventType>(type: T, data: EventData[T]) => void;
  /** What the end of the encounter reveals. */
  readonly ending: JsonObject;
  /** Rolls dice, or takes the table's faces; a number of its own is given to each roll. */
  readonly roll: (request: RollRequest) => Thrown;
}

/** Facts that the log adds to what is decided. */
export interface Facts {
  /** For `EncounterEnded`: what it reveals. */
  readonly ending?: JsonObject;
  /** A commitment to new seeds, to stand before the first roll of the server's. */
  readonly commitment?: JsonObject;
}

/** Opens a draft upon `encounter` for the command `id`. */
export function openDraft(encounter: Encounter, rules: RuleSet, dice: Dice, id: string, facts: Facts = {}): Draft {
  let current = encounter;
  const rolls = { open: encounter.counters.rolls, hidden: encounter.counters.hiddenRolls };
  const events: DomainEvent[] = [];
  let { commitment } = facts;
  const emit: Draft['emit'] = (type, data) => {
    const event = { type, data } as DomainEvent;
    events.push(event);
    current = evolve(current, { ...event, command: id });
  };
  const commit = () => {
    if (commitment !== undefined) emit('SeedCommitted', { dice: commitment });
    commitment = undefined;
  };
  return {
    rules,
    emit,
    ending: facts.ending ?? {},
    events,
    get encounter() {
      return current;
    },
    get core() {
      return current.now;
    },
    roll: ({ combatant, purpose, dice: faces, table }) => {
      const hidden = combatantOf(current.now, combatant)?.hidden ?? false;
      const roll = (rolls[hidden ? 'hidden' : 'open'] += 1);
      if (table === undefined) commit();
      const thrown = table ?? faces.map((sides, die) => dice.face({ roll, die, faces: sides, purpose, hidden }));
      return { roll, by: table === undefined ? 'server' : 'table', faces: thrown, hidden };
    },
  };
}
