import { appendAtHead, collect, event, withStore, type MakeContractStore } from './harness.js';

const WRITERS = 64;
const writers = Array.from({ length: WRITERS }, (_, i) => i);

/** Many writers at once. */
export function describeConcurrency(make: MakeContractStore): void {
  describe('concurrent appends', () => {
    it(
      'lets exactly one of 64 writers win the same revision, and tells the others the truth',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}a`;
        const results = await Promise.all(writers.map((w) => store.append(stream, [event('Won', { w })], 'no_stream')));
        expect(results.filter((r) => r.kind === 'appended')).toHaveLength(1);
        expect(results.filter((r) => r.kind === 'conflict' && r.actual === 0n)).toHaveLength(WRITERS - 1);
        const winner = results.findIndex((r) => r.kind === 'appended');
        expect((await collect(store.readStream(stream))).map((e) => e.data)).toEqual([{ w: winner }]);
      }),
    );

    it(
      'gives 64 writers who try again after a conflict dense revisions, each event once',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}a`;
        const results = await Promise.all(writers.map((w) => appendAtHead(store, stream, [event('Wrote', { w })])));
        const found = await collect(store.readStream(stream));
        expect(found.map((e) => e.revision)).toEqual(writers.map(BigInt));
        expect(new Set(found.map((e) => e.data.w)).size).toBe(WRITERS);
        for (const [w, result] of results.entries()) {
          expect(result.kind === 'appended' && found[Number(result.revision)]?.data.w).toBe(w);
        }
      }),
    );

    it(
      'loses nothing of 64 writers on 64 streams, and keeps each one’s order',
      withStore(make, async ({ store, prefix }) => {
        const each = 5;
        await Promise.all(
          writers.map(async (w) => {
            for (let i = 0; i < each; i += 1) {
              const expected = i === 0 ? ('no_stream' as const) : BigInt(i - 1);
              expect((await store.append(`${prefix}${w}`, [event('Wrote', { i })], expected)).kind).toBe('appended');
            }
          }),
        );
        for (const w of writers) {
          const found = await collect(store.readStream(`${prefix}${w}`));
          expect(found.map((e) => e.data.i)).toEqual([0, 1, 2, 3, 4]);
        }
        const all = await collect(store.readAll({ filter: { prefixes: [prefix] } }));
        expect(all).toHaveLength(WRITERS * each);
      }),
    );

    it(
      'answers the same append sent many times at once with appended once and already otherwise',
      withStore(make, async ({ store, prefix }) => {
        const same = [event(), event()];
        const results = await Promise.all(writers.map(() => store.append(`${prefix}a`, same, 'no_stream')));
        expect(results.filter((r) => r.kind === 'appended')).toHaveLength(1);
        expect(results.filter((r) => r.kind === 'already')).toHaveLength(WRITERS - 1);
        expect(await store.head(`${prefix}a`)).toBe(1n);
      }),
    );

    it(
      'lets two stores over the same content race without a gap or a repetition',
      withStore(make, async ({ store, prefix, another }) => {
        const stores = [store, await another()];
        const stream = `${prefix}a`;
        await Promise.all(
          writers.map((w) => appendAtHead(stores[w % 2] as typeof store, stream, [event('Wrote', { w })])),
        );
        const found = await collect(store.readStream(stream));
        expect(found.map((e) => e.revision)).toEqual(writers.map(BigInt));
        expect(new Set(found.map((e) => e.data.w)).size).toBe(WRITERS);
      }),
    );
  });
}
