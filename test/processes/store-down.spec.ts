import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Body, Client, Reply } from '../e2e/support/client.js';
import { Subscriber } from '../e2e/support/subscriber.js';
import { startCluster, type Cluster, type Member } from './cluster.js';
import { Follower } from './follower.js';

/** What a call that reads may take at most while the store is away: the store's own limit, and what a busy machine adds. */
const LIMIT_MS = 7_000;
/** The same for a command: it may have reached the store just before, which then is asked once more what became of it. */
const COMMAND_LIMIT_MS = 12_000;
/** What a probe may take. */
const PROBE_MS = 3_500;
/** How soon the store must be served again. */
const BACK_MS = 5_000;

const note = (text: string): object => ({ type: 'note', text });

async function timely<T>(limitMs: number, asked: Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await asked;
  expect(performance.now() - begun).toBeLessThan(limitMs);
  return answer;
}

async function untilReady(client: Client): Promise<void> {
  const begun = performance.now();
  while ((await client.get('/readyz')).status !== 200) expect(performance.now() - begun).toBeLessThan(BACK_MS);
  expect(performance.now() - begun).toBeLessThan(BACK_MS);
}

const expectUnavailable = ({ status, headers, body }: Reply): void => {
  expect([status, body.code, body.status]).toEqual([503, 'STORE_UNAVAILABLE', 503]);
  expect(headers.get('content-type')).toContain('application/problem+json');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};

describe('servers whose store goes away and comes back', () => {
  let cluster: Cluster;
  /** It has the encounter in memory; the other one has never seen it. */
  let knowing: Member;
  let other: Member;
  let id: string;
  beforeAll(async () => {
    cluster = await startCluster('EventStoreDB (the fake)', 2);
    [knowing, other] = cluster.members as [Member, Member];
    id = await knowing.client.create();
    await untilReady(knowing.client);
  });
  afterAll(() => cluster.end());
  let isDown = false;
  const down = async (): Promise<void> => {
    isDown = true;
    await cluster.fake?.down();
  };
  const up = async (): Promise<void> => {
    if (isDown) await cluster.fake?.up();
    isDown = false;
  };
  beforeEach(down);
  afterEach(async () => {
    await up();
    await Promise.all(cluster.members.map(({ client }) => untilReady(client)));
  });

  const expectUnavailableError = (errors: Body | undefined): void => {
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503, retryAfter: 1 });
  };

  it('say so to who asks whether they are ready, and that they live', async () => {
    const probe = await timely(PROBE_MS, knowing.client.get('/readyz'));
    expect([probe.status, probe.body.status, probe.body.store?.ok]).toEqual([503, 'unavailable', false]);
    expect((await timely(PROBE_MS, knowing.client.get('/livez'))).status).toBe(200);
  });

  it('answer commands and reads over REST with a problem in time, also those that wait behind others', async () => {
    const commands = Array.from({ length: 8 }, () => knowing.client.command(id, note('x')));
    const made = other.client.post('/v1/encounters', { name: 'x', ruleset: 'd20' });
    const reads = [
      other.client.get(`/v1/encounters/${id}`),
      other.client.get(`/v1/encounters/${id}/events`),
      other.client.get(`/v1/encounters/${id}/events`, { accept: 'text/event-stream' }),
    ];
    const replies = await Promise.all([
      timely(LIMIT_MS, Promise.all(reads)),
      timely(COMMAND_LIMIT_MS, Promise.all([...commands, made])),
    ]);
    for (const reply of replies.flat()) expectUnavailable(reply);
  });

  it('answer queries, mutations and subscriptions with the same code in time', async () => {
    const query = `query { encounter(id: "${id}") { name } }`;
    const mutation = `mutation { note(id: "${id}", input: { text: "x" }) { revision } }`;
    const subscription = `subscription { encounterChanged(id: "${id}") { revision } }`;
    const subscriber = new Subscriber(other.client.url, subscription);
    const [read, written, followed] = await Promise.all([
      timely(LIMIT_MS, other.client.graphql(query)),
      timely(COMMAND_LIMIT_MS, knowing.client.graphql(mutation)),
      timely(LIMIT_MS, subscriber.have(1)),
    ]);
    expectUnavailableError(read.body.errors);
    expectUnavailableError(written.body.errors);
    expectUnavailableError(followed[0]?.errors);
    await subscriber.close();
  });

  it('serve again within five seconds after it is back, and who followed all the while misses nothing', async () => {
    await up();
    await Promise.all(cluster.members.map(({ client }) => untilReady(client)));
    const { body } = await other.client.get(`/v1/encounters/${id}`);
    const last = Number(body.revision);
    const query = `subscription { encounterChanged(id: "${id}", afterRevision: ${last}) { revision } }`;
    const subscribers = cluster.members.map(({ client }) => new Subscriber(client.url, query));
    const followers = cluster.members.map(({ client }) => new Follower(client.url, id));
    await Promise.all(followers.map((one) => one.have(last)));
    await down();
    const key = { 'idempotency-key': randomUUID() };
    expectUnavailable(await timely(COMMAND_LIMIT_MS, knowing.client.command(id, note('kept'), key)));
    await up();
    const back = performance.now();
    await untilReady(other.client);
    const done = await other.client.command(id, note('kept'), key);
    expect([done.status, done.body.revision]).toEqual([200, last + 1]);
    for (const one of subscribers) expect((await one.have(1))[0]?.data?.encounterChanged?.revision).toBe(last + 1);
    for (const one of followers) expect((await one.have(last + 1)).at(-1)).toBe(last + 1);
    expect(performance.now() - back).toBeLessThan(BACK_MS);
    await Promise.all(subscribers.map((one) => one.close()));
    for (const one of followers) one.close();
  });

  it('come up without it, say that they are not ready, and serve when it comes', async () => {
    const early = await cluster.join();
    const probe = await timely(PROBE_MS, early.client.get('/readyz'));
    expect([probe.status, probe.body.store?.ok]).toEqual([503, false]);
    expectUnavailable(await timely(LIMIT_MS, early.client.get(`/v1/encounters/${id}`)));
    await up();
    await untilReady(early.client);
    expect((await early.client.get(`/v1/encounters/${id}`)).status).toBe(200);
    expect((await early.client.get('/v1/encounters')).body.items?.length).toBeGreaterThan(0);
  });

  it('answer in time also when it takes commands and says nothing, and the same key has one effect later', async () => {
    await up();
    await untilReady(knowing.client);
    const before = Number((await knowing.client.get(`/v1/encounters/${id}`)).body.revision);
    cluster.fake?.plan.add({ at: 'append', kind: 'swallow-after', times: 1_000 });
    const keys = Array.from({ length: 4 }, () => ({ 'idempotency-key': randomUUID() }));
    const sent = (): Promise<Reply[]> =>
      Promise.all(keys.map((key, i) => knowing.client.command(id, note(String(i)), key)));
    for (const reply of await timely(COMMAND_LIMIT_MS, sent())) expectUnavailable(reply);
    cluster.fake?.plan.clear();
    const done = await sent();
    expect(done.map(({ status }) => status)).toEqual(keys.map(() => 200));
    const { body } = await other.client.get(`/v1/encounters/${id}/events?after=${before}`);
    const texts = (body.items ?? []).map((event) => String(event.data?.text));
    expect(texts.toSorted()).toEqual(keys.map((_, i) => String(i)));
  });
});

/** Whether the size of a running process’s files can be limited here. */
function canLimit(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('The test of a failing disk is skipped. There is no prlimit here.\n');
    return false;
  }
}

(canLimit() ? describe : describe.skip)('a server whose disk takes nothing more', () => {
  it('says so in time, keeps what it answered, and serves again when the disk does', async () => {
    const cluster = await startCluster('a SQLite file', 1);
    const { client, process: server } = cluster.members[0] as Member;
    const limit = (bytes: string): void =>
      void execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
    const id = await client.create();
    expect((await client.command(id, note('before'))).status).toBe(200);
    limit('4096');
    const key = { 'idempotency-key': randomUUID() };
    expectUnavailable(await timely(COMMAND_LIMIT_MS, client.command(id, note('during'), key)));
    const probe = await timely(PROBE_MS, client.get('/readyz'));
    expect([probe.status, probe.body.store?.ok]).toEqual([503, false]);
    expect((await client.get('/livez')).status).toBe(200);
    limit('unlimited');
    await untilReady(client);
    expect((await client.command(id, note('during'), key)).status).toBe(200);
    const { body } = await client.get(`/v1/encounters/${id}/events?type=NoteAdded`);
    expect((body.items ?? []).map((event) => event.data?.text)).toEqual(['before', 'during']);
    await cluster.end();
  });
});
