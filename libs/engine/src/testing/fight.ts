import type { CombatantData, Command, CommandName } from '../command.js';
import type { Dice } from '../dice/port.js';
import type { EventType } from '../event.js';
import type { JsonObject } from '../json.js';
import { isRefusal, type Refusal } from '../refusal.js';
import type { RuleSet } from '../ruleset.js';
import type { CombatantView, DeclarationView } from '../view.js';
import { openTable, type Table } from './script.js';
import { scriptedDice } from './scripted.js';

/** A command by its name, and its fields: short for the literal. */
export type Fields = Readonly<Record<string, unknown>>;

/** A table with short readings of its view, for specs. */
export interface Fight {
  readonly table: Table;
  /** Round, pass and stage, such as `1.2 actions`. */
  readonly when: string;
  readonly order: readonly (readonly string[])[];
  /** The state of every entry of the order, by key. */
  readonly states: Readonly<Record<string, string>>;
  readonly acting: readonly string[];
  readonly suspended: readonly (readonly string[])[];
  /** Whom the stage waits for. */
  readonly waitsFor: { readonly rolls: readonly string[]; readonly declarations: readonly string[] };
  readonly of: (id: string) => CombatantView;
  readonly declaration: (id: string) => DeclarationView;
  readonly conditions: readonly string[];
  readonly can: (id: string) => readonly string[];
  /** Sends a command that must be accepted; the types of its events. */
  readonly does: (type: CommandName, fields?: Fields) => readonly EventType[];
  /** The same for one combatant. */
  readonly by: (combatant: string, type: CommandName, fields?: Fields) => readonly EventType[];
  /** Sends a command that must be refused; the code. */
  readonly refuses: (type: CommandName, fields?: Fields) => string;
  /** The refusal itself. */
  readonly refusal: (type: CommandName, fields?: Fields) => Refusal;
}

/** Opens a fight of `rules`: what `openTable` does, with short readings. */
export function openFight(
  rules: RuleSet,
  combatants: readonly CombatantData[],
  options: JsonObject = {},
  dice: Dice = scriptedDice(),
): Fight {
  const table = openTable(rules, combatants, options, dice);
  const entries = () => table.view.order.flatMap((group) => group.entries);
  const does: Fight['does'] = (type, fields) => table.does(command(type, fields)).map((event) => event.type);
  const refusal: Fight['refusal'] = (type, fields) => {
    const before = table.encounter;
    const result = table.send(command(type, fields));
    if (!isRefusal(result)) throw new Error(`${type} was accepted: ${JSON.stringify(result)}`);
    if (table.encounter !== before) throw new Error(`${type} was refused and changed something`);
    return result;
  };
  return {
    table,
    does,
    refusal,
    by: (combatant, type, fields) => does(type, { combatant, ...fields }),
    refuses: (type, fields) => refusal(type, fields).code,
    get when() {
      const { round, pass, stage } = table.view.clock;
      return `${String(round)}.${String(pass)} ${stage}`;
    },
    get order() {
      return table.view.order.map((group) => group.entries.map((entry) => entry.key).sort());
    },
    get states() {
      return Object.fromEntries(entries().map((entry) => [entry.key, entry.state]));
    },
    get acting() {
      return table.view.acting;
    },
    get suspended() {
      return table.view.suspended;
    },
    get waitsFor() {
      const { rolls, declarations } = table.view.pending;
      return { rolls, declarations };
    },
    of: (id) => found(table.view.combatants, id),
    declaration: (id) => found(table.view.declarations, id),
    get conditions() {
      return table.view.conditions.map((condition) => condition.name);
    },
    can: (id) => table.view.available[id] ?? [],
  };
}

function command(type: CommandName, fields: Fields = {}): Command {
  return { type, ...fields } as unknown as Command;
}

function found<T extends { readonly id: string }>(list: readonly T[], id: string): T {
  const one = list.find((item) => item.id === id);
  if (one === undefined) throw new Error(`no ${id}`);
  return one;
}
