import type { Dice } from './dice/port.js';
import { combatantOf, type Core, type Encounter } from './encounter.js';
import type { DomainEvent, EventData, EventType, Recorded, RolledBy } from './event.js';
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
  /** What the end of the encounter reveals. */
  readonly ending: JsonObject;
  /** Adds an event. */
  emit<T extends EventType>(type: T, data: EventData[T]): void;
  /** Rolls dice, or takes the table's faces; a number of its own is given to each roll. */
  roll(request: RollRequest): Thrown;
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
  return new OpenDraft(encounter, rules, dice, id, facts);
}

class OpenDraft implements Draft {
  readonly events: DomainEvent[] = [];
  readonly ending: JsonObject;
  #rolls: number;
  #hiddenRolls: number;
  #commitment: JsonObject | undefined;

  constructor(
    public encounter: Encounter,
    readonly rules: RuleSet,
    readonly dice: Dice,
    readonly id: string,
    facts: Facts,
  ) {
    this.#rolls = encounter.counters.rolls;
    this.#hiddenRolls = encounter.counters.hiddenRolls;
    this.#commitment = facts.commitment;
    this.ending = facts.ending ?? {};
  }

  get core(): Core {
    return this.encounter.now;
  }

  emit<T extends EventType>(type: T, data: EventData[T]): void {
    this.events.push({ type, data } as DomainEvent);
    this.encounter = evolve(this.encounter, { type, data, command: this.id } as Recorded);
  }

  roll({ combatant, purpose, dice: sides, table }: RollRequest): Thrown {
    const hidden = combatantOf(this.core, combatant)?.hidden ?? false;
    const roll = hidden ? (this.#hiddenRolls += 1) : (this.#rolls += 1);
    if (table !== undefined) return { roll, by: 'table', faces: table, hidden };
    this.#commit();
    const faces = sides.map((of, die) => this.dice.face({ roll, die, faces: of, purpose, hidden }));
    return { roll, by: 'server', faces, hidden };
  }

  #commit(): void {
    if (this.#commitment === undefined) return;
    this.emit('SeedCommitted', { dice: this.#commitment });
    this.#commitment = undefined;
  }
}
