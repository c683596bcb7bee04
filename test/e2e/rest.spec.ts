import type { RunningServer } from '@bitacora/api';
import { Client, docking, typesOf, type Body } from './support/client.js';
import { serve } from './support/server.js';

let server: RunningServer;
let client: Client;

beforeAll(async () => {
  let now = Date.parse('2030-01-01T00:00:00Z');
  server = await serve({ clock: () => new Date((now += 1_000)) });
  client = new Client(server.url);
});

afterAll(() => server.close());

async function started(): Promise<string> {
  const id = await client.create();
  await client.command(id, { type: 'start' });
  await client.command(id, { type: 'rollInitiative', rolls: { ana: [7], bo: [3] } });
  return id;
}

const NOWHERE = '/v1/encounters/nowhere';

describe('a combat over REST', () => {
  it('is made, fought and ended, and each answer shows order and acting', async () => {
    const made = await client.post('/v1/encounters', docking);
    expect(made.status).toBe(201);
    expect(Object.keys(made.body)).toEqual(['encounter', 'events', 'head']);
    expect(typesOf(made.body.events)).toEqual(['EncounterCreated', 'CombatantAdded', 'CombatantAdded']);
    const id = String(made.body.encounter?.id);
    expect(made.headers.get('location')).toBe(`/v1/encounters/${id}`);
    expect(made.headers.get('etag')).toBe('"3"');

    const start = await client.command(id, { type: 'start' });
    expect(start.body.encounter?.pending?.rolls).toEqual(['ana', 'bo']);

    const rolled = await client.command(id, { type: 'rollInitiative', rolls: { ana: [7], bo: [3] } });
    expect(rolled.status).toBe(200);
    expect(rolled.body.encounter?.acting).toEqual(['ana']);
    const order = rolled.body.encounter?.order as unknown as readonly { entries: { key: string }[] }[];
    expect(order.map(({ entries }) => entries.map(({ key }) => key))).toEqual([['ana'], ['bo']]);
    expect(typesOf(rolled.body.events)).toEqual(['InitiativeRolled', 'PassStarted', 'TurnStarted']);
    expect(rolled.headers.get('etag')).toBe(`"${String(rolled.body.revision)}"`);

    const shot = await client.command(id, {
      type: 'declare',
      combatant: 'ana',
      action: { kind: 'complex', label: 'Shoot' },
      outcome: { success: true },
    });
    expect(shot.body.encounter?.declarations).toEqual([
      {
        id: 'd1',
        combatant: 'ana',
        action: { kind: 'complex', label: 'Shoot' },
        state: 'resolved',
        outcome: { success: true },
      },
    ]);
    await client.command(id, { type: 'wound', combatant: 'bo', count: 2 });
    const ended = await client.command(id, { type: 'end', reason: 'They surrender.' });
    expect(ended.body.encounter?.status).toBe('ended');

    const view = await client.get(`/v1/encounters/${id}`);
    expect(view.body).toEqual(ended.body.encounter);
    const log = await client.get(`/v1/encounters/${id}/events`);
    expect(log.body.items?.map((event) => event.revision)).toEqual(
      Array.from({ length: Number(view.body.revision) }, (_, i) => i + 1),
    );
  });

  it('refuses what a rule forbids, with its code and rule, and appends nothing', async () => {
    const id = await started();
    const before = await client.get(`/v1/encounters/${id}`);
    const refused = await client.command(id, { type: 'endTurn', combatant: 'bo' });
    expect(refused.status).toBe(422);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.body).toMatchObject({
      code: 'NOT_ACTING',
      status: 422,
      rule: 'G-13',
      revision: before.body.revision,
    });
    expect((await client.get(`/v1/encounters/${id}`)).body).toEqual(before.body);
  });

  it('refuses a second endTurn', async () => {
    const id = await started();
    expect((await client.command(id, { type: 'endTurn', combatant: 'ana' })).status).toBe(200);
    expect((await client.command(id, { type: 'endTurn', combatant: 'ana' })).body.code).toBe('NOT_ACTING');
  });

  it('refuses faces that the die does not have', async () => {
    const id = await client.create();
    await client.command(id, { type: 'start' });
    expect((await client.command(id, { type: 'rollInitiative', rolls: { ana: [11], bo: [3] } })).body.code).toBe(
      'BAD_ROLL',
    );
  });

  it('accepts what would change nothing, without events', async () => {
    const id = await started();
    const nothing = await client.command(id, { type: 'setStatus', combatant: 'ana', status: 'active' });
    expect(nothing.status).toBe(200);
    expect(nothing.body.events).toEqual([]);
  });
});

describe('a view', () => {
  it('can be had as it stood after any event, and at any time', async () => {
    const id = await started();
    const { body } = await client.get(`/v1/encounters/${id}/events`);
    const third = await client.get(`/v1/encounters/${id}?revision=3`);
    expect(third.body).toMatchObject({ revision: 3, status: 'setup' });
    expect(third.headers.get('etag')).toBe('"3"');
    const at = String(body.items?.[3]?.at);
    const then = await client.get(`/v1/encounters/${id}?at=${encodeURIComponent(at)}`);
    expect(then.body.status).toBe('running');
    expect((await client.get(`/v1/encounters/${id}?revision=99`)).body).toMatchObject({
      code: 'REVISION_NOT_FOUND',
      status: 404,
    });
    expect((await client.get(`/v1/encounters/${id}?at=2000-01-01T00:00:00Z`)).body.code).toBe('REVISION_NOT_FOUND');
  });

  it('is not sent again to who has it', async () => {
    const id = await started();
    const etag = String((await client.get(`/v1/encounters/${id}`)).headers.get('etag'));
    const again = await client.get(`/v1/encounters/${id}`, { 'if-none-match': `"1", W/${etag}` });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await client.get(`/v1/encounters/${id}`, { 'if-none-match': '"1"' })).status).toBe(200);
  });
});

describe('a condition on a command', () => {
  it('lets it through at that revision and refuses it when the encounter is past it', async () => {
    const id = await started();
    const etag = String((await client.get(`/v1/encounters/${id}`)).headers.get('etag'));
    expect((await client.command(id, { type: 'note', text: 'one' }, { 'if-match': etag })).status).toBe(200);
    const stale = await client.command(id, { type: 'note', text: 'two' }, { 'if-match': etag });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'REVISION_CONFLICT', revision: Number(etag.slice(1, -1)) + 1 });
    expect((await client.command(id, { type: 'note', text: 'any' }, { 'if-match': '*' })).status).toBe(200);
    expect((await client.command(id, { type: 'note', text: 'bad' }, { 'if-match': 'seven' })).body).toMatchObject({
      code: 'MALFORMED',
      errors: [{ in: 'header', pointer: 'If-Match' }],
    });
  });
});

describe('an idempotency key', () => {
  it('gives the first answer again and appends nothing', async () => {
    const id = await started();
    const key = { 'idempotency-key': 'wound-1' };
    const first = await client.command(id, { type: 'wound', combatant: 'bo' }, key);
    await client.command(id, { type: 'note', text: 'meanwhile' });
    const again = await client.command(id, { type: 'wound', combatant: 'bo' }, key);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect((await client.get(`/v1/encounters/${id}`)).body.combatants?.[1]?.wounds).toBe(1);
  });

  it('is refused with another body', async () => {
    const id = await started();
    const key = { 'idempotency-key': 'k' };
    await client.command(id, { type: 'note', text: 'one' }, key);
    const other = await client.command(id, { type: 'note', text: 'two' }, key);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('makes one encounter however often it is sent', async () => {
    const key = { 'idempotency-key': 'make-it' };
    const all = await Promise.all([1, 2, 3].map(() => client.post('/v1/encounters', docking, key)));
    expect(new Set(all.map(({ body }) => body.encounter?.id)).size).toBe(1);
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('does one thing when it is sent many times at once', async () => {
    const id = await started();
    const key = { 'idempotency-key': 'at-once' };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => client.command(id, { type: 'wound', combatant: 'bo' }, key)),
    );
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect((await client.get(`/v1/encounters/${id}`)).body.combatants?.[1]?.wounds).toBe(1);
  });
});

describe('the log', () => {
  it('comes in pages that link to each other', async () => {
    const id = await started();
    const seen: number[] = [];
    let path: string | undefined = `/v1/encounters/${id}/events?limit=3`;
    while (path !== undefined) {
      const page: { body: Body; headers: Headers } = await client.get(path);
      seen.push(...(page.body.items ?? []).map((event) => Number(event.revision)));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    const { revision } = (await client.get(`/v1/encounters/${id}`)).body;
    expect(seen).toEqual(Array.from({ length: Number(revision) }, (_, i) => i + 1));
  });

  it('can be had of some types only', async () => {
    const id = await started();
    const { body } = await client.get(`/v1/encounters/${id}/events?type=TurnStarted,EncounterStarted`);
    expect(typesOf(body.items)).toEqual(['EncounterStarted', 'TurnStarted']);
    expect((await client.get(`/v1/encounters/${id}/events?type=Nothing`)).body).toMatchObject({
      errors: [{ in: 'query', pointer: 'type' }],
    });
  });

  it('comes whole as one JSON text a line', async () => {
    const id = await started();
    const { text, headers } = await client.get(`/v1/encounters/${id}/events`, { accept: 'application/x-ndjson' });
    expect(headers.get('content-type')).toContain('application/x-ndjson');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { revision: number });
    const page = await client.get(`/v1/encounters/${id}/events`);
    expect(lines).toEqual(page.body.items);
  });
});

describe('the list of encounters', () => {
  it('finds by rule set, status and words, in pages', async () => {
    const names = ['Álamo one', 'Alamo two', 'alamo three'];
    for (const name of names) await client.create({ ...docking, name });
    const first = await client.get('/v1/encounters?q=alamo&limit=2&status=setup&ruleset=eclipse-phase-1e');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await client.get(String(next));
    const found = [...(first.body.items ?? []), ...(second.body.items ?? [])].map((item) => item.name);
    expect(found).toEqual([...names].reverse());
    expect(second.body.nextCursor).toBeNull();
    expect((await client.get('/v1/encounters?q=alamo&ruleset=yokai-senso')).body.items).toEqual([]);
    expect((await client.get('/v1/encounters?cursor=invented')).body).toMatchObject({
      code: 'MALFORMED',
      errors: [{ pointer: 'cursor' }],
    });
  });
});

describe('rule sets', () => {
  it('describe themselves with schemas, commands and words in both languages', async () => {
    const { body } = await client.get('/v1/rulesets');
    expect(body.items?.map((item) => item.id)).toContain('eclipse-phase-1e');
    const one = await client.get('/v1/rulesets/eclipse-phase-1e');
    expect(one.body).toMatchObject({ family: 'eclipse-phase', stats: { type: 'object' }, options: { type: 'object' } });
    expect(one.body.commands).toEqual(expect.arrayContaining(['declare', 'spendMoxie']));
    expect((await client.get('/v1/rulesets/chess')).body).toMatchObject({ code: 'RULESET_NOT_FOUND', status: 404 });
    expect((await client.post('/v1/encounters', { ...docking, ruleset: 'chess' })).body.code).toBe('RULESET_NOT_FOUND');
  });
});

describe('every answer', () => {
  it('bears the caller’s request id, or a new one when that is none', async () => {
    expect((await client.get('/livez', { 'x-request-id': 'mine-7' })).headers.get('x-request-id')).toBe('mine-7');
    expect((await client.get(NOWHERE, { 'x-request-id': 'mine-8' })).body.requestId).toBe('mine-8');
    const odd = (await client.get('/livez', { 'x-request-id': 'a b' })).headers.get('x-request-id');
    expect(odd).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('speaks the language that was asked for', async () => {
    const spanish = await client.get(NOWHERE, { 'accept-language': 'es-ES, en;q=0.5' });
    expect(spanish.headers.get('content-language')).toBe('es');
    expect(spanish.body).toMatchObject({ code: 'ENCOUNTER_NOT_FOUND', detail: 'No hay ningún encuentro nowhere.' });
    expect((await client.get(NOWHERE)).body.detail).toBe('There is no encounter nowhere.');
  });

  it('lets pages of this machine read the headers they need, and no other pages', async () => {
    const own = await client.get('/livez', { origin: 'http://localhost:5173' });
    expect(own.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    for (const name of ['ETag', 'Link', 'Location', 'Retry-After', 'X-Request-Id']) {
      expect(own.headers.get('access-control-expose-headers')).toContain(name);
    }
    const other = await client.get('/livez', { origin: 'https://example.com' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('operation', () => {
  it('tells life, readiness, version, keys and measurements', async () => {
    expect((await client.get('/livez')).body).toEqual({ status: 'ok' });
    expect((await client.get('/readyz')).body).toMatchObject({ status: 'ok', store: { ok: true } });
    expect((await client.get('/version')).body).toMatchObject({ name: 'bitacora', api: 'v1' });
    expect((await client.get('/.well-known/bitacora-keys')).body.keys).toHaveLength(1);
    const { text } = await client.get('/metrics');
    expect(text).toContain('bitacora_http_request_duration_seconds_count{method="GET",route="/livez",status="200"}');
    expect(text).not.toContain('/v1/encounters/nowhere');
  });

  it('has pages that load nothing from elsewhere', async () => {
    expect((await client.get('/')).text).toBe((await client.get('/docs')).text);
    for (const path of ['/docs', '/graphql']) {
      const page = await client.get(path, { accept: 'text/html' });
      expect(page.status).toBe(200);
      const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => String(match[1]));
      expect(assets.length).toBeGreaterThan(1);
      for (const asset of assets) {
        expect(asset).toMatch(/^\/(?!\/)/);
        expect((await client.get(asset)).status).toBe(200);
      }
      expect(page.headers.get('content-security-policy')).not.toMatch(/https?:|\*/);
    }
    expect((await client.get('/docs/assets/package.json')).body.code).toBe('ROUTE_NOT_FOUND');
  });
});
