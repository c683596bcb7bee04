import {
  isRefusal,
  type CombatantData,
  type Command,
  type DomainEvent,
  type EntryView,
  type JsonObject,
  type Reason,
  type Refusal,
} from '@bitacora/engine';
import type { Table } from '@bitacora/engine/testing';

/** A combatant whose name is its id. */
export function fighter(id: string, stats: JsonObject, kind: 'pc' | 'npc' = 'pc'): CombatantData {
  return { id, name: id, kind, stats };
}

/** The keys of the present order, group by group. */
export function orderOf(table: Table): readonly (readonly string[])[] {
  return table.view.order.map((group) => group.entries.map((e) => e.key));
}

/** The states of the present order's entries, by key. */
export function statesOf(table: Table): Readonly<Record<string, string>> {
  return Object.fromEntries(table.view.order.flatMap((group) => group.entries.map((e) => [e.key, e.state])));
}

/** How `command` is refused; null where it is accepted. */
export function refusalOf(table: Table, command: Command): Refusal | null {
  const answer = table.send(command);
  return isRefusal(answer) ? answer : null;
}

/** The types of the events that `command` leads to; it must be accepted. */
export function eventsOf(table: Table, command: Command): readonly DomainEvent['type'][] {
  return table.does(command).map((event) => event.type);
}

/** The reasons of an entry without their sentences. */
export function reasonsOf(entry: EntryView | undefined): readonly Reason[] {
  return (entry?.why ?? []).map(
    (said) => Object.fromEntries(Object.entries(said).filter(([field]) => field !== 'text')) as unknown as Reason,
  );
}
