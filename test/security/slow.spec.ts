import { Client, type Body } from '../e2e/support/client.js';
import { ServerProcess } from '../e2e/support/process.js';
import { RawSocket } from './support/socket.js';
import { openWorld } from './support/world.js';

const MIB = 1024 * 1024;
const CHANGES =
  'subscription ($id: ID!) { encounterChanged(id: $id, afterRevision: 0) { revision events { data } encounter { view } } }';

/** A table whose every change is told in some 25 KiB. */
async function largeTable(client: Client, headers: Record<string, string> = {}): Promise<string> {
  const stats = { intuition: 10, reflexes: 10, speed: 1 };
  const combatants = Array.from({ length: 40 }, (_, i) => ({
    id: `c${String(i)}`,
    name: 'x'.repeat(200),
    kind: 'npc',
    stats,
  }));
  const { body } = await client.post(
    '/v1/encounters',
    { name: 'Large', ruleset: 'eclipse-phase-1e', combatants },
    headers,
  );
  return String(body.encounter?.id);
}

/** Where somebody follows, and by which token. */
interface Follows {
  readonly url: string;
  readonly token?: string | null;
}

function revisionIn({ payload }: Body): number {
  return Number(payload?.data?.encounterChanged?.revision);
}

async function follower({ url, token = null }: Follows, id: string): Promise<RawSocket> {
  const socket = await RawSocket.greeted(url, token);
  await socket.first(({ type }) => String(type) === 'connection_ack');
  socket.subscribe('a', CHANGES, { id });
  await socket.about('a');
  return socket;
}

/** What the server says of itself: its open WebSockets and its memory in bytes. */
async function gauges(
  client: Client,
  headers: Record<string, string> = {},
): Promise<{ sockets: number; memory: number }> {
  const { text } = await client.get('/metrics', headers);
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
  await healthy.first((message) => revisionIn(message) === after.revision);
  const seen = new Set(healthy.messages.map(revisionIn));
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

const isLong = process.env['BITACORA_TEST_LONG'] === '1';

describe('followers that take nothing', () => {
  it('are cut one and all, while one who reads misses nothing', async () => {
    const world = await openWorld({ BITACORA_SLOW_MS: '300' });
    const { client } = world;
    const own = { url: client.url, token: world.tokens.admin };
    const id = await largeTable(client, world.as('admin'));
    const healthy = await follower(own, id);
    const stalled = await Promise.all(Array.from({ length: 5 }, () => follower(own, id)));
    for (const { socket } of stalled) socket.pause();
    let revision = 0;
    let left = 6;
    for (let i = 0; left > 1 && i < 1_000; i += 1) {
      const { body } = await client.command(id, { type: 'note', text: 'x' }, world.as('admin'));
      revision = Number(body.revision);
      if (i % 10 === 0) ({ sockets: left } = await gauges(client, world.as('admin')));
    }
    expect(left).toBe(1);
    await healthy.first((message) => revisionIn(message) === revision);
    expect(healthy.messages.map(revisionIn).slice(2)).toEqual(Array.from({ length: revision - 41 }, (_, i) => 42 + i));
    for (const socket of [healthy, ...stalled]) socket.close();
    await world.close();
  });

  (isLong ? it : it.skip)(
    'may be a hundred for twenty seconds, and hold little memory',
    async () => {
      const alone = await stall(0, 20, 5_000);
      const { growth, left, missed } = await stall(100, 20, 5_000);
      const more = (growth - alone.growth) / MIB;
      console.log(`100 stalled sockets, 50 events a second, 20 s: ${more.toFixed(1)} MiB more than without them`);
      expect({ left, missed }).toEqual({ left: 1, missed: 0 });
      expect(more).toBeLessThan(64);
    },
    180_000,
  );
});
