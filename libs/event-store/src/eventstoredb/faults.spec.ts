import { StoreError } from '../errors.js';
import type { AppendResult, EventStore, EventToAppend, StoredEvent } from '../port.js';
import { collect, event } from '../testing/contract/harness.js';
import { FakeEventStore } from '../testing/esdb/fake-event-store.js';
import { FAULT_KINDS, type FaultKind, type Moment } from '../testing/esdb/fault-plan.js';
import { EventStoreDb } from './esdb-store.js';

const LONG = process.env.BITACORA_TESTS === 'long';
const ROUNDS = LONG ? 50 : 3;
const LIMIT_MS = 2_500;

async function withFake(
  test: (store: EventStore, fake: FakeEventStore) => Promise<void>,
  options: Parameters<typeof FakeEventStore.start>[0] = {},
): Promise<void> {
  const fake = await FakeEventStore.start({ lateMs: 500, delayMs: 30, ...options });
  const store = await EventStoreDb.open(fake.url, { tryMs: 300, watchMs: 300 });
  try {
    await test(store, fake);
  } finally {
    await store.close();
    await fake.stop();
  }
}

/** Runs one call and fails when it takes longer than it may. */
async function timely<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const begun = performance.now();
  const result = await work;
  expect(performance.now() - begun).toBeLessThan(limitMs + 1_000);
  return result;
}

/** Asks until there is an answer that is not `unknown`. */
async function resolved(result: AppendResult): Promise<AppendResult> {
  let now = result;
  for (let i = 0; i < 5 && now.kind === 'unknown'; i += 1) now = await now.resolve();
  return now;
}

async function append(
  store: EventStore,
  stream: string,
  add: EventToAppend[],
  revision: bigint | null,
): Promise<string> {
  const sent = store.append(stream, add, revision ?? 'no_stream', { deadlineMs: LIMIT_MS });
  const result = await timely(
    sent.catch((error: unknown) => error),
    LIMIT_MS,
  );
  if (result instanceof StoreError) return result.code;
  const told = await resolved(result as AppendResult);
  return told.kind;
}

const MOMENTS: Moment[] = ['append', 'read', 'readAll', 'subscribe'];
const cases = MOMENTS.flatMap((moment) => FAULT_KINDS.map((kind): [Moment, FaultKind] => [moment, kind]));

describe('a fault between the adapter and the server', () => {
  const struck = new Map<Moment, number>();

  it.each(cases)('at %s, of the kind %s, loses nothing, doubles nothing and hangs nothing', (moment, kind) =>
    withFake(async (store, fake) => {
      const stream = 'encounter-1';
      const stored: string[] = [];
      let revision: bigint | null = null;
      for (let round = 0; round < ROUNDS; round += 1) {
        fake.plan.add({ at: moment, kind, skip: round % 2 });
        const add = [event(), event()];
        const told = await append(store, stream, add, revision);
        expect(['appended', 'STORE_UNAVAILABLE']).toContain(told);
        if (told === 'appended') stored.push(...add.map((each) => each.id));
        else expect(await store.head(stream)).toBe(revision);
        revision = BigInt(stored.length - 1);
        const reads: (() => Promise<StoredEvent[]>)[] = [
          () => store.readStreamPage(stream, 0n, 500),
          () => collect(store.readAll({ filter: { prefixes: ['encounter-'] } })),
          () => collect(store.subscribeAll({ filter: { prefixes: ['encounter-'] } }), stored.length),
        ];
        for (const read of reads) {
          const found = await timely(read(), 6_000);
          expect(found.map((each) => each.id)).toEqual(stored);
        }
      }
      struck.set(moment, (struck.get(moment) ?? 0) + fake.plan.struck);
    }),
  );

  it('did strike at every moment, else the cases above prove nothing', () => {
    for (const moment of MOMENTS) expect(struck.get(moment)).toBeGreaterThanOrEqual(FAULT_KINDS.length);
  });
});

describe('an append whose outcome is unknown', () => {
  const kinds: FaultKind[] = ['drop-before', 'drop-after', 'swallow-before', 'swallow-after', 'half-close', 'reset'];

  it.each(kinds)('says so when every try fails (%s), and resolves to the truth', (kind) =>
    withFake(async (store, fake) => {
      fake.plan.add({ at: 'append', kind, times: 1_000 });
      const sent = [event()];
      const result = await timely(store.append('encounter-1', sent, 'no_stream', { deadlineMs: 500 }), 500);
      expect(result.kind).toBe('unknown');
      fake.plan.clear();
      expect(await resolved(result)).toMatchObject({ kind: 'appended', revision: 0n });
      expect((await store.readStreamPage('encounter-1', 0n, 9)).map((each) => each.id)).toEqual([sent[0]?.id]);
    }),
  );

  it.each(kinds)('resolves to a conflict when somebody else wrote meanwhile and it was not stored (%s)', (kind) =>
    withFake(async (store, fake) => {
      fake.plan.add({ at: 'append', kind, times: 1_000 });
      const result = await store.append('encounter-1', [event()], 'no_stream', { deadlineMs: 300 });
      fake.plan.clear();
      const other = await store.append('encounter-1', [event()], 'no_stream');
      const told = await resolved(result);
      expect([other.kind, told.kind].toSorted()).toEqual(['appended', 'conflict']);
      expect(await store.head('encounter-1')).toBe(0n);
    }),
  );

  it.each(kinds)('is stored once also without a revision (%s)', (kind) =>
    withFake(async (store, fake) => {
      await store.append('encounter-1', [event()], 'no_stream');
      fake.plan.add({ at: 'append', kind, times: 2 });
      const told = await store.append('encounter-1', [event(), event()], 'any').then(resolved);
      expect(told).toMatchObject({ kind: 'appended', revision: 2n });
      expect(await store.head('encounter-1')).toBe(2n);
    }),
  );

  it('is told from one that an earlier process had stored, also over faults', () =>
    withFake(async (store, fake) => {
      const same = [event()];
      await store.append('encounter-1', same, 'no_stream');
      fake.plan.add({ at: 'append', kind: 'drop-after' }, { at: 'read', kind: 'reset' });
      expect(await store.append('encounter-1', same, 'no_stream').then(resolved)).toMatchObject({ kind: 'already' });
    }));
});

describe('the store’s state', () => {
  it('is unavailable, typed and in time, when no server is there at the start; works when it comes', () =>
    withFake(async (store, fake) => {
      await fake.down();
      const patient = await EventStoreDb.open(fake.url);
      const sent = patient.append('encounter-1', [event()], 'no_stream', { deadlineMs: 1_000 });
      const told = sent.then(
        (result) => result.kind,
        (error: unknown) => (error as StoreError).code,
      );
      expect(await timely(told, 1_000)).toBe('STORE_UNAVAILABLE');
      await patient.close();
      expect(await timely(store.health(), 2_000)).toMatchObject({ ok: false });
      const waiting = collect(store.subscribeAll({ filter: { prefixes: ['encounter-'] } }), 1);
      await fake.up();
      const back = performance.now();
      while (!(await store.health()).ok) expect(performance.now() - back).toBeLessThan(5_000);
      expect(await store.append('encounter-1', [event()], 'no_stream')).toMatchObject({ kind: 'appended' });
      expect(await waiting).toHaveLength(1);
      expect(performance.now() - back).toBeLessThan(5_000);
    }));

  it('comes back to subscribers after every cut, from where they stood, with no gap and no repetition', () =>
    withFake(async (store, fake) => {
      const cuts = LONG ? 200 : 20;
      const following = collect(store.subscribeAll({ filter: { prefixes: ['encounter-'] } }), cuts * 3);
      const sent: string[] = [];
      for (let cut = 0; cut < cuts; cut += 1) {
        for (let i = 0; i < 3; i += 1) {
          const add = [event()];
          expect(await append(store, 'encounter-1', add, sent.length === 0 ? null : BigInt(sent.length - 1))).toBe(
            'appended',
          );
          sent.push(add[0]?.id ?? '');
        }
        fake.cut();
      }
      expect((await following).map((each) => each.id)).toEqual(sent);
    }));

  it('follows the leader when another node is elected', () =>
    withFake(
      async (store, fake) => {
        for (let i = 0; i < 6; i += 1) {
          fake.elect(i % 3);
          expect(await append(store, 'encounter-1', [event()], i === 0 ? null : BigInt(i - 1))).toBe('appended');
        }
        expect(await store.head('encounter-1')).toBe(5n);
      },
      { nodes: 3 },
    ));

  it('settles every append that is in flight at the close', () =>
    withFake(async (store, fake) => {
      fake.plan.add({ at: 'append', kind: 'swallow-after', times: 1_000 });
      const sent = [0, 1, 2].map((i) => store.append(`encounter-${i}`, [event()], 'no_stream', { deadlineMs: 1_000 }));
      await timely(store.close(), 2_000);
      for (const each of sent) {
        const result = await each;
        expect(result.kind).toBe('unknown');
        if (result.kind === 'unknown') await expect(result.resolve()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
      }
    }));

  it('gives revisions beyond 2^53 as they are', () =>
    withFake(
      async (store) => {
        const first = 2n ** 53n + 1n;
        expect(await store.append('encounter-1', [event()], 'no_stream')).toMatchObject({ revision: first });
        expect(await store.append('encounter-1', [event()], first)).toMatchObject({ revision: first + 1n });
        expect((await store.readStreamPage('encounter-1', first + 1n, 9)).map((e) => e.revision)).toEqual([first + 1n]);
      },
      { firstRevision: 2n ** 53n + 1n },
    ));

  it('says that an append is too large when the server takes less than the port does', () =>
    withFake(
      async (store) => {
        const sent = store.append('encounter-1', [event('A', { text: 'x'.repeat(2_000) })], 'no_stream');
        await expect(sent).rejects.toMatchObject({ code: 'APPEND_TOO_LARGE', limit: 1_000 });
      },
      { maxAppendBytes: 1_000 },
    ));

  it('refuses what is in the server but cannot be ours, and passes over the server’s own events', () =>
    withFake(async (store, fake) => {
      const odd = { ...event('Odd'), contentType: 'application/json', metadata: new Uint8Array() };
      fake.model.append('encounter-1', [{ ...odd, data: new TextEncoder().encode('{"half":') }], 'any');
      await expect(store.readStreamPage('encounter-1', 0n, 1)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
      await expect(collect(store.readAll())).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
      fake.model.setMetadata('encounter-2', { $maxCount: 9 });
      await store.append('encounter-2', [event()], 'no_stream');
      const after = fake.model.log[0]?.position;
      expect(await collect(store.readAll({ after: `${after}/${after}` }))).toHaveLength(1);
      expect(await collect(store.subscribeAll({ after: `${after}/${after}` }), 1)).toMatchObject([
        { stream: 'encounter-2' },
      ]);
    }));
});
