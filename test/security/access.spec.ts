import { openAccess, openKeyRing } from '@bitacora/access';
import { openStore } from '@bitacora/event-store';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Body } from '../e2e/support/client.js';
import { openWorld, type World } from './support/world.js';
import { RawSocket } from './support/socket.js';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const ACCESS = (id: string): string => `/v1/encounters/${id}/access`;
const CHANGES = 'subscription ($id: ID!) { encounterChanged(id: $id, afterRevision: 0) { revision } }';

async function spectator(): Promise<{ id: string; token: string }> {
  const { body } = await world.client.post(ACCESS(world.table), { role: 'spectator' }, world.as('gm'));
  return { id: String(body.id), token: String(body.token) };
}

async function stream(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; ended: Promise<void> }> {
  const answer = await fetch(`${world.server.url}${path}`, { headers: { accept: 'text/event-stream', ...headers } });
  return { status: answer.status, ended: answer.text().then(() => undefined) };
}

const millisecondsUntil = async (event: Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await event;
  return performance.now() - from;
};

describe('an access', () => {
  it('is shown with its token once, and listed without', async () => {
    const given = await world.client.post(
      ACCESS(world.table),
      { role: 'player', combatants: ['ana'], expiresAt: '2099-01-01T00:00:00+01:00' },
      world.as('gm'),
    );
    expect(given.status).toBe(201);
    expect(given.headers.get('cache-control')).toBe('no-store');
    const { token, ...about } = given.body;
    expect(about).toMatchObject({ role: 'player', combatants: ['ana'], expiresAt: '2098-12-31T23:00:00.000Z' });
    const list = await world.client.get(ACCESS(world.table), world.as('gm'));
    expect(list.body.items).toContainEqual(about);
    expect(list.text).not.toContain(String(token).slice(-43));
  });

  it('is given, listed and revoked in GraphQL as well', async () => {
    const ask = (query: string, variables: object): Promise<{ body: Body }> =>
      world.client.graphql(query, { id: world.table, ...variables }, world.as('gm'));
    const granted = await ask(
      'mutation ($id: ID!, $input: AccessInput!) { grantAccess(id: $id, input: $input) { id token role } }',
      { input: { role: 'spectator' } },
    );
    const access = granted.body.data?.grantAccess;
    expect(access?.role).toBe('spectator');
    const headers = { authorization: `Bearer ${String(access?.token)}` };
    expect((await world.client.get(`/v1/encounters/${world.table}`, headers)).status).toBe(200);
    const listed = await ask('query ($id: ID!) { accesses(id: $id) { id } }', {});
    expect(listed.body.data?.accesses).toContainEqual({ id: access?.id });
    const revoked = await ask('mutation ($id: ID!, $it: ID!) { revokeAccess(id: $id, accessId: $it) { id } }', {
      it: access?.id,
    });
    expect(revoked.body.data?.revokeAccess).toEqual({ id: access?.id });
    expect((await world.client.get(`/v1/encounters/${world.table}`, headers)).status).toBe(401);
  });

  it('comes with a new encounter in GraphQL where an application makes it', async () => {
    const { body } = await world.client.graphql(
      'mutation { createEncounter(input: { name: "x", ruleset: "eclipse-phase-1e" }) { encounter { id } access { role token } } }',
      {},
      world.as('admin'),
    );
    const made = body.data?.createEncounter;
    const { encounter, access } = made as unknown as Record<string, Body>;
    expect(access?.role).toBe('gm');
    const view = await world.client.get(`/v1/encounters/${String(encounter?.id)}`, {
      authorization: `Bearer ${String(access?.token)}`,
    });
    expect(view.status).toBe(200);
  });

  it.each([
    [{}, '/role'],
    [{ role: 'admin' }, '/role'],
    [{ role: 'gm', combatants: ['ana'] }, '/combatants'],
    [{ role: 'player', combatants: 'ana' }, '/combatants'],
    [{ role: 'player', expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ role: 'player', expiresAt: '2001-01-01T00:00:00Z' }, '/expiresAt'],
    [{ role: 'player', encounter: 'x' }, '/encounter'],
  ])('%j is refused at %s', async (input, pointer) => {
    const { status, body } = await world.client.post(ACCESS(world.table), input, world.as('gm'));
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'MALFORMED', pointer]);
  });

  it('is for combatants that there are', async () => {
    const { status, body } = await world.client.post(
      ACCESS(world.table),
      { role: 'player', combatants: ['nobody'] },
      world.as('gm'),
    );
    expect([status, body.code]).toEqual([422, 'UNKNOWN_COMBATANT']);
  });

  it('that does not count is answered with how to come in, in both languages', async () => {
    for (const [language, words] of Object.entries({ en: 'needs a token', es: 'necesita un token' })) {
      const { status, headers, body } = await world.client.get('/v1/encounters', {
        ...world.as('forger'),
        'accept-language': language,
      });
      expect([status, headers.get('www-authenticate'), body.code]).toEqual([401, 'Bearer', 'UNAUTHENTICATED']);
      expect(String(body.detail)).toContain(words);
    }
  });

  it('in another scheme counts as none', async () => {
    const basic = { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
    expect((await world.client.get('/v1/rulesets', basic)).status).toBe(401);
  });

  it('shows its bearer one encounter in the list, and an application all', async () => {
    const names = async (person: 'gm' | 'otherGm' | 'playerA'): Promise<unknown> =>
      (await world.client.get('/v1/encounters', world.as(person))).body.items?.map(({ id }) => id);
    expect(await names('gm')).toEqual([world.table]);
    expect(await names('playerA')).toEqual([world.table]);
    expect(await names('otherGm')).toEqual([world.otherTable]);
    const all = await world.client.get('/v1/encounters', world.as('admin'));
    expect(all.body.items?.length).toBeGreaterThan(1);
  });

  it('gets no answer that was made for another encounter’s, however alike the two see', async () => {
    const query = 'query ($id: ID!) { encounter(id: $id) { name } }';
    const ask = (person: 'gm' | 'otherGm'): Promise<{ body: Body }> =>
      world.client.graphql(query, { id: world.table }, world.as(person));
    for (let i = 0; i < 3; i += 1) expect((await ask('gm')).body.data?.encounter?.name).toBe('Table');
    expect((await ask('otherGm')).body.errors?.[0]?.extensions?.code).toBe('ENCOUNTER_NOT_FOUND');
  });

  it('names the actor of what it did', async () => {
    const { id, token } = await (async () => {
      const { body } = await world.client.post(ACCESS(world.table), { role: 'gm' }, world.as('gm'));
      return { id: String(body.id), token: String(body.token) };
    })();
    const done = await world.client.command(
      world.table,
      { type: 'note', text: 'x' },
      { authorization: `Bearer ${token}` },
    );
    expect(done.body.events?.[0]?.actor).toBe(id);
  });
});

describe('what is open with an access', () => {
  const opened = async (
    { server, table }: World,
    token: string,
  ): Promise<{ sse: Promise<void>; socket: RawSocket }> => {
    const answer = await fetch(`${server.url}/v1/encounters/${table}/events`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    });
    const socket = await RawSocket.greeted(server.url, token);
    await socket.first(({ type }) => String(type) === 'connection_ack');
    socket.subscribe('a', CHANGES, { id: table });
    await socket.about('a');
    return { sse: answer.text().then(() => undefined), socket };
  };

  it('ends within a second when it is revoked', async () => {
    const { id, token } = await spectator();
    const { sse, socket } = await opened(world, token);
    const path = `${ACCESS(world.table)}/${id}`;
    expect((await world.client.send('DELETE', path, undefined, world.as('gm'))).status).toBe(204);
    expect(await millisecondsUntil(Promise.all([sse, socket.closed]))).toBeLessThan(1_000);
    expect((await socket.closed).code).toBe(4403);
    const after = await world.client.get(`/v1/encounters/${world.table}`, { authorization: `Bearer ${token}` });
    expect(after.status).toBe(401);
    const again = await world.client.send('DELETE', path, undefined, world.as('gm'));
    expect([again.status, again.body.code]).toEqual([404, 'ACCESS_NOT_FOUND']);
  });

  it('ends within a second when another process over the same file revokes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bitacora-access-'));
    const address = `sqlite:${join(folder, 'events.db')}`;
    const own = await openWorld({}, address);
    const token = String(own.tokens.spectator);
    const { sse, socket } = await opened(own, token);
    const store = await openStore(address);
    const elsewhere = openAccess({ store, clock: () => new Date(), ids: randomUUID });
    expect(await elsewhere.revoke(own.table, token.split('.')[1] ?? '')).toBe(true);
    expect(await millisecondsUntil(Promise.all([sse, socket.closed]))).toBeLessThan(1_000);
    expect((await own.client.get(`/v1/encounters/${own.table}`, own.as('spectator'))).status).toBe(401);
    await elsewhere.close();
    await store.close();
    await own.close();
    rmSync(folder, { recursive: true });
  });

  it('gets nothing more after the revocation, whatever happens then', async () => {
    const { id, token } = await spectator();
    const socket = await RawSocket.greeted(world.server.url, token);
    await socket.first(({ type }) => String(type) === 'connection_ack');
    socket.subscribe('a', CHANGES, { id: world.table });
    await socket.about('a');
    await world.client.send('DELETE', `${ACCESS(world.table)}/${id}`, undefined, world.as('gm'));
    const note = await world.client.command(world.table, { type: 'note', text: 'later' }, world.as('gm'));
    await socket.closed;
    const seen = socket.messages.map(({ payload }) => Number(payload?.data?.encounterChanged?.revision ?? 0));
    expect(Math.max(...seen)).toBeLessThan(Number(note.body.revision));
  });

  it('ends when the access expires', async () => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const { body } = await world.client.post(ACCESS(world.table), { role: 'spectator', expiresAt }, world.as('gm'));
    const sse = await stream(`/v1/encounters/${world.table}/events`, { authorization: `Bearer ${String(body.token)}` });
    expect(sse.status).toBe(200);
    expect(await millisecondsUntil(sse.ended)).toBeLessThan(3_000);
  });

  it('ends when the key of an application is revoked', async () => {
    const own = await openWorld();
    const ring = openKeyRing(own.store, () => new Date(), randomUUID);
    const answer = await fetch(`${own.server.url}/v1/encounters/${own.table}/events`, {
      headers: { accept: 'text/event-stream', ...own.as('admin') },
    });
    const [key] = await ring.list();
    await ring.revoke(String(key?.id));
    expect(await millisecondsUntil(answer.text())).toBeLessThan(1_000);
    expect((await own.client.get('/v1/encounters', own.as('admin'))).status).toBe(401);
    await own.close();
  });
});

describe('a ticket', () => {
  const EVENTS = (): string => `/v1/encounters/${world.table}/events`;

  async function ticket(): Promise<string> {
    const path = `${ACCESS(world.table)}/tickets`;
    const { status, body } = await world.client.send('POST', path, undefined, world.as('spectator'));
    expect(status).toBe(201);
    return String(body.ticket);
  }

  it('opens one stream of events without a header, once', async () => {
    const it = await ticket();
    const opened = await fetch(`${world.server.url}${EVENTS()}?ticket=${it}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect(opened.status).toBe(200);
    await opened.body?.cancel();
    expect((await world.client.get(`${EVENTS()}?ticket=${it}`, { accept: 'text/event-stream' })).status).toBe(401);
  });

  it.each([
    ['a page of events', () => EVENTS(), { accept: 'application/json' }],
    ['the view', () => `/v1/encounters/${world.table}`, { accept: 'text/event-stream' }],
    ['another encounter', () => `/v1/encounters/${world.otherTable}/events`, { accept: 'text/event-stream' }],
  ])('does not open %s', async (_, path, headers) => {
    expect((await world.client.get(`${path()}?ticket=${await ticket()}`, headers)).status).toBe(401);
  });

  it('is got in GraphQL as well', async () => {
    const { body } = await world.client.graphql(
      'mutation ($id: ID!) { issueTicket(id: $id) { ticket expiresAt } }',
      { id: world.table },
      world.as('spectator'),
    );
    expect(String(body.data?.issueTicket?.ticket)).toMatch(/^bs\./);
  });
});

describe('a WebSocket', () => {
  it('without a token that counts is closed with 4401', async () => {
    for (const person of ['nobody', 'forger'] as const) {
      const socket = await RawSocket.greeted(world.server.url, world.tokens[person]);
      expect((await socket.closed).code).toBe(4401);
    }
  });

  it('may bring its token in the request that opens it', async () => {
    const socket = await RawSocket.open(world.server.url, world.as('gm'));
    socket.send({ type: 'connection_init' });
    expect(await socket.first(({ type }) => String(type) === 'connection_ack')).not.toBeNull();
    socket.close();
  });

  it('that says what only servers say is closed with 4400', async () => {
    const socket = await RawSocket.greeted(world.server.url, world.tokens.gm);
    await socket.first(({ type }) => String(type) === 'connection_ack');
    socket.send({ id: 'a', type: 'next', payload: {} });
    expect((await socket.closed).code).toBe(4400);
  });

  it('tells why a query is refused, as HTTP does', async () => {
    const socket = await RawSocket.greeted(world.server.url, world.tokens.gm);
    await socket.first(({ type }) => String(type) === 'connection_ack');
    socket.subscribe('a', 'query ($id: ID!) { encounter(id: $id) { id } }', { id: world.otherTable });
    const message = await socket.about('a');
    expect(message?.payload?.errors?.[0]?.extensions?.code).toBe('ENCOUNTER_NOT_FOUND');
    socket.close();
  });
});

describe('a subscription', () => {
  it('over HTTP is told to take a WebSocket', async () => {
    const { status, body } = await world.client.graphql(CHANGES, { id: world.table }, world.as('gm'));
    expect([status, body.errors?.[0]?.extensions?.code]).toEqual([400, 'MALFORMED']);
  });

  it('whose directive makes no sense is a wrong document and no fault', async () => {
    const document = `subscription { eventAppended @include(if: "x") { encounter } }`;
    expect((await world.client.graphql(document, {}, world.as('gm'))).status).toBe(400);
  });
});
