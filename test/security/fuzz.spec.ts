import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Body } from '../e2e/support/client.js';
import { LONGEST_STALL } from '../e2e/support/event-loop.js';
import { anything, forEach, FromSchema, hangUp, insideOf, post, TIMES, Watch } from './support/fuzz.js';
import { FromSdl } from './support/fuzz-graph.js';
import { RawSocket } from './support/socket.js';
import { openWorld, type World } from './support/world.js';

const docs = join(import.meta.dirname, '../../docs');
const openApi = JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8')) as Body;
const schema = buildSchema(readFileSync(join(docs, 'schema.graphql'), 'utf8'));
const seed = Number(process.env['BITACORA_TEST_SEED'] ?? 20_301);

let world: World;
let watch: Watch;

beforeAll(async () => {
  world = await openWorld();
});

beforeEach(() => {
  watch = new Watch();
});

afterEach(() => watch.end());

afterAll(async () => {
  hangUp();
  await world.close();
});

/** So many cases of `of`; made in parts, so that making them is not what the event loop waits for. */
function casesOf<T>(of: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(of, { numRuns: count, seed });
}

/** What went wrong, by case: empty where nothing did. */
class Faults {
  readonly found: string[] = [];

  check(sent: unknown, status: number, text: string): void {
    const inside = insideOf(text);
    if (status < 500 && inside === null) return;
    const about = inside === null ? String(status) : `shows ${inside}`;
    this.found.push(`${about}: ${JSON.stringify(sent).slice(0, 300)} -> ${text.slice(-300)}`);
  }
}

function expectCalm(faults: Faults, name: string, count: number): void {
  const stall = watch.longestStall();
  expect(faults.found.slice(0, 5)).toEqual([]);
  expect(watch.unhandled).toEqual([]);
  expect([name, count, stall < LONGEST_STALL ? 'calm' : `stood still for ${stall.toFixed(0)} ms`]).toEqual([
    name,
    count,
    'calm',
  ]);
}

describe('whatever comes', () => {
  it('in REST bodies, no answer is a fault', async () => {
    const of = new FromSchema(openApi);
    const bodies = Object.entries(openApi.paths ?? {}).flatMap(([path, methods]) => {
      const content = methods.post?.requestBody?.content?.['application/json'];
      return content === undefined ? [] : [{ path, schema: content.schema }];
    });
    expect(bodies.length).toBeGreaterThanOrEqual(3);
    const one = fc.oneof(
      ...bodies.map(({ path, schema: shape }) =>
        fc.record({
          path: fc.constantFrom(world.table, world.otherTable, 'nowhere').map((id) => path.replace('{id}', id)),
          body: of.valueOf(shape),
          broken: fc.boolean(),
          cut: fc.integer({ min: 0, max: 40 }),
        }),
      ),
    );
    const cases = casesOf(one, 10_000 * TIMES);
    const faults = new Faults();
    watch.longestStall();
    await forEach(cases, async ({ path, body, broken, cut }) => {
      const whole = JSON.stringify(body);
      const text = broken && cut < 4 ? whole.slice(0, whole.length - cut) : whole;
      const { status, text: answer } = await post(world.server.url + path, text, world.as('admin'));
      faults.check({ path, text }, status, answer);
    });
    expectCalm(faults, 'REST', cases.length);
  }, 600_000);

  it('in GraphQL documents, no answer is a fault', async () => {
    const documents = casesOf(
      new FromSdl(schema, [world.table, world.otherTable, 'nowhere']).document(),
      5_000 * TIMES,
    );
    const faults = new Faults();
    watch.longestStall();
    await forEach(documents, async (query) => {
      const { status, text } = await post(`${world.server.url}/graphql`, JSON.stringify({ query }), world.as('admin'));
      faults.check(query, text.includes('"INTERNAL"') ? 500 : status, text);
    });
    expectCalm(faults, 'GraphQL', documents.length);
  }, 600_000);

  it('in WebSocket frames, the server goes on', async () => {
    const document = new FromSdl(schema, [world.table, 'nowhere']).document();
    const id = fc.constantFrom('a', 'b', '', 'c');
    const frame = fc.oneof(
      fc.record({ id, type: fc.constant('subscribe'), payload: fc.record({ query: document }) }),
      fc.record({
        id: fc.oneof(id, anything),
        type: fc.constantFrom('subscribe', 'complete', 'ping', 'pong', 'next'),
        payload: anything,
      }),
      fc.record({ type: fc.constantFrom('connection_init', 'ping', 'pong') }),
      anything,
    );
    const frames = casesOf(fc.record({ frame, cut: fc.integer({ min: 0, max: 60 }) }), 2_000 * TIMES);
    const faults = new Faults();
    watch.longestStall();
    let socket = await RawSocket.greeted(world.server.url, world.tokens.admin);
    for (const { frame: sent, cut } of frames) {
      if (socket.socket.readyState !== socket.socket.OPEN) {
        const { code, reason } = await socket.closed;
        faults.check({ code, reason }, code === 4500 || code === 1011 || code === 1006 ? 500 : 200, reason);
        faults.check(sent, 200, JSON.stringify(socket.messages));
        socket = await RawSocket.greeted(world.server.url, world.tokens.admin);
      }
      const text = JSON.stringify(sent);
      socket.send(cut < 3 ? text.slice(0, text.length - cut) : text);
      await new Promise((resolve) => setImmediate(resolve));
    }
    faults.check('the rest', 200, JSON.stringify(socket.messages));
    socket.close();
    expectCalm(faults, 'WebSocket', frames.length);
    expect((await world.client.get('/livez')).status).toBe(200);
  }, 600_000);

  it('in written dice, no answer is a fault', async () => {
    const part = fc.constantFrom(
      'd',
      'D',
      '1',
      '2',
      '10',
      '99',
      '1000',
      '+',
      '-',
      '*',
      '/',
      '(',
      ')',
      'k',
      'h',
      'l',
      '!',
      '>',
      '<',
      '=',
      'x',
      '%',
      'F',
      ' ',
      ',',
      'e',
      '.',
      '²',
      '٣',
    );
    const likely = fc
      .tuple(fc.nat(101), fc.nat(1_001), fc.integer({ min: -2_000, max: 2_000 }))
      .map(([n, faces, more]) => `${String(n)}d${String(faces)}${more < 0 ? '' : '+'}${String(more)}`);
    const expression = fc.oneof(
      fc.array(part, { maxLength: 80 }).map((parts) => parts.join('')),
      likely,
      fc.string({ maxLength: 250 }),
    );
    const pool = fc.dictionary(
      fc.constantFrom('boost', 'setback', 'ability', 'difficulty', 'd10', '__proto__', 'x'),
      anything,
      { maxKeys: 5 },
    );
    const rolls = casesOf(
      fc.record({
        dice: fc.oneof({ arbitrary: expression, weight: 8 }, { arbitrary: pool, weight: 1 }),
        rolls: fc.option(fc.array(fc.integer(), { maxLength: 5 }), { nil: undefined }),
      }),
      10_000 * TIMES,
    );
    const faults = new Faults();
    const combatants = [{ id: 'ana', name: 'Ana', kind: 'pc', stats: { intuition: 9, reflexes: 9, speed: 1 } }];
    const made = { name: 'x', ruleset: 'eclipse-phase-1e', combatants };
    const { body } = await world.client.post('/v1/encounters', made, world.as('admin'));
    const path = `${world.server.url}/v1/encounters/${String(body.encounter?.id)}/commands`;
    await world.client.send('POST', path.slice(world.server.url.length), '{"type":"start"}', {
      ...world.as('admin'),
      'content-type': 'application/json',
    });
    watch.longestStall();
    let rolled = 0;
    await forEach(rolls, async (fields) => {
      const sent = JSON.stringify({ type: 'roll', ...fields });
      const { status, text } = await post(path, sent, world.as('admin'));
      rolled += status === 200 ? 1 : 0;
      faults.check(fields, status, text);
    });
    expectCalm(faults, 'dice', rolls.length);
    expect(rolled).toBeGreaterThan(rolls.length / 50);
  }, 600_000);
});
