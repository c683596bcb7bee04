import type { RunningServer } from '@bitacora/api';
import { ServerKeys } from '@bitacora/encounters';
import canonicalize from 'canonicalize';
import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Client, docking, type Body } from './support/client.js';
import { serve } from './support/server.js';

describe('the archive', () => {
  let server: RunningServer;
  let client: Client;
  let id: string;

  beforeAll(async () => {
    server = await serve();
    client = new Client(server.url);
    id = await client.create(docking);
    await client.command(id, { type: 'start' });
    await client.command(id, { type: 'rollInitiative', rolls: { ana: [7], bo: [3] } });
    await client.command(id, { type: 'wound', combatant: 'bo', count: 2, source: '=HYPERLINK("x")' });
    await client.command(id, { type: 'applyCondition', combatant: 'bo', name: 'prone' });
    await client.command(id, { type: 'declare', combatant: 'ana', action: { kind: 'complex', label: 'Disparo' } });
    await client.command(id, { type: 'endTurn', combatant: 'ana' });
    await client.command(id, { type: 'roll', dice: '2d6+1', label: 'Luck, "again"' });
  });

  afterAll(() => server.close());

  const at = (path: string): string => `/v1/encounters/${id}/${path}`;

  describe('a diff', () => {
    it('says what changed between two revisions as data and as sentences', async () => {
      const { status, body } = await client.get(at('diff?from=3'));
      expect(status).toBe(200);
      expect(body).toMatchObject({ encounter: id, from: 3 });
      const texts = (body.changes as unknown as { what: string; text: string }[]).map(
        ({ what, text }) => `${what}: ${text}`,
      );
      expect(texts).toEqual(
        expect.arrayContaining([
          'status: The combat was being set up and is running.',
          'acting: – acted; now: Bo.',
          'wounds: Bo: wounds 0 → 2.',
          'conditionBegun: Bo is now: prone.',
          'declared: Ana, declarations: – → Complex Action: Disparo.',
        ]),
      );
    });

    it('speaks Spanish, in the words of the game', async () => {
      const { body } = await client.get(at('diff?from=3&to=100'), { 'accept-language': 'es' });
      expect(body).toMatchObject({ code: 'REVISION_NOT_FOUND' });
      const spanish = await client.get(at('diff?from=3'), { 'accept-language': 'es' });
      const text = JSON.stringify(spanish.body);
      expect(text).toContain('Bo: heridas 0 → 2.');
      expect(text).toContain('Turno de Acción 1, Fase de Acción 1, Acciones');
    });

    it('is empty between a revision and itself, and needs to know from where', async () => {
      expect((await client.get(at('diff?from=4&to=4'))).body.changes).toEqual([]);
      expect((await client.get(at('diff'))).body).toMatchObject({ code: 'MALFORMED' });
      expect((await client.get('/v1/encounters/nobody/diff?from=1')).body).toMatchObject({
        code: 'ENCOUNTER_NOT_FOUND',
      });
    });

    it('is the same over GraphQL', async () => {
      const rest = await client.get(at('diff?from=3&to=12'));
      const query =
        'query($id: ID!) { encounterDiff(id: $id, from: 3, to: 12) { encounter from to changes { what combatant key from to text } } }';
      const { body } = await client.graphql(query, { id });
      expect(body.data?.encounterDiff).toEqual(rest.body);
    });
  });

  describe('the story', () => {
    it('tells the fight, a line an event, with the rules in brackets', async () => {
      const { status, text, headers } = await client.get(at('events'), { accept: 'text/plain' });
      expect([status, headers.get('content-type'), headers.get('content-language')]).toEqual([
        200,
        'text/plain; charset=utf-8',
        'en',
      ]);
      const lines = text.trimEnd().split('\n');
      const { body } = await client.get(at('events?limit=1000'));
      expect(lines).toHaveLength(body.items!.length);
      expect(text).toContain('Initiative: Ana 15 (roll 7, Initiative +8); Bo 9 (roll 3, Initiative +6). [EP-2]');
      expect(text).toContain('Action Phase 1: Ana 15, Bo 9. [EP-4]');
      expect(text).toContain('Bo is wounded by =HYPERLINK("x"): 2, 2 in all. [EP-5]');
    });

    it('tells it in Spanish, and only what is asked for', async () => {
      const { text } = await client.get(at('events?type=TurnEnded,RoundStarted'), {
        accept: 'text/plain',
        'accept-language': 'es',
      });
      expect(
        text
          .trimEnd()
          .split('\n')
          .map((line) => line.slice(7)),
      ).toEqual(['Empieza: Turno de Acción 1.', 'Termina el turno de Ana.']);
    });
  });

  describe('an audit', () => {
    it('finds nothing wrong, and signs what it has seen', async () => {
      const { body } = await client.get(at('audit'));
      expect(body).toMatchObject({
        encounter: id,
        ok: true,
        signedHere: true,
        problem: null,
        rolls: { verified: 1, table: 2 },
      });
      const keys = await client.get('/.well-known/bitacora-keys');
      expect(keys.body).toMatchObject({ keys: [{ id: body.head?.key }] });
    });

    it('misses a head that is not in the chain, in a sentence', async () => {
      const { body } = await client.get(at(`audit?head=999:${'a'.repeat(64)}`), { 'accept-language': 'es' });
      expect(body).toMatchObject({ ok: false, problem: { code: 'CUT_OFF', revision: expect.any(Number) as number } });
      expect(body.problem?.detail).toContain('ha llegado a la 999');
      expect((await client.get(at('audit?head=x'))).body).toMatchObject({ code: 'MALFORMED' });
    });
  });

  describe('tables', () => {
    it('give all rolls', async () => {
      const { text, headers } = await client.get(at('rolls.csv'));
      expect(headers.get('content-type')).toContain('text/csv');
      const rows = text.trimEnd().split('\r\n');
      expect(rows[0]).toBe(
        'revision,at,actor,command,combatant,name,purpose,by,roll,hidden,dice,faces,modifiers,total,label',
      );
      expect(rows[1]).toMatch(/,ana,Ana,initiative,table,1,false,d10,7,rating 8,15,$/);
      expect(rows[3]).toMatch(/,,,free,server,3,false,d6 d6,\d \d,,\d+,"Luck, ""again"""$/);
      expect(rows).toHaveLength(4);
    });

    it('give wounds, and no formulas', async () => {
      const { text } = await client.get(at('wounds.csv'));
      expect(text.split('\r\n')[1]).toMatch(/,bo,Bo,2,2,,"'=HYPERLINK\(""x""\)"$/);
    });

    it('give turns, those that have not ended too', async () => {
      const { text } = await client.get(at('turns.csv'));
      const rows = text.trimEnd().split('\r\n').slice(1);
      expect(rows.map((row) => row.split(',').filter((_, i) => ![7, 8, 9, 10].includes(i)))).toEqual([
        ['1', 'ana', 'Ana', 'ana', '1', '1', 'turn', 'ended'],
        ['2', 'bo', 'Bo', 'bo', '1', '1', 'turn', ''],
      ]);
    });
  });

  describe('export and import', () => {
    const exported = async (): Promise<string> => (await client.get(at('export'))).text;
    const take = (to: Client, text: string) =>
      to.send('POST', '/v1/import', text, { 'content-type': 'application/x-ndjson' });

    it('give an encounter back byte for byte on another server, once', async () => {
      const other = await serve();
      try {
        const to = new Client(other.url);
        const { text, headers } = await client.get(at('export'));
        expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.ndjson"`);
        const taken = await take(to, text);
        expect([taken.status, taken.body]).toEqual([
          200,
          {
            count: 1,
            encounters: [
              { id, ruleset: 'eclipse-phase-1e', revision: expect.any(Number) as number, outcome: 'imported' },
            ],
          },
        ]);
        expect((await take(to, text)).body).toMatchObject({ encounters: [{ outcome: 'unchanged' }] });
        expect((await to.get(at('export'))).text).toBe(text);
        expect((await to.get('/v1/encounters')).body.items).toMatchObject([
          { id, name: 'Docking bay', status: 'running' },
        ]);
        expect((await to.command(id, { type: 'roll', dice: '1d20' })).status).toBe(200);
        expect((await to.get(at('audit'))).body).toMatchObject({ ok: true, signedHere: true });
      } finally {
        await other.close();
      }
    });

    it('give all encounters at once, or those that have changed since', async () => {
      const other = await serve();
      try {
        const to = new Client(other.url);
        const second = await client.create({ ...docking, name: 'Second' });
        const all = await client.get('/v1/export');
        const kinds = all.text
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as Body).kind as unknown);
        expect(kinds.filter((kind) => kind === 'head')).toHaveLength(2);
        expect((await take(to, all.text)).body.encounters).toHaveLength(2);
        expect((await client.get('/v1/export?from=2999-01-01T00:00:00Z')).text).toBe('');
        expect((await to.get(`/v1/encounters/${second}`)).body).toMatchObject({ name: 'Second' });
      } finally {
        await other.close();
      }
    });

    it('keep what only a newer program knows, and show it as unknown', async () => {
      const keys = ServerKeys.ephemeral();
      const other = await serve({ keys });
      try {
        const to = new Client(other.url);
        const log = withNewerEvent(await exported(), keys);
        expect((await take(to, log)).body).toMatchObject({ count: 1 });
        expect((await to.get(at('export'))).text).toBe(log);
        const { body } = await to.get(at('events?limit=1000'));
        expect(Object.values(body.items ?? {}).at(-1)).toMatchObject({
          type: 'WeatherChanged',
          version: 3,
          data: { wind: 'N' },
        });
        const told = await to.get(at('events'), { accept: 'text/plain', 'accept-language': 'es' });
        expect(told.text).toContain('Algo que esta versión no conoce: WeatherChanged.');
        const graph = await to.graphql('query($id: ID!) { encounter(id: $id) { events { nodes { type data } } } }', {
          id,
        });
        expect(JSON.stringify(graph.body)).toContain('{"type":"UnknownEvent","data":{"wind":"N"}}');
        expect((await to.get(at('audit'))).body).toMatchObject({ ok: true, decisions: { unknown: 1 } });
        // Whom it speaks of nobody can tell: it could be somebody hidden.
        const { body: access } = await to.post(`/v1/encounters/${id}/access`, { role: 'spectator' });
        const seen = await to.get(at('export'), { authorization: `Bearer ${String(access.token)}` });
        expect([seen.status, seen.text.includes('Weather')]).toEqual([200, false]);
        expect((await to.command(id, { type: 'note', text: 'It blows.' })).status).toBe(200);
      } finally {
        await other.close();
      }
    });

    it('refuse a file at its first bad line, in both languages, and take nothing of that encounter', async () => {
      const other = await serve();
      try {
        const to = new Client(other.url);
        const lines = (await client.get(at('export'))).text.split('\n');
        lines[5] = lines[5]!.replace('"actor":"admin"', '"actor":"Admin"');
        const { status, body } = await to.send('POST', '/v1/import', lines.join('\n'), {
          'content-type': 'application/x-ndjson',
          'accept-language': 'es',
        });
        expect(status).toBe(422);
        expect(body).toMatchObject({ code: 'IMPORT_REFUSED', errors: [{ in: 'body', pointer: '/6' }] });
        expect(body.detail).toContain(`La línea 6 detiene la importación, del encuentro ${id}`);
        expect((await to.get(`/v1/encounters/${id}`)).status).toBe(404);
      } finally {
        await other.close();
      }
    });

    it('take lines in the one place that is for them, and nothing else there', async () => {
      expect(
        (await client.send('POST', '/v1/encounters', '{}\n', { 'content-type': 'application/x-ndjson' })).body,
      ).toMatchObject({
        code: 'UNSUPPORTED_MEDIA_TYPE',
      });
      expect((await client.post('/v1/import', {})).body).toMatchObject({ code: 'MALFORMED' });
      expect((await client.send('POST', '/v1/import', undefined)).body).toMatchObject({ code: 'MALFORMED' });
    });

    it('refuse what says that it is longer than any import before it comes', async () => {
      const status = await new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/x-ndjson', 'content-length': String(2 ** 31) };
        const sent = request(`${server.url}/v1/import`, { method: 'POST', headers }, (answer) => {
          resolve(answer.statusCode);
          sent.destroy();
        });
        sent.on('error', reject).flushHeaders();
      });
      expect(status).toBe(413);
    });

    it('take more than any other body may hold', async () => {
      const other = await serve();
      try {
        const to = new Client(other.url);
        const big = await client.create({ ...docking, name: 'Big' });
        for (let i = 0; i < 250; i += 1)
          expect((await client.command(big, { type: 'note', text: `${String(i)} `.repeat(400) })).status).toBe(200);
        const { text } = await client.get(`/v1/encounters/${big}/export`);
        expect(text.length).toBeGreaterThan(300_000);
        expect((await take(to, text)).status).toBe(200);
      } finally {
        await other.close();
      }
    });
  });
});

interface EventLine {
  readonly event: { readonly revision: number };
  readonly proof: { readonly hash: string };
}

/** A log with one event more, of a type that nobody here knows, chained and signed as docs/audit.md says. */
function withNewerEvent(text: string, keys: ServerKeys): string {
  const lines = text.trimEnd().split('\n').slice(0, -1);
  const { event: last, proof: before } = JSON.parse(lines.at(-1) ?? '') as EventLine;
  const encounter = (JSON.parse(lines[0] ?? '') as { encounter: string }).encounter;
  const revision = last.revision + 1;
  const own = {
    id: randomUUID(),
    command: randomUUID(),
    revision,
    type: 'WeatherChanged',
    version: 3,
    data: { wind: 'N' },
  };
  const event = { ...last, ...own };
  const salt = '5a'.repeat(16);
  const sha = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
  const leaf = sha(Buffer.of(0), Buffer.from(salt, 'hex'), Buffer.from(canonicalize(event) ?? ''));
  const hash = sha(Buffer.of(1), Buffer.from(before.hash, 'hex'), leaf).toString('hex');
  const head = { kind: 'head', encounter, ...keys.sign(encounter, revision, hash), publicKey: keys.public.publicKey };
  return [...lines, canonicalize({ kind: 'event', event, proof: { salt, hash } }), canonicalize(head), ''].join('\n');
}
