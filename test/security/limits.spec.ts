import { LIMITS } from '@bitacora/api';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Body } from '../e2e/support/client.js';
import { RawSocket } from './support/socket.js';
import { openWorld, type World } from './support/world.js';

const worlds: World[] = [];

async function worldWith(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const world = await openWorld(env);
  worlds.push(world);
  return world;
}

afterAll(async () => {
  for (const world of worlds) await world.close();
});

async function greeted({ server, tokens }: World): Promise<RawSocket> {
  const socket = await RawSocket.greeted(server.url, tokens.gm);
  await socket.first(({ type }) => String(type) === 'connection_ack');
  return socket;
}

function codeIn(message: Body | null): string {
  const errors = String(message?.type) === 'error' ? message?.payload : message?.payload?.errors;
  return String(errors?.[0]?.extensions?.code);
}

const CHANGES = 'subscription ($id: ID!) { encounterChanged(id: $id) { revision encounter { view } } }';

describe('the documents', () => {
  it('name every limit with its default', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8').replace(/ +/g, ' ');
    const rows = Object.values(LIMITS).map(({ variable, fallback }) => `| \`${variable}\` | ${String(fallback)} |`);
    expect(rows.filter((row) => !text.includes(row))).toEqual([]);
  });
});

describe('a body', () => {
  let world: World;
  beforeAll(async () => {
    world = await worldWith({
      BITACORA_MAX_BODY: '2000',
      BITACORA_MAX_JSON_DEPTH: '5',
      BITACORA_MAX_JSON_ITEMS: '10',
      BITACORA_MAX_JSON_TEXT: '1000',
    });
  });

  it.each([
    ['bytes', { type: 'note', text: 'x'.repeat(1_990) }, 413, 'PAYLOAD_TOO_LARGE'],
    ['levels', { type: 'note', text: [[[[[]]]]] }, 400, 'MALFORMED'],
    ['items', { type: 'note', text: Array(11).fill(0) }, 400, 'MALFORMED'],
    ['characters', { type: 'note', text: 'x'.repeat(1_001) }, 400, 'MALFORMED'],
  ])('has so many %s and no more', async (_, body, status, code) => {
    const answer = await world.client.command(world.table, body, world.as('gm'));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const fitting = await world.client.command(world.table, { type: 'note', text: 'x'.repeat(999) }, world.as('gm'));
    expect(fitting.status).toBe(200);
  });

  it.each([
    ['en', 'What was sent is too large: it may have 2000 bytes at most.'],
    ['es', 'Lo enviado es demasiado grande: puede tener 2000 bytes como mucho.'],
  ])('that is too long hears which limit is set (%s), on GraphQL’s path as well', async (language, said) => {
    const body = { type: 'note', text: 'x'.repeat(1_990) };
    const headers = { ...world.as('gm'), 'accept-language': language };
    expect((await world.client.command(world.table, body, headers)).body.detail).toBe(said);
    const { status, body: graph } = await world.client.post('/graphql', { query: `#${'x'.repeat(2_000)}` }, headers);
    expect([status, graph.errors?.[0]?.message]).toEqual([413, said]);
  });

  it('over a WebSocket closes it when it is too long', async () => {
    const socket = await greeted(world);
    socket.subscribe('a', `{ rulesets { id } } # ${'x'.repeat(2_000)}`);
    expect((await socket.closed).code).toBe(1009);
  });
});

describe('a GraphQL document', () => {
  let world: World;
  let socket: RawSocket;
  beforeAll(async () => {
    world = await worldWith();
    socket = await greeted(world);
  });

  const repeated = (count: number, text: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => text(i)).join(' ');
  const deep = (levels: number): string =>
    '{ encounters { nodes { events { nodes { __typename } } ' +
    '...on Encounter { rules { names { en } } '.repeat(levels) +
    '} '.repeat(levels) +
    '} } }';
  const doubling = `{ ...f0 } ${repeated(25, (i) => `fragment f${String(i)} on Query { ...f${String(i + 1)} ...f${String(i + 1)} }`)} fragment f25 on Query { rulesets { id } }`;
  const INTROSPECTION_DEPTH = `{ __schema { types { ${'fields { type { '.repeat(40)} name ${'} } '.repeat(40)} } } }`;

  it.each([
    ['aliases', `{ ${repeated(16, (i) => `a${String(i)}: rulesets { id }`)} }`],
    ['a thousand aliases of one field', `{ rulesets { ${repeated(300, (i) => `a${String(i)}: id`)} } }`],
    ['directives', `{ rulesets { id ${'@include(if: true) '.repeat(51)} } }`],
    ['tokens', `{ rulesets { ${'id '.repeat(1_000)} } }`],
    ['a great depth', deep(12)],
    ['fragments that double', doubling],
    ['a fragment in itself', '{ ...f } fragment f on Query { rulesets { id } ...f }'],
    ['pages in pages', '{ encounters(first: 100) { nodes { events(first: 100) { nodes { id } } } } }'],
    [
      'pages in pages by variables',
      'query ($n: Int!) { encounters(first: $n) { nodes { events(first: $n) { nodes { id } } } } }',
    ],
    ['a depth of introspection', INTROSPECTION_DEPTH],
  ])('with too much (%s) is refused quickly, over HTTP and WebSockets alike', async (name, document) => {
    const from = performance.now();
    const { status, body } = await world.client.graphql(document, { n: 100 }, world.as('gm'));
    expect([status, body.data]).toEqual([400, undefined]);
    expect(String(body.errors?.[0]?.extensions?.code)).toMatch(/^GRAPHQL_(VALIDATION|PARSE)_FAILED$/);
    socket.subscribe(name, document, { n: 100 });
    expect(codeIn(await socket.about(name))).toBe(String(body.errors?.[0]?.extensions?.code));
    expect(performance.now() - from).toBeLessThan(1_000);
  });

  it('as large as tables need is answered', async () => {
    const document = `query ($id: ID!) { encounter(id: $id) { id name revision clock { round pass stage }
      order { entries { key combatant entry score rank state } } acting suspended
      combatants { id name kind side status wounds initiative { score parts { what value } } }
      conditions { id combatant name until { round boundary of } } declarations { id combatant state }
      events(first: 20) { nodes { revision type actor data } pageInfo { hasNextPage endCursor } } } }`;
    const answer = await world.client.graphql(document, { id: world.table }, world.as('gm'));
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  });

  it('comes alone: a batch is refused', async () => {
    const { status } = await world.client.post('/graphql', [{ query: '{ rulesets { id } }' }], world.as('gm'));
    expect(status).toBe(400);
  });

  it('comes in no request that a page can send without asking', async () => {
    const simple = await world.client.send('POST', '/graphql', '{"query":"{ rulesets { id } }"}', {
      ...world.as('gm'),
      'content-type': 'text/plain',
    });
    expect(simple.status).toBe(415);
    expect((await world.client.get('/graphql?query={rulesets{id}}', world.as('gm'))).status).toBe(400);
  });

  it('has its own limits where the environment says so', async () => {
    const narrow = await worldWith({
      BITACORA_GRAPHQL_DEPTH: '4',
      BITACORA_GRAPHQL_ALIASES: '1',
      BITACORA_GRAPHQL_COST: '100',
      BITACORA_GRAPHQL_TOKENS: '100',
      BITACORA_GRAPHQL_DIRECTIVES: '1',
      BITACORA_GRAPHQL_NODES: '100',
    });
    const status = async (document: string): Promise<number> =>
      (await narrow.client.graphql(document, {}, narrow.as('gm'))).status;
    expect(await status('{ rulesets { id } }')).toBe(200);
    expect(await status('{ encounters { nodes { clock { round } } } }')).toBe(200);
    expect(await status('{ encounters { nodes { order { entries { key } } } } }')).toBe(400);
    expect(await status('{ a: rulesets { id } b: rulesets { id } }')).toBe(400);
    expect(await status(`{ rulesets { ${'id '.repeat(100)} } }`)).toBe(400);
    expect(await status('{ rulesets { id @include(if: true) @include(if: true) } }')).toBe(400);
  });
});

describe('in production', () => {
  let world: World;
  beforeAll(async () => {
    world = await worldWith({ NODE_ENV: 'production' });
  });

  it.each([
    '{ __schema { types { name } } }',
    '{ __type(name: "Query") { name } }',
    '{ ruleset { id } }',
    '{ rulesetz { id } }',
  ])('%s tells nothing of the schema, over HTTP and WebSockets', async (document) => {
    const { status, text } = await world.client.graphql(document, {}, world.as('gm'));
    expect(status).toBe(400);
    expect(text).not.toMatch(/did you mean|"types"/i);
    const socket = await greeted(world);
    socket.subscribe('a', document);
    const said = JSON.stringify(await socket.about('a'));
    expect(said).toContain('GRAPHQL_VALIDATION_FAILED');
    expect(said).not.toMatch(/did you mean|"types"/i);
    socket.close();
  });
});

describe('the rate of calls', () => {
  it('is counted for each token, and said in every answer', async () => {
    const world = await worldWith({ BITACORA_RATE_LIMIT: '10', BITACORA_RATE_LIMIT_ADDRESS: '0' });
    const ask = (person: 'playerA' | 'playerB'): Promise<{ status: number; headers: Headers }> =>
      world.client.get('/v1/rulesets', world.as(person));
    const first = await ask('playerA');
    expect(['ratelimit-limit', 'ratelimit-remaining'].map((name) => first.headers.get(name))).toEqual(['10', '9']);
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    for (let i = 1; i < 10; i += 1) expect((await ask('playerA')).status).toBe(200);
    const refused = await ask('playerA');
    expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([429, '0']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('playerB')).status).toBe(200);

    const socket = await RawSocket.greeted(world.server.url, world.tokens.playerA);
    await socket.first(({ type }) => String(type) === 'connection_ack');
    socket.subscribe('a', '{ rulesets { id } }');
    expect(codeIn(await socket.about('a'))).toBe('RATE_LIMITED');
    socket.close();
  });

  it('is counted for each address, so that nobody tries tokens', async () => {
    const world = await worldWith({ BITACORA_RATE_LIMIT_ADDRESS: '20' });
    const statuses: number[] = [];
    for (let i = 0; i < 25; i += 1) statuses.push((await world.client.get('/v1/rulesets', world.as('forger'))).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await world.client.get('/v1/rulesets', world.as('gm'))).status).toBe(429);
    await expect(RawSocket.open(world.server.url)).rejects.toThrow();
    expect((await world.client.get('/livez')).status).toBe(200);
  });

  it('is counted for the address that a proxy of ours names, and nobody else can', async () => {
    const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
    const rate = { BITACORA_RATE_LIMIT_ADDRESS: '10' };
    const behind = await worldWith({ ...rate, BITACORA_PROXIES: '127.0.0.1' });
    for (let i = 0; i < 12; i += 1) await behind.client.get('/version', from('192.0.2.1'));
    expect((await behind.client.get('/version', from('192.0.2.1'))).status).toBe(429);
    expect((await behind.client.get('/version', from('192.0.2.2'))).status).toBe(200);
    const alone = await worldWith(rate);
    for (let i = 0; i < 12; i += 1) await alone.client.get('/version', from(`192.0.2.${String(i)}`));
    expect((await alone.client.get('/version', from('192.0.2.99'))).status).toBe(429);
  });
});

describe('a WebSocket', () => {
  it('that does not greet in time is closed with 4408', async () => {
    const world = await worldWith({ BITACORA_SOCKET_INIT_MS: '150' });
    const silent = await Promise.all(Array.from({ length: 50 }, () => RawSocket.open(world.server.url)));
    const from = performance.now();
    const codes = await Promise.all(silent.map(async ({ closed }) => (await closed).code));
    expect(new Set(codes)).toEqual(new Set([4408]));
    expect(performance.now() - from).toBeLessThan(3_000);
  });

  it('has so many subscriptions and no more; one that ends makes room', async () => {
    const world = await worldWith({ BITACORA_SUBSCRIPTIONS: '3' });
    const socket = await greeted(world);
    for (const id of ['a', 'b', 'c']) socket.subscribe(id, CHANGES, { id: world.table });
    socket.subscribe('d', CHANGES, { id: world.table });
    expect(codeIn(await socket.about('d'))).toBe('TOO_MANY_SUBSCRIPTIONS');
    socket.send({ id: 'a', type: 'complete' });
    socket.subscribe('e', CHANGES, { id: world.table });
    socket.subscribe('f', CHANGES, { id: world.table });
    expect(codeIn(await socket.about('f'))).toBe('TOO_MANY_SUBSCRIPTIONS');
    await world.client.command(world.table, { type: 'note', text: 'x' }, world.as('gm'));
    expect(String((await socket.about('e'))?.type)).toBe('next');
    socket.close();
  });
});

describe('what one caller holds open', () => {
  const EVENTS = { accept: 'text/event-stream' };

  /** The code with which a server closes one more socket; null where it takes it. */
  async function refusal(url: string, token: string | null): Promise<{ code: number; reason: string } | null> {
    const socket = await RawSocket.greeted(url, token);
    const isIn = (await socket.first(({ type }) => String(type) === 'connection_ack')) !== null;
    return isIn ? null : socket.closed;
  }

  it('is so many WebSockets and event streams together and no more, for each token; one that ends makes room', async () => {
    const world = await worldWith({ BITACORA_CONNECTIONS: '3' });
    const { server, tokens, client } = world;
    const first = await greeted(world);
    await greeted(world);
    const path = `/v1/encounters/${world.table}/events`;
    const stream = await fetch(`${server.url}${path}`, { headers: { ...EVENTS, ...world.as('gm') } });
    expect(await refusal(server.url, tokens.gm)).toEqual({ code: 4429, reason: 'TOO_MANY_CONNECTIONS' });
    const refused = await client.get(path, { ...EVENTS, ...world.as('gm'), 'accept-language': 'es' });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      429,
      'TOO_MANY_CONNECTIONS',
      'Puedes tener abiertos 3 WebSockets y flujos de eventos como mucho; cierra antes alguno.',
    ]);
    expect((await client.get(path, world.as('gm'))).status).toBe(200);
    expect(await refusal(server.url, tokens.playerA)).toBeNull();

    first.close();
    while ((await refusal(server.url, tokens.gm)) !== null);
    expect(await refusal(server.url, tokens.gm)).toMatchObject({ code: 4429 });
    await stream.body?.cancel();
    while ((await refusal(server.url, tokens.gm)) !== null);
  });

  it('without tokens is counted for each address', async () => {
    const env = { BITACORA_CONNECTIONS: '1', BITACORA_AUTH: 'open', BITACORA_PROXIES: '127.0.0.1' };
    const { server } = await worldWith(env);
    const from = async (address: string): Promise<RawSocket> => {
      const socket = await RawSocket.open(server.url, { 'x-forwarded-for': address });
      socket.send({ type: 'connection_init' });
      return socket;
    };
    const isTaken = async (socket: RawSocket): Promise<boolean> =>
      (await socket.first(({ type }) => String(type) === 'connection_ack')) !== null;
    expect(await isTaken(await from('192.0.2.1'))).toBe(true);
    expect((await (await from('192.0.2.1')).closed).code).toBe(4429);
    expect(await isTaken(await from('192.0.2.2'))).toBe(true);
  });
});

describe('a request', () => {
  it('whose headers do not arrive in time is cut', async () => {
    const world = await worldWith({ BITACORA_HEADERS_MS: '300', BITACORA_REQUEST_MS: '600' });
    const { port } = new URL(world.server.url);
    const slow = connect(Number(port), '127.0.0.1');
    slow.on('error', () => undefined);
    slow.write('GET /version HTTP/1.1\r\nHost: localhost\r\n');
    let text = '';
    slow.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(slow, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 408/);
  });

  it('whose body does not arrive in time is cut', async () => {
    const world = await worldWith({ BITACORA_HEADERS_MS: '300', BITACORA_REQUEST_MS: '600' });
    const { port } = new URL(world.server.url);
    const slow = connect(Number(port), '127.0.0.1');
    slow.on('error', () => undefined);
    const token = String(world.tokens.gm);
    slow.write(
      `POST /v1/encounters/${world.table}/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    slow.resume();
    await once(slow, 'close');
    expect((await world.client.get('/livez')).status).toBe(200);
  });
});
