import { randomUUID } from 'node:crypto';
import { openStore, type EventStore, type EventToAppend } from '@bitacora/event-store';
import { batchesOf } from './batches.js';
import { migrate, type Progress } from './migrate.js';
import { MigrationStopped } from './stop.js';
import type { Survey } from './survey.js';

const NEVER = new AbortController().signal;
const SILENT: Progress = { found: () => undefined, copied: () => undefined };

const events = (count: number, command: string = randomUUID(), text = 'x'): EventToAppend[] =>
  Array.from({ length: count }, (_, i) => ({
    id: randomUUID(),
    type: 'Happened',
    data: { i, text },
    metadata: { command, at: '2024-02-29T12:00:00.000Z' },
  }));

async function append(store: EventStore, stream: string, add: EventToAppend[]): Promise<void> {
  await store.append(stream, add, (await store.head(stream)) ?? 'no_stream');
}

/** Three streams whose commands alternate, one of them of access. */
async function filled(store: EventStore, commands = 40): Promise<EventStore> {
  for (let i = 0; i < commands; i += 1) {
    const stream = ['encounter-a', 'encounter-b', 'access-keys'][i % 3] ?? '';
    await append(store, stream, events(1 + (i % 4), `command ${i}`, 'ñandú 🐦 \u2028'));
  }
  return store;
}

async function logOf(store: EventStore): Promise<unknown[]> {
  const log: unknown[] = [];
  for await (const { stream, revision, id, type, data, metadata } of store.readAll()) {
    log.push({ stream, revision, id, type, data, metadata });
  }
  return log;
}

async function obstacleTo(running: Promise<unknown>): Promise<unknown> {
  const error = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MigrationStopped);
  return (error as MigrationStopped).obstacle;
}

describe('a migration', () => {
  let source: EventStore;
  let target: EventStore;
  beforeEach(async () => {
    source = await openStore('memory:');
    target = await openStore('memory:');
  });

  it('gives the target the same log in the same order, with ids and revisions, and says what it compared', async () => {
    await filled(source);
    const verified = await migrate(source, target, SILENT, NEVER);
    const log = await logOf(source);
    expect(await logOf(target)).toEqual(log);
    expect(verified).toEqual({
      streams: 3,
      events: log.length,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it('of an empty store is done at once', async () => {
    expect(await migrate(source, target, SILENT, NEVER)).toMatchObject({ streams: 0, events: 0 });
  });

  it('run again writes nothing and finds the same', async () => {
    const first = await migrate(await filled(source), target, SILENT, NEVER);
    const written: number[] = [];
    const surveys: Survey[] = [];
    const progress = { found: (found: Survey) => surveys.push(found), copied: (n: number) => written.push(n) };
    expect(await migrate(source, target, progress, NEVER)).toEqual(first);
    expect(written).toEqual([]);
    expect(surveys).toMatchObject([{ events: first.events, copied: first.events }]);
  });

  it('goes on where it was stopped, wherever that was', async () => {
    await filled(source);
    const log = await logOf(source);
    for (let stopAfter = 1; stopAfter < log.length; stopAfter += 7) {
      const fresh = await openStore('memory:');
      const stop = new AbortController();
      const progress = { ...SILENT, copied: (n: number) => n >= stopAfter && stop.abort() };
      expect(await obstacleTo(migrate(source, fresh, progress, stop.signal))).toEqual({ name: 'stopped' });
      const part = await logOf(fresh);
      expect(part).toEqual(log.slice(0, part.length));
      await migrate(source, fresh, SILENT, NEVER);
      expect(await logOf(fresh)).toEqual(log);
    }
  });

  it('takes over what the source got after the last run', async () => {
    await migrate(await filled(source), target, SILENT, NEVER);
    await append(source, 'encounter-a', events(3));
    await append(source, 'encounter-new', events(2));
    await migrate(source, target, SILENT, NEVER);
    expect(await logOf(target)).toEqual(await logOf(source));
  });

  it('says that the source has grown when it was written to meanwhile, in a stream that was there or in a new one', async () => {
    for (const stream of ['encounter-a', 'encounter-new']) {
      const fresh = await openStore('memory:');
      await filled(source);
      let isGrown = false;
      const growing: EventStore = Object.assign(Object.create(target) as EventStore, {
        append: async (...args: Parameters<EventStore['append']>) => fresh.append(...args),
        head: async (of: string) => {
          const head = await fresh.head(of);
          if (head !== null && !isGrown) await append(source, stream, events(1));
          isGrown ||= head !== null;
          return head;
        },
        readStreamPage: (...args: Parameters<EventStore['readStreamPage']>) => fresh.readStreamPage(...args),
      });
      expect(await obstacleTo(migrate(source, growing, SILENT, NEVER))).toEqual({ name: 'grown', stream });
      await migrate(source, fresh, SILENT, NEVER);
    }
  });

  it.each([
    ['another event', (copy: EventToAppend[]) => [{ ...copy[0], id: randomUUID() } as EventToAppend]],
    ['other data under the same id', (copy: EventToAppend[]) => [{ ...copy[0], data: { i: 7 } } as EventToAppend]],
    ['other metadata', (copy: EventToAppend[]) => [{ ...copy[0], metadata: {} } as EventToAppend]],
  ])('refuses a target whose stream has %s, names it, and writes nothing', async (_, changed) => {
    const copy = events(2);
    await filled(source);
    await append(source, 'encounter-z', copy);
    await append(target, 'encounter-z', changed(copy));
    const before = await logOf(target);
    const told = await obstacleTo(migrate(source, target, SILENT, NEVER));
    expect(told).toEqual({ name: 'otherData', stream: 'encounter-z', number: 1 });
    expect(await logOf(target)).toEqual(before);
  });

  it('refuses a target whose stream goes on longer, or was closed for good', async () => {
    const copy = events(2);
    await append(source, 'encounter-z', copy);
    await append(target, 'encounter-z', [...copy, ...events(1)]);
    const told = await obstacleTo(migrate(source, target, SILENT, NEVER));
    expect(told).toEqual({ name: 'otherData', stream: 'encounter-z', number: 3 });
    await target.retire('encounter-z');
    const then = await obstacleTo(migrate(source, target, SILENT, NEVER));
    expect(then).toEqual({ name: 'retiredThere', stream: 'encounter-z' });
  });

  it('leaves out what was closed for good in the source, and says so', async () => {
    await filled(source);
    await append(source, 'encounter-gone', events(3));
    await source.retire('encounter-gone');
    const surveys: Survey[] = [];
    await migrate(source, target, { ...SILENT, found: (found) => surveys.push(found) }, NEVER);
    expect(surveys[0]?.retired).toEqual(['encounter-gone']);
    expect(await target.head('encounter-gone')).toBeNull();
    expect(await target.head('encounter-a')).toEqual(await source.head('encounter-a'));
  });

  it('leaves other streams of the target alone', async () => {
    await append(target, 'encounter-other', events(2));
    await migrate(await filled(source), target, SILENT, NEVER);
    expect(await target.head('encounter-other')).toBe(1n);
  });

  it('asks what became of an append whose outcome is unknown, and gives up when nobody says', async () => {
    await filled(source);
    let unknowns = 0;
    const doubtful = (resolvable: boolean): EventStore =>
      Object.assign(Object.create(target) as EventStore, {
        head: (stream: string) => target.head(stream),
        readStreamPage: (...args: Parameters<EventStore['readStreamPage']>) => target.readStreamPage(...args),
        append: async (...args: Parameters<EventStore['append']>) => {
          unknowns += 1;
          const never = { kind: 'unknown' as const, resolve: async () => never };
          return resolvable ? { kind: 'unknown', resolve: () => target.append(...args) } : never;
        },
      });
    expect(await obstacleTo(migrate(source, doubtful(false), SILENT, NEVER))).toEqual({ name: 'unclear' });
    await migrate(source, doubtful(true), SILENT, NEVER);
    expect(unknowns).toBeGreaterThan(1);
    expect(await logOf(target)).toEqual(await logOf(source));
  });

  it('tells when what was copied does not read as it was sent', async () => {
    await filled(source);
    const forgetful: EventStore = Object.assign(Object.create(target) as EventStore, {
      head: (stream: string) => target.head(stream),
      readStreamPage: (...args: Parameters<EventStore['readStreamPage']>) => target.readStreamPage(...args),
      append: async (stream: string, add: EventToAppend[], expected: bigint | 'no_stream') =>
        target.append(
          stream,
          add.map((one) => ({ ...one, metadata: { command: 'lost' } })),
          expected,
        ),
    });
    expect(await obstacleTo(migrate(source, forgetful, SILENT, NEVER))).toMatchObject({ name: 'differs', number: 1 });
  });
});

describe('the appends of a migration', () => {
  async function* log(commands: readonly (readonly [stream: string, size: number, text?: string])[]) {
    const store = await openStore('memory:');
    for (const [stream, size, text] of commands) await append(store, stream, events(size, randomUUID(), text));
    yield* store.readAll();
  }

  async function shapes(commands: Parameters<typeof log>[0]): Promise<[string, number][]> {
    const found: [string, number][] = [];
    for await (const batch of batchesOf(log(commands))) found.push([batch[0]?.stream ?? '', batch.length]);
    return found;
  }

  it('hold what follows one another in one stream, and no more than 250 events of whole commands', async () => {
    expect(
      await shapes([
        ['a', 3],
        ['a', 2],
        ['b', 1],
        ['a', 1],
      ]),
    ).toEqual([
      ['a', 5],
      ['b', 1],
      ['a', 1],
    ]);
    expect(
      await shapes([
        ['a', 200],
        ['a', 100],
        ['a', 150],
        ['a', 1],
      ]),
    ).toEqual([
      ['a', 200],
      ['a', 250],
      ['a', 1],
    ]);
    expect(
      await shapes([
        ['a', 1],
        ['a', 1_000],
      ]),
    ).toEqual([
      ['a', 1],
      ['a', 1_000],
    ]);
  });

  it('hold no more bytes than any store takes, and never a part of a command', async () => {
    const big = 'x'.repeat(200_000);
    expect(
      await shapes([
        ['a', 3, big],
        ['a', 3, big],
        ['a', 4, big],
      ]),
    ).toEqual([
      ['a', 3],
      ['a', 3],
      ['a', 4],
    ]);
  });
});
