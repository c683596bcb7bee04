import type { EventStore, StoredEvent } from '../../port.js';
import { collect, event, events, withStore, type ContractOptions, type MakeContractStore } from './harness.js';

const revisions = (found: StoredEvent[], stream: string): bigint[] =>
  found.filter((e) => e.stream === stream).map((e) => e.revision);

/** Appends `count` events to each of `streams`, one at a time, all streams at once. */
async function write(store: EventStore, streams: string[], count: number, from = 0): Promise<void> {
  await Promise.all(
    streams.map(async (stream) => {
      for (let i = from; i < from + count; i += 1) {
        await store.append(stream, [event('Happened', { i })], i === 0 ? 'no_stream' : BigInt(i - 1));
      }
    }),
  );
}

/** The order of the whole store, read and followed. */
export function describeAll(make: MakeContractStore, { load }: ContractOptions): void {
  describe('readAll', () => {
    it(
      'gives one order that keeps each stream’s own, the same each time',
      withStore(make, async ({ store, prefix }) => {
        const streams = ['a', 'b', 'c'].map((name) => prefix + name);
        await write(store, streams, 20);
        const filter = { prefixes: [prefix] };
        const found = await collect(store.readAll({ filter }));
        expect(found).toHaveLength(60);
        for (const stream of streams) {
          expect(revisions(found, stream)).toEqual(Array.from({ length: 20 }, (_, i) => BigInt(i)));
        }
        expect(new Set(found.map((e) => e.position)).size).toBe(60);
        expect((await collect(store.readAll({ filter }))).map((e) => e.position)).toEqual(found.map((e) => e.position));
      }),
    );

    it(
      'goes on after any position, exclusive, without a gap or a repetition at the borders',
      withStore(make, async ({ store, prefix }) => {
        await write(store, [`${prefix}a`, `${prefix}b`], 15);
        const filter = { prefixes: [prefix] };
        const whole = (await collect(store.readAll({ filter }))).map((e) => e.position);
        for (const [i, after] of whole.entries()) {
          const rest = await collect(store.readAll({ after, filter, max: 7 }));
          expect(rest.map((e) => e.position)).toEqual(whole.slice(i + 1, i + 8));
        }
      }),
    );

    it(
      'keeps to prefixes and types exactly',
      withStore(make, async ({ store, prefix }) => {
        const streams = ['fight-1', 'fight-1-x', 'fights-1', 'Fight-1', 'é-1', 'fight_1'].map((name) => prefix + name);
        for (const stream of streams) await store.append(stream, [event('Begun'), event('Ended')], 'no_stream');
        const read = async (prefixes: string[] | undefined, types?: string[]) =>
          (await collect(store.readAll({ filter: { prefixes, types } })))
            .filter((e) => e.stream.startsWith(prefix))
            .map((e) => `${e.stream.slice(prefix.length)} ${e.type}`);
        expect(await read([`${prefix}fight-`], ['Begun'])).toEqual(['fight-1 Begun', 'fight-1-x Begun']);
        expect(await read([`${prefix}é`, `${prefix}Fight-`], ['Ended'])).toEqual(['Fight-1 Ended', 'é-1 Ended']);
        expect(await read([`${prefix}fight_`])).toEqual(['fight_1 Begun', 'fight_1 Ended']);
        expect(await read([`${prefix}none`])).toEqual([]);
        expect(await read([prefix], ['Beg', 'begun'])).toEqual([]);
      }),
    );

    it(
      'refuses a position that it never gave',
      withStore(make, async ({ store }) => {
        const code = 'INVALID_POSITION';
        await expect(collect(store.readAll({ after: 'tomorrow' }))).rejects.toMatchObject({ code });
        await expect(collect(store.subscribeAll({ after: '-1' }))).rejects.toMatchObject({ code });
      }),
    );
  });

  describe('subscribeAll', () => {
    it(
      'gives what is there and then what comes, each once and in order, while 8 writers write',
      withStore(make, async ({ store, prefix }) => {
        const streams = Array.from({ length: 8 }, (_, i) => `${prefix}${i}`);
        const each = load / 8;
        await write(store, streams, each / 4);
        const following = collect(store.subscribeAll({ filter: { prefixes: [prefix] } }), load);
        await write(store, streams, (each * 3) / 4, each / 4);
        const found = await following;
        for (const stream of streams) {
          expect(revisions(found, stream)).toEqual(Array.from({ length: each }, (_, i) => BigInt(i)));
        }
        const read = await collect(store.readAll({ filter: { prefixes: [prefix] } }));
        expect(found.map((e) => e.position)).toEqual(read.map((e) => e.position));
      }),
    );

    it(
      'gives the same in lists, none of them empty, to one who takes all that is there',
      withStore(make, async ({ store, prefix }) => {
        const filter = { prefixes: [prefix] };
        await write(store, [`${prefix}a`, `${prefix}b`], 20);
        const found: StoredEvent[] = [];
        const lengths = new Set<number>();
        for await (const page of store.subscribeAll({ filter }).pages()) {
          if (found.length === 0) await write(store, [`${prefix}a`], 5, 20);
          found.push(...page);
          lengths.add(page.length);
          if (found.length >= 45) break;
        }
        const read = await collect(store.readAll({ filter }));
        expect(found.map((e) => e.position)).toEqual(read.map((e) => e.position));
        expect(lengths.has(0)).toBe(false);
      }),
    );

    it(
      'goes on after the position of the last event that was handled',
      withStore(make, async ({ store, prefix }) => {
        const filter = { prefixes: [prefix] };
        await write(store, [`${prefix}a`], 30);
        const found: StoredEvent[] = [];
        while (found.length < 30) {
          const after = found.at(-1)?.position;
          found.push(...(await collect(store.subscribeAll({ after, filter }), 7)).slice(0, 30 - found.length));
          if (found.length > 23) await write(store, [`${prefix}b`], 7);
          if (found.length > 23) break;
        }
        expect(revisions(found, `${prefix}a`)).toEqual(Array.from({ length: found.length }, (_, i) => BigInt(i)));
      }),
    );

    it(
      'begins at the end when told so, and says when it has caught up',
      withStore(make, async ({ store, prefix }) => {
        await write(store, [`${prefix}a`], 5);
        let caughtUp = (): void => undefined;
        const ready = new Promise<void>((resolve) => (caughtUp = resolve));
        const following = collect(
          store.subscribeAll({ after: 'end', filter: { prefixes: [prefix] }, onCaughtUp: caughtUp }),
          2,
        );
        await ready;
        await write(store, [`${prefix}a`], 2, 5);
        expect((await following).map((e) => e.revision)).toEqual([5n, 6n]);
      }),
    );

    it(
      'reports a checkpoint past what did not match, from which nothing is missed',
      withStore(make, async ({ store, prefix }) => {
        const skipped = Array.from({ length: 40 }, (_, i) => `${prefix}other-${i}`);
        await write(store, [`${prefix}wanted-1`], 1);
        for (const stream of skipped) await store.append(stream, events(50), 'no_stream');
        const filter = { prefixes: [`${prefix}wanted-`] };
        const stop = new AbortController();
        const checkpoints: string[] = [];
        const onCheckpoint = (position: string): void => void checkpoints.push(position);
        const onCaughtUp = (): void => stop.abort();
        const found = await collect(store.subscribeAll({ filter, onCheckpoint, onCaughtUp, signal: stop.signal }));
        expect(found).toHaveLength(1);
        expect(checkpoints.length).toBeGreaterThan(0);
        const after = checkpoints.at(-1);
        await write(store, [`${prefix}wanted-1`], 1, 1);
        const next = await collect(store.subscribeAll({ after, filter }), 1);
        expect(next.map((e) => e.revision)).toEqual([1n]);
      }),
    );

    it(
      'holds up nobody when one consumer is slow, and loses nothing for it',
      withStore(make, async ({ store, prefix }) => {
        const filter = { prefixes: [prefix] };
        const slow = store.subscribeAll({ filter })[Symbol.asyncIterator]();
        await store.append(`${prefix}a`, [event()], 'no_stream');
        const first = await slow.next();
        const quick = collect(store.subscribeAll({ filter }), 201);
        await write(store, [`${prefix}a`], 200, 1);
        expect(await quick).toHaveLength(201);
        const found = [first.value as StoredEvent];
        while (found.length < 201) found.push((await slow.next()).value as StoredEvent);
        await slow.return?.();
        expect(revisions(found, `${prefix}a`)).toEqual(Array.from({ length: 201 }, (_, i) => BigInt(i)));
      }),
    );

    it(
      'ends at once when the signal is aborted or the iterator is returned, also while it waits',
      withStore(make, async ({ store, prefix }) => {
        const filter = { prefixes: [prefix] };
        const stop = new AbortController();
        const aborted = collect(store.subscribeAll({ filter, signal: stop.signal }));
        const iterator = store.subscribeAll({ filter })[Symbol.asyncIterator]();
        const waiting = iterator.next();
        stop.abort();
        expect(await aborted).toEqual([]);
        await iterator.return?.();
        expect((await waiting).done).toBe(true);
      }),
    );

    it(
      'stops with the handler’s own error, and after it goes on from where the handler stood',
      withStore(make, async ({ store, prefix }) => {
        const filter = { prefixes: [prefix] };
        await write(store, [`${prefix}a`], 3);
        let stood: string | undefined;
        const handle = async (): Promise<void> => {
          for await (const stored of store.subscribeAll({ filter })) {
            if (stored.revision === 1n) throw new Error('the handler broke');
            stood = stored.position;
          }
        };
        await expect(handle()).rejects.toThrow('the handler broke');
        const again = await collect(store.subscribeAll({ filter, after: stood }), 2);
        expect(again.map((e) => e.revision)).toEqual([1n, 2n]);
      }),
    );

    it(
      'ends when the store is closed',
      withStore(make, async ({ store, prefix }) => {
        let caughtUp = (): void => undefined;
        const ready = new Promise<void>((resolve) => (caughtUp = resolve));
        const following = collect(store.subscribeAll({ filter: { prefixes: [prefix] }, onCaughtUp: caughtUp }));
        await ready;
        await store.close();
        expect(await following).toEqual([]);
      }),
    );

    it(
      'sees what another store over the same content wrote',
      withStore(make, async ({ store, prefix, another }) => {
        const other = await another();
        const following = collect(store.subscribeAll({ filter: { prefixes: [prefix] } }), 40);
        await Promise.all([write(store, [`${prefix}a`], 20), write(other, [`${prefix}b`], 20)]);
        const found = await following;
        const dense = Array.from({ length: 20 }, (_, i) => BigInt(i));
        expect(revisions(found, `${prefix}a`)).toEqual(dense);
        expect(revisions(found, `${prefix}b`)).toEqual(dense);
      }),
    );
  });
}
