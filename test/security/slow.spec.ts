import { request, type IncomingMessage } from 'node:http';
import { Client } from '../e2e/support/client.js';
import { ServerProcess } from '../e2e/support/process.js';
import { RawSocket } from './support/socket.js';
import { openWorld } from './support/world.js';

const MIB = 1024 * 1024;
const CHANGES =
  'subscription ($id: ID!) { encounterChanged(id: $id, afterRevision: 0) { revision events { data } encounter { view } } }';

/** A table whose every change is told in some 60 KiB. */
function largeTable(client: Client): Promise<string> {
  const stats = { intuition: 10, reflexes: 10, speed: 1 };
  const combatants = Array.from({ length: 100 }, (_, i) => ({
    id: `c${String(i)}`,
    name: 'x'.repeat(200),
    kind: 'npc',
    stats,
  }));
  return client.create({ name: 'Large', ruleset: 'eclipse-phase-1e', combatants });
}

async function follower(client: Client, id: string): Promise<RawSocket> {
  const socket = await RawSocket.greeted(client.url, null);
  await socket.first(({ type }) => String(type) === 'connection_ack');
  socket.subscribe('a', CHANGES, { id });
  await socket.about('a');
  return socket;
}

/** What the server says of itself: its open WebSockets and its memory in bytes. */
async function gauges(client: Client): Promise<{ sockets: number; memory: number }> {
  const { text } = await client.get('/metrics');
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { sockets: value('bitacora_sockets'), memory: value('process_resident_memory_bytes') };
}

/** Notes at 50 a second for `seconds`: the last revision, and the most memory that the server took meanwhile. */
async function notes(client: Client, id: string, seconds: number): Promise<{ revision: number; memory: number }> {
  let revision = 0;
  let memory = 0;
  const from = performance.now();
  for (let i = 1; i <= 50 * seconds; i += 1) {
    const { body } = await client.command(id, { type: 'note', text: 'x'.repeat(1_000) });
    revision = Number(body.revision);
    if (i % 25 === 0) memory = Math.max(memory, (await gauges(client)).memory);
    const ahead = i * 20 - (performance.now() - from);
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  return { revision, memory };
}

interface Outcome {
  readonly growth: number;
  readonly left: number;
  readonly missed: number;
}

/** How often the server is asked whether it has cut those who take nothing. */
const PATIENCE = 100;

/** `count` sockets follow and take nothing while one reads on; compared with the memory that the server took before. */
async function stall(count: number, seconds: number, slowMs: number): Promise<Outcome> {
  const server = new ServerProcess({ BITACORA_STORE: 'memory:', BITACORA_SLOW_MS: String(slowMs) });
  const client = new Client(await server.url());
  const id = await largeTable(client);
  const healthy = await follower(client, id);
  const before = await notes(client, id, 2);
  for (let i = 0; i < count; i += 1) (await follower(client, id)).socket.pause();
  const after = await notes(client, id, seconds);
  await healthy.first(({ payload }) => Number(payload?.data?.encounterChanged?.revision) === after.revision);
  const seen = new Set(healthy.messages.map(({ payload }) => Number(payload?.data?.encounterChanged?.revision)));
  let { sockets: left } = await gauges(client);
  for (let i = 0; left > 1 && i < PATIENCE; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    ({ sockets: left } = await gauges(client));
  }
  healthy.close();
  server.kill('SIGTERM');
  await server.ended;
  return { growth: after.memory - before.memory, left, missed: 50 * (2 + seconds) - (seen.size - 2) };
}

describe('followers that take nothing', () => {
  it('are cut, hold little memory, and cost those who read nothing', async () => {
    const { growth, left, missed } = await stall(20, 4, 500);
    expect({ left, missed }).toEqual({ left: 1, missed: 0 });
    expect(growth).toBeLessThan(64 * MIB);
  });

  (process.env['BITACORA_TEST_LONG'] === '1' ? it : it.skip)(
    'may be a hundred for twenty seconds',
    async () => {
      const { growth, left, missed } = await stall(100, 20, 5_000);
      console.log(`100 stalled sockets, 50 events a second, 20 s: ${(growth / MIB).toFixed(1)} MiB more than before`);
      expect({ left, missed }).toEqual({ left: 1, missed: 0 });
      expect(growth).toBeLessThan(64 * MIB);
    },
    180_000,
  );

  it('of an event stream are cut as well', async () => {
    const world = await openWorld({ BITACORA_SLOW_MS: '300' });
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const sent = request(`${world.server.url}/v1/encounters/${world.table}/events`, {
        headers: { accept: 'text/event-stream', ...world.as('gm') },
      });
      sent.on('response', resolve);
      sent.end();
    });
    answer.on('error', () => undefined);
    const cut = new Promise((resolve) => answer.socket.once('close', resolve));
    answer.pause();
    for (let i = 0; i < 3_000; i += 50) {
      const batch = Array.from({ length: 50 }, () =>
        world.client.command(world.table, { type: 'note', text: 'x'.repeat(3_900) }, world.as('gm')),
      );
      await Promise.all(batch);
    }
    answer.resume();
    await cut;
    expect(answer.complete).toBe(false);
    await world.close();
  });
});
