import { randomUUID } from 'node:crypto';
import { openStore, type EventStore } from '@bitacora/event-store';
import { ADMIN, by, done, fighter, openTest } from './testing/index.js';
import type { Encounters, EncounterSummary, ListQuery } from './types.js';

describe('the list of encounters', () => {
  let store: EventStore;
  let encounters: Encounters;
  beforeEach(async () => {
    store = await openStore('memory:');
    encounters = await openTest(store);
  });
  afterEach(() => encounters.close());

  const make = async (name: string): Promise<string> =>
    done(await encounters.create({ name, ruleset: 'eclipse-phase-1e', combatants: [fighter('a')] }, by())).folded.id;

  const listed = async (query: ListQuery = {}, from = encounters): Promise<readonly EncounterSummary[]> => {
    const result = await from.list(query, ADMIN);
    if (result.kind !== 'page') throw new Error(result.kind);
    return result.items;
  };
  const names = async (query: ListQuery = {}): Promise<string[]> => (await listed(query)).map((s) => s.name);

  it('shows at once what was just done, newest first', async () => {
    const id = await make('First');
    await make('Second');
    expect(await names()).toEqual(['Second', 'First']);
    await encounters.execute(id, { type: 'start' }, by());
    const [, first] = await listed();
    expect(first).toMatchObject({ id, ruleset: 'eclipse-phase-1e', status: 'running', revision: 4 });
    expect((first?.createdAt ?? '') < (first?.updatedAt ?? '')).toBe(true);
  });

  it('finds words in names, whatever their case and accents', async () => {
    for (const name of ['Batalla en la Estación', 'Docking bay', 'Estación abandonada']) await make(name);
    expect(await names({ q: 'estacion' })).toEqual(['Estación abandonada', 'Batalla en la Estación']);
    expect(await names({ q: '  LA  ESTACIÓN batalla' })).toEqual(['Batalla en la Estación']);
    expect(await names({ q: '' })).toHaveLength(3);
    expect(await names({ q: 'nowhere' })).toEqual([]);
  });

  it.each([
    ['says no name', 5, 1],
    ['was written by a newer program', 'x', 9],
  ])('goes on without an encounter whose beginning %s', async (_, name, version) => {
    const at = '2026-01-01T00:00:00.000Z';
    const event = {
      id: randomUUID(),
      type: 'EncounterCreated',
      data: { name, ruleset: 'eclipse-phase-1e', options: {} },
      metadata: { version, at, actor: 'admin', command: 'c', requestId: 'r', proof: { salt: '', hash: '' } },
    };
    await store.append('encounter-odd', [event], 'no_stream');
    await make('Good');
    expect(await names()).toEqual(['Good']);
    expect(await encounters.ready()).toMatchObject({ ok: true, summaries: { ok: true, encounters: 1 } });
  });

  it('filters by rule set and by status', async () => {
    const id = await make('Running');
    await make('Waiting');
    await encounters.execute(id, { type: 'start' }, by());
    expect(await names({ status: 'running' })).toEqual(['Running']);
    expect(await names({ status: 'setup', ruleset: 'eclipse-phase-1e' })).toEqual(['Waiting']);
    expect(await names({ ruleset: 'yokai-senso' })).toEqual([]);
  });

  it('follows undo and redo of the start and of the end', async () => {
    const id = await make('x');
    const seen: string[] = [];
    for (const type of ['start', 'end', 'undo', 'redo', 'undo', 'undo', 'redo', 'undo', 'end', 'undo'] as const) {
      done(await encounters.execute(id, { type }, by()));
      const loaded = await encounters.load(id);
      const [summary] = await listed();
      expect(summary?.status).toBe(loaded.kind === 'found' && loaded.folded.view(ADMIN).status);
      seen.push(summary?.status ?? '');
    }
    expect(seen).toEqual([
      'running',
      'ended',
      'running',
      'ended',
      'running',
      'setup',
      'running',
      'setup',
      'ended',
      'setup',
    ]);
  });

  it('comes in pages that do not shift when encounters are made meanwhile', async () => {
    for (let i = 0; i < 10; i += 1) await make(`n${i}`);
    const first = await encounters.list({ limit: 4 }, ADMIN);
    const cursor = first.kind === 'page' ? (first.nextCursor ?? '') : '';
    await make('new');
    expect(await names({ limit: 4, cursor })).toEqual(['n5', 'n4', 'n3', 'n2']);
    expect(await encounters.list({ limit: 6, cursor }, ADMIN)).toMatchObject({
      items: { length: 6 },
      nextCursor: null,
    });
  });

  it.each(['', 'x', 'bjEy!', Buffer.from('n-1').toString('base64url'), Buffer.from('n1e3').toString('base64url')])(
    'knows no cursor %j',
    async (cursor) => {
      expect(await encounters.list({ cursor }, ADMIN)).toEqual({ kind: 'badCursor' });
    },
  );

  it('is the same after a restart, and cursors stay good', async () => {
    for (let i = 0; i < 300; i += 1) await make(`n${i}`);
    const page = await encounters.list({ limit: 100 }, ADMIN);
    const reopened = await openTest(store);
    for (let ready = false; !ready; ready = (await reopened.ready()).ok) await new Promise(setImmediate);
    expect(await reopened.list({ limit: 100 }, ADMIN)).toEqual(page);
    const cursor = page.kind === 'page' ? (page.nextCursor ?? '') : '';
    expect(await reopened.list({ cursor }, ADMIN)).toEqual(await encounters.list({ cursor }, ADMIN));
    await reopened.close();
  });

  it('is ready when it is caught up and the store answers', async () => {
    for (let i = 0; i < 300; i += 1) await make(`n${i}`);
    const reopened = await openTest(store);
    expect(await reopened.ready()).toMatchObject({
      ok: false,
      summaries: { ok: false, reason: expect.any(String) as string },
    });
    for (let ready = false; !ready; ready = (await reopened.ready()).ok) await new Promise(setImmediate);
    expect(await reopened.ready()).toEqual({ ok: true, store: { ok: true }, summaries: { ok: true, encounters: 300 } });
    await store.close();
    expect(await reopened.ready()).toMatchObject({ ok: false, store: { ok: false } });
    await reopened.close();
  });
});
