import type { RunningServer } from '@bitacora/api';
import { once } from 'node:events';
import { get } from 'node:http';
import WebSocket from 'ws';
import { Client, type Body } from './support/client.js';
import { serve } from './support/server.js';
import { Subscriber } from './support/subscriber.js';

let server: RunningServer;
let client: Client;

beforeAll(async () => {
  server = await serve();
  client = new Client(server.url);
});

afterAll(() => server.close());

const CHANGED = `subscription ($id: ID!, $after: Int) {
  encounterChanged(id: $id, afterRevision: $after) { revision events { revision type } encounter { revision acting } } }`;

const note = (id: string, text: string) => client.command(id, { type: 'note', text });

function revisions(results: readonly Body[]): unknown[] {
  return results.map(({ data }) => data?.encounterChanged?.revision);
}

describe('a subscription to an encounter', () => {
  it('shows two subscribers each change once, in order, whole', async () => {
    const id = await client.create();
    const both = [1, 2].map(() => new Subscriber(server.url, CHANGED, { id, after: 3 }));
    await note(id, 'first');
    await Promise.all(both.map((one) => one.have(1)));
    await client.command(id, { type: 'start' });
    await client.command(id, { type: 'rollInitiative', rolls: { ana: [7], bo: [3] } });
    for (const one of both) {
      const seen = await one.have(3);
      expect(revisions(seen)).toEqual([4, 6, 9]);
      expect(seen[2]?.data?.encounterChanged?.encounter).toEqual({ revision: 9, acting: ['ana'] });
      const events = seen.flatMap(({ data }) => data?.encounterChanged?.events ?? []).map((event) => event.revision);
      expect(events).toEqual([4, 5, 6, 7, 8, 9]);
    }
    await Promise.all(both.map((one) => one.close()));
  });

  it('begins with what was missed, once a command, and goes on live without a gap or a repeat', async () => {
    const id = await client.create();
    const first = new Subscriber(server.url, CHANGED, { id, after: 0 });
    expect(revisions(await first.have(1))).toEqual([3]);
    await note(id, 'seen');
    await first.have(2);
    first.cut();
    await first.ended;
    await note(id, 'missed');
    await note(id, 'missed too');
    const again = new Subscriber(server.url, CHANGED, { id, after: 4 });
    const live = note(id, 'meanwhile');
    const seen = await again.have(3);
    await live;
    expect(revisions(seen)).toEqual([5, 6, 7]);
    await again.close();
  });

  it('gives a subscriber who saw a part of a command the rest of it', async () => {
    const id = await client.create();
    const one = new Subscriber(server.url, CHANGED, { id, after: 2 });
    const [seen] = await one.have(1);
    expect(seen?.data?.encounterChanged?.events).toEqual([{ revision: 3, type: 'CombatantAdded' }]);
    await one.close();
  });

  it('without a revision begins now', async () => {
    const id = await client.create();
    const one = new Subscriber(server.url, `subscription { encounterChanged(id: "${id}") { revision } }`);
    // What was sent before the subscription stands must not count: notes go on until one arrives.
    let sent = 3;
    while (one.received.length === 0 && sent < 500) {
      await note(id, 'anybody there?');
      sent += 1;
    }
    const [seen] = await one.have(1);
    expect(Number(seen?.data?.encounterChanged?.revision)).toBeLessThanOrEqual(sent);
    expect(Number(seen?.data?.encounterChanged?.revision)).toBeGreaterThan(3);
    await one.close();
  });

  it('executes for each document, variables included, as it was asked', async () => {
    const id = await client.create();
    const few = new Subscriber(
      server.url,
      `subscription ($with: Boolean!) { encounterChanged(id: "${id}", afterRevision: 3) { revision encounter @include(if: $with) { name } } }`,
      { with: false },
    );
    const more = new Subscriber(
      server.url,
      `subscription ($with: Boolean!) { encounterChanged(id: "${id}", afterRevision: 3) { revision encounter @include(if: $with) { name } } }`,
      { with: true },
    );
    await note(id, 'x');
    expect((await few.have(1))[0]?.data?.encounterChanged).toEqual({ revision: 4 });
    expect((await more.have(1))[0]?.data?.encounterChanged).toEqual({
      revision: 4,
      encounter: { name: 'Docking bay' },
    });
    await Promise.all([few.close(), more.close()]);
  });

  it('of an encounter that is not there is an error with its code', async () => {
    const one = new Subscriber(server.url, CHANGED, { id: 'nowhere' });
    const [seen] = await one.have(1);
    expect(seen?.errors?.[0]?.extensions?.code).toBe('ENCOUNTER_NOT_FOUND');
    await one.ended;
    await one.close();
  });

  it('after a revision that is still to come is an error that says where the encounter stands', async () => {
    const id = await client.create();
    const one = new Subscriber(server.url, CHANGED, { id, after: 4 });
    const [seen] = await one.have(1);
    expect(seen?.errors?.[0]?.extensions).toMatchObject({ code: 'REVISION_NOT_FOUND', revision: 3 });
    expect(seen?.errors?.[0]?.message).toBe('The encounter has no revision 4; it stands at 3.');
    await one.ended;
    await one.close();
  });

  it('with a document that is none is an error', async () => {
    const one = new Subscriber(server.url, 'subscription { nothing }');
    expect(await one.ended).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    await one.close();
  });
});

describe('a subscription to all encounters', () => {
  it('gives the events of one rule set, after a position', async () => {
    const first = await client.create();
    const { body } = await client.get(`/v1/encounters/${first}/events`);
    const query = `subscription ($after: String) { eventAppended(ruleset: "eclipse-phase-1e", afterPosition: $after) { encounter event { revision type position } } }`;
    const one = new Subscriber(server.url, query, { after: String(body.items?.[2]?.position) });
    const second = await client.create();
    await note(first, 'x');
    const seen = (await one.have(4)).map(({ data }) => [
      data?.eventAppended?.encounter,
      data?.eventAppended?.event?.revision,
    ]);
    expect(seen).toEqual([
      [second, 1],
      [second, 2],
      [second, 3],
      [first, 4],
    ]);
    await one.close();
  });

  it.each([
    ['a position that was never given out', 'afterPosition: "invented"', 'MALFORMED'],
    ['a position that is still to come', 'afterPosition: "1000000"', 'MALFORMED'],
    ['an empty position', 'afterPosition: ""', 'MALFORMED'],
    ['a rule set that there is not', 'ruleset: "nope"', 'RULESET_NOT_FOUND'],
    ['a rule set without a name', 'ruleset: ""', 'RULESET_NOT_FOUND'],
  ])('refuses %s, to those who see everything and to others', async (_, given, code) => {
    const id = await client.create();
    const { body } = await client.post(`/v1/encounters/${id}/access`, { role: 'spectator' });
    for (const params of [{}, { authorization: `Bearer ${String(body.token)}` }]) {
      const one = new Subscriber(server.url, `subscription { eventAppended(${given}) { encounter } }`, {}, params);
      const result = await Promise.race([one.ended, one.have(1)]);
      expect(JSON.stringify(result)).toContain(`"code":"${code}"`);
      await one.close();
    }
  });
});

describe('queries and mutations over a WebSocket', () => {
  it('answer as over HTTP', async () => {
    const id = await client.create();
    const one = new Subscriber(
      server.url,
      `mutation { note(id: "${id}", input: { text: "x" }) { revision encounter { name } } }`,
    );
    expect((await one.have(1))[0]?.data?.note).toEqual({ revision: 4, encounter: { name: 'Docking bay' } });
    await one.close();
  });
});

describe('a WebSocket', () => {
  async function closed(
    url: string,
    options: object = {},
    protocols: string[] = ['graphql-transport-ws'],
  ): Promise<unknown> {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${url}`, protocols, options);
    socket.on('error', () => undefined);
    return Promise.race([
      once(socket, 'unexpected-response').then(([, response]) => (response as { statusCode: number }).statusCode),
      once(socket, 'close').then(([code]) => code as unknown),
    ]);
  }

  it('is refused to pages of other machines, and on other paths', async () => {
    expect(await closed('/graphql', { origin: 'https://example.com' })).toBe(403);
    expect(await closed('/v1/encounters')).toBe(404);
  });

  it('that says nothing is closed after three seconds', async () => {
    expect(await closed('/graphql')).toBe(4408);
  });
});

describe('server-sent events', () => {
  interface Stream {
    readonly ids: number[];
    have(count: number): Promise<number[]>;
    close(): void;
  }

  function follow(path: string, headers: Record<string, string> = {}): Stream {
    const ids: number[] = [];
    const waiting: (() => void)[] = [];
    let rest = '';
    const request = get(`${server.url}${path}`, { headers: { accept: 'text/event-stream', ...headers } }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('error', () => undefined);
      answer.on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const id = /^id: (\d+)$/m.exec(block)?.[1];
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (id === undefined || data === undefined) continue;
          expect((JSON.parse(data) as { revision: number }).revision).toBe(Number(id));
          ids.push(Number(id));
        }
        for (const wake of waiting.splice(0)) wake();
      });
    });
    request.on('error', () => undefined);
    return {
      ids,
      have: async (count) => {
        while (ids.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
        return ids;
      },
      close: () => request.destroy(),
    };
  }

  it('give the history and then what comes, and resume after the last one seen', async () => {
    const id = await client.create();
    const path = `/v1/encounters/${id}/events`;
    const first = follow(path);
    expect(await first.have(3)).toEqual([1, 2, 3]);
    await note(id, 'live');
    expect(await first.have(4)).toEqual([1, 2, 3, 4]);
    first.close();
    await note(id, 'missed');
    const again = follow(path, { 'last-event-id': '4' });
    await again.have(1);
    await note(id, 'live again');
    expect(await again.have(2)).toEqual([5, 6]);
    again.close();
  });

  it('after a revision that is still to come are refused, by the header and by the address', async () => {
    const path = `/v1/encounters/${await client.create()}/events`;
    const accept = 'text/event-stream';
    for (const refused of [
      await client.get(path, { accept, 'last-event-id': '4' }),
      await client.get(`${path}?after=4`, { accept }),
    ]) {
      expect([refused.status, refused.body.code, refused.body.revision]).toEqual([404, 'REVISION_NOT_FOUND', 3]);
      expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
  });

  it('can be had of some types only', async () => {
    const id = await client.create();
    const stream = follow(`/v1/encounters/${id}/events?type=NoteAdded`);
    await client.command(id, { type: 'wound', combatant: 'ana' });
    await note(id, 'x');
    expect(await stream.have(1)).toEqual([5]);
    stream.close();
  });

  it('end when the server shuts down, and so do subscriptions', async () => {
    const own = await serve();
    const caller = new Client(own.url);
    const id = await caller.create();
    const one = new Subscriber(own.url, CHANGED, { id, after: 0 });
    await one.have(1);
    const ended = new Promise((resolve) => {
      get(`${own.url}/v1/encounters/${id}/events`, { headers: { accept: 'text/event-stream' } }, (answer) => {
        answer.resume();
        answer.once('data', () => void own.close());
        answer.once('end', resolve);
      });
    });
    await ended;
    expect(await one.ended).toMatchObject({ code: 1001 });
  });
});
