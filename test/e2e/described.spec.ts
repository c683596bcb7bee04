import { describeApi, type RunningServer } from '@bitacora/api';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, docking, type Body } from './support/client.js';
import { serve } from './support/server.js';

const docs = join(import.meta.dirname, '../../docs');
const HINT = 'run `npm run docs` and commit what it writes';

let server: RunningServer;
let client: Client;
let described: { readonly openApi: string; readonly graphql: string };
let openApi: Body;

beforeAll(async () => {
  described = await describeApi();
  openApi = JSON.parse(described.openApi) as Body;
  server = await serve();
  client = new Client(server.url);
});

afterAll(() => server.close());

/** The check of a named schema. */
function checkOf(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv
    .addSchema(Object.assign({ $id: 'api' }, openApi))
    .getSchema(`api#/components/schemas/${name}`) as ValidateFunction;
}

function expectValid(name: string, value: unknown): void {
  const check = checkOf(name);
  check(value);
  expect(check.errors ?? []).toEqual([]);
}

function everyRef(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value ? [String(value.$ref)] : [];
  return [...own, ...Object.values(value).flatMap(everyRef)];
}

describe('the descriptions under docs', () => {
  it('are those of the code', () => {
    const stale = [
      readFileSync(join(docs, 'openapi.json'), 'utf8') === described.openApi
        ? null
        : `docs/openapi.json is stale: ${HINT}`,
      readFileSync(join(docs, 'schema.graphql'), 'utf8') === described.graphql
        ? null
        : `docs/schema.graphql is stale: ${HINT}`,
    ];
    expect(stale).toEqual([null, null]);
  });

  it('are what the server gives', async () => {
    expect((await client.get('/openapi.json')).body).toEqual(openApi);
  });
});

describe('the OpenAPI document', () => {
  it('refers to nothing that it does not have', () => {
    const names = Object.keys(openApi.components?.schemas ?? {}).map((name) => `#/components/schemas/${name}`);
    expect(names).toEqual(expect.arrayContaining([...new Set(everyRef(openApi))]));
  });

  it('describes every field of every schema', () => {
    const bare = Object.entries(openApi.components?.schemas ?? {}).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {})
        .filter(([, property]) => property.description === undefined)
        .map(([property]) => `${name}.${property}`),
    );
    expect(bare).toEqual([]);
  });

  it('tells commands apart by their type, each with a schema of its own', () => {
    const post = openApi.paths?.['/v1/encounters/{id}/commands']?.post;
    const body = post?.requestBody?.content?.['application/json']?.schema;
    const mapping = Object.entries(body?.discriminator?.mapping ?? {}).map(
      ([type, ref]) => [type, String(ref)] as const,
    );
    expect(mapping).toHaveLength(body?.oneOf?.length ?? 0);
    for (const [type, ref] of mapping) {
      expect(openApi.components?.schemas?.[ref.replace(/.*\//, '')]).toMatchObject({
        properties: { type: { enum: [type] } },
        required: expect.arrayContaining(['type']) as unknown,
        additionalProperties: false,
      });
    }
  });

  it('names the errors of every call of the product as problem details', () => {
    for (const [path, methods] of Object.entries(openApi.paths ?? {})) {
      if (!path.startsWith('/v1/')) continue;
      for (const call of Object.values(methods)) {
        const failures = Object.entries(call.responses ?? {}).filter(([status]) => Number(status) >= 400);
        expect(failures.map(([status]) => status)).toEqual(expect.arrayContaining(['400', '429', '500', '503']));
        for (const [, answer] of failures)
          expect(Object.keys(answer.content ?? {})).toEqual(['application/problem+json']);
      }
    }
  });

  it('has an example of every body in JSON, and the server takes each as it stands', async () => {
    const examples = Object.entries(openApi.paths ?? {}).flatMap(([path, methods]) => {
      const body = methods.post?.requestBody?.content?.['application/json'];
      return body === undefined ? [] : [{ path, bodies: Object.values(body.examples ?? {}).map(({ value }) => value) }];
    });
    for (const { path, bodies } of examples) {
      expect([path, bodies.length]).not.toEqual([path, 0]);
      const id = await client.create(examples.find((one) => one.path === '/v1/encounters')?.bodies[0]);
      if (!path.endsWith('/commands')) await client.command(id, { type: 'start' });
      for (const body of bodies) {
        const { status, text } = await client.post(path.replace('{id}', id), body);
        expect({ path, body, refused: status < 300 ? null : text }).toEqual({ path, body, refused: null });
      }
    }
  });

  it('is true of what the server answers', async () => {
    const made = await client.post('/v1/encounters', docking);
    expectValid('EncounterCreated', made.body);
    const id = String(made.body.encounter?.id);
    const commands = [
      { type: 'start' },
      { type: 'rollInitiative', rolls: { ana: [7], bo: [3] } },
      {
        type: 'declare',
        combatant: 'ana',
        action: { kind: 'task', label: 'Weld', task: { timeframe: 3 } },
        outcome: { success: true },
      },
      { type: 'applyCondition', combatant: 'bo', name: 'stunned', lasts: { rounds: 1, boundary: 'endOfRound' } },
      { type: 'delay', combatant: 'ana' },
      { type: 'endTurn', combatant: 'ana' },
      { type: 'delay', combatant: 'bo' },
      { type: 'roll', dice: '2d6+1', rolls: [3, 4] },
    ];
    for (const command of commands) {
      const input = `${command.type[0]?.toUpperCase() ?? ''}${command.type.slice(1)}Input`;
      expectValid(input, command);
      const { status, body } = await client.command(id, command);
      expectValid(status === 200 ? 'CommandDone' : 'Problem', body);
    }
    expectValid('View', (await client.get(`/v1/encounters/${id}`)).body);
    expectValid('EventPage', (await client.get(`/v1/encounters/${id}/events`)).body);
    expectValid('EncounterPage', (await client.get('/v1/encounters')).body);
    expectValid('RuleSetList', (await client.get('/v1/rulesets')).body);
    expectValid('Problem', (await client.command(id, { type: 'fly' })).body);
  });
});
