import type { RunningServer } from '@bitacora/api';
import { Client, docking, typesOf, type Body } from './support/client.js';
import { serve } from './support/server.js';
import { Subscriber } from './support/subscriber.js';

let server: RunningServer;
let client: Client;

beforeAll(async () => {
  server = await serve();
  client = new Client(server.url);
});

afterAll(() => server.close());

const RESULT =
  '{ revision events { type revision } encounter { id status acting revision clock { round pass stage } } }';

async function started(): Promise<string> {
  const id = await client.create();
  await client.graphql(`mutation ($id: ID!) { start(id: $id) { revision } }`, { id });
  await client.graphql(
    `mutation ($id: ID!, $input: RollInitiativeInput) { rollInitiative(id: $id, input: $input) { revision } }`,
    {
      id,
      input: { rolls: { ana: [7], bo: [3] } },
    },
  );
  return id;
}

describe('a combat over GraphQL', () => {
  it('goes as over REST, with a typed mutation for each command', async () => {
    const made = await client.graphql(
      `mutation ($input: CreateEncounterInput!) { createEncounter(input: $input) ${RESULT} }`,
      { input: docking },
    );
    const creation = made.body.data?.createEncounter;
    expect(typesOf(creation?.events)).toEqual(['EncounterCreated', 'CombatantAdded', 'CombatantAdded']);
    const id = String(creation?.encounter?.id);

    const start = await client.graphql(`mutation { start(id: "${id}") ${RESULT} }`);
    expect(start.body.data?.start?.encounter).toMatchObject({
      status: 'running',
      clock: { round: 1, pass: 1, stage: 'initiative' },
    });

    const rolled = await client.graphql(
      `mutation { rollInitiative(id: "${id}", input: { rolls: { ana: [7], bo: [3] } }) ${RESULT} }`,
    );
    expect(rolled.body.data?.rollInitiative?.encounter?.acting).toEqual(['ana']);

    const declared = await client.graphql(
      `mutation { declare(id: "${id}", input: { combatant: "ana", action: { kind: "complex", label: "Shoot" }, outcome: null }) {
         encounter { declarations { id combatant state action { kind label task { id } } outcome { success } } } } }`,
    );
    expect(declared.body.data?.declare?.encounter?.declarations).toEqual([
      {
        id: 'd1',
        combatant: 'ana',
        state: 'declared',
        action: { kind: 'complex', label: 'Shoot', task: null },
        outcome: null,
      },
    ]);
    await client.graphql(
      `mutation { resolve(id: "${id}", input: { declaration: "d1", outcome: { success: true } }) { revision } }`,
    );
    await client.graphql(
      `mutation { updateCombatant(id: "${id}", input: { combatant: "bo", changes: { side: null } }) { revision } }`,
    );
    const ended = await client.graphql(
      `mutation { end(id: "${id}") { head { revision hash key signature } ${RESULT.slice(1)} }`,
    );
    expect(ended.body.data?.end).toMatchObject({
      encounter: { status: 'ended' },
      head: { revision: ended.body.data?.end?.revision },
    });

    const rest = await client.get(`/v1/encounters/${id}`);
    expect(rest.body.combatants?.[1]?.side).toBeNull();
    const whole = await client.graphql(`{ encounter(id: "${id}") { view } }`);
    expect(whole.body.data?.encounter?.view).toEqual(rest.body);
  });

  it('gives the same view as REST, field by field', async () => {
    const id = await started();
    const { body } = await client.graphql(
      `{ encounter(id: "${id}") {
          id name ruleset options status revision clock { round pass stage }
          order { entries { key combatant entry score rank state why { rule what value } } }
          acting suspended pending { rolls tie declarations }
          combatants { id name kind side status hidden sidelined withdrawn stats initiative { score parts { what value } }
            wounds resources delayed { round pass } prepared { condition } reserveDie { value untilRound } }
          conditions { id combatant name until { round boundary of } }
          declarations { id combatant state }
          available { key combatant commands } } }`,
    );
    const { available, ...fields } = body.data?.encounter as unknown as Record<string, unknown>;
    const {
      available: byKey,
      order,
      ...view
    } = (await client.get(`/v1/encounters/${id}`)).body as unknown as Record<string, unknown>;
    expect(fields).toMatchObject(view);
    expect(fields.order).toHaveLength((order as unknown[]).length);
    const listed = (available as { key: string; commands: string[] }[]).map(({ key, commands }) => [key, commands]);
    expect(Object.fromEntries(listed)).toEqual(byKey);
  });

  it('answers with what is now, however often it is asked between changes', async () => {
    const id = await client.create();
    const ask = async (): Promise<unknown> => {
      const { body } = await client.graphql(
        `query Q($id: ID!) { encounter(id: $id) { revision combatants { id wounds } } }`,
        { id },
      );
      return body.data?.encounter?.combatants?.[0]?.wounds;
    };
    const seen: unknown[] = [];
    for (let wounds = 0; wounds < 3; wounds += 1) {
      seen.push(await ask(), await ask());
      await client.command(id, { type: 'wound', combatant: 'ana' });
    }
    expect(seen).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('shows encounters as they stood', async () => {
    const id = await started();
    const { body } = await client.graphql(
      `{ a: encounter(id: "${id}", revision: 3) { status revision } b: encounter(id: "${id}") { status } }`,
    );
    expect(body.data).toEqual({ a: { status: 'setup', revision: 3 }, b: { status: 'running' } });
  });
});

describe('connections', () => {
  it('page through the log, forwards, with cursors', async () => {
    const id = await started();
    const seen: unknown[] = [];
    let after: string | null = null;
    for (let hasNext = true; hasNext;) {
      const { body } = await client.graphql(
        `query ($id: ID!, $after: String) { encounter(id: $id) { revision events(first: 3, after: $after) {
           edges { cursor node { revision } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
        { id, after },
      );
      const page = body.data?.encounter?.events;
      seen.push(...(page?.edges ?? []).map((edge) => edge.node?.revision));
      hasNext = Boolean(page?.pageInfo?.hasNextPage);
      after = String(page?.pageInfo?.endCursor);
    }
    const { revision } = (await client.get(`/v1/encounters/${id}`)).body;
    expect(seen).toEqual(Array.from({ length: Number(revision) }, (_, i) => i + 1));
  });

  it('page through the encounters', async () => {
    for (const name of ['Bridge a', 'Bridge b', 'Bridge c']) await client.create({ ...docking, name });
    const ask = (after: string | null) =>
      client.graphql(
        `query ($after: String) { encounters(first: 2, q: "bridge", status: setup, after: $after) {
           nodes { name clock { stage } } edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
    const first = await ask(null);
    const second = await ask(String(first.body.data?.encounters?.pageInfo?.endCursor));
    expect(
      [...(first.body.data?.encounters?.nodes ?? []), ...(second.body.data?.encounters?.nodes ?? [])].map(
        ({ name }) => name,
      ),
    ).toEqual(['Bridge c', 'Bridge b', 'Bridge a']);
    expect(second.body.data?.encounters?.pageInfo?.hasNextPage).toBe(false);
  });
});

describe('an error in GraphQL', () => {
  it('of a rule has the code, the rule and the language', async () => {
    const id = await started();
    const refused = await client.graphql(
      `mutation { endTurn(id: "${id}", input: { combatant: "bo" }) { revision } }`,
      {},
      { 'accept-language': 'es' },
    );
    expect(refused.status).toBe(200);
    expect(refused.body.errors?.[0]).toMatchObject({
      message: 'bo no está actuando ahora; actúa: ana.',
      path: ['endTurn'],
      extensions: { code: 'NOT_ACTING', rule: 'G-13', status: 422 },
    });
  });

  it('of a shape that the schema cannot say is MALFORMED with pointers', async () => {
    const id = await client.create();
    const refused = await client.graphql(
      `mutation { wound(id: "${id}", input: { combatant: "ana", count: 0 }) { revision } }`,
    );
    expect(refused.body.errors?.[0]?.extensions).toMatchObject({ code: 'MALFORMED', errors: [{ pointer: '/count' }] });
  });

  /** How a command is sent over GraphQL with its whole input in a variable. */
  const sending = (name: string): string => {
    const input = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    return `mutation ($id: ID!, $input: ${input}!) { ${name}(id: $id, input: $input) { revision } }`;
  };

  const pointersIn = (errors: Body | undefined): string[] =>
    (errors ?? []).map(({ pointer }) => String(pointer)).sort();

  it.each<[string, object]>([
    ['note', {}],
    ['note', { text: 'x', loud: true }],
    ['declare', { combatant: 'ana' }],
    ['declare', { combatant: 'ana', action: { task: 7 } }],
    ['addCombatant', { combatantData: { name: 'x', kind: 'robot' }, when: 'later' }],
    ['wound', { combatant: 'ana', count: 'many' }],
    ['applyCondition', { combatant: 'ana', name: 'x', lasts: { boundary: 'endOfTurn' } }],
    ['rollInitiative', { rolls: [1] }],
  ])(
    'of %s with the variable %j has the code and the pointers of REST, over HTTP and WebSockets',
    async (name, input) => {
      const id = await client.create();
      const rest = await client.command(id, { type: name, ...input }, { 'accept-language': 'es' });
      const graph = await client.graphql(sending(name), { id, input }, { 'accept-language': 'es' });
      const [first] = graph.body.errors ?? [];
      const { extensions, message } = first as Body;
      expect([rest.status, graph.status, rest.body.code, extensions?.code]).toEqual([
        400,
        400,
        'MALFORMED',
        'MALFORMED',
      ]);
      expect(pointersIn(extensions?.errors)).toEqual(pointersIn(rest.body.errors));
      expect(message).toContain('La petición');
      const one = new Subscriber(server.url, sending(name), { id, input });
      expect(await one.ended).toMatchObject([{ extensions: { code: 'MALFORMED' } }]);
      await one.close();
    },
  );

  it('of a missing argument is MALFORMED, and says which', async () => {
    const { status, body } = await client.graphql('query ($id: ID!) { encounter(id: $id) { id } }');
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([
      400,
      { code: 'MALFORMED', errors: [{ in: 'query', pointer: 'id' }] },
    ]);
  });

  it.each<[string, object]>([
    ['withdraw', {}],
    ['prepare', { combatant: 'ana' }],
    ['react', { combatant: 7, loud: true }],
    ['defend', { kind: 1 }],
  ])(
    'of %s, which the rule set does not have, is NOT_IN_RULESET whatever else is wrong (G-13)',
    async (name, input) => {
      const id = await client.create();
      const rest = await client.command(id, { type: name, ...input });
      expect([rest.status, rest.body.code, rest.body.rule, rest.body.revision]).toEqual([
        422,
        'NOT_IN_RULESET',
        'G-13',
        3,
      ]);
      const graph = await client.graphql(sending(name), { id, input });
      expect(graph.body.errors?.[0]).toMatchObject({
        message: rest.body.detail,
        extensions: { code: 'NOT_IN_RULESET', rule: 'G-13', revision: 3 },
      });
      const nowhere = await client.command('nowhere', { type: name, ...input });
      expect(nowhere.body.code).toBe('MALFORMED');
    },
  );

  it('of a condition has the code of REST', async () => {
    const id = await started();
    const stale = await client.graphql(`mutation { note(id: "${id}", input: { text: "x" }, ifMatch: 1) { revision } }`);
    expect(stale.body.errors?.[0]?.extensions).toMatchObject({ code: 'REVISION_CONFLICT' });
    const note = (text: string) =>
      client.graphql(`mutation { note(id: "${id}", input: { text: "${text}" }, idempotencyKey: "k") { revision } }`);
    const first = await note('a');
    expect((await note('a')).body.data).toEqual(first.body.data);
    expect((await note('b')).body.errors?.[0]?.extensions?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    ['{ encounter(id: "nowhere") { id } }', 'ENCOUNTER_NOT_FOUND'],
    ['{ ruleset(id: "chess") { id } }', 'RULESET_NOT_FOUND'],
    ['{ encounters(first: 101) { nodes { id } } }', 'MALFORMED'],
    ['{ encounters(after: "invented") { nodes { id } } }', 'MALFORMED'],
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ encounter(id: ', 'GRAPHQL_PARSE_FAILED'],
    [
      'mutation { wound(id: "x", input: { combatant: "ana", count: "many" }) { revision } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['mutation { rollInitiative(id: "x", input: { rolls: [1] }) { revision } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('of %s is %s and shows no insides', async (query, code) => {
    const { body, text } = await client.graphql(query);
    expect(body.errors?.[0]?.extensions?.code).toBe(code);
    expect(text).not.toMatch(/stacktrace|node_modules|\.js:/);
  });

  it('comes for batches, and for calls that a plain form could make', async () => {
    const batch = await client.post('/graphql', [{ query: '{ __typename }' }]);
    expect(batch.status).toBe(400);
    const form = await client.send('GET', '/graphql?query=%7B__typename%7D', undefined);
    expect(form.status).toBe(400);
  });
});
