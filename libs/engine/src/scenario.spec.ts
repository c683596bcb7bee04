import { differences, valueAt, type Expectation } from './scenario.js';

const view = {
  status: 'running',
  clock: { round: 1, pass: 2, stage: 'actions' },
  order: [
    { entries: [{ key: 'ana', state: 'acted' }] },
    {
      entries: [
        { key: 'bo', state: 'waiting' },
        { key: 'cy', state: 'waiting' },
      ],
    },
  ],
  acting: ['dan', 'eve'],
  suspended: [['fay', 'gil']],
  combatants: [{ id: 'ana', initiative: { score: 12 } }],
  available: { ana: ['declare'] },
};

const told = (expected: Expectation, observed: Partial<{ events: string[]; error: string }> = {}) =>
  differences(expected, { view, events: observed.events ?? [], error: observed.error ?? null }).map((d) => d.what);

describe('what a scenario expects (contract, section 7)', () => {
  it('holds: within a group the order is free, events may have others between them', () => {
    const expected: Expectation = {
      order: [['ana'], ['cy', 'bo']],
      waiting: [['bo', 'cy']],
      acting: ['eve', 'dan'],
      suspended: [['gil', 'fay']],
      clock: { pass: 2 },
      status: 'running',
      events: ['TurnEnded', 'TurnStarted'],
      at: { 'combatants.ana.initiative.score': 12 },
      available: { ana: { has: ['declare'], lacks: ['delay'] } },
    };
    expect(told(expected, { events: ['TurnEnded', 'ActionCancelled', 'TurnStarted'] })).toEqual([]);
  });

  it.each<[Expectation, string]>([
    [{ order: [['ana']] }, 'order'],
    [{ order: [['bo', 'cy'], ['ana']] }, 'order'],
    [{ waiting: [['bo'], ['cy']] }, 'waiting'],
    [{ acting: ['dan'] }, 'acting'],
    [{ suspended: [] }, 'suspended'],
    [{ clock: { pass: 1 } }, 'clock.pass'],
    [{ status: 'ended' }, 'status'],
    [{ events: ['TurnEnded'] }, 'events'],
    [{ at: { 'combatants.ana.initiative.score': 11 } }, 'combatants.ana.initiative.score'],
    [{ at: { 'combatants.zoe.name': 'Zoe' } }, 'combatants.zoe.name'],
    [{ available: { ana: { has: ['delay'] } } }, 'available.ana.has'],
    [{ available: { ana: { lacks: ['declare'] } } }, 'available.ana.lacks'],
    [{ error: 'NOT_ACTING' }, 'error'],
    [{ stage: 'actions' } as Expectation, 'stage'],
  ])('%j differs', (expected, what) => {
    expect(told(expected)).toEqual([what]);
  });

  it('a step without `error` must have been accepted, and the order of events counts', () => {
    expect(told({}, { error: 'NOT_ACTING' })).toEqual(['error']);
    expect(told({ error: 'NOT_ACTING' }, { error: 'NOT_ACTING' })).toEqual([]);
    expect(told({ events: ['B', 'A'] }, { events: ['A', 'B'] })).toEqual(['events']);
  });

  it('a path goes through lists by id or key, or by index', () => {
    expect(valueAt(view, 'order.1.entries.cy.state')).toBe('waiting');
    expect(valueAt(view, 'combatants.ana.initiative.score')).toBe(12);
    expect(valueAt(view, 'clock.nothing.more')).toBeUndefined();
  });
});
