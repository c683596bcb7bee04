import { buildSchema, getNamedType, isLeafType, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Body, Reply } from '../e2e/support/client.js';
import { COMMANDS, expectedOf, OBJECTS, type Target } from './support/commands.js';
import { RawSocket } from './support/socket.js';
import { openWorld, PEOPLE, playOn, type Person, type World } from './support/world.js';

const docs = join(import.meta.dirname, '../../docs');
const openApi = JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8')) as Body;
const schema: GraphQLSchema = buildSchema(readFileSync(join(docs, 'schema.graphql'), 'utf8'));

/** Statuses by who may at most: everybody at the table, the game master, the application. */
type Row = 'public' | 'anybody' | 'table' | 'players' | 'master' | 'application';

const ALLOWED: Readonly<Record<Row, readonly Person[]>> = {
  public: PEOPLE,
  anybody: ['spectator', 'playerA', 'playerB', 'gm', 'otherGm', 'admin'],
  table: ['spectator', 'playerA', 'playerB', 'gm', 'admin'],
  players: ['playerA', 'playerB', 'gm', 'admin'],
  master: ['gm', 'admin'],
  application: ['admin'],
};

/** Every route: for whom it is, and a body where it takes one. A route without a row fails the first test. */
const ROUTES: Readonly<Record<string, { readonly row: Row; readonly body?: object; readonly query?: string }>> = {
  'GET /livez': { row: 'public' },
  'GET /readyz': { row: 'public' },
  'GET /version': { row: 'public' },
  'GET /.well-known/bitacora-keys': { row: 'public' },
  'GET /metrics': { row: 'application' },
  'GET /v1/rulesets': { row: 'anybody' },
  'GET /v1/rulesets/{id}': { row: 'anybody' },
  'GET /v1/encounters': { row: 'anybody' },
  'POST /v1/encounters': { row: 'application', body: { name: 'x', ruleset: 'eclipse-phase-1e' } },
  'GET /v1/encounters/{id}': { row: 'table' },
  'GET /v1/encounters/{id}/events': { row: 'table' },
  'POST /v1/encounters/{id}/commands': { row: 'players', body: { type: 'note', text: 'x' } },
  'GET /v1/encounters/{id}/diff': { row: 'table', query: '?from=1' },
  'POST /v1/encounters/{id}/branches': { row: 'master', body: {} },
  'GET /v1/encounters/{id}/compare': { row: 'table' },
  'POST /v1/encounters/{id}/odds': { row: 'table', body: { runs: 0 } },
  'DELETE /v1/encounters/{id}/odds/{job}': { row: 'table' },
  'GET /v1/encounters/{id}/audit': { row: 'master' },
  'GET /v1/encounters/{id}/export': { row: 'table' },
  'GET /v1/encounters/{id}/rolls.csv': { row: 'table' },
  'GET /v1/encounters/{id}/turns.csv': { row: 'table' },
  'GET /v1/encounters/{id}/wounds.csv': { row: 'table' },
  'GET /v1/export': { row: 'anybody' },
  'POST /v1/import': { row: 'application', body: {} },
  'GET /v1/encounters/{id}/access': { row: 'master' },
  'POST /v1/encounters/{id}/access': { row: 'master', body: { role: 'spectator' } },
  'DELETE /v1/encounters/{id}/access/{accessId}': { row: 'master' },
  'POST /v1/encounters/{id}/access/tickets': { row: 'table' },
};

/** Every root field of GraphQL, but for the commands, which have the table of their own. */
const FIELDS: Readonly<Record<string, { readonly row: Row; readonly document: string }>> = {
  'Query.encounter': { row: 'table', document: 'query ($id: ID!) { encounter(id: $id) { id } }' },
  'Query.encounterDiff': {
    row: 'table',
    document: 'query ($id: ID!) { encounterDiff(id: $id, from: 1) { from } }',
  },
  'Query.compareEncounters': {
    row: 'table',
    document: 'query ($id: ID!) { compareEncounters(id: $id, other: $id) { common } }',
  },
  'Query.odds': { row: 'table', document: 'query ($id: ID!) { odds(id: $id, input: { runs: 0 }) { runs } }' },
  'Query.encounters': { row: 'anybody', document: '{ encounters { nodes { id } } }' },
  'Query.rulesets': { row: 'anybody', document: '{ rulesets { id } }' },
  'Query.ruleset': { row: 'anybody', document: '{ ruleset(id: "d20") { id } }' },
  'Query.accesses': { row: 'master', document: 'query ($id: ID!) { accesses(id: $id) { id } }' },
  'Mutation.createEncounter': {
    row: 'application',
    document: 'mutation { createEncounter(input: { name: "x", ruleset: "d20" }) { revision } }',
  },
  'Mutation.createBranch': {
    row: 'master',
    document: 'mutation ($id: ID!) { createBranch(id: $id, input: { revision: 0, name: "x" }) { access { id } } }',
  },
  'Mutation.grantAccess': {
    row: 'master',
    document: 'mutation ($id: ID!) { grantAccess(id: $id, input: { role: spectator }) { id } }',
  },
  'Mutation.revokeAccess': {
    row: 'master',
    document: 'mutation ($id: ID!) { revokeAccess(id: $id, accessId: "none") { id } }',
  },
  'Mutation.issueTicket': { row: 'table', document: 'mutation ($id: ID!) { issueTicket(id: $id) { expiresAt } }' },
  'Subscription.encounterChanged': {
    row: 'table',
    document: 'subscription ($id: ID!) { encounterChanged(id: $id, afterRevision: 0) { revision } }',
  },
  'Subscription.eventAppended': { row: 'anybody', document: 'subscription { eventAppended { encounter } }' },
};

const PLACES = ['own', 'other', 'absent'] as const;
type Place = (typeof PLACES)[number];

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await playOn(world);
});

afterAll(() => world.close());

function idOf(place: Place): string {
  return { own: world.table, other: world.otherTable, absent: world.absent }[place];
}

/** What somebody hears who asks for an encounter: null where nothing is against it. */
function refusalAt(row: Row, person: Person, place: Place): string | null {
  if (row === 'public') return null;
  if (person === 'nobody' || person === 'forger') return 'UNAUTHENTICATED';
  const home = { otherGm: 'other', admin: place }[person as string] ?? 'own';
  if (place !== home || place === 'absent') return 'ENCOUNTER_NOT_FOUND';
  const role = person === 'otherGm' ? 'gm' : person;
  return ALLOWED[row].includes(role) ? null : 'FORBIDDEN';
}

function refusalOf(row: Row, person: Person): string | null {
  if (row !== 'public' && (person === 'nobody' || person === 'forger')) return 'UNAUTHENTICATED';
  return ALLOWED[row].includes(person) ? null : 'FORBIDDEN';
}

const codeOf = ({ body, status }: Reply): string | null => (status < 400 ? null : String(body.code));
const graphCodeOf = ({ body }: { readonly body: Body }): string | null =>
  body.errors === undefined ? null : String(body.errors[0]?.extensions?.code);

/** Codes that speak of the object and not of who asks. */
const OF_THE_OBJECT = ['ACCESS_NOT_FOUND', 'ODDS_NOT_FOUND', 'MALFORMED'];
const access = (code: string | null): string | null => (OF_THE_OBJECT.includes(code ?? '') ? null : code);

describe('the matrix', () => {
  it('has a row for every route of the OpenAPI document', () => {
    const routes = Object.entries(openApi.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(Object.keys(ROUTES).sort()).toEqual(routes.sort());
  });

  it('has a row for every query, mutation and subscription of the schema, the commands among them', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const fields = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`));
    const rows = [...Object.keys(FIELDS), ...Object.keys(COMMANDS).map((name) => `Mutation.${name}`)];
    expect(rows.sort()).toEqual(fields.sort());
  });

  it('has a sample of every command', () => {
    const route = openApi.paths?.['/v1/encounters/{id}/commands']?.post?.requestBody?.content;
    const mapping = route?.['application/json']?.schema?.discriminator?.mapping;
    expect(Object.keys(COMMANDS).sort()).toEqual(Object.keys(mapping ?? {}).sort());
  });
});

describe.each(PEOPLE)('over REST, %s', (person) => {
  it.each(Object.entries(ROUTES).filter(([route]) => route.includes('/encounters/{id}')))(
    'hears at %s what the table says, at the own encounter, another’s and none',
    async (route, { row, body, query = '' }) => {
      const [method = '', path = ''] = route.split(' ');
      for (const place of PLACES) {
        const target = path.replace('{id}', idOf(place)).replace('{accessId}', 'none') + query;
        const headers = { ...world.as(person), ...(body && { 'content-type': 'application/json' }) };
        const answer = await world.client.send(method, target, body && JSON.stringify(body), headers);
        expect([place, access(codeOf(answer))]).toEqual([place, refusalAt(row, person, place)]);
      }
    },
  );

  it.each(Object.entries(ROUTES).filter(([route]) => !route.includes('/encounters/{id}')))(
    'hears at %s what the table says',
    async (route, { row, body }) => {
      const [method = '', path = ''] = route.split(' ');
      const headers = { ...world.as(person), ...(body && { 'content-type': 'application/json' }) };
      const answer = await world.client.send(
        method,
        path.replace('{id}', 'd20'),
        body && JSON.stringify(body),
        headers,
      );
      expect(access(codeOf(answer))).toBe(refusalOf(row, person));
    },
  );
});

describe.each(PEOPLE)('over GraphQL, %s', (person) => {
  const documents = Object.entries(FIELDS).filter(([name]) => !name.startsWith('Subscription'));

  it.each(documents)('hears at %s what the table says', async (_, { row, document }) => {
    const places = document.includes('$id') ? PLACES : (['own'] as const);
    for (const place of places) {
      const answer = await world.client.graphql(document, { id: idOf(place) }, world.as(person));
      const expected = document.includes('$id') ? refusalAt(row, person, place) : refusalOf(row, person);
      expect([place, access(graphCodeOf(answer))]).toEqual([place, expected]);
    }
  });

  it.each(Object.entries(FIELDS).filter(([name]) => name.startsWith('Subscription')))(
    'hears at %s what the table says',
    async (_, { row, document }) => {
      const socket = await RawSocket.greeted(world.server.url, world.tokens[person]);
      const acknowledged = await socket.first(({ type }) => String(type) === 'connection_ack');
      if (acknowledged === null) {
        expect([(await socket.closed).code, refusalOf(row, person)]).toEqual([4401, 'UNAUTHENTICATED']);
        return;
      }
      const isOfOne = document.includes('$id');
      for (const place of isOfOne ? PLACES : (['own'] as const)) {
        socket.subscribe(place, document, { id: idOf(place) });
        if (!isOfOne) await settle(socket);
        if (!isOfOne) await noteEverywhere();
        const message = await socket.about(place);
        const errors = String(message?.type) === 'error' ? message?.payload : message?.payload?.errors;
        const code = errors === undefined ? null : String(errors[0]?.extensions?.code);
        expect([place, code]).toEqual([place, isOfOne ? refusalAt(row, person, place) : refusalOf(row, person)]);
      }
      socket.close();
    },
  );

  it('sees every field of an encounter of its own, and none of another’s', async () => {
    const type = schema.getType('Encounter') as GraphQLObjectType;
    const fields = Object.values(type.getFields()).map(({ name, type: of }) =>
      isLeafType(getNamedType(of)) ? name : `${name} { __typename }`,
    );
    expect(fields.length).toBeGreaterThan(15);
    for (const place of PLACES) {
      const document = `query ($id: ID!) { encounter(id: $id) { ${fields.join(' ')} } }`;
      const answer = await world.client.graphql(document, { id: idOf(place) }, world.as(person));
      expect([place, graphCodeOf(answer)]).toEqual([place, refusalAt('table', person, place)]);
      const seen = (answer.body.data?.encounter ?? null) === null;
      expect(seen).toBe(refusalAt('table', person, place) !== null);
    }
  });
});

/** Waits until what was sent before has been dealt with. */
async function settle(socket: RawSocket): Promise<void> {
  const id = `settled ${String(socket.messages.length)}`;
  socket.subscribe(id, '{ rulesets { id } }');
  await socket.about(id);
}

async function noteEverywhere(): Promise<void> {
  for (const id of [world.table, world.otherTable]) {
    await world.client.command(id, { type: 'note', text: 'x' }, world.as('admin'));
  }
}

/** A revision that no encounter has: what nobody is against is answered with a conflict, and changes nothing. */
const NEVER = 999_999;

describe.each(Object.entries(COMMANDS))('the command %s', (name, sample) => {
  const overRest = async (person: Person, id: string, fields: object): Promise<string | null> =>
    codeOf(
      await world.client.command(id, { type: name, ...fields }, { ...world.as(person), 'if-match': `"${NEVER}"` }),
    );

  const overGraph = async (person: Person, id: string, fields: object): Promise<string | null> => {
    const mutation = schema.getMutationType()?.getFields();
    const input = mutation?.[name]?.args.find((arg) => arg.name === 'input');
    const given = input === undefined ? ['', ''] : [`, $input: ${String(input.type)}`, ', input: $input'];
    const document = `mutation ($id: ID!${given[0]}) { ${name}(id: $id, ifMatch: ${NEVER}${given[1]}) { revision } }`;
    return graphCodeOf(await world.client.graphql(document, { id, input: fields }, world.as(person)));
  };

  it.each(['REST', 'GraphQL'])('is taken over %s from whom the table says, upon whom it says', async (edge) => {
    const send = edge === 'REST' ? overRest : overGraph;
    for (const [target, [combatant, declaration]] of Object.entries(OBJECTS)) {
      const fields = sample.body(combatant, declaration);
      const heard = await Promise.all(
        PEOPLE.map(async (person) => [person, await send(person, world.table, fields)] as const),
      );
      const playerA = expectedOf(sample, name, target as Target);
      const playerB = expectedOf(
        sample,
        name,
        target === 'own' ? 'other' : target === 'other' ? 'own' : (target as Target),
      );
      const said = (expected: string): string => (expected === 'allowed' ? 'REVISION_CONFLICT' : expected);
      expect([target, Object.fromEntries(heard)]).toEqual([
        target,
        {
          nobody: 'UNAUTHENTICATED',
          forger: 'UNAUTHENTICATED',
          spectator: 'FORBIDDEN',
          playerA: said(playerA),
          playerB: said(playerB),
          gm: 'REVISION_CONFLICT',
          otherGm: 'ENCOUNTER_NOT_FOUND',
          admin: 'REVISION_CONFLICT',
        },
      ]);
    }
  });

  it('says of somebody hidden, word for word, what it says of somebody absent', async () => {
    const text = async (target: Target, shown: string): Promise<string> => {
      const [combatant, declaration] = OBJECTS[target];
      const fields = { type: name, ...sample.body(combatant, declaration) };
      const reply = await world.client.command(world.table, fields, {
        ...world.as('playerA'),
        'if-match': `"${NEVER}"`,
        'x-request-id': 'same',
      });
      return reply.text.replaceAll(combatant, shown).replaceAll(declaration, shown);
    };
    expect(await text('hidden', 'X')).toBe(await text('absent', 'X'));
  });
});

describe('an encounter that is another’s', () => {
  it('is answered word for word as one that there is not', async () => {
    const texts = await Promise.all(
      [world.otherTable, world.absent].map(async (id) =>
        (await world.client.get(`/v1/encounters/${id}`, { ...world.as('gm'), 'x-request-id': 'same' })).text.replaceAll(
          id,
          'X',
        ),
      ),
    );
    expect(texts[0]).toBe(texts[1]);
  });
});
