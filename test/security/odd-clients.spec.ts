import { readConfig, type RunningServer } from '@bitacora/api';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Client, type Body } from '../e2e/support/client.js';
import { serve } from '../e2e/support/server.js';
import { Subscriber } from '../e2e/support/subscriber.js';
import { RawSocket } from './support/socket.js';

let server: RunningServer;
let client: Client;
let id: string;

beforeAll(async () => {
  server = await serve();
  client = new Client(server.url);
  id = await client.create();
});

afterAll(() => server.close());

/** An answer as it came over the wire. */
interface Wire {
  readonly status: number;
  readonly head: string;
  readonly body: Body;
}

/** Sends bytes, piece by piece, as no decent client would; the answer is what came until the server closed. */
function wire(...pieces: readonly (string | Buffer)[]): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = text.split(/\r\n\r\n(?=\{)/);
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), head, body: JSON.parse(body || '{}') as Body });
    });
    const next = (i: number): void => {
      const piece = pieces[i];
      if (piece !== undefined) socket.write(piece, () => setImmediate(next, i + 1));
    };
    next(0);
  });
}

const call = (method: string, path: string, headers: readonly string[] = [], body: string | Buffer = ''): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers,
    ...(body.length > 0 ? [`Content-Length: ${String(Buffer.byteLength(body))}`] : []),
    '',
    '',
  ].join('\r\n');

const JSON_TYPE = 'Content-Type: application/json';
const NOTE = JSON.stringify({ type: 'note', text: 'x' });
const commands = (): string => `/v1/encounters/${id}/commands`;

describe('what is no request', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n', 400, 'MALFORMED'],
    ['two lengths', call('POST', '/graphql', ['Content-Length: 1', 'Content-Length: 2']), 400, 'MALFORMED'],
    [
      'a length and chunks',
      call('POST', '/graphql', ['Content-Length: 1', 'Transfer-Encoding: chunked']),
      400,
      'MALFORMED',
    ],
    ['headers without end', call('GET', '/version', [`X: ${'a'.repeat(20_000)}`]), 431, 'HEADERS_TOO_LARGE'],
    ['no host', 'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'MALFORMED'],
  ])('(%s) is answered with problem details as any other error', async (_, bytes, status, code) => {
    const answer = await wire(bytes);
    expect([answer.status, answer.body.code, answer.body.status]).toEqual([status, code, status]);
    expect(answer.head).toContain('application/problem+json');
    expect(answer.head.toLowerCase()).toContain(`x-request-id: ${String(answer.body.requestId)}`);
  });
});

describe('an offer of another protocol', () => {
  const OFFER = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'];

  it('changes nothing for a call without a body', async () => {
    const answer = await wire(call('GET', `/v1/encounters/${id}`, OFFER));
    expect([answer.status, answer.body.id]).toEqual([200, id]);
  });

  it('changes nothing for a call with a body, however that comes', async () => {
    const head = call('POST', commands(), [...OFFER, JSON_TYPE], NOTE);
    for (const pieces of [[head + NOTE], [head, NOTE], [head, NOTE.slice(0, 5), NOTE.slice(5)]]) {
      const answer = await wire(...pieces);
      expect([answer.status, answer.body.events?.[0]?.type]).toEqual([200, 'NoteAdded']);
    }
  });

  it('is taken for one call after the other, and ends a connection where nobody waits for answers', async () => {
    const keep = call('GET', '/version', OFFER).replace('Connection: close\r\n', '');
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    for (let i = 0; i < 3; i += 1) {
      socket.write(keep);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
    }
    socket.write(keep.repeat(3));
    await once(socket, 'close');
  });

  it('of a WebSocket elsewhere than for GraphQL is refused', async () => {
    const answer = await wire(call('GET', '/v1/encounters', ['Connection: Upgrade', 'Upgrade: websocket']));
    expect(answer.status).toBe(404);
  });
});

describe('calls over one connection', () => {
  const socketTo = (url: string): Socket => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    return socket;
  };
  const plain = (path: string, accept: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\n\r\n`;

  it('are fifty unanswered ones at most: the answers that nobody takes yet are held', async () => {
    const socket = socketTo(server.url);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(plain('/v1/rulesets', 'application/json').repeat(60));
    await new Promise((resolve) => socket.once('close', resolve));
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual([...Array<string>(50).fill('200'), '429']);
  });

  it('give their places back when the connection is cut, also those whose turn to be answered never came', async () => {
    const few = await serve({}, { limits: { ...readConfig({}).limits, connections: 5 } });
    const path = `/v1/encounters/${await new Client(few.url).create()}/events`;
    const status = async (): Promise<number> => {
      const leaving = new AbortController();
      const answer = await fetch(`${few.url}${path}`, {
        headers: { accept: 'text/event-stream' },
        signal: leaving.signal,
      });
      leaving.abort();
      return answer.status;
    };
    const socket = socketTo(few.url);
    socket.write(plain(path, 'text/event-stream').repeat(5));
    while ((await status()) !== 429);
    socket.destroy();
    for (let taken = 0; taken < 5;) taken = (await status()) === 200 ? taken + 1 : 0;
    const five = await Promise.all(
      Array.from({ length: 5 }, () => fetch(`${few.url}${path}`, { headers: { accept: 'text/event-stream' } })),
    );
    expect(five.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    for (const answer of five) await answer.body?.cancel();
    await few.close();
  });
});

describe('what a client expects besides', () => {
  it('is its own affair', async () => {
    const answer = await wire(call('POST', commands(), [JSON_TYPE, 'Expect: a-miracle'], NOTE) + NOTE);
    expect(answer.status).toBe(200);
  });
});

describe('a body', () => {
  it.each([
    ['in Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }, NOTE],
    ['in UTF-16', { 'content-type': 'application/json;charset="UTF-16"' }, Buffer.from(NOTE, 'utf16le')],
    ['compressed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, gzipSync(NOTE)],
  ])('%s is not supported, and says what is', async (_, headers, body) => {
    for (const path of [commands(), '/v1/import', '/graphql']) {
      const type =
        path === '/v1/import' ? headers['content-type'].replace('json', 'x-ndjson') : headers['content-type'];
      const refused = await client.send('POST', path, body, { ...headers, 'content-type': type });
      expect(refused.status).toBe(415);
      expect(refused.text).toContain('The body must be application/json in UTF-8, and not compressed.');
    }
  });

  it.each([
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/json; charset=us-ascii',
  ])('of type %s is taken', async (type) => {
    expect((await client.send('POST', commands(), NOTE, { 'content-type': type })).status).toBe(200);
  });

  it('that is announced and empty is none', async () => {
    const json = { 'content-type': 'application/json' };
    const deleted = await client.send('DELETE', `/v1/encounters/${id}/odds/none`, undefined, json);
    expect(deleted.body.code).toBe('ODDS_NOT_FOUND');
    const asked = await client.send('POST', `/v1/encounters/${id}/odds`, '', json);
    expect([asked.status, asked.body.runs]).toEqual([200, 1_000]);
  });
});

describe('an answer that depends on headers', () => {
  it.each([
    ['events', 'application/json', ['Accept', 'Authorization', 'Origin']],
    ['events', 'text/plain', ['Accept', 'Accept-Language', 'Authorization', 'Origin']],
    ['diff?from=1', 'application/json', ['Accept-Language', 'Authorization', 'Origin']],
    ['audit', 'application/json', ['Accept-Language', 'Authorization', 'Origin']],
    ['nothing', 'application/json', ['Accept-Language', 'Origin']],
  ])(
    '(%s as %s) names all of them, so that no cache gives one page’s answer to another’s',
    async (path, accept, names) => {
      const { headers } = await client.get(`/v1/encounters/${id}/${path}`, { accept, origin: 'http://localhost:5173' });
      expect((headers.get('vary') ?? '').split(', ').sort()).toEqual(names);
      expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    },
  );

  it('is kept for its caller alone, and not without asking again', async () => {
    const path = `/v1/encounters/${id}`;
    const { headers } = await client.get(path);
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'private, no-cache',
      expect.stringContaining('Authorization'),
    ]);
    const again = await client.get(path, { 'if-none-match': String(headers.get('etag')) });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
  });

  it('speaks the language that is asked for, however the tag is written', async () => {
    for (const tag of ['es', 'es-419', 'es_ES', 'ES-mx;q=0.8, en;q=0.1']) {
      const { body } = await client.get('/v1/encounters/nowhere', { 'accept-language': tag });
      expect(body.title).toBe('Encuentro no encontrado');
    }
  });
});

describe('an operation over a WebSocket', () => {
  it.each([
    ['query A { __typename } query B { __typename }', null],
    ['query A { __typename }', 'B'],
  ])('that cannot be told (%s, %j) has the error that it has over HTTP', async (query, operationName) => {
    const { body } = await client.post('/graphql', { query, operationName });
    const socket = await RawSocket.greeted(server.url, null);
    await socket.first(({ type }) => String(type) === 'connection_ack');
    socket.send({ id: 'a', type: 'subscribe', payload: { query, operationName } });
    const told = await socket.about('a');
    expect(told?.payload).toEqual(body.errors);
    socket.close();
  });

  it('over HTTP comes with its document: none is kept for later', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
    const { body } = await client.post('/graphql', { extensions });
    expect(body.errors?.[0]?.extensions?.code).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });
});

describe('a WebSocket that is closed by us', () => {
  it('is let go of although its client does not answer the close', async () => {
    const one = new Subscriber(server.url, '{ __typename }');
    await one.have(1);
    const raw = await RawSocket.open(server.url);
    raw.send('garbage');
    raw.socket.pause();
    const gauge = async (): Promise<number> =>
      Number(/^bitacora_sockets (\d+)$/m.exec((await client.get('/metrics')).text)?.[1]);
    await one.close();
    while ((await gauge()) > 0);
    raw.socket.resume();
    expect((await raw.closed).code).toBe(4400);
  });
});
