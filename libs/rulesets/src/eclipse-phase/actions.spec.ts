import type { Command, CommandOf, JsonObject } from '@bitacora/engine';
import { eclipse, endTurns } from '../testing/eclipse.js';
import { refusalOf } from '../testing/index.js';

const tries = (kind: string, more: JsonObject = {}, combatant = 'ana'): CommandOf<'declare'> => ({
  type: 'declare',
  combatant,
  action: { kind, ...more },
});
const does = (kind: string, more: JsonObject = {}): Command => ({ ...tries(kind, more), outcome: { success: true } });
const weld = (more: JsonObject = {}) => does('task', { task: { id: 'weld', timeframe: 4, ...more } });

describe('EP-7 an activation', () => {
  it('allows quick actions up to the limit, one complex action and any automatic ones', () => {
    const table = eclipse({ ana: 9 });
    for (const kind of ['quick', 'automatic', 'complex', 'quick', 'quick', 'automatic']) table.does(does(kind));
    expect(refusalOf(table, tries('quick'))).toMatchObject({
      code: 'ACTION_LIMIT',
      rule: 'EP-7',
      params: { quickActionLimit: 3 },
    });
    expect(refusalOf(table, tries('complex'))?.code).toBe('ACTION_LIMIT');
    expect(refusalOf(table, tries('task'))?.code).toBe('ACTION_LIMIT');
    expect(refusalOf(table, does('automatic'))).toBeNull();
  });

  it.each([0, 1])('allows %d quick actions where the option says so', (limit) => {
    const table = eclipse({ ana: 9 }, {}, { quickActionLimit: limit });
    for (let i = 0; i < limit; i += 1) table.does(does('quick'));
    expect(refusalOf(table, tries('quick'))?.code).toBe('ACTION_LIMIT');
  });

  it('allows one task instead of quick and complex actions, automatic ones aside', () => {
    const table = eclipse({ ana: 9 });
    table.does(does('automatic'));
    table.does(does('task'));
    for (const kind of ['quick', 'complex', 'task']) expect(refusalOf(table, tries(kind))?.code).toBe('ACTION_LIMIT');
    expect(refusalOf(table, does('automatic'))).toBeNull();
  });

  it.each(['quick', 'complex'])('allows no task after a %s action', (kind) => {
    const table = eclipse({ ana: 9 });
    table.does(does(kind));
    expect(refusalOf(table, tries('task'))?.code).toBe('ACTION_LIMIT');
  });

  it('gets back what is vetoed, but not what is cancelled (G-15)', () => {
    const table = eclipse({ ana: 9 });
    table.does(tries('task'));
    table.does({ type: 'veto', declaration: 'd1', reason: 'Not here' });
    expect(refusalOf(table, does('complex'))).toBeNull();
  });

  it('declares and resolves one by one, in any order', () => {
    const table = eclipse({ ana: 9 });
    table.does(tries('quick'));
    table.does(tries('complex'));
    table.does({ type: 'resolve', declaration: 'd2', outcome: { success: false, text: 'Missed' } });
    expect(table.view.declarations).toMatchObject([
      { id: 'd1', state: 'declared', outcome: null },
      { id: 'd2', state: 'resolved', outcome: { success: false, text: 'Missed' } },
    ]);
    endTurns(table, 'ana');
    expect(table.view.declarations[0]?.state).toBe('cancelled');
  });

  it('knows no other kinds, and no field that a kind does not have', () => {
    const table = eclipse({ ana: 9 });
    expect(refusalOf(table, tries('maneuver'))?.code).toBe('WRONG_ACTION_KIND');
    expect(refusalOf(table, tries('quick', { pay: 'action' }))).toMatchObject({
      code: 'MALFORMED',
      pointer: '/action/pay',
    });
    expect(refusalOf(table, tries('complex', { task: {} }))).toMatchObject({
      code: 'MALFORMED',
      pointer: '/action/task',
    });
    expect(refusalOf(table, tries('task', { task: { timeframe: 0 } }))).toMatchObject({
      code: 'MALFORMED',
      pointer: '/action/task/timeframe',
    });
    expect(refusalOf(table, tries(''))).toMatchObject({ code: 'MALFORMED', pointer: '/action/kind' });
  });
});

describe('EP-7 a task', () => {
  const passes = (table: ReturnType<typeof eclipse>) =>
    table.view.declarations.map((d) => (d.action.task as JsonObject | undefined)?.passes);

  it('counts the passes spent on it, in the same round and in later ones', () => {
    const table = eclipse({ ana: 9 }, { ana: { speed: 2 } });
    table.does(weld());
    endTurns(table, 'ana');
    table.does(weld());
    endTurns(table, 'ana');
    table.does({ type: 'rollInitiative', rolls: { ana: [1] } });
    table.does(weld());
    expect(passes(table)).toEqual([1, 2, 3]);
  });

  it('without an id is one of its own each time', () => {
    const table = eclipse({ ana: 9 }, { ana: { speed: 2 } });
    table.does(does('task', { task: { timeframe: 2 } }));
    endTurns(table, 'ana');
    table.does(does('task', { task: { timeframe: 2 } }));
    expect(passes(table)).toEqual([1, 1]);
    expect(table.view.declarations.map((d) => (d.action.task as JsonObject).id)).toEqual(['d1', 'd2']);
  });

  it('may be worked on by several', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(weld());
    endTurns(table, 'ana');
    table.does({ ...tries('task', { task: { id: 'weld' } }, 'bo'), outcome: {} });
    expect(passes(table)).toEqual([1, 2]);
  });

  it('does not count what is vetoed or cancelled', () => {
    const table = eclipse({ ana: 9 }, { ana: { speed: 3 } });
    table.does(tries('task', { task: { id: 'weld' } }));
    table.does({ type: 'veto', declaration: 'd1' });
    table.does(tries('task', { task: { id: 'weld' } }));
    endTurns(table, 'ana');
    table.does(weld());
    expect(passes(table)).toEqual([1, 1, 1]);
  });

  it('may have an id that is a name of JavaScript’s own', () => {
    const table = eclipse({ ana: 9 }, { ana: { speed: 2 } });
    table.does(weld({ id: '__proto__' }));
    endTurns(table, 'ana');
    table.does(weld({ id: 'constructor' }));
    expect(passes(table)).toEqual([1, 1]);
  });

  it('counts back with undo', () => {
    const table = eclipse({ ana: 9 });
    table.does(weld());
    table.does({ type: 'undo' });
    table.does(weld());
    expect(passes(table)).toEqual([1]);
  });
});

describe('EP-14 without an entry in a pass', () => {
  it('one starts nothing in it, but notes and rolls are always possible', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { ana: { speed: 2 } });
    endTurns(table, 'ana', 'bo');
    for (const kind of ['quick', 'complex', 'automatic', 'task'])
      expect(refusalOf(table, tries(kind, {}, 'bo'))?.code).toBe('NOT_ACTING');
    expect(table.view.available.bo).toEqual([]);
    expect(refusalOf(table, { type: 'note', text: 'Bo parries' })).toBeNull();
    expect(refusalOf(table, { type: 'roll', combatant: 'bo', dice: '1d100', rolls: [42], label: 'Fray' })).toBeNull();
  });
});
