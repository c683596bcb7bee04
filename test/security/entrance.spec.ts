import type { RunningServer } from '@bitacora/api';
import { request } from 'node:http';
import { Client } from '../e2e/support/client.js';
import { serve } from '../e2e/support/server.js';
import { RawSocket } from './support/socket.js';
import { openWorld, type World } from './support/world.js';

/** Calls with any `Host`, which `fetch` does not let one choose. */
function call(url: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function upgradeStatus(url: string, headers: Record<string, string>): Promise<string> {
  try {
    const socket = await RawSocket.open(url, headers);
    socket.close();
    return '101';
  } catch (error) {
    return /\d{3}/.exec((error as Error).message)?.[0] ?? '';
  }
}

const FOREIGN = ['evil.example', '192.0.2.7', '127.0.0.1.evil.example', 'localhost.evil.example', '[2001:db8::1]', ''];

describe('an open server', () => {
  let server: RunningServer;
  let client: Client;
  let port: string;

  beforeAll(async () => {
    server = await serve({}, { cors: ['https://table.example'] });
    client = new Client(server.url);
    ({ port } = new URL(server.url));
  });

  afterAll(() => server.close());

  it.each(FOREIGN)('does not answer under the name %j, whatever address it was made to point at', async (name) => {
    const { status, text } = await call(server.url, '/v1/encounters', { host: `${name}:${port}` });
    expect(status).toBeGreaterThanOrEqual(400);
    if (name !== '') expect([status, text]).toEqual([403, expect.stringContaining('HOST_NOT_ALLOWED')]);
    if (name !== '') expect(await upgradeStatus(server.url, { host: `${name}:${port}` })).toBe('403');
  });

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'LOCALHOST'])('answers under the name %s', async (name) => {
    expect((await call(server.url, '/v1/encounters', { host: `${name}:${port}` })).status).toBe(200);
  });

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null', 'https://table.example.evil'])(
    'refuses pages of %s, over HTTP and WebSockets',
    async (origin) => {
      const refused = await client.get('/v1/encounters', { origin });
      expect([refused.status, refused.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      const preflight = await client.send('OPTIONS', '/v1/encounters', undefined, {
        origin,
        'access-control-request-method': 'POST',
      });
      expect([preflight.status, preflight.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
      expect(preflight.headers.get('content-type')).toContain('application/problem+json');
      expect(await upgradeStatus(server.url, { origin })).toBe('403');
    },
  );

  it.each(['http://localhost:8080', 'http://127.0.0.1:1', 'https://table.example'])(
    'answers pages of %s, and shows them its headers',
    async (origin) => {
      const { status, headers } = await client.get('/v1/encounters', { origin });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
      const exposed = headers.get('access-control-expose-headers')?.split(/, */) ?? [];
      expect(exposed).toEqual(expect.arrayContaining(['ETag', 'Link', 'Location', 'Retry-After', 'X-Request-Id']));
      expect(exposed).toEqual(expect.arrayContaining(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']));
      expect(await upgradeStatus(server.url, { origin })).toBe('101');
    },
  );

  it('takes who brings no token for the administrator, and gives such a one no token', async () => {
    const made = await client.post('/v1/encounters', { name: 'x', ruleset: 'eclipse-phase-1e' });
    expect([made.status, made.body.access]).toEqual([201, undefined]);
  });

  it('gives who brings a token the token’s role, and who brings a wrong one nothing', async () => {
    const id = await client.create();
    const { body } = await client.post(`/v1/encounters/${id}/access`, { role: 'spectator' });
    const spectator = { authorization: `Bearer ${String(body.token)}` };
    expect((await client.command(id, { type: 'start' }, spectator)).body.code).toBe('FORBIDDEN');
    expect((await client.get('/v1/encounters', { authorization: 'Bearer x' })).status).toBe(401);
    const ticket = await client.send('POST', `/v1/encounters/${id}/access/tickets`, undefined);
    const opened = await fetch(`${server.url}/v1/encounters/${id}/events?ticket=${String(ticket.body.ticket)}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect(opened.status).toBe(200);
    await opened.body?.cancel();
  });
});

describe('a server with keys', () => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld({ BITACORA_CORS: 'https://table.example' });
  });

  afterAll(() => world.close());

  it('answers under any name, as its clients have a token', async () => {
    const headers = { host: 'bitacora.example', ...world.as('admin') };
    expect((await call(world.server.url, '/v1/encounters', headers)).status).toBe(200);
  });

  it('answers pages of its list and its own, and no others, not even of this machine', async () => {
    const status = async (origin: string): Promise<number> =>
      (await world.client.get('/v1/encounters', { origin, ...world.as('admin') })).status;
    expect(await status('https://table.example')).toBe(200);
    expect(await status(world.server.url)).toBe(200);
    expect(await status('http://localhost:1')).toBe(403);
    expect(await status('https://evil.example')).toBe(403);
  });

  it.each([
    '/',
    '/docs',
    '/openapi.json',
    '/livez',
    '/readyz',
    '/version',
    '/.well-known/bitacora-keys',
    '/docs/start.js',
  ])('shows %s to everybody', async (path) => {
    expect((await world.client.get(path)).status).toBe(200);
  });

  it('shows the explorer’s page to everybody, and nothing through it', async () => {
    const page = await world.client.get('/graphql', { accept: 'text/html' });
    const withQuery = await world.client.get('/graphql?query={rulesets{id}}', { accept: 'text/html' });
    expect([page.status, withQuery.status, withQuery.text]).toEqual([200, 200, page.text]);
    expect((await world.client.get('/graphql?query={rulesets{id}}')).status).toBe(401);
  });

  it('does not say what there is elsewhere', async () => {
    expect((await world.client.get('/nothing')).status).toBe(404);
  });
});

describe('every answer', () => {
  it('has the headers that keep browsers from harm', async () => {
    const server = await serve();
    const { headers } = await new Client(server.url).get('/v1/rulesets');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    await server.close();
  });
});
