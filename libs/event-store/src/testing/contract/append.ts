import { randomUUID } from 'node:crypto';
import { StoreError } from '../../errors.js';
import { MAX_APPEND_BYTES, MAX_EVENT_BYTES, type AppendResult, type EventToAppend } from '../../port.js';
import { collect, event, events, facts, withStore, type MakeContractStore } from './harness.js';

/** What every store decides about one append. */
export function describeAppend(make: MakeContractStore): void {
  describe('append: the expected revision', () => {
    it(
      'accepts no_stream on a new stream and answers the revision of the last event',
      withStore(make, async ({ store, prefix }) => {
        expect(await store.append(`${prefix}a`, events(3), 'no_stream')).toMatchObject({
          kind: 'appended',
          revision: 2n,
        });
      }),
    );

    it(
      'answers no_stream on an existing stream with a conflict that says the true revision',
      withStore(make, async ({ store, prefix }) => {
        await store.append(`${prefix}a`, events(2), 'no_stream');
        expect(await store.append(`${prefix}a`, events(1), 'no_stream')).toEqual({ kind: 'conflict', actual: 1n });
      }),
    );

    it(
      'accepts the exact revision and refuses a stale and a future one',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}a`;
        await store.append(stream, events(3), 'no_stream');
        expect(await store.append(stream, events(1), 1n)).toEqual({ kind: 'conflict', actual: 2n });
        expect(await store.append(stream, events(1), 3n)).toEqual({ kind: 'conflict', actual: 2n });
        expect(await store.append(stream, events(1), 2n ** 60n)).toEqual({ kind: 'conflict', actual: 2n });
        expect(await store.append(stream, events(1), 2n)).toMatchObject({ kind: 'appended', revision: 3n });
      }),
    );

    it(
      'answers a revision on a missing stream with a conflict and no actual revision',
      withStore(make, async ({ store, prefix }) => {
        expect(await store.append(`${prefix}a`, events(1), 0n)).toEqual({ kind: 'conflict', actual: null });
      }),
    );

    it(
      'accepts stream_exists only where there is a stream, and any everywhere',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}a`;
        expect(await store.append(stream, events(1), 'stream_exists')).toEqual({ kind: 'conflict', actual: null });
        expect(await store.append(stream, events(1), 'any')).toMatchObject({ kind: 'appended', revision: 0n });
        expect(await store.append(stream, events(2), 'any')).toMatchObject({ kind: 'appended', revision: 2n });
        expect(await store.append(stream, events(1), 'stream_exists')).toMatchObject({
          kind: 'appended',
          revision: 3n,
        });
      }),
    );

    it(
      'stores all events of an append or none, at consecutive revisions',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}a`;
        const stored = events(4);
        await store.append(stream, stored, 'no_stream');
        await store.append(stream, events(4), 1n);
        const found = await collect(store.readStream(stream));
        expect(found.map((e) => e.id)).toEqual(stored.map((e) => e.id));
        expect(found.map((e) => e.revision)).toEqual([0n, 1n, 2n, 3n]);
      }),
    );

    it(
      'takes revisions beyond 2^53 as they are',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}a`;
        await store.append(stream, events(1), 'no_stream');
        expect(await store.append(stream, events(1), 2n ** 53n + 1n)).toEqual({ kind: 'conflict', actual: 0n });
        expect(await collect(store.readStream(stream, { from: 2n ** 53n + 1n }))).toEqual([]);
        expect(await store.readStreamPage(stream, 2n ** 53n + 1n, 10)).toEqual([]);
      }),
    );
  });

  describe('append: the same again', () => {
    const retried = async (
      { store, prefix }: Parameters<Parameters<typeof withStore>[1]>[0],
      change: (stored: EventToAppend[]) => EventToAppend[],
    ) => {
      const stream = `${prefix}a`;
      const stored = events(3);
      await store.append(stream, events(2), 'no_stream');
      await store.append(stream, stored, 1n);
      const before = await collect(store.readStream(stream));
      const result = await store.append(stream, change(stored), 1n);
      expect((await collect(store.readStream(stream))).map(facts)).toEqual(before.map(facts));
      return result;
    };

    it(
      'gives each event’s position where it says them',
      withStore(make, async ({ store, prefix }) => {
        const stored = await store.append(`${prefix}a`, events(3), 'no_stream');
        const read = (await collect(store.readStream(`${prefix}a`))).map((e) => e.position);
        const said = stored.kind === 'appended' ? (stored.positions ?? read) : [];
        expect(said).toEqual(read);
      }),
    );

    it(
      'answers already and stores nothing when ids and revision are the same',
      withStore(make, async (given) => {
        expect(await retried(given, (stored) => stored)).toMatchObject({ kind: 'already', revision: 4n });
      }),
    );

    it(
      'gives the first answer’s revision and position again, also when others wrote since',
      withStore(make, async ({ store, prefix }) => {
        const stream = `${prefix}a`;
        const stored = events(2);
        const first = await store.append(stream, stored, 'no_stream');
        await store.append(stream, events(3), 1n);
        expect(await store.append(stream, stored, 'no_stream')).toMatchObject({ ...lastOf(first), kind: 'already' });
      }),
    );

    it(
      'knows the same append after a restart',
      withStore(make, async ({ store, prefix, reopen }) => {
        const stored = events(2);
        const first = await store.append(`${prefix}a`, stored, 'no_stream');
        const later = await reopen();
        expect(await later.append(`${prefix}a`, stored, 'no_stream')).toMatchObject({
          ...lastOf(first),
          kind: 'already',
        });
        expect(await collect(later.readStream(`${prefix}a`))).toHaveLength(2);
      }),
    );

    it(
      'keeps what was stored first when the retry brings other data',
      withStore(make, async ({ store, prefix }) => {
        const rolled = event('Rolled', { face: 7 });
        await store.append(`${prefix}a`, [rolled], 'no_stream');
        const again = await store.append(`${prefix}a`, [{ ...rolled, data: { face: 3 } }], 'no_stream');
        expect(again.kind).toBe('already');
        expect((await store.readStreamPage(`${prefix}a`, 0n, 1))[0]?.data).toEqual({ face: 7 });
      }),
    );

    it.each([
      ['a part of the stored append', (stored: EventToAppend[]) => stored.slice(0, 2)],
      ['more than the stored append', (stored: EventToAppend[]) => [...stored, event()]],
      ['the same ids in another order', (stored: EventToAppend[]) => stored.toReversed()],
      [
        'one id changed',
        (stored: EventToAppend[]) => [stored[0] as EventToAppend, event(), stored[2] as EventToAppend],
      ],
    ])('answers %s with a conflict', (_, change) =>
      withStore(make, async (given) => {
        expect(await retried(given, change)).toEqual({ kind: 'conflict', actual: 4n });
      })(),
    );

    it(
      'lets the same id stand in two streams',
      withStore(make, async ({ store, prefix }) => {
        const same = event();
        expect(await store.append(`${prefix}a`, [same], 'no_stream')).toMatchObject({ kind: 'appended' });
        expect(await store.append(`${prefix}b`, [same], 'no_stream')).toMatchObject({ kind: 'appended' });
      }),
    );
  });

  describe('append: what no store takes', () => {
    /** The code of the refusal, if also nothing was stored. */
    const refusal = async (change: {
      stream?: string;
      add?: EventToAppend[];
      expected?: bigint;
    }): Promise<string | undefined> => {
      let code: string | undefined;
      await withStore(make, async ({ store, prefix }) => {
        const stream = change.stream ?? `${prefix}a`;
        code = await store.append(stream, change.add ?? [event()], change.expected ?? 'any').then(
          () => undefined,
          (error: unknown) => (error instanceof StoreError ? error.code : undefined),
        );
        expect(await store.head(`${prefix}a`)).toBeNull();
      })();
      return code;
    };
    const sized = (bytes: number, id: string = randomUUID()): EventToAppend => {
      const empty = { id, type: 'Big', data: { text: '' }, metadata: {} };
      return { ...empty, data: { text: 'x'.repeat(bytes - 'Big{"text":""}{}'.length) } };
    };

    it('refuses an empty list', async () => {
      expect(await refusal({ add: [] })).toBe('INVALID_APPEND');
    });

    it('refuses an id that is no UUID', async () => {
      expect(await refusal({ add: [{ ...event(), id: 'one' }] })).toBe('INVALID_APPEND');
    });

    it('refuses an id twice in one append', async () => {
      const twice = event();
      expect(await refusal({ add: [twice, { ...event(), id: twice.id.toUpperCase() }] })).toBe('INVALID_APPEND');
    });

    it('refuses a negative revision', async () => {
      expect(await refusal({ expected: -1n })).toBe('INVALID_APPEND');
    });

    it.each([[NaN], [Infinity], [10n], [new Date(0)], [() => 1], [Symbol('s')]])(
      'refuses %p as data',
      async (value) => {
        expect(await refusal({ add: [event('Odd', { list: [value as never] })] })).toBe('INVALID_APPEND');
      },
    );

    it('refuses data nested too deep, whatever the depth', async () => {
      const deep = JSON.parse(`{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`) as { a: [] };
      expect(await refusal({ add: [event('Deep', deep)] })).toBe('INVALID_APPEND');
    });

    it('refuses metadata that uses the reserved key', async () => {
      expect(await refusal({ add: [event('A', {}, { $append: 1 })] })).toBe('INVALID_APPEND');
    });

    it('refuses an event one byte over the limit', async () => {
      expect(await refusal({ add: [sized(MAX_EVENT_BYTES + 1)] })).toBe('EVENT_TOO_LARGE');
    });

    it('refuses an append over the limit', async () => {
      const over = [0, 1, 2, 3, 4].map(() => sized(MAX_APPEND_BYTES / 5 + 1));
      expect(await refusal({ add: over })).toBe('APPEND_TOO_LARGE');
    });

    it(
      'takes an event and an append of exactly the limit',
      withStore(make, async ({ store, prefix }) => {
        const full = [0, 1, 2, 3, 4].map(() => sized(MAX_APPEND_BYTES / 5));
        expect(await store.append(`${prefix}a`, [sized(MAX_EVENT_BYTES)], 'no_stream')).toMatchObject({
          kind: 'appended',
        });
        expect(await store.append(`${prefix}a`, full, 0n)).toMatchObject({ kind: 'appended', revision: 5n });
      }),
    );

    it.each([
      ['$stream'],
      ['$$stream'],
      [''],
      ['x'.repeat(201)],
      ['é'.repeat(101)],
      ['a\nb'],
      ['a\u0000b'],
      ['a\ud800b'],
    ])('refuses %p as a stream’s name, for writing and for reading', (name) =>
      withStore(make, async ({ store }) => {
        const code = 'INVALID_STREAM_NAME';
        await expect(store.append(name, [event()], 'any')).rejects.toMatchObject({ code });
        await expect(store.head(name)).rejects.toMatchObject({ code });
        await expect(store.readStreamPage(name, 0n, 1)).rejects.toMatchObject({ code });
        await expect(collect(store.readStream(name))).rejects.toMatchObject({ code });
      })(),
    );
  });

  describe('append: what comes back as it was', () => {
    it(
      'tells streams apart by case and by Unicode form, and takes any script',
      withStore(make, async ({ store, prefix }) => {
        const names = ['e-A', 'e-a', 'e-\u00e9', 'e-e\u0301', 'e-🐉', 'e-龍 1', 'e-x-y'].map((name) => prefix + name);
        for (const name of names) await store.append(name, [event('Named', { name })], 'no_stream');
        for (const name of names) {
          expect(await store.readStreamPage(name, 0n, 9)).toMatchObject([{ stream: name, data: { name } }]);
        }
      }),
    );

    it(
      'gives data and metadata back unchanged',
      withStore(make, async ({ store, prefix }) => {
        const data = JSON.parse(
          '{"__proto__":{"x":1},"text":"ñ 龍 🐉 \\u0000 \\ud800 \\" \\\\","deep":[[{"a":null}]],"big":"9007199254740993","zero":0,"n":-1.5e-7,"":[]}',
        ) as EventToAppend['data'];
        const metadata = { $correlationId: randomUUID(), $causationId: randomUUID(), at: '2026-01-01T00:00:00.000Z' };
        const absent = { there: null, gone: undefined };
        await store.append(`${prefix}a`, [event('A', data, metadata), event('B', absent)], 'no_stream');
        const [first, second] = await collect(store.readStream(`${prefix}a`));
        expect(JSON.stringify(first?.data)).toBe(JSON.stringify(data));
        expect(first?.dataText).toBe(JSON.stringify(data));
        expect(first?.metadata).toEqual(metadata);
        expect(second?.dataText).toBe('{"there":null}');
        expect(second?.metadata).toEqual({});
        expect(second?.metadataText).toBe('{}');
      }),
    );

    it(
      'takes the text that the caller has written already',
      withStore(make, async ({ store, prefix }) => {
        const texts = { dataText: '{"face":7,"die":1}', metadataText: '{"at":"noon"}' };
        const written = { ...event('Rolled', { die: 1, face: 7 }, { at: 'noon' }), ...texts };
        await store.append(`${prefix}a`, [written], 'no_stream');
        expect((await store.readStreamPage(`${prefix}a`, 0n, 1))[0]).toMatchObject({
          ...texts,
          data: { face: 7, die: 1 },
          metadata: { at: 'noon' },
        });
      }),
    );

    it(
      'keeps what was appended when the caller changes its objects afterwards',
      withStore(make, async ({ store, prefix }) => {
        const data = { face: 7 };
        await store.append(`${prefix}a`, [event('Rolled', data)], 'no_stream');
        data.face = 1;
        expect((await store.readStreamPage(`${prefix}a`, 0n, 1))[0]?.data).toEqual({ face: 7 });
      }),
    );
  });
}

/** Where the append's last event stands. */
function lastOf(result: AppendResult): object {
  if (result.kind !== 'appended') throw new Error(result.kind);
  return { revision: result.revision, position: result.position };
}
