import { openStore, type EventStore } from '@bitacora/event-store';
import { ADMIN, by, done, faultyStore, fighter, given, note, openTest } from './testing/index.js';
import type { Encounters, ExecuteResult } from './types.js';

describe('executing commands', () => {
  let store: EventStore;
  let encounters: Encounters;
  beforeEach(async () => {
    store = await openStore('memory:');
    encounters = await openTest(store);
  });
  afterEach(() => encounters.close());

  it('creates an encounter with its combatants, whose events share one command', async () => {
    const input = { name: 'Docking bay', ruleset: 'eclipse-phase-1e', combatants: [fighter('ana')] };
    const { revision, events, folded } = done(await encounters.create(input, by({ requestId: 'r1' })));
    expect(revision).toBe(2);
    expect(events.map((e) => [e.revision, e.type, e.version, e.actor])).toEqual([
      [1, 'EncounterCreated', 1, 'admin'],
      [2, 'CombatantAdded', 1, 'admin'],
    ]);
    expect(new Set(events.map((e) => e.command)).size).toBe(1);
    expect(folded.view(ADMIN)).toMatchObject({ id: folded.id, name: 'Docking bay', status: 'setup', revision: 2 });
  });

  it('gives in the answer the same events as the log has', async () => {
    const id = await given(encounters, 3);
    const answer = done(await encounters.execute(id, { type: 'start' }, by()));
    const page = await encounters.events(id, { after: 4 }, ADMIN);
    expect(answer.events.length).toBeGreaterThan(1);
    expect(JSON.parse(JSON.stringify(answer.events))).toEqual(page?.items);
  });

  it('keeps the request, the actor and the command in the metadata', async () => {
    const id = await given(encounters, 1);
    const { events } = done(await encounters.execute(id, note('a'), by({ requestId: 'r7' })));
    const [stored] = await store.readStreamPage(`encounter-${id}`, 2n, 1);
    expect(stored?.metadata).toMatchObject({
      version: 1,
      at: events[0]?.at,
      actor: 'admin',
      command: events[0]?.command,
      requestId: 'r7',
    });
  });

  it('appends nothing for a refusal, and says at which revision it was refused', async () => {
    const id = await given(encounters, 1);
    const result = await encounters.execute(id, { type: 'endTurn', combatant: 'c1' }, by());
    expect(result).toMatchObject({ kind: 'refused', refusal: { code: 'NOT_RUNNING' }, revision: 2 });
    expect((await store.head(`encounter-${id}`))?.toString()).toBe('1');
  });

  it('accepts what changes nothing, without events', async () => {
    const id = await given(encounters, 1);
    const result = done(await encounters.execute(id, { type: 'setStatus', combatant: 'c1', status: 'active' }, by()));
    expect(result).toMatchObject({ revision: 2, events: [], replayed: false });
  });

  it('refuses text that is no Unicode, and says where it stands', async () => {
    const id = await given(encounters, 1);
    const half = '\ud800';
    const results = [
      await encounters.execute(id, note(half), by()),
      await encounters.execute(id, note(half), by({ idempotencyKey: 'k' })),
      await encounters.execute(
        id,
        { type: 'updateCombatant', combatant: 'c1', changes: { stats: { [half]: 1 } } },
        by(),
      ),
      await encounters.create({ name: half, ruleset: 'eclipse-phase-1e' }, by({ idempotencyKey: 'k' })),
    ];
    expect(results.map((r) => r.kind === 'refused' && r.refusal.code)).toEqual(Array(4).fill('MALFORMED'));
    expect(results.map((r) => r.kind === 'refused' && r.refusal.pointer)).toEqual([
      '/text',
      '/text',
      '/changes/stats',
      '/name',
    ]);
    expect((await store.head(`encounter-${id}`))?.toString()).toBe('1');
  });

  it.each(['nobody', '', 'a b', 'x'.repeat(300), '$all', '../x', 'ñ'])('finds no encounter %j', async (id) => {
    expect(await encounters.execute(id, note('a'), by())).toEqual({ kind: 'notFound' });
    expect(await encounters.load(id)).toEqual({ kind: 'notFound' });
    expect(await encounters.events(id, {}, ADMIN)).toBeNull();
    expect(await encounters.eventStream(id, ADMIN)).toBeNull();
    expect(await encounters.follow(id, {}, ADMIN)).toBeNull();
  });

  it('knows no rule set of that name', async () => {
    expect(await encounters.create({ name: 'x', ruleset: 'chess' }, by())).toEqual({ kind: 'rulesetNotFound' });
  });

  it('gives an id to combatants that come without one, the same when the command is decided again', async () => {
    const combatant = { name: 'Ana', kind: 'pc' as const, stats: { intuition: 1, reflexes: 1 } };
    const input = { name: 'x', ruleset: 'eclipse-phase-1e', combatants: [combatant, combatant] };
    const { folded } = done(await encounters.create(input, by({ idempotencyKey: 'k' })));
    const ids = folded.view(ADMIN).combatants.map((c) => c.id);
    expect(ids).toEqual([expect.stringMatching(/^pc-[0-9a-z]{5}$/), expect.stringMatching(/^pc-[0-9a-z]{5}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
    await encounters.execute(folded.id, { type: 'addCombatant', combatantData: combatant }, by());
    const loaded = await encounters.load(folded.id);
    expect(loaded.kind === 'found' && loaded.folded.view(ADMIN).combatants).toHaveLength(3);
  });

  it('never goes back in time, whatever the clock says', async () => {
    const times = [5, 3, 9].map((second) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)));
    const back = await openTest(store, { clock: () => times.shift() as Date });
    const { folded } = done(await back.create({ name: 'x', ruleset: 'eclipse-phase-1e' }, by()));
    await back.execute(folded.id, note('a'), by());
    await back.execute(folded.id, note('b'), by());
    const page = await back.events(folded.id, {}, ADMIN);
    expect(page?.items.map((e) => e.at.slice(17, 19))).toEqual(['05', '05', '09']);
    await back.close();
  });

  describe('when many write', () => {
    it('gives 64 writers on one encounter dense revisions and loses no command', async () => {
      const id = await given(encounters, 1);
      const writers = Array.from({ length: 64 }, (_, i) => encounters.execute(id, note(String(i)), by()));
      const results = (await Promise.all(writers)).map(done);
      expect(results.map((r) => r.revision).sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, i) => i + 3));
      const page = await encounters.events(id, { after: 2 }, ADMIN);
      expect(new Set(page?.items.map((e) => e.data['text'])).size).toBe(64);
    });

    it('lets two processes write to one encounter: all commands are there, decided on what was before them', async () => {
      const other = await openTest(store);
      const id = await given(encounters, 1);
      const writers = Array.from({ length: 200 }, (_, i) =>
        (i % 2 ? encounters : other).execute(id, note(String(i)), by()),
      );
      const results = (await Promise.all(writers)).map(done);
      expect(results.map((r) => r.revision).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 200 }, (_, i) => i + 3),
      );
      await other.close();
    });

    it('refuses nothing because of an old state: what another process wrote counts', async () => {
      const other = await openTest(store);
      const id = await given(encounters, 2);
      await other.load(id);
      done(await encounters.execute(id, { type: 'start' }, by()));
      expect(await other.execute(id, { type: 'start' }, by())).toMatchObject({ refusal: { code: 'ALREADY_STARTED' } });
      done(await encounters.execute(id, { type: 'rollInitiative' }, by()));
      const loaded = await other.load(id);
      expect(loaded.kind === 'found' && loaded.folded.view(ADMIN).clock.stage).toBe('actions');
      await other.close();
    });

    it('gives up after a bounded number of conflicts', async () => {
      const faulty = faultyStore(store);
      const slow = await openTest(faulty);
      const id = await given(encounters, 1);
      await slow.load(id);
      faulty.beforeAppend = async () => {
        await encounters.execute(id, note('faster'), by());
      };
      expect(await slow.execute(id, note('slow'), by())).toMatchObject({ kind: 'conflict' });
      const page = await encounters.events(id, { limit: 1_000 }, ADMIN);
      expect(page?.items.filter((e) => e.data['text'] === 'slow')).toEqual([]);
      await slow.close();
    });
  });

  describe('with If-Match', () => {
    it('accepts at that revision and no other', async () => {
      const id = await given(encounters, 1);
      expect(await encounters.execute(id, note('a'), by({ ifMatch: 1 }))).toEqual({ kind: 'conflict', revision: 2 });
      expect(await encounters.execute(id, note('a'), by({ ifMatch: 3 }))).toEqual({ kind: 'conflict', revision: 2 });
      expect(done(await encounters.execute(id, note('a'), by({ ifMatch: 2 }))).revision).toBe(3);
    });

    it('knows a revision that another process has written', async () => {
      const other = await openTest(store);
      const id = await given(encounters, 1);
      await other.load(id);
      await encounters.execute(id, note('a'), by());
      expect(done(await other.execute(id, note('b'), by({ ifMatch: 3 }))).revision).toBe(4);
      await other.close();
    });

    it('lets one of many writers through', async () => {
      const other = await openTest(store);
      const id = await given(encounters, 1);
      const writers = Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? encounters : other).execute(id, note('x'), by({ ifMatch: 2 })),
      );
      const kinds = (await Promise.all(writers)).map((r) => r.kind);
      expect(kinds.filter((kind) => kind === 'done')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'conflict')).toHaveLength(19);
      await other.close();
    });
  });

  describe('when the store fails', () => {
    it.each(['before', 'after'] as const)(
      'stores a command once when its outcome is unknown (lost %s the commit)',
      async (fault) => {
        const faulty = faultyStore(store);
        const own = await openTest(faulty);
        const id = await given(own, 1);
        faulty.plan(fault, fault, fault);
        const results: ExecuteResult[] = [
          await own.execute(id, note('a'), by()),
          await own.execute(id, note('b'), by({ idempotencyKey: 'k' })),
          await own.execute(id, { type: 'start' }, by()),
        ];
        expect(results.map((r) => r.kind)).toEqual(['done', 'done', 'done']);
        const page = await own.events(id, { after: 2 }, ADMIN);
        expect(page?.items.map((e) => e.type)).toEqual(['NoteAdded', 'NoteAdded', 'EncounterStarted', 'RoundStarted']);
        expect(done(results[2] as ExecuteResult).revision).toBe(6);
        await own.close();
      },
    );

    it('throws when the store is down, and goes on when it is back', async () => {
      const faulty = faultyStore(store);
      const own = await openTest(faulty);
      const id = await given(own, 1);
      faulty.plan('down');
      await expect(own.execute(id, note('a'), by())).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      expect(done(await own.execute(id, note('a'), by())).revision).toBe(3);
      await own.close();
    });

    it('throws when nobody can say what became of a command; with its key, it is done once', async () => {
      const faulty = faultyStore(store);
      const own = await openTest(faulty);
      const id = await given(own, 1);
      faulty.plan('lost');
      await expect(own.execute(id, note('a'), by({ idempotencyKey: 'k' }))).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
      });
      expect(done(await own.execute(id, note('a'), by({ idempotencyKey: 'k' })))).toMatchObject({ revision: 3 });
      expect((await store.head(`encounter-${id}`))?.toString()).toBe('2');
      await own.close();
    });
  });

  it('answers what is on its way when it is closed, and takes no more', async () => {
    const id = await given(encounters, 1);
    const running = Array.from({ length: 8 }, () => encounters.execute(id, note('a'), by()));
    await encounters.close();
    expect((await Promise.all(running)).map((r) => r.kind)).toEqual(Array(8).fill('done'));
    await expect(encounters.execute(id, note('b'), by())).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });
});
