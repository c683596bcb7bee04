import { openKeyRing } from '@bitacora/access';
import { startServer, readConfig, type RunningServer } from '@bitacora/api';
import { openStore, type EventStore } from '@bitacora/event-store';
import { randomUUID } from 'node:crypto';
import { Client, type Body } from '../../e2e/support/client.js';

/** Whoever may come, the first two without a token that counts. */
export const PEOPLE = ['nobody', 'forger', 'spectator', 'playerA', 'playerB', 'gm', 'otherGm', 'admin'] as const;
export type Person = (typeof PEOPLE)[number];

/** Two tables at a server that asks for keys. At the first one ana is player A's, bo player B's, and ghost is hidden. */
export interface World {
  readonly server: RunningServer;
  readonly store: EventStore;
  readonly client: Client;
  readonly tokens: Readonly<Record<Person, string | null>>;
  readonly table: string;
  readonly otherTable: string;
  readonly absent: string;
  /** The headers by which somebody calls. */
  readonly as: (person: Person) => Record<string, string>;
  close(): Promise<void>;
}

const somebody = (id: string, kind: 'pc' | 'npc', more: object = {}): object => ({
  id,
  name: id,
  kind,
  stats: { intuition: 10, reflexes: 10, speed: 1 },
  ...more,
});

const combat = {
  name: 'Table',
  ruleset: 'eclipse-phase-1e',
  combatants: [somebody('ana', 'pc'), somebody('bo', 'pc'), somebody('ghost', 'npc', { hidden: true })],
};

/** Opens one. `env`: variables of the server's environment. `address`: of its store. */
export async function openWorld(env: Readonly<Record<string, string>> = {}, address = 'memory:'): Promise<World> {
  const store = await openStore(address);
  const config = readConfig({
    BITACORA_PORT: '0',
    BITACORA_STORE: 'memory:',
    BITACORA_AUTH: 'keys',
    BITACORA_LOG: 'silent',
    BITACORA_RATE_LIMIT: '0',
    ...env,
  });
  const server = await startServer(config, { store });
  const client = new Client(server.url);
  const admin = (await openKeyRing(store, () => new Date(), randomUUID).create('tests')).token;
  const bearer = (token: string | null): Record<string, string> =>
    token === null ? {} : { authorization: `Bearer ${token}` };
  const make = async (): Promise<{ id: string; gm: string }> => {
    const { body } = await client.post('/v1/encounters', combat, bearer(admin));
    return { id: String(body.encounter?.id), gm: String(body.access?.token) };
  };
  const [table, other] = [await make(), await make()];
  const grant = async (access: object): Promise<string> =>
    String((await client.post(`/v1/encounters/${table.id}/access`, access, bearer(table.gm))).body.token);
  const tokens = {
    nobody: null,
    forger: `bt.${randomUUID()}.${'A'.repeat(43)}`,
    spectator: await grant({ role: 'spectator' }),
    playerA: await grant({ role: 'player', combatants: ['ana'] }),
    playerB: await grant({ role: 'player', combatants: ['bo'] }),
    gm: table.gm,
    otherGm: other.gm,
    admin,
  };
  return {
    server,
    store,
    client,
    tokens,
    table: table.id,
    otherTable: other.id,
    absent: randomUUID(),
    as: (person) => bearer(tokens[person]),
    close: () => server.close(),
  };
}

/** Plays the first table until each of the three has a declaration: d1 is ana's, d2 bo's, d3 the ghost's. */
export async function playOn({ client, as, table }: World): Promise<void> {
  const send = async (command: object): Promise<Body> => {
    const { status, body, text } = await client.command(table, command, as('gm'));
    if (status !== 200) throw new Error(text);
    return body;
  };
  await send({ type: 'start' });
  await send({ type: 'rollInitiative', rolls: { ana: [9], bo: [6], ghost: [1] } });
  for (const combatant of ['ana', 'bo', 'ghost']) {
    await send({ type: 'declare', combatant, action: { kind: 'complex' } });
    if (combatant !== 'ghost') await send({ type: 'endTurn', combatant });
  }
}
