import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  openEncounters,
  ServerKeys,
  type CallContext,
  type CombatantInput,
  type CommandInput,
  type Encounters,
} from '@bitacora/encounters';
import {
  create,
  decide,
  isRefusal,
  type Command,
  type Decision,
  type Dice,
  type Encounter,
  type Refusal,
  type RuleSet,
} from '@bitacora/engine';
import { seededDice } from '@bitacora/engine/testing';
import { openStore, type EventStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';

const BENCHES = join(process.cwd(), '.cache', 'bench');
const FOLDER = join(BENCHES, String(process.pid));
const RULES = 'eclipse-phase-1e';

/** Who calls in a bench. */
const CALL: CallContext = { viewer: { role: 'admin', combatants: [], actor: 'admin' }, requestId: 'bench' };

/** A path for a database that does not exist yet, on the disk of the repository. */
export function freshDatabase(): string {
  mkdirSync(FOLDER, { recursive: true });
  return join(FOLDER, `${randomUUID()}.db`);
}

/** Removes all databases of this process's benches, none of which may be in use, and those that a bench left that was killed. */
export function removeDatabases(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const pid of readdirSync(BENCHES)) {
    if (pid === String(process.pid) || !isRunning(Number(pid)))
      rmSync(join(BENCHES, pid), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The same faces for every command; made only where a die is rolled, as the server's own are. */
function diceOfACommand(): Dice {
  let dice: Dice | undefined;
  return { face: (request) => (dice ??= seededDice(7)).face(request) };
}

/** Encounters over `store` as the server has them, but for reproducible dice. */
export function openBench(store: EventStore): Promise<Encounters> {
  return openEncounters({
    store,
    rulesets,
    keys: ServerKeys.ephemeral(),
    dice: diceOfACommand,
    clock: () => new Date(),
    ids: randomUUID,
  });
}

/** Encounters over a new database, and how to leave it. */
export async function openFresh(): Promise<{
  path: string;
  store: EventStore;
  encounters: Encounters;
  close: () => Promise<void>;
}> {
  const path = freshDatabase();
  const store = await openStore(`sqlite:${path}`);
  const encounters = await openBench(store);
  const close = async (): Promise<void> => {
    await encounters.close();
    await store.close();
  };
  return { path, store, encounters, close };
}

/** The table of a bench: so many combatants with different reflexes. */
export function fighters(count: number): CombatantInput[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `c${i + 1}`,
    name: `Fighter ${i + 1}`,
    kind: i < 4 ? 'pc' : 'npc',
    stats: { intuition: 10 + i, reflexes: 20 - i, speed: 1 + (i % 2) },
  }));
}

/** Makes an encounter for a bench; answers its id. */
export async function createBench(encounters: Encounters, combatants: number): Promise<string> {
  const made = await encounters.create({ name: 'Bench', ruleset: RULES, combatants: fighters(combatants) }, CALL);
  if (made.kind !== 'done') throw new Error(made.kind);
  return made.folded.id;
}

/** Sends a command that must be accepted. */
export async function send(encounters: Encounters, id: string, command: CommandInput): Promise<void> {
  const result = await encounters.execute(id, command, CALL);
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
}

/** The first `count` commands of a fight, which are accepted one after the other, by the dice of {@link openBench}. */
export function fight(combatants: number, count: number): Command[] {
  const rules = rulesets.get(RULES) as RuleSet;
  const context = (commandId: string) => ({ rules, dice: seededDice(7), commandId });
  const commands: Command[] = [];
  let { encounter } = accepted(
    create({ id: 'x', name: 'Bench', combatants: fighters(combatants) as never }, context('')),
  );
  while (commands.length < count) {
    const command = nextCommand(encounter, commands.length);
    encounter = accepted(decide(command, encounter, context(String(commands.length)))).encounter;
    commands.push(command);
  }
  return commands;
}

function nextCommand({ now }: Encounter, number: number): Command {
  if (now.status === 'setup') return { type: 'start' };
  if (now.clock.stage === 'initiative') return { type: 'rollInitiative' };
  const actor = now.frames.at(-1)?.members.find((m) => !m.done)?.combatant ?? '';
  if (number % 10 === 3)
    return { type: 'wound', combatant: `c${1 + (number % now.combatants.length)}`, source: 'rifle' };
  if (number % 10 === 7) return { type: 'heal', combatant: `c${1 + ((number - 4) % now.combatants.length)}` };
  const declared = now.open.some(
    (d) => d.combatant === actor && d.round === now.clock.round && d.pass === now.clock.pass,
  );
  if (declared) return { type: 'endTurn', combatant: actor };
  return { type: 'declare', combatant: actor, action: { kind: 'complex', label: 'Shoot' }, outcome: { success: true } };
}

function accepted(result: Decision | Refusal): Decision {
  if (isRefusal(result)) throw new Error(JSON.stringify(result));
  return result;
}
