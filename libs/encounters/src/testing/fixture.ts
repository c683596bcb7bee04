import { randomUUID } from 'node:crypto';
import { seededDice } from '@bitacora/engine/testing';
import { openStore, type EventStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { ServerKeys } from '../audit/keys.js';
import { openEncounters } from '../encounters.js';
import type { CallContext, CombatantInput, CommandInput, Encounters, EncountersDeps, ExecuteResult } from '../types.js';
import type { Viewer } from '../viewer.js';

/** Who may do and see everything. */
export const ADMIN: Viewer = { role: 'admin', combatants: [], actor: 'admin' };

/** A call by {@link ADMIN}. */
export function by(context: Partial<CallContext> = {}): CallContext {
  return { viewer: ADMIN, requestId: 'request', ...context };
}

/** A clock that goes on by a second whenever it is looked at. */
export function tickingClock(start = Date.UTC(2026, 0, 1)): () => Date {
  let now = start;
  return () => new Date((now += 1_000));
}

/** Encounters over `store`, or over a store in memory of their own. */
export async function openTest(store?: EventStore, deps: Partial<EncountersDeps> = {}): Promise<Encounters> {
  return openEncounters({
    store: store ?? (await openStore('memory:')),
    rulesets,
    keys: ServerKeys.ephemeral(),
    dice: () => seededDice(1),
    clock: tickingClock(),
    ids: randomUUID,
    ...deps,
  });
}

/** What a command that was accepted gave. */
export type Done = Extract<ExecuteResult, { kind: 'done' }>;

/** The result, which must be an accepted command's. */
export function done(result: ExecuteResult): Done {
  if (result.kind !== 'done') throw new Error(`not accepted: ${JSON.stringify(result)}`);
  return result;
}

/** A combatant of Eclipse Phase. */
export function fighter(id: string, reflexes = 20): CombatantInput {
  return { id, name: id, kind: 'npc', stats: { intuition: 20, reflexes, speed: 1 } };
}

/** Makes an encounter of Eclipse Phase, and sends it commands; answers its id. */
export async function given(
  encounters: Encounters,
  combatants: number,
  ...commands: readonly CommandInput[]
): Promise<string> {
  const input = {
    name: 'Docking bay',
    ruleset: 'eclipse-phase-1e',
    combatants: Array.from({ length: combatants }, (_, i) => fighter(`c${i + 1}`, 10 + i)),
  };
  const { folded } = done(await encounters.create(input, by()));
  for (const command of commands) done(await encounters.execute(folded.id, command, by()));
  return folded.id;
}

/** A note. */
export function note(text: string): CommandInput {
  return { type: 'note', text };
}
