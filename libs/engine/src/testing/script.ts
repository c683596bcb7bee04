import type { CombatantData, Command } from '../command.js';
import { create, decide } from '../decide.js';
import type { Dice } from '../dice/port.js';
import type { Encounter } from '../encounter.js';
import type { DomainEvent } from '../event.js';
import type { JsonObject } from '../json.js';
import { isRefusal, type Refusal } from '../refusal.js';
import type { RuleSet } from '../ruleset.js';
import { differences, type Scenario } from '../scenario.js';
import { view, type View } from '../view.js';
import { scriptedDice } from './scripted.js';

/** An encounter under test: given what was done, when a command is sent, then these events. */
export interface Table {
  readonly encounter: Encounter;
  readonly view: View;
  /** Every event so far with the command that it belongs to. */
  readonly log: readonly (DomainEvent & { readonly command: string })[];
  /** Sends a command; its events, or its refusal. */
  readonly send: (command: Command) => readonly DomainEvent[] | Refusal;
  /** Sends a command that must be accepted. */
  readonly does: (command: Command) => readonly DomainEvent[];
}

/** Opens a table of `rules` with `combatants`. */
export function openTable(
  rules: RuleSet,
  combatants: readonly CombatantData[],
  options: JsonObject = {},
  dice: Dice = scriptedDice(),
): Table {
  let number = 0;
  const created = create({ id: 'e1', name: 'Test', options, combatants }, { rules, dice, commandId: 'k0' });
  if (isRefusal(created)) throw new Error(`creation refused: ${JSON.stringify(created)}`);
  let encounter = created.encounter;
  const log = created.events.map((event) => ({ ...event, command: 'k0' }));
  const send = (command: Command) => {
    number += 1;
    const commandId = `k${String(number)}`;
    const decision = decide(command, encounter, { rules, dice, commandId });
    if (isRefusal(decision)) return decision;
    encounter = decision.encounter;
    log.push(...decision.events.map((event) => ({ ...event, command: commandId })));
    return decision.events;
  };
  return {
    log,
    send,
    get encounter() {
      return encounter;
    },
    get view() {
      return view(encounter, rules);
    },
    does: (command) => {
      const events = send(command);
      if (isRefusal(events)) throw new Error(`${command.type} refused: ${JSON.stringify(events)}`);
      return events;
    },
  };
}

/** Plays a scenario upon the engine alone; where it differs, step by step, counted from 1. */
export function playScenario(rules: RuleSet, scenario: Scenario, dice: Dice = scriptedDice()): readonly string[] {
  const table = openTable(rules, scenario.combatants, scenario.options, dice);
  return scenario.steps.flatMap((step, i) => {
    const result = table.send(step.do);
    const refused = isRefusal(result);
    const observed = {
      view: JSON.parse(JSON.stringify(table.view)) as JsonObject,
      events: refused ? [] : result.map((event) => event.type),
      error: refused ? result.code : null,
    };
    return differences(step.expect ?? {}, observed).map(
      (d) =>
        `step ${String(i + 1)} ${JSON.stringify(step.do)}: ${d.what}: expected ${JSON.stringify(d.expected)}, got ${JSON.stringify(d.actual)}`,
    );
  });
}
