import { FakeEventStore } from '@bitacora/event-store/testing';
import { fighters, freshDatabase, removeDatabases } from './data.js';
import { rate, type Section } from './harness.js';
import { Connection, request } from './http.js';
import { startApi, type BenchServer } from './server.js';

const ENCOUNTERS = 32;
const COMMANDS_EACH = 20;
/** How many are in the file of a server that is killed. */
const LEFT = 8;

/** (h) Two servers against one on the same SQLite file, and how soon a server serves again. */
export async function processes(): Promise<Section[]> {
  const close = async (): Promise<void> => removeDatabases();
  return [
    {
      id: 'h',
      title: `commands to durable through REST, ${ENCOUNTERS} encounters at once, one SQLite file`,
      unit: 'commands/s',
      better: 'higher',
      note: 'each encounter is played through one of the servers',
      subjects: [
        { name: 'one process', round: () => play(1) },
        { name: 'two processes', round: () => play(2) },
      ],
      close,
    },
    {
      id: 'h',
      title: 'from kill -9 to the first command that is durable again',
      unit: 'ms',
      better: 'lower',
      note: `the start of the process included; ${LEFT} encounters in the file`,
      subjects: [{ name: 'sqlite', round: afterKill }],
      close,
    },
    {
      id: 'h',
      title: 'from the store’s return to the first command that is durable again',
      unit: 'ms',
      better: 'lower',
      note: 'the store is the fake of EventStoreDB, away for two seconds',
      subjects: [{ name: 'eventstoredb (a fake)', round: afterOutage }],
    },
  ];
}

async function play(count: number): Promise<number> {
  const store = `sqlite:${freshDatabase()}`;
  const servers = await Promise.all(Array.from({ length: count }, () => startApi(store)));
  const connections = Array.from({ length: ENCOUNTERS }, (_, i) => connect(servers, i));
  const ids = await Promise.all(connections.map(create));
  const perSecond = await rate(ENCOUNTERS * COMMANDS_EACH, () =>
    Promise.all(
      connections.map(async (connection, i) => {
        for (let n = 0; n < COMMANDS_EACH; n += 1) await note(connection, ids[i] ?? '');
      }),
    ),
  );
  for (const connection of connections) connection.close();
  await Promise.all(servers.map((server) => server.stop()));
  return perSecond;
}

async function afterKill(): Promise<number> {
  const store = `sqlite:${freshDatabase()}`;
  const first = await startApi(store);
  const connection = connect([first], 0);
  const ids = [];
  for (let i = 0; i < LEFT; i += 1) ids.push(await create(connection));
  connection.close();
  const since = performance.now();
  await first.kill();
  const second = await startApi(store);
  const again = connect([second], 0);
  await note(again, ids[0] ?? '');
  const took = performance.now() - since;
  again.close();
  await second.stop();
  return took;
}

async function afterOutage(): Promise<number> {
  const fake = await FakeEventStore.start();
  const server = await startApi(fake.url, { BITACORA_KEY_FILE: `${freshDatabase()}.keys` });
  const connection = connect([server], 0);
  const id = await create(connection);
  await fake.down();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await fake.up();
  const since = performance.now();
  await untilDone(connection, id);
  const took = performance.now() - since;
  connection.close();
  await server.stop();
  await fake.stop();
  return took;
}

async function untilDone(connection: Connection, id: string): Promise<void> {
  for (;;) {
    try {
      await note(connection, id);
      return;
    } catch (error) {
      if (!(error as Error).message.includes('STORE_UNAVAILABLE')) throw error;
    }
  }
}

function connect(servers: readonly BenchServer[], i: number): Connection {
  return new Connection(servers[i % servers.length]?.url ?? '');
}

async function create(connection: Connection): Promise<string> {
  const body = { name: 'Bench', ruleset: 'eclipse-phase-1e', combatants: fighters(6) };
  const made = await connection.send(request('POST', '/v1/encounters', body));
  return (JSON.parse(made.toString()) as { encounter: { id: string } }).encounter.id;
}

function note(connection: Connection, id: string): Promise<Buffer> {
  return connection.send(request('POST', `/v1/encounters/${id}/commands`, { type: 'note', text: 'x' }));
}
