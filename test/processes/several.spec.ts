import { randomUUID } from 'node:crypto';
import type { Body, Client, Reply } from '../e2e/support/client.js';
import { Subscriber } from '../e2e/support/subscriber.js';
import { startCluster, type Cluster, type Member, type Store } from './cluster.js';
import { Follower } from './follower.js';

const WRITERS = 64;
/** An encounter is made with so many events: itself and two combatants. */
const MADE = 3;

const upTo = (last: number, from = 1): number[] => Array.from({ length: last - from + 1 }, (_, i) => from + i);
const note = (text: string): object => ({ type: 'note', text });

/** As a client does that lost a race: it sends the command again. */
async function untilDone(client: Client, id: string, text: string): Promise<Reply> {
  for (;;) {
    const reply = await client.command(id, note(text), { 'idempotency-key': text });
    if (reply.status === 200) return reply;
    expect([reply.status, reply.body.code]).toEqual([409, 'REVISION_CONFLICT']);
  }
}

async function logOf(client: Client, id: string): Promise<Body[]> {
  const { text } = await client.get(`/v1/encounters/${id}/events`, { accept: 'application/x-ndjson' });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Body);
}

/** The texts of the notes in a log, which must be dense. */
async function notesIn(client: Client, id: string): Promise<Map<string, number>> {
  const log = await logOf(client, id);
  expect(log.map((event) => Number(event.revision))).toEqual(upTo(log.length));
  const notes = log.filter((event) => String(event.type) === 'NoteAdded');
  const told = new Map(notes.map((event) => [String(event.data?.text), Number(event.revision)]));
  expect(told.size).toBe(notes.length);
  return told;
}

const stores: readonly (readonly [Store, number])[] = [
  ['a SQLite file', 2],
  ['EventStoreDB (the fake)', 3],
];

describe.each(stores)('over %s, %i processes', (store, count) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(store, count);
  });
  afterAll(() => cluster.end());

  const memberOf = (i: number): Member => cluster.members[i % count] as Member;

  it(`let ${WRITERS} writers race on one encounter: every command once, the revisions dense, one winner each`, async () => {
    const id = await memberOf(0).client.create();
    const texts = Array.from({ length: WRITERS }, () => randomUUID());
    const ended = await Promise.all(texts.map((text, i) => untilDone(memberOf(i).client, id, text)));
    const answered = new Map(texts.map((text, i) => [text, Number(ended[i]?.body.revision)]));
    expect([...answered.values()].sort((a, b) => a - b)).toEqual(upTo(MADE + WRITERS, MADE + 1));
    for (const { client } of cluster.members) {
      expect(new Map([...(await notesIn(client, id))].sort())).toEqual(new Map([...answered].sort()));
    }
  });

  it(`give one of ${WRITERS} writers who all know the same revision the next one, and tell the others`, async () => {
    const id = await memberOf(1).client.create();
    const sent = upTo(WRITERS).map((i) => memberOf(i).client.command(id, note(String(i)), { 'if-match': `"${MADE}"` }));
    const replies = await Promise.all(sent);
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners.map(({ body }) => body.revision)).toEqual([MADE + 1]);
    const losers = replies.filter(({ status }) => status !== 200);
    expect(losers.map(({ body }) => [body.code, body.revision])).toEqual(
      losers.map(() => ['REVISION_CONFLICT', MADE + 1]),
    );
    expect(await logOf(memberOf(0).client, id)).toHaveLength(MADE + 1);
  });

  it(`let ${WRITERS} writers fill as many encounters, each through all processes, and lose nothing`, async () => {
    const ids = await Promise.all(upTo(WRITERS).map((i) => memberOf(i).client.create()));
    await Promise.all(
      ids.map(async (id, i) => {
        for (let n = 0; n < count; n += 1) {
          const { body } = await untilDone(memberOf(i + n).client, id, `${i}-${n}`);
          expect(body.revision).toBe(MADE + 1 + n);
        }
      }),
    );
    const logs = await Promise.all(ids.map((id, i) => notesIn(memberOf(i).client, id)));
    expect(logs.map((notes) => notes.size)).toEqual(ids.map(() => count));
  });

  it('show followers of each what all of them wrote, in order and once, by GraphQL and by server-sent events', async () => {
    const id = await memberOf(0).client.create();
    const last = MADE + 4 * 4 * count;
    const query = `subscription { encounterChanged(id: "${id}", afterRevision: 0) { revision events { revision } } }`;
    const subscribers = cluster.members.map(({ client }) => new Subscriber(client.url, query));
    const followers = cluster.members.map(({ client }) => new Follower(client.url, id));
    await Promise.all([...subscribers.map((one) => one.have(1)), ...followers.map((one) => one.have(MADE))]);
    const writing = upTo(4 * count).map(async (i) => {
      for (let n = 0; n < 4; n += 1) await untilDone(memberOf(i).client, id, `${i}-${n}`);
    });
    await Promise.all(writing);
    for (const one of subscribers) {
      await one.have(1 + last - MADE);
      const seen = one.received.flatMap(({ data }) => data?.encounterChanged?.events ?? []);
      expect(seen.map((event) => Number(event.revision))).toEqual(upTo(last));
      await one.close();
    }
    for (const one of followers) {
      expect(await one.have(last)).toEqual(upTo(last));
      one.close();
    }
  });

  it('lose nothing when one is killed in mid-command, and the same key sent to another has one effect', async () => {
    const doomed = await cluster.join();
    const ids = await Promise.all(upTo(4).map(() => doomed.client.create()));
    const acknowledged = new Map<string, number>();
    const unsure: { id: string; text: string }[] = [];
    const load = async (id: string): Promise<void> => {
      for (;;) {
        const text = randomUUID();
        try {
          const reply = await doomed.client.command(id, note(text), { 'idempotency-key': text });
          expect(reply.status).toBe(200);
          acknowledged.set(text, Number(reply.body.revision));
          if (acknowledged.size === 40) doomed.process.kill('SIGKILL');
        } catch (error) {
          if ((error as Error).message !== 'fetch failed') throw error;
          unsure.push({ id, text });
          return;
        }
      }
    };
    await Promise.all([...ids, ...ids].map(load));
    expect(await doomed.process.ended).toBe('SIGKILL');
    expect(unsure).toHaveLength(2 * ids.length);
    for (const { id, text } of unsure) {
      const answers = [];
      for (const { client } of cluster.members) answers.push(await untilDone(client, id, text));
      expect(new Set(answers.map(({ body }) => Number(body.revision))).size).toBe(1);
      acknowledged.set(text, Number(answers[0]?.body.revision));
    }
    const found = await Promise.all(ids.map((id) => notesIn(memberOf(1).client, id)));
    expect(new Map(found.flatMap((notes) => [...notes]).sort())).toEqual(new Map([...acknowledged].sort()));
  });

  it('sign with the same key', async () => {
    const keys = await Promise.all(cluster.members.map(({ client }) => client.get('/.well-known/bitacora-keys')));
    expect(new Set(keys.map(({ text }) => text)).size).toBe(1);
  });
});

describe('a command that was stored when its server died, before anybody was told', () => {
  it('has one effect when it is sent again with its key to another server', async () => {
    const cluster = await startCluster('EventStoreDB (the fake)', 2);
    const [doomed, other] = cluster.members as [Member, Member];
    const id = await doomed.client.create();
    const stored = cluster.fake?.model.log.length ?? 0;
    cluster.fake?.plan.add({ at: 'append', kind: 'swallow-after' });
    const key = { 'idempotency-key': randomUUID() };
    const sent = doomed.client.command(id, note('once'), key).then(
      ({ status }) => status,
      (error: unknown) => (error as Error).message,
    );
    while (cluster.fake?.model.log.length === stored) await new Promise((resolve) => setImmediate(resolve));
    doomed.process.kill('SIGKILL');
    expect(await sent).toBe('fetch failed');
    const answers = [
      await other.client.command(id, note('once'), key),
      await other.client.command(id, note('once'), key),
    ];
    expect(answers.map(({ status, body }) => [status, body.revision])).toEqual([
      [200, MADE + 1],
      [200, MADE + 1],
    ]);
    expect(await notesIn(other.client, id)).toEqual(new Map([['once', MADE + 1]]));
    await cluster.end();
  });
});
