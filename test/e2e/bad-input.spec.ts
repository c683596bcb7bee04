import type { RunningServer } from '@bitacora/api';
import { Client } from './support/client.js';
import { serve } from './support/server.js';
import { storeWithSwitch } from './support/store-down.js';

let server: RunningServer;
let client: Client;
let id: string;

beforeAll(async () => {
  server = await serve();
  client = new Client(server.url);
  id = await client.create();
});

afterAll(() => server.close());

/** Every test ends with an encounter as it was, and a server that answers. */
afterEach(async () => {
  const { status, body } = await client.get(`/v1/encounters/${id}`);
  expect([status, body.revision]).toEqual([200, 3]);
});

const JSON_TYPE = { 'content-type': 'application/json' };
const commands = (): string => `/v1/encounters/${id}/commands`;

describe('a bad body', () => {
  it.each<[string, string, string]>([
    ['no JSON', '{"type":', 'notJson'],
    ['nothing at all', '', 'notJson'],
    ['a list', '[]', ''],
    ['a number', '7', ''],
    ['33 levels', '['.repeat(33) + ']'.repeat(33), 'tooDeep'],
    ['200,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 'tooDeep'],
    ['a list of 1,001 items', JSON.stringify({ type: 'decideTie', order: Array(1_001).fill('a') }), 'notAList'],
    ['a key that means the prototype', '{"type":"start","__proto__":{"x":1}}', 'forbiddenKey'],
    ['half a character', '{"type":"note","text":"\\ud83d"}', 'notSuchAText'],
  ])('of %s is MALFORMED', async (_, body) => {
    const refused = await client.send('POST', commands(), body, JSON_TYPE);
    expect([refused.status, refused.body.code]).toEqual([400, 'MALFORMED']);
    expect(refused.body.errors?.[0]?.in).toBe('body');
    expect(refused.text).not.toMatch(/ at \S+:\d|node_modules|\.ts|\.js/);
  });

  it('of more than 256 KiB is too large', async () => {
    const text = JSON.stringify({ type: 'note', text: 'x'.repeat(256 * 1024) });
    const refused = await client.send('POST', commands(), text, JSON_TYPE);
    expect([refused.status, refused.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('that is no UTF-8 is MALFORMED', async () => {
    const bytes = Buffer.concat([Buffer.from('{"type":"note","text":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect((await client.send('POST', commands(), bytes, JSON_TYPE)).body.code).toBe('MALFORMED');
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of type %s is not supported',
    async (type) => {
      const refused = await client.send('POST', commands(), '{"type":"start"}', { 'content-type': type });
      expect([refused.status, refused.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  it('says with pointers everything that is wrong, in the language asked for', async () => {
    const refused = await client.command(
      id,
      { type: 'declare', combatant: 7, action: { kind: 'quick', colour: 'red' }, loud: true },
      { 'accept-language': 'es' },
    );
    expect(refused.body.errors).toEqual([
      { in: 'body', pointer: '/loud', detail: 'Aquí no existe ese campo.' },
      { in: 'body', pointer: '/action/colour', detail: 'Aquí no existe ese campo.' },
      { in: 'body', pointer: '/combatant', detail: 'Debe ser un texto de 1 a 300 caracteres.' },
    ]);
  });

  it('with a field of another family is MALFORMED', async () => {
    const refused = await client.command(id, { type: 'rollInitiative', celerity: { ana: 1 } });
    expect(refused.body).toMatchObject({ code: 'MALFORMED', errors: [{ pointer: '/celerity' }] });
  });

  it('with wrong stats is INVALID_STATS, and says where', async () => {
    const combatantData = { id: 'cy', name: 'Cy', kind: 'npc', stats: { intuition: 10, reflexes: 10, speed: 5 } };
    const refused = await client.command(id, { type: 'addCombatant', combatantData });
    expect(refused.body).toMatchObject({
      code: 'INVALID_STATS',
      status: 422,
      errors: [{ pointer: '/combatantData/stats/speed' }],
    });
  });

  it('with dice that are none says what is wrong with them', async () => {
    const refused = await client.command(id, { type: 'roll', dice: '3d' });
    expect(refused.body).toMatchObject({ code: 'MALFORMED', errors: [{ pointer: '/dice' }] });
    expect(refused.body.detail).toContain('In column 3, the number of faces of the die is missing.');
  });
});

describe('a bad address', () => {
  it.each(['nowhere', '%00', '..%2f..%2fetc', 'a'.repeat(300), '💥'])(
    'of an encounter %j is not found',
    async (name) => {
      const refused = await client.get(`/v1/encounters/${encodeURIComponent(name)}`);
      expect([refused.status, refused.body.code]).toEqual([404, 'ENCOUNTER_NOT_FOUND']);
      expect((await client.command(encodeURIComponent(name), { type: 'start' })).body.code).toBe('ENCOUNTER_NOT_FOUND');
      expect((await client.get(`/v1/encounters/${encodeURIComponent(name)}/events`)).body.code).toBe(
        'ENCOUNTER_NOT_FOUND',
      );
    },
  );

  it('that is too long says so', async () => {
    const refused = await client.get(`/v1/encounters/${'a'.repeat(2_000)}`);
    expect([refused.status, refused.body.code]).toEqual([414, 'URI_TOO_LONG']);
  });

  it('that cannot be decoded is MALFORMED', async () => {
    const refused = await client.get('/v1/encounters/%E0%A4%A');
    expect([refused.status, refused.body.code]).toEqual([400, 'MALFORMED']);
  });

  it('that leads nowhere is not found, and a wrong method says which are right', async () => {
    expect((await client.get('/v1/nothing')).body).toMatchObject({ code: 'ROUTE_NOT_FOUND', status: 404 });
    const wrong = await client.send('PUT', `/v1/encounters/${id}`, undefined);
    expect([wrong.status, wrong.body.code, wrong.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, HEAD',
    ]);
  });

  it.each(['revision=0', 'revision=x', 'revision=1&revision=2', 'at=yesterday', 'revision=1&at=2030-01-01T00:00:00Z'])(
    'with ?%s is MALFORMED',
    async (query) => {
      const refused = await client.get(`/v1/encounters/${id}?${query}`);
      expect([refused.status, refused.body.code, refused.body.errors?.[0]?.in]).toEqual([400, 'MALFORMED', 'query']);
    },
  );

  it.each(['limit=0', 'limit=201', 'limit=-1', 'status=asleep'])('of the list with ?%s is MALFORMED', async (query) => {
    expect((await client.get(`/v1/encounters?${query}`)).body.code).toBe('MALFORMED');
  });

  it.each(['after=-1', 'limit=1001', 'after=x'])('of the log with ?%s is MALFORMED', async (query) => {
    expect((await client.get(`/v1/encounters/${id}/events?${query}`)).body.code).toBe('MALFORMED');
  });
});

describe('a bad header', () => {
  it('of an idempotency key or of a resumed stream is MALFORMED', async () => {
    const long = await client.command(id, { type: 'note', text: 'x' }, { 'idempotency-key': 'k'.repeat(256) });
    expect(long.body).toMatchObject({ code: 'MALFORMED', errors: [{ in: 'header', pointer: 'Idempotency-Key' }] });
    const stream = await client.get(`/v1/encounters/${id}/events`, {
      accept: 'text/event-stream',
      'last-event-id': 'x',
    });
    expect(stream.body).toMatchObject({ code: 'MALFORMED', errors: [{ in: 'header', pointer: 'Last-Event-ID' }] });
  });
});

describe('a store that is down', () => {
  it('is unavailable, not broken, and comes back', async () => {
    const { store, setDown } = await storeWithSwitch();
    const down = await serve({ store });
    const caller = new Client(down.url);
    const other = await caller.create();
    setDown(true);
    const refused = await caller.command(other, { type: 'start' });
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'STORE_UNAVAILABLE',
      '1',
    ]);
    expect((await caller.get('/readyz')).status).toBe(503);
    expect((await caller.get('/livez')).status).toBe(200);
    setDown(false);
    expect((await caller.command(other, { type: 'start' })).status).toBe(200);
    await down.close();
  });
});

describe('a limit on calls', () => {
  it('answers those beyond it with when to try again', async () => {
    const limited = await serve({}, { rateLimit: 2 });
    const caller = new Client(limited.url);
    const answers = [await caller.get('/version'), await caller.get('/version'), await caller.get('/version')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.body.code).toBe('RATE_LIMITED');
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.close();
  });
});
