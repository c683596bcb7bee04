import type { Command } from '@bitacora/engine';
import { openTable } from '@bitacora/engine/testing';
import { eclipse, endTurns, rollOnes, scoring } from '../testing/eclipse.js';
import { eventsOf, orderOf, refusalOf, statesOf } from '../testing/index.js';
import { eclipsePhase } from './index.js';

const moxie = (combatant: string): Command => ({ type: 'spendMoxie', combatant });
const MOXIE = { moxie: 3, speed: 2 };
const ALL = { ana: MOXIE, bo: MOXIE, cy: MOXIE };
const three = () => eclipse({ ana: 9, bo: 8, cy: 7 }, ALL);

describe('EP-6 Moxie', () => {
  it('lets its spender go first in this pass, with the score that it has', () => {
    const table = three();
    expect(eventsOf(table, moxie('cy'))).toEqual(['MoxieSpent', 'OrderChanged', 'TurnStarted']);
    expect(orderOf(table)).toEqual([['cy'], ['ana'], ['bo']]);
    expect(table.view).toMatchObject({ acting: ['cy'], suspended: [] });
    expect(table.view.order[0]?.entries[0]).toMatchObject({ score: 7, rank: [1, 7] });
    expect(table.view.order[0]?.entries[0]?.why[0]).toMatchObject({ rule: 'EP-6', what: 'moxie', value: null });
    expect(table.view.combatants[2]?.resources.moxie).toBe(2);
    expect(statesOf(table)).toEqual({ cy: 'acting', ana: 'waiting', bo: 'waiting' });
  });

  it('holds for one pass only', () => {
    const table = three();
    table.does(moxie('cy'));
    endTurns(table, 'cy', 'ana', 'bo');
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['cy']]);
    expect(refusalOf(table, moxie('cy'))).toBeNull();
    expect(orderOf(table)).toEqual([['cy'], ['ana'], ['bo']]);
  });

  it('lets several go by their scores among themselves, equals together', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7, dee: 7 }, { ...ALL, dee: MOXIE });
    for (const id of ['cy', 'bo', 'dee']) table.does(moxie(id));
    expect(orderOf(table)).toEqual([['bo'], ['cy', 'dee'], ['ana']]);
    expect(table.view.acting).toEqual(['bo']);
  });

  it('sends a whole group that had come up back to waiting, and may split it', () => {
    const table = eclipse({ ana: 9, bo: 9, cy: 7 }, ALL);
    expect(table.view.acting).toEqual(['ana', 'bo']);
    table.does(moxie('bo'));
    expect(orderOf(table)).toEqual([['bo'], ['ana'], ['cy']]);
    expect(table.view).toMatchObject({ acting: ['bo'], suspended: [] });
    table.does(moxie('ana'));
    expect(orderOf(table).map((keys) => [...keys].sort())).toEqual([['ana', 'bo'], ['cy']]);
    expect([...table.view.acting].sort()).toEqual(['ana', 'bo']);
  });

  it('gives nobody a turn who was taken out in the group that goes back (G-3)', () => {
    const table = eclipse({ ana: 9, bo: 9, cy: 7 }, ALL);
    table.does({ type: 'setStatus', combatant: 'ana', status: 'unconscious' });
    table.does(moxie('cy'));
    expect(statesOf(table)).toEqual({ cy: 'acting', ana: 'out', bo: 'waiting' });
    endTurns(table, 'cy');
    expect(table.view.acting).toEqual(['bo']);
    table.does({ type: 'setStatus', combatant: 'ana', status: 'active' });
    expect(statesOf(table).ana).toBe('out');
  });

  it('goes before those whom the game master has placed, and leaves them and the head where they stand (G-17)', () => {
    const table = three();
    table.does({ type: 'moveInOrder', key: 'cy', before: 'bo', reason: 'surprise' });
    table.does(moxie('bo'));
    expect(orderOf(table)).toEqual([['bo'], ['ana'], ['cy']]);
    expect(table.view.acting).toEqual(['bo']);
    table.does(moxie('cy'));
    expect(orderOf(table)).toEqual([['bo'], ['cy'], ['ana']]);
  });

  it('leaves a head that the game master had placed before the others there', () => {
    const hidden = { ...scoring('eve', 12, MOXIE), hidden: true };
    const fighters = [hidden, scoring('ana', 9, MOXIE), scoring('bo', 8, MOXIE), scoring('cy', 7, MOXIE)];
    const table = openTable(eclipsePhase, fighters);
    table.does({ type: 'start' });
    rollOnes(table);
    table.does({ type: 'moveInOrder', key: 'cy', before: 'ana', reason: 'surprise' });
    endTurns(table, 'eve');
    table.does(moxie('bo'));
    expect(orderOf(table)).toEqual([['eve'], ['bo'], ['cy'], ['ana']]);
  });

  it('sorts one that goes back behind or beside those who have risen above it since it came up', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7, dee: 6 }, ALL);
    table.does({ type: 'adjustInitiative', combatant: 'bo', by: 2, reason: 'a clear view' });
    table.does({ type: 'adjustInitiative', combatant: 'dee', by: 3, reason: 'a clear view' });
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['dee'], ['cy']]);
    table.does(moxie('cy'));
    expect(orderOf(table)).toEqual([['cy'], ['bo'], ['dee', 'ana']]);
  });

  it('sorts one anew that was wounded after it had come up, and goes back', () => {
    const table = three();
    table.does({ type: 'wound', combatant: 'ana', count: 2 });
    table.does(moxie('cy'));
    expect(orderOf(table)).toEqual([['cy'], ['bo'], ['ana']]);
    expect(table.view.order[2]?.entries[0]).toMatchObject({ score: 7, rank: [0, 7] });
  });

  it('may be spent by the one who acts already, before it has done anything', () => {
    const table = three();
    table.does(moxie('ana'));
    expect(table.view.acting).toEqual(['ana']);
    expect(refusalOf(table, moxie('ana'))).toMatchObject({ code: 'MOXIE_SPENT', rule: 'EP-6' });
  });

  it('may be spent during initiative, for the first pass, once', () => {
    const table = openTable(eclipsePhase, [scoring('ana', 9), scoring('bo', 8, MOXIE)]);
    table.does({ type: 'start' });
    expect(table.view.available.bo).toEqual(['spendMoxie']);
    table.does(moxie('bo'));
    expect(refusalOf(table, moxie('bo'))?.code).toBe('MOXIE_SPENT');
    rollOnes(table);
    expect(orderOf(table)).toEqual([['bo'], ['ana']]);
  });

  it('needs a point left', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { bo: { moxie: 1, speed: 2 } });
    expect(refusalOf(table, moxie('ana'))).toMatchObject({ code: 'NO_MOXIE', rule: 'EP-6' });
    table.does(moxie('bo'));
    expect(refusalOf(table, moxie('bo'))?.code).toBe('NO_MOXIE');
  });

  it('needs an entry that waits in this pass', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { ana: { speed: 2 }, bo: { moxie: 1 } });
    endTurns(table, 'ana', 'bo');
    expect(refusalOf(table, moxie('bo'))).toMatchObject({ code: 'NOT_WAITING', rule: 'EP-6' });
    table.does({ type: 'addCombatant', combatantData: scoring('dee', 5, MOXIE) });
    expect(refusalOf(table, moxie('dee'))?.code).toBe('NOT_WAITING');
  });

  it('is not for those who are out, before the start, or after the end', () => {
    const setup = openTable(eclipsePhase, [scoring('ana', 9, MOXIE)]);
    expect(refusalOf(setup, moxie('ana'))?.code).toBe('NOT_RUNNING');
    const table = three();
    table.does({ type: 'setStatus', combatant: 'cy', status: 'dead' });
    expect(refusalOf(table, moxie('cy'))?.code).toBe('OUT_OF_ACTION');
    table.does({ type: 'end' });
    expect(refusalOf(table, moxie('bo'))?.code).toBe('ENCOUNTER_ENDED');
  });

  it('is given anew by the stats, or by hand, between 0 and 99', () => {
    const table = eclipse({ ana: 9 });
    table.does({ type: 'updateCombatant', combatant: 'ana', changes: { stats: { moxie: 4 } } });
    expect(table.view.combatants[0]?.resources.moxie).toBe(4);
    table.does({ type: 'updateCombatant', combatant: 'ana', changes: { resources: { moxie: 1 } } });
    expect(table.view.combatants[0]?.resources.moxie).toBe(1);
    expect(
      refusalOf(table, { type: 'updateCombatant', combatant: 'ana', changes: { resources: { moxie: 100 } } })?.code,
    ).toBe('INVALID_STATS');
  });

  it('comes back with undo, and goes again with redo', () => {
    const table = three();
    table.does(moxie('cy'));
    table.does({ type: 'undo' });
    expect(table.view.combatants[2]?.resources.moxie).toBe(3);
    expect(table.view.acting).toEqual(['ana']);
    table.does({ type: 'redo' });
    expect(table.view.acting).toEqual(['cy']);
  });
});

describe('EP-6 beside a hidden combatant, whose deeds close nothing', () => {
  const opened = (...scores: readonly (readonly [id: string, score: number])[]) => {
    const fighters = scores.map(([id, score]) => ({ ...scoring(id, score, MOXIE), hidden: id === 'eve' }));
    const table = openTable(eclipsePhase, fighters);
    table.does({ type: 'start' });
    rollOnes(table);
    return table;
  };
  const declare: Command = { type: 'declare', combatant: 'eve', action: { kind: 'complex' } };

  it('does not send back one who has declared: the spender comes next', () => {
    const table = opened(['eve', 12], ['ana', 9], ['bo', 8]);
    table.does(declare);
    expect(eventsOf(table, moxie('bo'))).toEqual(['MoxieSpent', 'OrderChanged']);
    expect([orderOf(table), table.view.acting]).toEqual([[['eve'], ['bo'], ['ana']], ['eve']]);
    expect(refusalOf(table, declare)?.code).toBe('ACTION_LIMIT');
    table.does({ type: 'resolve', declaration: 'd1' });
    endTurns(table, 'eve', 'bo');
    expect(table.view.acting).toEqual(['ana']);
  });

  it('sends back of a group only those who have done nothing', () => {
    const table = opened(['eve', 9], ['ana', 9], ['bo', 8]);
    table.does(declare);
    table.does(moxie('bo'));
    expect(orderOf(table)).toEqual([['eve'], ['bo'], ['ana']]);
    expect(statesOf(table)).toEqual({ eve: 'acting', bo: 'waiting', ana: 'waiting' });
    expect(table.view.acting).toEqual(['eve']);
  });

  it('leaves one who acts by interrupt, and one who has acted, where they are', () => {
    const table = opened(['eve', 9], ['ana', 9], ['bo', 8]);
    table.does({ type: 'delay', combatant: 'eve' });
    table.does({ type: 'act', combatant: 'eve' });
    table.does(moxie('bo'));
    expect([orderOf(table), table.view.acting, table.view.suspended]).toEqual([
      [['eve'], ['bo'], ['ana']],
      ['eve'],
      [],
    ]);
    endTurns(table, 'eve');
    expect(table.view.acting).toEqual(['bo']);
    table.does(moxie('ana'));
    expect([orderOf(table), table.view.acting]).toEqual([[['eve'], ['ana'], ['bo']], ['ana']]);
  });

  it('is too late for one who has declared itself', () => {
    const table = opened(['eve', 12], ['ana', 9]);
    table.does(declare);
    expect(refusalOf(table, moxie('eve'))?.code).toBe('MOXIE_TOO_LATE');
    expect(table.view.available.eve).not.toContain('spendMoxie');
    table.does({ type: 'veto', declaration: 'd1' });
    expect(refusalOf(table, moxie('eve'))).toBeNull();
  });
});

describe('EP-6 the deadline', () => {
  const declare: Command = { type: 'declare', combatant: 'ana', action: { kind: 'automatic' } };
  const late = (...commands: readonly Command[]) => {
    const table = three();
    for (const command of commands) table.does(command);
    return refusalOf(table, moxie('cy'))?.code;
  };

  it('is the first declaration, delay or end of a turn in the pass', () => {
    expect(late(declare)).toBe('MOXIE_TOO_LATE');
    expect(late({ type: 'delay', combatant: 'ana' })).toBe('MOXIE_TOO_LATE');
    expect(late({ type: 'endTurn', combatant: 'ana' })).toBe('MOXIE_TOO_LATE');
    expect(late({ type: 'wound', combatant: 'ana' }, { type: 'note', text: 'Rain' })).toBeUndefined();
  });

  it('is also a delayed action taken from another pass', () => {
    const table = three();
    endTurns(table, 'ana', 'bo');
    table.does({ type: 'delay', combatant: 'cy' });
    table.does({ type: 'advance' });
    table.does({ type: 'act', combatant: 'cy' });
    expect(refusalOf(table, moxie('bo'))?.code).toBe('MOXIE_TOO_LATE');
  });

  it.each([true, false])(
    'is not passed when one that had come up and done nothing is removed (hidden: %s)',
    (hidden) => {
      const table = openTable(eclipsePhase, [
        { ...scoring('eve', 12), hidden },
        scoring('ana', 9),
        scoring('cy', 7, MOXIE),
      ]);
      table.does({ type: 'start' });
      rollOnes(table);
      table.does({ type: 'removeCombatant', combatant: 'eve' });
      expect(table.view.acting).toEqual(['ana']);
      table.does(moxie('cy'));
      expect(orderOf(table)).toEqual([['cy'], ['ana']]);
    },
  );

  it('is not passed by a declaration that was vetoed (G-15)', () => {
    expect(late(declare, { type: 'veto', declaration: 'd1' })).toBeUndefined();
    expect(late(declare, declare, { type: 'veto', declaration: 'd1' })).toBe('MOXIE_TOO_LATE');
  });

  it('is open again in each pass, and closed in standby', () => {
    const table = three();
    endTurns(table, 'ana', 'bo');
    table.does({ type: 'delay', combatant: 'cy' });
    expect(refusalOf(table, moxie('cy'))?.code).toBe('MOXIE_TOO_LATE');
    table.does({ type: 'advance' });
    expect(refusalOf(table, moxie('bo'))).toBeNull();
  });

  it('is not reached while a newcomer rolls: nobody spends Moxie then (G-8)', () => {
    const table = three();
    table.does({ type: 'addCombatant', combatantData: scoring('dee', 5), when: 'now' });
    expect(refusalOf(table, moxie('cy'))?.code).toBe('INITIATIVE_PENDING');
    rollOnes(table);
    expect(refusalOf(table, moxie('cy'))).toBeNull();
    expect(orderOf(table)).toEqual([['cy'], ['ana'], ['bo'], ['dee']]);
  });

  it('comes after the question whether there is a point, and before the others', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { bo: { moxie: 1 } });
    endTurns(table, 'ana');
    expect(refusalOf(table, moxie('ana'))?.code).toBe('NO_MOXIE');
    expect(refusalOf(table, moxie('bo'))?.code).toBe('MOXIE_TOO_LATE');
  });
});
