import { readConfig, type RunningServer } from '@bitacora/api';
import { Client, docking, type Body } from './support/client.js';
import { EventLoopWatch, LONGEST_STALL } from './support/event-loop.js';
import { serve } from './support/server.js';
import { Subscriber } from './support/subscriber.js';

let server: RunningServer;
let client: Client;

beforeAll(async () => {
  server = await serve();
  client = new Client(server.url);
});

afterAll(() => server.close());

const MANY = 100_000;

async function started(encounter: object = docking): Promise<string> {
  const id = await client.create(encounter);
  await client.command(id, { type: 'start' });
  await client.command(id, { type: 'rollInitiative' });
  return id;
}

const ask = (id: string, body: object = {}) => client.post(`/v1/encounters/${id}/odds`, body);

/** A large fight, whose odds take a while. */
const LARGE = {
  ...docking,
  combatants: Array.from({ length: 40 }, (_, i) => ({
    id: `c${String(i)}`,
    name: `c${String(i)}`,
    kind: 'npc',
    stats: { intuition: 10, reflexes: 20, speed: 1 },
  })),
};

interface Told {
  readonly event: string;
  readonly data: Body;
}

/** Asks for odds as server-sent events; gives them one by one. */
async function* told(id: string, body: object, signal?: AbortSignal): AsyncGenerator<Told> {
  const answer = await fetch(`${server.url}/v1/encounters/${id}/odds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) as Body };
    }
  }
}

describe('odds over REST', () => {
  it('say for each combatant where it stood in the runs, and write nothing', async () => {
    const id = await started();
    const before = (await client.get(`/v1/encounters/${id}/events`)).text;
    const { status, body } = await ask(id, { runs: 2_000, seed: 7 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      runs: 2_000,
      complete: true,
      until: 'endOfRound',
      seed: 7,
      from: { round: 1, stage: 'actions' },
      stuck: 0,
      combatants: [{ combatant: 'ana' }, { combatant: 'bo' }],
    });
    for (const one of body.combatants ?? []) {
      const shares = (one.places ?? []).map(({ share }) => Number(share));
      expect(shares.reduce((sum, share) => sum + share, Number(one.absent))).toBeCloseTo(1, 9);
    }
    expect((await client.get(`/v1/encounters/${id}/events`)).text).toBe(before);
    expect((await client.get(`/v1/encounters/${id}/audit`)).body).toMatchObject({ ok: true });
  });

  it('are the same for the same seed, and take defaults for what is not said', async () => {
    const id = await started();
    const [one, same] = [await ask(id, { seed: 3 }), await ask(id, { seed: 3 })];
    expect(same.body).toEqual(one.body);
    expect(one.body.runs).toBe(1_000);
    expect((await ask(id)).body.seed).toEqual(expect.any(Number));
  });

  it('of an encounter in preparation are those of its first round', async () => {
    const id = await client.create();
    const { body } = await ask(id);
    expect(body).toMatchObject({ from: { round: 0, stage: 'setup' }, stuck: 0 });
    expect((await client.get(`/v1/encounters/${id}`)).body.status).toBe('setup');
  });

  it.each([
    [{ runs: 0 }, '/runs'],
    [{ runs: 100_001 }, '/runs'],
    [{ until: 'tomorrow' }, '/until'],
    [{ seed: -1 }, '/seed'],
    [{ other: 1 }, '/other'],
  ])('are refused for %j', async (body, pointer) => {
    const id = await started();
    expect(await ask(id, body)).toMatchObject({ status: 400, body: { code: 'MALFORMED', errors: [{ pointer }] } });
  });

  it('of a fight that is over, or of nobody, are refused as the rules say', async () => {
    const id = await started();
    await client.command(id, { type: 'end' });
    expect(await ask(id)).toMatchObject({ status: 422, body: { code: 'ENCOUNTER_ENDED' } });
    const empty = await client.create({ ...docking, combatants: [] });
    expect(await ask(empty)).toMatchObject({ status: 422, body: { code: 'NO_COMBATANTS' } });
    expect(await ask('nowhere')).toMatchObject({ status: 404, body: { code: 'ENCOUNTER_NOT_FOUND' } });
  });

  it('are two at once for one access token, so that others have their turn', async () => {
    const id = await started(LARGE);
    const { body } = await client.post(`/v1/encounters/${id}/access`, { role: 'spectator' });
    const token = { authorization: `Bearer ${String(body.token)}` };
    const leaving = new AbortController();
    const asked = Array.from({ length: 2 }, () =>
      fetch(`${server.url}/v1/encounters/${id}/odds`, {
        method: 'POST',
        headers: { ...token, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ runs: MANY }),
        signal: leaving.signal,
      }),
    );
    await Promise.all(asked);
    const refused = await client.post(`/v1/encounters/${id}/odds`, {}, token);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'ODDS_BUSY', '5']);
    leaving.abort();
    while ((await client.post(`/v1/encounters/${id}/odds`, { runs: 1 }, token)).status !== 200);
  });

  it('of a viewer who does not see everything know nothing of the hidden', async () => {
    const combatants = [...docking.combatants, { ...docking.combatants[1], id: 'ghost', name: 'Ghost', hidden: true }];
    const id = await started({ ...docking, combatants });
    const { body } = await client.post(`/v1/encounters/${id}/access`, { role: 'spectator' });
    const seen = await client.post(
      `/v1/encounters/${id}/odds`,
      { runs: 500 },
      { authorization: `Bearer ${String(body.token)}` },
    );
    expect(seen.status).toBe(200);
    expect(seen.body.combatants?.map((one) => one.combatant)).toEqual(['ana', 'bo']);
    expect(seen.text).not.toContain('host');
    expect((await ask(id)).body.combatants).toHaveLength(3);
  });
});

describe('odds as server-sent events', () => {
  it('tell the job, how far it is, and what came of it', async () => {
    const id = await started(LARGE);
    const events: Told[] = [];
    for await (const one of told(id, { runs: 2_000, seed: 1 })) events.push(one);
    expect(events[0]).toMatchObject({ event: 'job', data: { runs: 2_000 } });
    const progress = events.filter(({ event }) => event === 'progress').map(({ data }) => Number(data.runs));
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(events.at(-1)).toMatchObject({ event: 'odds', data: { runs: 2_000, complete: true } });
  });

  it('are cancelled by DELETE with the job’s id, which nobody else knows', async () => {
    const id = await started(LARGE);
    const events: Told[] = [];
    for await (const one of told(id, { runs: MANY })) {
      events.push(one);
      if (one.event !== 'job') continue;
      const elsewhere = await client.create();
      const job = String(one.data.job);
      expect((await client.send('DELETE', `/v1/encounters/${elsewhere}/odds/${job}`, undefined)).body.code).toBe(
        'ODDS_NOT_FOUND',
      );
      expect((await client.send('DELETE', `/v1/encounters/${id}/odds/${job}`, undefined)).status).toBe(204);
    }
    expect(events.at(-1)).toMatchObject({ event: 'problem', data: { code: 'ODDS_CANCELLED', status: 409 } });
    const [job] = events;
    const again = await client.send('DELETE', `/v1/encounters/${id}/odds/${String(job?.data.job)}`, undefined);
    expect(again.status).toBe(404);
  });

  it('are cancelled when the client leaves, and make room for others', async () => {
    const id = await started(LARGE);
    for (let i = 0; i < 3; i += 1) {
      const leaving = new AbortController();
      for await (const { event } of told(id, { runs: MANY }, leaving.signal)) if (event === 'progress') break;
      leaving.abort();
    }
    const begun = performance.now();
    expect((await ask(await started(), { runs: 10 })).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('that are too many are refused at once, with the time after which to try again', async () => {
    const id = await started(LARGE);
    const leaving = new AbortController();
    const waiting = Array.from({ length: 9 }, async () => {
      const codes: unknown[] = [];
      for await (const { event } of told(id, { runs: MANY }, leaving.signal)) codes.push(event);
      return codes;
    });
    const settled = Promise.allSettled(waiting);
    let refused = await ask(id);
    while (refused.status === 200) refused = await ask(id);
    expect(refused).toMatchObject({ status: 429, body: { code: 'ODDS_BUSY' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    leaving.abort();
    await settled;
  });
});

describe('a server that simulates', () => {
  it('goes on answering: its event loop never stalls for 200 ms', async () => {
    const id = await started(LARGE);
    await ask(id, { runs: 1 });
    const watch = new EventLoopWatch();
    const asked = ask(id, { runs: 3_000 });
    for (let i = 0; i < 50; i += 1) expect((await client.command(id, { type: 'note', text: 'x' })).status).toBe(200);
    expect((await asked).body.complete).toBe(true);
    watch.end();
    expect(watch.longestStall()).toBeLessThan(LONGEST_STALL);
  });
});

describe('odds in GraphQL', () => {
  it('are the same', async () => {
    const id = await started();
    const { body } = await client.graphql(
      `query ($id: ID!) { odds(id: $id, input: { runs: 100, seed: 4, until: endOfPass }) {
         runs seed until complete combatants { combatant mean absent places { place share } } } }`,
      { id },
    );
    const rest = await ask(id, { runs: 100, seed: 4, until: 'endOfPass' });
    expect(rest.body).toMatchObject(body.data?.odds as object);
  });

  const LONG = `query ($id: ID!) { odds(id: $id, input: { runs: ${String(MANY)} }) { runs } }`;

  /** Waits until as many simulations run and wait as there may be; who asks leaves at once, so as not to be one of them. */
  async function untilBusy(id: string): Promise<void> {
    for (let status = 200; status !== 429;) {
      const leaving = new AbortController();
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
      const url = `${server.url}/v1/encounters/${id}/odds`;
      ({ status } = await fetch(url, { method: 'POST', headers, body: '{}', signal: leaving.signal }));
      leaving.abort();
    }
  }

  /** How long it takes in milliseconds until a small question is answered again. */
  async function untilFree(): Promise<number> {
    const id = await started();
    const begun = performance.now();
    while ((await ask(id, { runs: 1 })).status !== 200);
    return performance.now() - begun;
  }

  it('are cancelled when the client leaves, over HTTP', async () => {
    const id = await started(LARGE);
    const leaving = new AbortController();
    const asked = Array.from({ length: 9 }, () =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: LONG, variables: { id } }),
        signal: leaving.signal,
      }),
    );
    const settled = Promise.allSettled(asked);
    await untilBusy(id);
    leaving.abort();
    await settled;
    expect(await untilFree()).toBeLessThan(5_000);
  });

  it.each(['completes the operation', 'cuts the connection'])(
    'are cancelled when the client %s of its WebSocket',
    async (way) => {
      const id = await started(LARGE);
      const asking = Array.from({ length: 9 }, () => new Subscriber(server.url, LONG, { id }));
      await untilBusy(id);
      for (const one of asking) {
        if (way.startsWith('completes')) one.complete();
        else one.cut();
      }
      expect(await untilFree()).toBeLessThan(5_000);
      await Promise.all(asking.map((one) => one.close()));
    },
  );

  it('end with an error of their own where they take too long, over HTTP and WebSockets', async () => {
    const own = readConfig({});
    const hasty = await serve({}, { limits: { ...own.limits, graphMs: 300 } });
    const caller = new Client(hasty.url);
    const id = await caller.create(LARGE);
    const es = { 'accept-language': 'es' };
    const { status, body } = await caller.graphql(LONG, { id }, es);
    expect([status, body.data]).toEqual([200, null]);
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'OPERATION_TIMEOUT', status: 503 });
    expect(body.errors?.[0]?.message).toBe('Esto tarda más de los 300 ms que puede tardar; pide menos de una vez.');
    const one = new Subscriber(hasty.url, LONG, { id });
    expect((await one.have(1))[0]?.errors?.[0]?.extensions?.code).toBe('OPERATION_TIMEOUT');
    await one.close();
    const begun = performance.now();
    expect((await caller.post(`/v1/encounters/${id}/odds`, { runs: 1 })).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(5_000);
    await hasty.close();
  });
});
