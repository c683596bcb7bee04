import { StoreError, StreamNotFound } from '../../errors.js';
import { collect, event, events, withStore, type ContractOptions, type MakeContractStore } from './harness.js';

/** Reading one stream. */
export function describeReads(make: MakeContractStore, { load }: ContractOptions): void {
  const withTen = (test: Parameters<typeof withStore>[1]): (() => Promise<void>) =>
    withStore(make, async (given) => {
      await given.store.append(`${given.prefix}a`, events(10), 'no_stream');
      await test(given);
    });
  const numbers = (found: { data: { readonly i?: unknown } }[]): unknown[] => found.map((e) => e.data.i);

  describe('readStream', () => {
    it(
      'reads forward from the start',
      withTen(async ({ store, prefix }) => {
        expect(numbers(await collect(store.readStream(`${prefix}a`)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      }),
    );

    it(
      'reads from a revision in the middle, inclusive, and past the end nothing',
      withTen(async ({ store, prefix }) => {
        const read = (from: bigint, max?: number) => collect(store.readStream(`${prefix}a`, { from, max }));
        expect(numbers(await read(7n))).toEqual([7, 8, 9]);
        expect(numbers(await read(7n, 2))).toEqual([7, 8]);
        expect(await read(10n)).toEqual([]);
        expect(await read(7n, 0)).toEqual([]);
      }),
    );

    it(
      'reads backward from the end or from a revision, inclusive',
      withTen(async ({ store, prefix }) => {
        const read = (from?: bigint, max?: number) =>
          collect(store.readStream(`${prefix}a`, { from, max, direction: 'backward' }));
        expect(numbers(await read(undefined, 3))).toEqual([9, 8, 7]);
        expect(numbers(await read(2n))).toEqual([2, 1, 0]);
        expect(numbers(await read(99n, 1))).toEqual([9]);
        expect(await read()).toHaveLength(10);
      }),
    );

    it(
      'says that a stream is missing when the iteration begins, not before',
      withStore(make, async ({ store, prefix }) => {
        const reading = store.readStream(`${prefix}none`);
        await expect(collect(reading)).rejects.toBeInstanceOf(StreamNotFound);
        await expect(store.readStreamPage(`${prefix}none`, 0n, 10)).rejects.toMatchObject({ code: 'STREAM_NOT_FOUND' });
        expect(await store.head(`${prefix}none`)).toBeNull();
      }),
    );

    it(
      'sees at once what was answered as appended',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}a`;
        for (let i = 0; i < 20; i += 1) {
          await store.append(stream, [event('Happened', { i })], i === 0 ? 'no_stream' : BigInt(i - 1));
          expect(await store.head(stream)).toBe(BigInt(i));
          expect(numbers(await store.readStreamPage(stream, BigInt(i), 10))).toEqual([i]);
        }
      }),
    );

    it(
      'reads a long stream whole, in order, and in pages that fit together',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}long`;
        const size = 400;
        for (let at = 0; at < load; at += size) {
          const add = Array.from({ length: size }, (_, i) => event('Happened', { i: at + i }));
          await store.append(stream, add, at === 0 ? 'no_stream' : BigInt(at - 1));
        }
        const all = Array.from({ length: load }, (_, i) => i);
        expect(numbers(await collect(store.readStream(stream)))).toEqual(all);
        expect(numbers(await collect(store.readStream(stream, { direction: 'backward' })))).toEqual(all.toReversed());
        const paged: unknown[] = [];
        for (let from = 0; from < load; from += 300) {
          paged.push(...numbers(await store.readStreamPage(stream, BigInt(from), 300)));
        }
        expect(paged).toEqual(all);
      }),
    );

    it(
      'ends without an error when the signal is aborted',
      withTen(async ({ store, prefix }) => {
        const stop = new AbortController();
        const found: unknown[] = [];
        for await (const stored of store.readStream(`${prefix}a`, { signal: stop.signal })) {
          found.push(stored.revision);
          if (found.length === 3) stop.abort();
        }
        expect(found).toEqual([0n, 1n, 2n]);
      }),
    );
  });

  describe('retire', () => {
    it(
      'closes a stream for good, for reading and for appending, also after a restart',
      withTen(async ({ store, prefix, reopen }) => {
        await store.append(`${prefix}b`, [event()], 'no_stream');
        await store.retire(`${prefix}a`);
        const code = 'STREAM_RETIRED';
        const check = async (each: typeof store): Promise<void> => {
          await expect(collect(each.readStream(`${prefix}a`))).rejects.toMatchObject({ code });
          await expect(each.readStreamPage(`${prefix}a`, 0n, 1)).rejects.toMatchObject({ code });
          await expect(each.head(`${prefix}a`)).rejects.toMatchObject({ code });
          await expect(each.append(`${prefix}a`, [event()], 9n)).rejects.toMatchObject({ code });
          await expect(each.append(`${prefix}a`, [event()], 'no_stream')).rejects.toMatchObject({ code });
          expect(await each.head(`${prefix}b`)).toBe(0n);
        };
        await check(store);
        await check(await reopen());
      }),
    );

    it(
      'says that a missing stream is missing',
      withStore(make, async ({ store, prefix }) => {
        await expect(store.retire(`${prefix}none`)).rejects.toMatchObject({ code: 'STREAM_NOT_FOUND' });
      }),
    );
  });

  describe('health and close', () => {
    it(
      'is healthy while open and says so no more when closed',
      withStore(make, async ({ store }) => {
        expect(await store.health()).toMatchObject({ ok: true });
        await store.close();
        expect(await store.health()).toMatchObject({ ok: false });
      }),
    );

    it(
      'settles every append that was in flight at the close, each stored or refused',
      withStore(make, async ({ store, prefix, reopen }) => {
        const sent = Array.from({ length: 20 }, (_, i) =>
          store.append(`${prefix}${i}`, [event()], 'no_stream').then(
            (result) => result.kind,
            (error: unknown) => (error instanceof StoreError ? error.code : error),
          ),
        );
        await store.close();
        const told = await Promise.all(sent);
        const later = await reopen();
        for (const [i, each] of told.entries()) {
          if (each === 'appended') expect(await later.head(`${prefix}${i}`)).toBe(0n);
          else expect(['STORE_CLOSED', 'unknown']).toContain(each);
        }
      }),
    );

    it(
      'refuses every call after the close',
      withStore(make, async ({ store, prefix }) => {
        await store.append(`${prefix}a`, [event()], 'no_stream');
        await store.close();
        await store.close();
        const code = 'STORE_CLOSED';
        await expect(store.append(`${prefix}a`, [event()], 0n)).rejects.toMatchObject({ code });
        await expect(store.head(`${prefix}a`)).rejects.toMatchObject({ code });
        await expect(store.readStreamPage(`${prefix}a`, 0n, 1)).rejects.toMatchObject({ code });
        await expect(collect(store.readStream(`${prefix}a`))).rejects.toMatchObject({ code });
        await expect(collect(store.readAll())).rejects.toMatchObject({ code });
        await expect(collect(store.subscribeAll())).rejects.toMatchObject({ code });
      }),
    );
  });
}
