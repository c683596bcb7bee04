import { create, decide, isRefusal, type Command, type Decision, type RuleSet } from '@bitacora/engine';
import { seededDice } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { fight, fighters, freshDatabase, openFresh, createBench, send } from './data.js';
import { rate, type Section } from './harness.js';
import { Connection, request } from './http.js';
import { startApi, type BenchServer } from './server.js';

const COMBATANTS = 6;
const RULES = 'eclipse-phase-1e';

/** (b) The same commands through REST to durable, against the same in process. */
export async function rest(): Promise<Section[]> {
  return [await section(1, 300), await section(64, 60)];
}

async function section(encounters: number, commandsEach: number): Promise<Section> {
  const server = await startApi(`sqlite:${freshDatabase()}`);
  const script = withTableRolls(fight(COMBATANTS, commandsEach));
  return {
    id: 'b',
    title: `a command to durable through REST, ${encounters} encounter${encounters > 1 ? 's at once' : ''}`,
    unit: 'commands/s',
    better: 'higher',
    subjects: [
      { name: 'execute in process', round: () => inProcess(script, encounters) },
      { name: 'POST …/commands', round: () => overRest(server, script, encounters) },
    ],
    close: async () => {
      await server.stop();
    },
  };
}

async function inProcess(script: readonly Command[], count: number): Promise<number> {
  const { encounters, close } = await openFresh();
  const ids = await Promise.all(Array.from({ length: count }, () => createBench(encounters, COMBATANTS)));
  const perSecond = await rate(script.length * count, () =>
    Promise.all(
      ids.map(async (id) => {
        for (const command of script) await send(encounters, id, command);
      }),
    ),
  );
  await close();
  return perSecond;
}

async function overRest(server: BenchServer, script: readonly Command[], count: number): Promise<number> {
  const connections = Array.from({ length: count }, () => new Connection(server.url));
  const ids = await Promise.all(connections.map(createOver));
  const perSecond = await rate(script.length * count, () =>
    Promise.all(
      connections.map(async (connection, i) => {
        for (const command of script)
          await connection.send(request('POST', `/v1/encounters/${ids[i]}/commands`, command));
      }),
    ),
  );
  for (const connection of connections) connection.close();
  return perSecond;
}

async function createOver(connection: Connection): Promise<string> {
  const body = { name: 'Bench', ruleset: RULES, combatants: fighters(COMBATANTS) };
  const made = await connection.send(request('POST', '/v1/encounters', body));
  return (JSON.parse(made.toString()) as { encounter: { id: string } }).encounter.id;
}

/** The script with the faces that its dice gave, so that it goes the same way with any dice. */
function withTableRolls(script: readonly Command[]): Command[] {
  const rules = rulesets.get(RULES) as RuleSet;
  const context = (commandId: string) => ({ rules, dice: seededDice(7), commandId });
  let decision = create({ id: 'x', name: 'Bench', combatants: fighters(COMBATANTS) as never }, context('')) as Decision;
  return script.map((command, i) => {
    const next = decide(command, decision.encounter, context(String(i)));
    if (isRefusal(next)) throw new Error(JSON.stringify(next));
    decision = next;
    if (command.type !== 'rollInitiative') return command;
    const rolls = next.events.flatMap((event) => (event.type === 'InitiativeRolled' ? event.data.rolls : []));
    return { ...command, rolls: Object.fromEntries(rolls.map(({ combatant, faces }) => [combatant ?? '', faces])) };
  });
}
