import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeyRing } from '@bitacora/access';
import { openStore } from '@bitacora/event-store';
import { Client } from '../e2e/support/client.js';
import { ServerProcess } from '../e2e/support/process.js';
import { RawSocket } from './support/socket.js';

const canary = (): string => `canary${randomBytes(16).toString('hex')}`;

describe('the log', () => {
  it('at its most talkative holds no token, no ticket, no header and nothing of what is hidden', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bitacora-log-'));
    const address = `sqlite:${join(folder, 'events.db')}`;
    const store = await openStore(address);
    const { token } = await openKeyRing(
      store,
      () => new Date(),
      () => '11111111-1111-4111-8111-111111111111',
    ).create('app');
    await store.close();
    const server = new ServerProcess({ BITACORA_STORE: address, BITACORA_AUTH: 'keys', BITACORA_LOG: 'trace' });
    const client = new Client(await server.url());
    const admin = { authorization: `Bearer ${token}` };
    const secrets = { name: canary(), note: canary(), cookie: canary(), query: canary(), guessed: canary() };

    const made = await client.post(
      '/v1/encounters',
      {
        name: 'x',
        ruleset: 'eclipse-phase-1e',
        combatants: [
          {
            id: 'ghost',
            name: secrets.name,
            kind: 'npc',
            hidden: true,
            stats: { intuition: 9, reflexes: 9, speed: 1 },
          },
        ],
      },
      admin,
    );
    expect(made.status).toBe(201);
    const id = String(made.body.encounter?.id);
    const gm = String(made.body.access?.token);
    await client.command(id, { type: 'note', text: secrets.note }, { ...admin, cookie: secrets.cookie });
    await client.command(id, { type: 'wound', combatant: 'ghost', count: 'many' }, admin);
    const ticket = await client.send('POST', `/v1/encounters/${id}/access/tickets`, undefined, admin);
    const opened = await fetch(`${client.url}/v1/encounters/${id}/events?ticket=${String(ticket.body.ticket)}`, {
      headers: { accept: 'text/event-stream' },
    });
    await opened.body?.cancel();
    await client.get(`/v1/encounters?q=${secrets.query}`, admin);
    await client.get('/v1/encounters', { authorization: `Bearer ${secrets.guessed}` });
    await client.graphql(`{ encounter(id: "${secrets.query}") { id } }`, {}, admin);
    await client.graphql('query ($id: ID!) { encounter(id: $id) { id nothing } }', { id: secrets.query }, admin);
    const socket = await RawSocket.greeted(client.url, gm);
    await socket.first(({ type }) => String(type) === 'connection_ack');
    socket.send('{');
    await socket.closed;
    const wrong = await RawSocket.greeted(client.url, secrets.guessed);
    await wrong.closed;

    server.kill('SIGTERM');
    await server.ended;
    const log = server.said.join('\n');
    expect(log).toContain('"path":"/v1/encounters"');
    const kept = [...Object.values(secrets), ...[token, gm, String(ticket.body.ticket)].map((each) => each.slice(-43))];
    expect(kept.filter((secret) => log.includes(secret))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
