import { openStore, type EventStore } from '@bitacora/event-store';
import { ADMIN, by, done, given, note, openTest } from './testing/index.js';
import type { Change, Encounters } from './types.js';

async function take<T>(from: AsyncIterable<T> | null, count: number): Promise<T[]> {
  const taken: T[] = [];
  if (from === null || count === 0) return taken;
  for await (const item of from) if (taken.push(item) === count) break;
  return taken;
}

const revisions = (changes: readonly Change[]): number[] => changes.flatMap((c) => c.events.map((e) => e.revision));
const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('following an encounter', () => {
  let store: EventStore;
  let encounters: Encounters;
  beforeEach(async () => {
    store = await openStore('memory:');
    encounters = await openTest(store);
  });
  afterEach(() => encounters.close());

  const follow = (id: string, after?: number, from = encounters) =>
    from.follow(id, after === undefined ? {} : { after }, ADMIN);

  it('gives each command once: its events and the encounter after it', async () => {
    const id = await given(encounters, 3, { type: 'start' }, note('a'));
    const [created, started, noted] = await take(await follow(id, 0), 3);
    expect(created?.events.map((e) => e.type)).toEqual([
      'EncounterCreated',
      ...Array<string>(3).fill('CombatantAdded'),
    ]);
    expect(started?.events.map((e) => e.type)).toEqual(['EncounterStarted', 'RoundStarted']);
    expect(started?.folded.view(ADMIN)).toMatchObject({ revision: 6, clock: { round: 1 } });
    expect(noted).toMatchObject({ revision: 7, folded: { revision: 7 } });
  });

  it('gives the live state with each command, as a replay would', async () => {
    const id = await given(encounters, 2);
    const live = take(await follow(id), 3);
    for (const command of [{ type: 'start' }, { type: 'rollInitiative' }, { type: 'undo' }] as const) {
      await encounters.execute(id, command, by());
    }
    for (const change of await live) {
      const loaded = await encounters.load(id, { revision: change.revision });
      expect(loaded.kind === 'found' && loaded.folded.view(ADMIN)).toEqual(change.folded.view(ADMIN));
    }
  });

  it('begins with what comes when it is not told where', async () => {
    const id = await given(encounters, 1, note('before'));
    const following = await follow(id);
    await encounters.execute(id, note('after'), by());
    expect((await take(following, 1)).map((c) => c.events[0]?.data)).toEqual([{ text: 'after' }]);
  });

  it('resumes at every revision, in the middle of a command too', async () => {
    const id = await given(encounters, 4, { type: 'start' }, { type: 'rollInitiative' }, note('a'));
    const loaded = await encounters.load(id);
    const last = loaded.kind === 'found' ? loaded.folded.revision : 0;
    const all = await take(await follow(id, 0), 4);
    for (let after = 0; after < last; after += 1) {
      const missed = all.filter((c) => c.revision > after);
      const resumed = await take(await follow(id, after), missed.length);
      expect(revisions(resumed)).toEqual(upTo(after + 1, last));
      expect(resumed.map((c) => c.folded.view(ADMIN))).toEqual(missed.map((c) => c.folded.view(ADMIN)));
    }
  });

  it('goes from history to live without gap or repeat while two processes write, for early and late followers', async () => {
    const other = await openTest(store);
    const id = await given(encounters, 2);
    const total = 400;
    const followers: Promise<Change[]>[] = [];
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < total / 8; i += 1) {
        done(await (writer % 2 ? encounters : other).execute(id, note(`${writer}/${i}`), by()));
        if (i % 10 === 0) followers.push(take(await follow(id, 3, writer % 2 ? other : encounters), total));
      }
    });
    await Promise.all(writing);
    expect(followers.length).toBeGreaterThan(30);
    for (const changes of await Promise.all(followers)) expect(revisions(changes)).toEqual(upTo(4, total + 3));
    await other.close();
  });

  it('gives a command whole however many events another process has written at once', async () => {
    const other = await openTest(store);
    const id = await given(encounters, 1);
    const following = take(await follow(id), 400);
    for (let i = 0; i < 200; i += 1) {
      done(await other.execute(id, { type: 'wound', combatant: 'c1', count: 1 }, by()));
      done(await other.execute(id, i === 0 ? { type: 'start' } : { type: 'undo' }, by()));
    }
    const changes = await following;
    expect(changes.every((c) => new Set(c.events.map((e) => e.command)).size === 1)).toBe(true);
    expect(new Set(changes.map((c) => c.events[0]?.command)).size).toBe(400);
    await other.close();
  });

  it('lets a slow follower miss nothing and hold up nobody', async () => {
    const id = await given(encounters, 1);
    const slow = (await follow(id))?.[Symbol.asyncIterator]();
    const first = slow?.next();
    const fast = take(await follow(id), 1_000);
    for (let i = 0; i < 1_000; i += 1) await encounters.execute(id, note(`${i}`), by());
    expect(revisions(await fast)).toEqual(upTo(3, 1_002));
    expect((await first)?.value).toMatchObject({ revision: 3 });
    for (let i = 1; i < 1_000; i += 1) expect((await slow?.next())?.value).toMatchObject({ revision: i + 3 });
    await slow?.return?.();
  });

  it('shows all who see the same the same objects', async () => {
    const id = await given(encounters, 1);
    const following = [take(await follow(id), 1), take(await follow(id), 1)];
    await new Promise(setImmediate);
    await encounters.execute(id, note('a'), by());
    const [[one], [two]] = (await Promise.all(following)) as [Change[], Change[]];
    expect(one).toBe(two);
  });

  it('is kept in memory as long as it is followed', async () => {
    const small = await openTest(store, { cache: { maxEvents: 1 } });
    const id = await given(small, 1);
    const following = take(await follow(id, undefined, small), 2);
    await new Promise(setImmediate);
    await small.execute(id, note('a'), by());
    for (let i = 0; i < 40; i += 1) await given(small, 1);
    await small.execute(id, note('b'), by());
    expect(revisions(await following)).toEqual([3, 4]);
    await small.close();
  });

  it.each([
    ['its signal', async (stop: AbortController) => stop.abort()],
    ['closing', async () => encounters.close()],
  ])('ends with %s, while it waits', async (_, end) => {
    const id = await given(encounters, 1);
    const stop = new AbortController();
    const following = (await encounters.follow(id, { signal: stop.signal }, ADMIN))?.[Symbol.asyncIterator]();
    const next = following?.next();
    await new Promise(setImmediate);
    await end(stop);
    expect(await next).toMatchObject({ done: true });
  });

  it('ends when its reader goes, while it waits', async () => {
    const id = await given(encounters, 1);
    const following = (await follow(id))?.[Symbol.asyncIterator]();
    const next = following?.next();
    await following?.return?.();
    expect(await next).toMatchObject({ done: true });
  });
});

describe('following all encounters', () => {
  let store: EventStore;
  let encounters: Encounters;
  beforeEach(async () => {
    store = await openStore('memory:');
    encounters = await openTest(store);
  });
  afterEach(() => encounters.close());

  it('gives every event after a position, and then what comes', async () => {
    const a = await given(encounters, 1);
    const page = await encounters.events(a, {}, ADMIN);
    const afterPosition = page?.items[0]?.position ?? '';
    const following = take(encounters.followAll({ afterPosition }, ADMIN), 4);
    const b = await given(encounters, 1, note('x'));
    expect((await following).map((f) => [f.encounter, f.event.revision, f.event.type])).toEqual([
      [a, 2, 'CombatantAdded'],
      [b, 1, 'EncounterCreated'],
      [b, 2, 'CombatantAdded'],
      [b, 3, 'NoteAdded'],
    ]);
  });

  it('gives what comes from now on when it is not told where', async () => {
    const a = await given(encounters, 1);
    const following = take(encounters.followAll({}, ADMIN), 1);
    await encounters.execute(a, note('x'), by());
    expect((await following)[0]).toMatchObject({ encounter: a, event: { revision: 3 } });
  });

  it('gives those of one rule set', async () => {
    const a = await given(encounters, 1);
    const none = encounters.followAll({ ruleset: 'yokai-senso' }, ADMIN)[Symbol.asyncIterator]();
    const nothing = none.next();
    const following = take(encounters.followAll({ ruleset: 'eclipse-phase-1e' }, ADMIN), 1);
    await encounters.execute(a, note('x'), by());
    expect(await following).toHaveLength(1);
    await none.return?.();
    expect(await nothing).toMatchObject({ done: true });
  });
});
