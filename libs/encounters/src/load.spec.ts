import { EMPTY, evolve, view, type Encounter, type Recorded, type RuleSet } from '@bitacora/engine';
import { playGame } from '@bitacora/engine/testing';
import { openStore, type EventStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { ADMIN, by, done, given, note, openTest } from './testing/index.js';
import type { AsOf, Encounters, Folded } from './types.js';
import { viewJson } from './view-json.js';

describe('loading an encounter', () => {
  let store: EventStore;
  let encounters: Encounters;
  beforeEach(async () => {
    store = await openStore('memory:');
    encounters = await openTest(store);
  });
  afterEach(() => encounters.close());

  const loaded = async (from: Encounters, id: string, asOf?: AsOf): Promise<Folded> => {
    const result = await from.load(id, asOf);
    if (result.kind !== 'found') throw new Error(result.kind);
    return result.folded;
  };

  const played = async (commands: number): Promise<string> => {
    const id = await given(encounters, 3, { type: 'start' }, { type: 'rollInitiative' });
    for (let i = 0; i < commands; i += 1) {
      const command = [note(`n${i}`), { type: 'wound', combatant: 'c2' }, { type: 'undo' }] as const;
      done(await encounters.execute(id, command[i % 3] ?? note('n'), by()));
    }
    return id;
  };

  it('gives after a restart what was there before', async () => {
    const id = await played(30);
    const before = await loaded(encounters, id);
    const reopened = await openTest(store);
    const after = await loaded(reopened, id);
    expect(after.view(ADMIN)).toEqual(before.view(ADMIN));
    expect(after.at).toBe(before.at);
    await reopened.close();
  });

  it('gives at every revision the fold of so many events, however it came into memory', async () => {
    const id = await played(700);
    const rules = rulesets.get('eclipse-phase-1e');
    const reopened = await openTest(store);
    let state = EMPTY;
    for await (const event of (await reopened.eventStream(id, ADMIN)) ?? []) {
      state = evolve(state, event as unknown as Recorded);
      if (event.revision % 7 !== 0) continue;
      const expected = rules && view(state, rules);
      expect((await loaded(reopened, id, { revision: event.revision })).view(ADMIN)).toEqual(expected);
      expect((await loaded(encounters, id, { revision: event.revision })).view(ADMIN)).toEqual(expected);
    }
    expect(state.revision).toBeGreaterThan(700);
    await reopened.close();
  });

  it('has no state beyond the end or before the creation', async () => {
    const id = await given(encounters, 1);
    for (const revision of [0, -1, 3, 1_000_000]) {
      expect(await encounters.load(id, { revision })).toEqual({ kind: 'noSuchState', revision: 2 });
    }
    expect(await encounters.load(id, { time: '2020-01-01T00:00:00Z' })).toEqual({ kind: 'noSuchState', revision: 2 });
  });

  it('gives the state at a time: that of the last event not after it', async () => {
    const id = await played(600);
    const page = await encounters.events(id, { after: 500, limit: 1 }, ADMIN);
    const at = page?.items[0]?.at ?? '';
    const just = await loaded(encounters, id, { time: at });
    expect(just.at).toBe(at);
    const earlier = await loaded(encounters, id, { time: new Date(Date.parse(at) - 1).toISOString() });
    expect(earlier.at < at).toBe(true);
    expect(earlier.revision).toBe(500);
    const last = await loaded(encounters, id, { time: '2099-01-01T00:00:00+02:00' });
    expect(last.revision).toBe((await loaded(encounters, id)).revision);
  });

  it('gives a revision that another process has just written', async () => {
    const other = await openTest(store);
    const id = await given(encounters, 1);
    await other.load(id);
    await encounters.execute(id, note('a'), by());
    expect((await loaded(other, id, { revision: 3 })).revision).toBe(3);
    expect((await loaded(other, id)).revision).toBe(3);
    await other.close();
  });

  it('makes a view and its text once for all who see the same', async () => {
    const folded = await loaded(encounters, await given(encounters, 1));
    expect(folded.view(ADMIN)).toBe(folded.view({ ...ADMIN, actor: 'other' }));
    expect(folded.viewJson(ADMIN)).toBe(JSON.stringify(folded.view(ADMIN)));
  });

  it('writes the text of a view as JSON has it after every command, however many declarations are over', async () => {
    const rules = rulesets.get('eclipse-phase-1e') as RuleSet;
    const viewsOf = (seen: Encounter) => [viewJson(view(seen, rules), seen.now), JSON.stringify(view(seen, rules))];
    let most = 0;
    playGame({
      rules,
      seed: 5,
      combatants: 5,
      rounds: 12,
      watch: ({ before }) => {
        const [text, expected] = viewsOf(before);
        expect(text).toBe(expected);
        most = Math.max(most, before.now.closed.sealed.length);
      },
    });
    expect(most).toBeGreaterThan(2);
  });

  it('keeps only so much in memory, and gives the rest all the same', async () => {
    const small = await openTest(store, { cache: { maxEvents: 100 } });
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await given(small, 1, { type: 'start' }));
    for (const id of ids) expect((await loaded(small, id)).view(ADMIN).status).toBe('running');
    await small.close();
  });

  it('says which rule set is missing', async () => {
    const id = await given(encounters, 1);
    const poor = await openTest(store, { rulesets: { get: () => undefined, all: () => [] } });
    await expect(poor.load(id)).rejects.toThrow(/eclipse-phase-1e/);
    await poor.close();
  });

  describe('the log', () => {
    it('comes in pages', async () => {
      const id = await played(20);
      const seen: number[] = [];
      let after: number | null = 0;
      while (after !== null) {
        const page = await encounters.events(id, { after, limit: 7 }, ADMIN);
        seen.push(...(page?.items ?? []).map((e) => e.revision));
        after = page?.next ?? null;
      }
      expect(seen).toEqual(Array.from({ length: (await loaded(encounters, id)).revision }, (_, i) => i + 1));
    });

    it('has no next page when the last one is just full, and none after the end', async () => {
      const id = await given(encounters, 3);
      expect(await encounters.events(id, { limit: 4 }, ADMIN)).toMatchObject({ items: { length: 4 }, next: null });
      expect(await encounters.events(id, { after: 4 }, ADMIN)).toEqual({ items: [], next: null });
      expect(await encounters.events(id, { after: 9 }, ADMIN)).toEqual({ items: [], next: null });
    });

    it('can be asked for certain types', async () => {
      const id = await played(60);
      const seen: string[] = [];
      let after: number | null = 0;
      while (after !== null) {
        const page = await encounters.events(id, { after, limit: 3, types: ['NoteAdded', 'CommandUndone'] }, ADMIN);
        seen.push(...(page?.items ?? []).map((e) => e.type));
        after = page?.next ?? null;
      }
      expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => (i % 2 ? 'CommandUndone' : 'NoteAdded')));
    });

    it('comes whole as a stream, which ends when it is told', async () => {
      const id = await played(600);
      const { revision } = await loaded(encounters, id);
      const stop = new AbortController();
      let seen = 0;
      for await (const event of (await encounters.eventStream(id, ADMIN)) ?? [])
        expect(event.revision).toBe((seen += 1));
      expect(seen).toBe(revision);
      for await (const event of (await encounters.eventStream(id, ADMIN, stop.signal)) ?? []) {
        seen = event.revision;
        if (seen === 5) stop.abort();
      }
      expect(seen).toBeLessThan(revision);
    });
  });
});
