import { openStore, type EventStore } from '@bitacora/event-store';
import { ADMIN, by, done, faultyStore, fighter, given, note, openTest } from './testing/index.js';
import type { Encounters } from './types.js';

const KEYED = by({ idempotencyKey: 'k' });
const CREATION = { name: 'Docking bay', ruleset: 'eclipse-phase-1e', combatants: [fighter('ana')] };

describe('the same key again', () => {
  let store: EventStore;
  let encounters: Encounters;
  beforeEach(async () => {
    store = await openStore('memory:');
    encounters = await openTest(store);
  });
  afterEach(() => encounters.close());

  const length = async (id: string): Promise<number> => Number(await store.head(`encounter-${id}`)) + 1;

  it('gives the first answer again and appends nothing, whatever came between', async () => {
    const id = await given(encounters, 3);
    const first = done(await encounters.execute(id, { type: 'start' }, KEYED));
    await encounters.execute(id, { type: 'rollInitiative' }, by());
    await encounters.execute(id, { type: 'undo' }, by());
    const before = await length(id);
    const again = done(await encounters.execute(id, { type: 'start' }, KEYED));
    expect(again.replayed).toBe(true);
    expect(again.revision).toBe(first.revision);
    expect(again.events).toEqual(JSON.parse(JSON.stringify(first.events)));
    expect(again.folded.view(ADMIN)).toEqual(first.folded.view(ADMIN));
    expect(await length(id)).toBe(before);
  });

  it('gives it even when If-Match has become stale by it', async () => {
    const id = await given(encounters, 1);
    const context = by({ idempotencyKey: 'k', ifMatch: 2 });
    const first = done(await encounters.execute(id, note('a'), context));
    expect(done(await encounters.execute(id, note('a'), context)).events).toEqual(first.events);
  });

  it('does not care for the order of the fields', async () => {
    const id = await given(encounters, 1);
    await encounters.execute(id, { type: 'wound', combatant: 'c1', count: 2 }, KEYED);
    const again = await encounters.execute(id, { count: 2, combatant: 'c1', type: 'wound' }, KEYED);
    expect(done(again).replayed).toBe(true);
  });

  it('is refused with another body', async () => {
    const id = await given(encounters, 1);
    await encounters.execute(id, note('a'), KEYED);
    expect(await encounters.execute(id, note('b'), KEYED)).toEqual({ kind: 'keyReused', revision: 3 });
    expect(await length(id)).toBe(3);
  });

  it('is another key in another encounter and for another caller', async () => {
    const id = await given(encounters, 1);
    const other = await given(encounters, 1);
    const viewer = { ...ADMIN, actor: 'somebody' };
    const results = [
      await encounters.execute(id, note('a'), KEYED),
      await encounters.execute(other, note('b'), KEYED),
      await encounters.execute(id, note('c'), { ...KEYED, viewer }),
    ];
    expect(results.map((r) => done(r).replayed)).toEqual([false, false, false]);
  });

  it('is free again after a refusal', async () => {
    const id = await given(encounters, 1);
    const end = { type: 'endTurn', combatant: 'c1' } as const;
    expect(await encounters.execute(id, end, KEYED)).toMatchObject({ kind: 'refused' });
    await encounters.execute(id, { type: 'start' }, by());
    await encounters.execute(id, { type: 'rollInitiative' }, by());
    expect(done(await encounters.execute(id, end, KEYED)).replayed).toBe(false);
  });

  it('changes nothing either when the first call changed nothing', async () => {
    const id = await given(encounters, 1);
    const revive = { type: 'setStatus', combatant: 'c1', status: 'active' } as const;
    const first = done(await encounters.execute(id, revive, KEYED));
    await encounters.execute(id, { type: 'setStatus', combatant: 'c1', status: 'dead' }, by());
    expect(done(await encounters.execute(id, revive, KEYED))).toMatchObject({
      revision: first.revision,
      events: [],
      replayed: true,
    });
    expect(await encounters.execute(id, note('a'), KEYED)).toMatchObject({ kind: 'keyReused' });
  });

  it('has one effect and one answer when it comes 50 times at once, from two processes', async () => {
    const other = await openTest(store);
    const id = await given(encounters, 3);
    const calls = Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? other : encounters).execute(id, { type: 'start' }, KEYED),
    );
    const results = (await Promise.all(calls)).map(done);
    expect(new Set(results.map((r) => JSON.stringify(r.events))).size).toBe(1);
    expect(new Set(results.map((r) => JSON.stringify(r.folded.view(ADMIN)))).size).toBe(1);
    expect(results.filter((r) => !r.replayed)).toHaveLength(1);
    expect(await length(id)).toBe(results[0]?.revision);
    await other.close();
  });

  it('survives a restart', async () => {
    const id = await given(encounters, 3);
    const first = done(await encounters.execute(id, { type: 'start' }, KEYED));
    await encounters.execute(id, note('later'), by());
    await encounters.close();
    const reopened = await openTest(store);
    const again = done(await reopened.execute(id, { type: 'start' }, KEYED));
    expect([again.replayed, again.revision]).toEqual([true, first.revision]);
    expect(again.folded.view(ADMIN)).toEqual(first.folded.view(ADMIN));
    expect(await reopened.execute(id, note('x'), KEYED)).toMatchObject({ kind: 'keyReused' });
    await reopened.close();
  });

  it('gives a command with more events than one page of the store whole', async () => {
    const many = { ...CREATION, combatants: Array.from({ length: 150 }, (_, i) => fighter(`c${i}`)) };
    const first = done(await encounters.create(many, KEYED));
    const again = done(await encounters.create(many, KEYED));
    expect([again.replayed, again.events.length]).toEqual([true, 151]);
    expect(again.events).toEqual(JSON.parse(JSON.stringify(first.events)));
  });

  describe('on creation', () => {
    it('makes one encounter', async () => {
      const first = done(await encounters.create(CREATION, KEYED));
      await encounters.execute(first.folded.id, { type: 'start' }, by());
      const again = done(await encounters.create(CREATION, KEYED));
      expect(again).toMatchObject({ replayed: true, revision: 2 });
      expect(again.folded.view(ADMIN)).toEqual(first.folded.view(ADMIN));
      const page = await encounters.list({}, ADMIN);
      expect(page).toMatchObject({ items: [{ id: first.folded.id }] });
    });

    it('is refused with another body', async () => {
      await encounters.create(CREATION, KEYED);
      expect(await encounters.create({ ...CREATION, name: 'Other' }, KEYED)).toMatchObject({ kind: 'keyReused' });
    });

    it('makes one encounter when it comes 50 times at once, from two processes', async () => {
      const other = await openTest(store);
      const calls = Array.from({ length: 50 }, (_, i) => (i % 2 ? other : encounters).create(CREATION, KEYED));
      const results = (await Promise.all(calls)).map(done);
      expect(new Set(results.map((r) => JSON.stringify(r.events))).size).toBe(1);
      expect(await encounters.list({}, ADMIN)).toMatchObject({ items: [{ revision: 2 }] });
      await other.close();
    });

    it('tells two bodies apart that come at once', async () => {
      const calls = ['A', 'B'].map((name) => encounters.create({ ...CREATION, name }, KEYED));
      expect((await Promise.all(calls)).map((r) => r.kind).sort()).toEqual(['done', 'keyReused']);
    });

    it.each(['before', 'after'] as const)('makes one when the answer is lost %s the commit', async (fault) => {
      const faulty = faultyStore(store);
      const own = await openTest(faulty);
      faulty.plan(fault);
      const first = done(await own.create(CREATION, KEYED));
      expect(done(await own.create(CREATION, KEYED)).events).toEqual(JSON.parse(JSON.stringify(first.events)));
      await own.close();
    });
  });
});
