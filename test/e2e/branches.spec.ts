import type { RunningServer } from '@bitacora/api';
import { rulesets } from '@bitacora/rulesets';
import { nextCommand, randomCombatant, seededRandom } from '@bitacora/engine/testing';
import type { View } from '@bitacora/engine';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bitacora } from '../cli/tools.js';
import { Client, typesOf, type Body } from './support/client.js';
import { serve } from './support/server.js';

let server: RunningServer;
let client: Client;
let folder: string;

beforeAll(async () => {
  server = await serve();
  client = new Client(server.url);
  folder = await mkdtemp(join(tmpdir(), 'bitacora-branches-'));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** A fight that has begun, with its revision. */
async function started(): Promise<{ readonly id: string; readonly revision: number }> {
  const id = await client.create();
  await client.command(id, { type: 'start' });
  const { body } = await client.command(id, { type: 'rollInitiative' });
  return { id, revision: Number(body.revision) };
}

async function branched(id: string, revision: number, name = 'What if'): Promise<string> {
  const made = await client.post(`/v1/encounters/${id}/branches`, { revision, name });
  if (made.status !== 201) throw new Error(made.text);
  return String(made.body.encounter?.id);
}

/** A random fight of a rule set, with its server’s dice. */
async function fought(ruleset: string): Promise<string> {
  const rules = rulesets.get(ruleset);
  if (rules === undefined) throw new Error(ruleset);
  for (let seed = 1; ; seed += 1) {
    const random = seededRandom(seed);
    const combatants = ['a', 'b', 'c'].map((id) => randomCombatant(rules, random, id));
    const { status, body } = await client.post('/v1/encounters', { name: 'Fight', ruleset, combatants });
    if (status !== 201) continue;
    const id = String(body.encounter?.id);
    let view = body.encounter as unknown as View;
    for (let i = 0; i < 30; i += 1) {
      const answer = await client.command(id, nextCommand(view, rules, random));
      if (answer.status === 200) view = answer.body.encounter as unknown as View;
    }
    return id;
  }
}

describe('a branch over REST', () => {
  it('is a new encounter with the past of the other, which stays as it is', async () => {
    const { id, revision } = await started();
    const before = await client.get(`/v1/encounters/${id}`);
    const made = await client.post(`/v1/encounters/${id}/branches`, { revision, name: 'What if' });
    expect(made.status).toBe(201);
    expect(Object.keys(made.body)).toEqual(['encounter', 'forkedFrom', 'head']);
    const branch = String(made.body.encounter?.id);
    expect(made.headers.get('location')).toBe(`/v1/encounters/${branch}`);
    expect(made.headers.get('etag')).toBe(`"${String(revision)}"`);
    expect(made.body.forkedFrom).toEqual({ encounter: id, revision });
    expect(made.body.encounter).toEqual(Object.assign({}, before.body, { id: branch, name: 'What if' }));
    await client.command(branch, { type: 'wound', combatant: 'ana' });
    expect((await client.get(`/v1/encounters/${id}`)).body).toEqual(before.body);
    const list = await client.get('/v1/encounters?limit=2');
    expect(list.body.items?.map((item) => item.forkedFrom)).toEqual([{ encounter: id, revision }, null]);
  });

  it('is made once for one Idempotency-Key', async () => {
    const { id, revision } = await started();
    const send = (body: object) => client.post(`/v1/encounters/${id}/branches`, body, { 'idempotency-key': 'once' });
    const [first, again] = [await send({ revision, name: 'x' }), await send({ revision, name: 'x' })];
    expect(again.body).toEqual(first.body);
    expect(await send({ revision, name: 'y' })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  it.each([
    [{ revision: 99, name: 'x' }, 404, 'REVISION_NOT_FOUND'],
    [{ revision: 4, name: '' }, 400, 'MALFORMED'],
    [{ name: 'x' }, 400, 'MALFORMED'],
    [{ revision: 0, name: 'x' }, 400, 'MALFORMED'],
    [{ revision: 3, name: 'x', other: 1 }, 400, 'MALFORMED'],
    [{ revision: 1, name: 'x' }, 422, 'REVISION_INSIDE_COMMAND'],
  ])('is refused for %j with %i %s', async (body, status, code) => {
    const { id } = await started();
    const refused = await client.post(`/v1/encounters/${id}/branches`, body);
    expect(refused).toMatchObject({ status, body: { code } });
  });

  it('says in the language of the caller between which states a revision is', async () => {
    const { id } = await started();
    const body = { revision: 2, name: 'x' };
    const refused = await client.post(`/v1/encounters/${id}/branches`, body, { 'accept-language': 'es' });
    expect(refused.body.detail).toContain('los estados de alrededor son 0 y 3');
  });

  it.each(rulesets.all().map((rules) => rules.id))(
    'of %s, and a branch of it, verify offline as the export of any encounter does',
    async (ruleset) => {
      const id = await fought(ruleset);
      const { body } = await client.get(`/v1/encounters/${id}`);
      const first = await branched(id, Number(body.revision), 'One');
      const { body: rolled } = await client.command(first, { type: 'roll', dice: '3d10' });
      const second = await branched(first, Number(rolled.revision), 'Two');
      for (const branch of [first, second]) {
        await client.command(branch, { type: 'roll', dice: '2d6' });
        await client.command(branch, { type: 'end' });
        const file = join(folder, `${branch}.ndjson`);
        await writeFile(file, (await client.get(`/v1/encounters/${branch}/export`)).text);
        const { code, out, err } = await bitacora(['verify', file]);
        expect({ code, err }).toEqual({ code: 0, err: [] });
        expect(out.join('\n')).toContain(branch);
      }
      expect((await client.get(`/v1/encounters/${second}/audit`)).body).toMatchObject({ ok: true, problem: null });
    },
  );
});

describe('a branch of one who came with a token', () => {
  const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` });
  const granted = async (id: string, access: object): Promise<unknown> =>
    (await client.post(`/v1/encounters/${id}/access`, access)).body.token;

  it('comes with the game master’s access to it, as the token of the other opens no branch', async () => {
    const { id, revision } = await started();
    const token = await granted(id, { role: 'gm' });
    const made = await client.post(`/v1/encounters/${id}/branches`, { revision, name: 'x' }, bearer(token));
    expect(made.body.access).toMatchObject({ role: 'gm' });
    const branch = `/v1/encounters/${String(made.body.encounter?.id)}`;
    expect((await client.get(branch, bearer(made.body.access?.token))).status).toBe(200);
    expect((await client.get(branch, bearer(token))).status).toBe(404);
    expect((await client.get(`${branch}/compare?with=${id}`, bearer(made.body.access?.token))).status).toBe(404);
  });

  it('is not for players, who are not told either that their combat is a branch', async () => {
    const { id, revision } = await started();
    const branch = await branched(id, revision);
    const token = await granted(branch, { role: 'player', combatants: ['ana'] });
    const refused = await client.post(`/v1/encounters/${branch}/branches`, { revision, name: 'x' }, bearer(token));
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const list = await client.get('/v1/encounters', bearer(token));
    expect(list.body.items).toMatchObject([{ id: branch, forkedFrom: null }]);
    const log = await client.get(`/v1/encounters/${branch}/events`, bearer(token));
    expect(log.text).not.toContain('forkedFrom');
  });
});

describe('a comparison over REST', () => {
  it('says where two branches part, and who gained or lost what since, as data and as sentences', async () => {
    const { id, revision } = await started();
    const branch = await branched(id, revision);
    await client.command(id, { type: 'wound', combatant: 'ana', count: 2 });
    await client.command(branch, { type: 'setStatus', combatant: 'bo', status: 'fled' });
    const { status, body } = await client.get(`/v1/encounters/${id}/compare?with=${branch}`, {
      'accept-language': 'es',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ common: revision, one: { id }, other: { id: branch, name: 'What if' } });
    const found = (differences: Body | undefined, what: string) =>
      differences?.find((one) => String(one.what) === what);
    expect(found(body.one?.since, 'wounds')).toMatchObject({
      combatant: 'ana',
      from: 0,
      to: 2,
      text: 'Ana: heridas 0 → 2.',
    });
    expect(found(body.other?.since, 'combatantStatus')).toMatchObject({ combatant: 'bo', to: 'fled' });
    expect(found(body.differences, 'wounds')).toMatchObject({ from: 2, to: 0 });
  });

  it('needs two encounters', async () => {
    const id = await client.create();
    expect(await client.get(`/v1/encounters/${id}/compare`)).toMatchObject({ status: 400 });
    const absent = await client.get(`/v1/encounters/${id}/compare?with=nowhere`);
    expect(absent).toMatchObject({ status: 404, body: { code: 'ENCOUNTER_NOT_FOUND' } });
  });
});

describe('branches in GraphQL', () => {
  it('are made, say where they come from and are compared', async () => {
    const { id, revision } = await started();
    const made = await client.graphql(
      `mutation ($id: ID!, $input: BranchInput!) { createBranch(id: $id, input: $input, idempotencyKey: "k") {
         encounter { id revision name forkedFrom { encounter revision } } forkedFrom { revision } head { revision } access { id } } }`,
      { id, input: { revision, name: 'What if' } },
    );
    const branch = made.body.data?.createBranch;
    expect(branch).toMatchObject({
      encounter: { revision, name: 'What if', forkedFrom: { encounter: id, revision } },
      head: { revision },
      access: null,
    });
    const other = String(branch?.encounter?.id);
    await client.command(other, { type: 'note', text: 'another way' });
    const compared = await client.graphql(
      `query ($id: ID!, $other: ID!) { encounter(id: $id) { forkedFrom { revision } }
         compareEncounters(id: $id, other: $other) { common other { revision since { what text } } differences { what } } }`,
      { id, other },
    );
    expect(compared.body.data).toEqual({
      encounter: { forkedFrom: null },
      compareEncounters: { common: revision, other: { revision: revision + 1, since: [] }, differences: [] },
    });
  });

  it('are refused with the same codes', async () => {
    const { id } = await started();
    const refused = await client.graphql(
      'mutation ($id: ID!) { createBranch(id: $id, input: { revision: 2, name: "x" }) { forkedFrom { revision } } }',
      { id },
    );
    expect(refused.body.errors?.[0]?.extensions?.code).toBe('REVISION_INSIDE_COMMAND');
  });
});

describe('the log of a branch', () => {
  it('goes on with seeds of its own', async () => {
    const { id, revision } = await started();
    const branch = await branched(id, revision);
    const { body } = await client.command(branch, { type: 'roll', dice: '1d10' });
    expect(typesOf(body.events)).toEqual(['SeedCommitted', 'DiceRolled']);
  });
});
