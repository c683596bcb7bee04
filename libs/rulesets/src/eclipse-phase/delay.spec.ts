import type { Command } from '@bitacora/engine';
import { eclipse, endTurns, rollOnes } from '../testing/eclipse.js';
import { eventsOf, orderOf, refusalOf, statesOf } from '../testing/index.js';

const delay = (combatant: string): Command => ({ type: 'delay', combatant });
const act = (combatant: string): Command => ({ type: 'act', combatant });
const does = (combatant: string, kind: string): Command => ({
  type: 'declare',
  combatant,
  action: { kind },
  outcome: {},
});
const TWICE = { ana: { speed: 2 }, bo: { speed: 2 } };

describe('EP-8 delay', () => {
  it('is possible before anything but automatic actions was declared', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(does('ana', 'automatic'));
    expect(eventsOf(table, delay('ana'))).toEqual(['ActionDelayed', 'TurnStarted']);
    expect(table.view.combatants[0]?.delayed).toEqual({ round: 1, pass: 1 });
    expect(statesOf(table)).toEqual({ ana: 'delayed', bo: 'acting' });
  });

  it.each(['quick', 'complex', 'task'])('is refused after a %s action, resolved or not', (kind) => {
    const table = eclipse({ ana: 9 });
    table.does({ type: 'declare', combatant: 'ana', action: { kind } });
    expect(refusalOf(table, delay('ana'))).toMatchObject({ code: 'ALREADY_ACTED', rule: 'EP-8' });
    expect(table.view.available.ana).not.toContain('delay');
  });

  it('is possible again where all that was declared is vetoed (G-15)', () => {
    const table = eclipse({ ana: 9 });
    table.does({ type: 'declare', combatant: 'ana', action: { kind: 'complex' } });
    table.does({ type: 'veto', declaration: 'd1' });
    expect(refusalOf(table, delay('ana'))).toBeNull();
  });

  it('cancels an automatic action that was not resolved', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does({ type: 'declare', combatant: 'ana', action: { kind: 'automatic' } });
    expect(eventsOf(table, delay('ana'))).toEqual(['ActionDelayed', 'ActionCancelled', 'TurnStarted']);
  });

  it('is for those whose turn it is', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    expect(refusalOf(table, delay('bo'))?.code).toBe('NOT_ACTING');
  });
});

describe('EP-9 a delayed action', () => {
  it('interrupts whoever acts, is a whole activation, and hands the turn back', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(delay('ana'));
    table.does({ type: 'declare', combatant: 'bo', action: { kind: 'complex' } });
    expect(eventsOf(table, act('ana'))).toEqual(['DelayedActionTaken', 'TurnStarted']);
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [['bo']] });
    expect(statesOf(table)).toEqual({ ana: 'acting', bo: 'acting' });
    for (const kind of ['quick', 'quick', 'quick', 'complex']) table.does(does('ana', kind));
    endTurns(table, 'ana');
    expect(table.view).toMatchObject({ acting: ['bo'], suspended: [] });
    expect(statesOf(table)).toEqual({ ana: 'acted', bo: 'acting' });
    expect(refusalOf(table, { type: 'resolve', declaration: 'd1' })).toBeNull();
  });

  it('suspends a whole group, and only that group is handed back to', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 8 });
    table.does(delay('ana'));
    endTurns(table, 'bo');
    table.does(act('ana'));
    expect(table.view.suspended).toEqual([['cy']]);
    endTurns(table, 'ana');
    expect(table.view.acting).toEqual(['cy']);
  });

  it('is there to take once, and only for one who holds it', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    expect(refusalOf(table, act('bo'))).toMatchObject({ code: 'NO_DELAYED_ACTION', rule: 'EP-9' });
    table.does(delay('ana'));
    table.does(act('ana'));
    expect(refusalOf(table, act('ana'))?.code).toBe('NO_DELAYED_ACTION');
  });

  it('cannot be delayed again (G-15)', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(delay('ana'));
    table.does(act('ana'));
    expect(refusalOf(table, delay('ana'))).toMatchObject({ code: 'ALREADY_ACTED', rule: 'G-15' });
  });

  it('is not taken while initiative is open', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(delay('ana'));
    endTurns(table, 'bo');
    table.does({ type: 'advance' });
    expect(table.view.clock).toEqual({ round: 2, pass: 1, stage: 'initiative' });
    expect(refusalOf(table, act('ana'))?.code).toBe('INITIATIVE_PENDING');
  });
});

describe('EP-10 standby', () => {
  it('lasts until the own entry comes up in a later pass: the delayed action is lost, the normal activation begins', () => {
    const table = eclipse({ ana: 9, bo: 8 }, TWICE);
    endTurns(table, 'ana');
    table.does(delay('bo'));
    table.does({ type: 'advance' });
    expect(table.view).toMatchObject({ clock: { pass: 2, stage: 'actions' }, acting: ['ana'] });
    expect(eventsOf(table, { type: 'endTurn', combatant: 'ana' })).toEqual([
      'TurnEnded',
      'DelayedActionLost',
      'TurnStarted',
    ]);
    expect(table.view.acting).toEqual(['bo']);
    expect(table.view.combatants[1]?.delayed).toBeNull();
  });

  it('goes on through passes in which one has no entry, into the next round', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { ana: { speed: 3 } });
    endTurns(table, 'ana');
    table.does(delay('bo'));
    table.does({ type: 'advance' });
    endTurns(table, 'ana');
    expect(table.view.clock).toEqual({ round: 1, pass: 2, stage: 'standby' });
    table.does({ type: 'advance' });
    expect(table.view.combatants[1]?.delayed).toEqual({ round: 1, pass: 1 });
    endTurns(table, 'ana');
    table.does({ type: 'advance' });
    rollOnes(table);
    expect(table.view.available.bo).toContain('act');
    expect(eventsOf(table, { type: 'endTurn', combatant: 'ana' })).toContain('DelayedActionLost');
  });

  it('is lost when Moxie brings the own entry up first (EP-6)', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { ana: { speed: 2 }, bo: { speed: 2, moxie: 1 } });
    endTurns(table, 'ana');
    table.does(delay('bo'));
    table.does({ type: 'advance' });
    expect(eventsOf(table, { type: 'spendMoxie', combatant: 'bo' })).toEqual([
      'MoxieSpent',
      'OrderChanged',
      'DelayedActionLost',
      'TurnStarted',
    ]);
    expect(table.view.acting).toEqual(['bo']);
    expect(orderOf(table)).toEqual([['bo'], ['ana']]);
  });

  it('is lost at once by one who is taken out (G-3), and its entry is forfeited', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(delay('ana'));
    expect(eventsOf(table, { type: 'setStatus', combatant: 'ana', status: 'unconscious' })).toEqual([
      'StatusChanged',
      'DelayedActionLost',
    ]);
    expect(statesOf(table).ana).toBe('forfeited');
    table.does({ type: 'setStatus', combatant: 'ana', status: 'active' });
    expect(refusalOf(table, act('ana'))?.code).toBe('NO_DELAYED_ACTION');
  });
});

describe('EP-11 taken in another pass or round', () => {
  it('costs the own entry that waits there, by itself, as an event of the same command (G-5)', () => {
    const table = eclipse({ ana: 9, bo: 8 }, TWICE);
    endTurns(table, 'ana');
    table.does(delay('bo'));
    table.does({ type: 'advance' });
    expect(eventsOf(table, act('bo'))).toEqual(['DelayedActionTaken', 'TurnForfeited', 'TurnStarted']);
    expect(statesOf(table)).toEqual({ ana: 'acting', bo: 'forfeited' });
    endTurns(table, 'bo', 'ana');
    expect(table.view.clock).toEqual({ round: 2, pass: 1, stage: 'initiative' });
  });

  it('costs it in the next round too', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    endTurns(table, 'ana');
    table.does(delay('bo'));
    table.does({ type: 'advance' });
    rollOnes(table);
    expect(eventsOf(table, act('bo'))).toContain('TurnForfeited');
    expect(table.view).toMatchObject({ acting: ['bo'], suspended: [['ana']] });
  });

  it('costs nothing where one has no entry: it appears in acting all the same', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { ana: { speed: 2 } });
    endTurns(table, 'ana');
    table.does(delay('bo'));
    table.does({ type: 'advance' });
    expect(eventsOf(table, act('bo'))).toEqual(['DelayedActionTaken', 'TurnStarted']);
    expect(table.view.acting).toEqual(['bo']);
    expect(orderOf(table)).toEqual([['ana']]);
  });
});

describe('EP-12 stage standby', () => {
  it('waits when a pass is exhausted while somebody is on standby; what is taken then is of the old pass', () => {
    const table = eclipse({ ana: 9, bo: 8 }, TWICE);
    table.does(delay('ana'));
    endTurns(table, 'bo');
    expect(table.view).toMatchObject({ clock: { round: 1, pass: 1, stage: 'standby' }, acting: [] });
    expect(table.view.available).toMatchObject({ ana: ['act'], bo: [] });
    expect(table.view.available['']).toContain('advance');
    table.does(act('ana'));
    expect(refusalOf(table, { type: 'advance' })).toMatchObject({ code: 'NOTHING_TO_ADVANCE' });
    endTurns(table, 'ana');
    expect(table.view.clock).toEqual({ round: 1, pass: 2, stage: 'actions' });
    expect(statesOf(table)).toEqual({ ana: 'acting', bo: 'waiting' });
  });

  it('goes on waiting while another is on standby', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(delay('ana'));
    table.does(delay('bo'));
    table.does(act('bo'));
    endTurns(table, 'bo');
    expect(table.view.clock.stage).toBe('standby');
    expect(refusalOf(table, { type: 'endTurn', combatant: 'ana' })?.code).toBe('NOT_ACTING');
  });

  it('ends by itself when the last on standby is taken out', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(delay('ana'));
    endTurns(table, 'bo');
    expect(eventsOf(table, { type: 'setStatus', combatant: 'ana', status: 'dead' })).toEqual([
      'StatusChanged',
      'DelayedActionLost',
      'RoundEnded',
      'RoundStarted',
    ]);
  });

  it('comes also before the round ends (EP-13)', () => {
    const table = eclipse({ ana: 9 });
    expect(eventsOf(table, delay('ana'))).toEqual(['ActionDelayed', 'StageEntered']);
    expect(eventsOf(table, { type: 'advance' })).toEqual(['RoundEnded', 'RoundStarted']);
  });
});

describe('G-16 at the same instant', () => {
  /** Ana (9) and Bo (8), and with 9 Dee, hold delayed actions; Cy acts. */
  const held = () => {
    const table = eclipse({ ana: 9, dee: 9, bo: 8, cy: 7 });
    for (const id of ['ana', 'dee', 'bo']) table.does(delay(id));
    return table;
  };

  it('one with a lower score waits right beneath the first and acts when it has ended', () => {
    const table = held();
    table.does(act('ana'));
    expect(eventsOf(table, act('bo'))).toEqual(['DelayedActionTaken']);
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [['cy'], ['bo']] });
    expect(refusalOf(table, act('bo'))?.code).toBe('NO_DELAYED_ACTION');
    endTurns(table, 'ana');
    expect(table.view).toMatchObject({ acting: ['bo'], suspended: [['cy']] });
  });

  it.each(['ana', 'dee'])('one with a higher or equal score (%s) interrupts the first', (id) => {
    const first = id === 'ana' ? 'bo' : 'ana';
    const table = held();
    table.does(act(first));
    table.does(act(id));
    expect(table.view).toMatchObject({ acting: [id], suspended: [['cy'], [first]] });
    endTurns(table, id);
    expect(table.view.acting).toEqual([first]);
  });

  it('is over once the first has declared: a lower score interrupts it', () => {
    const table = held();
    table.does(act('ana'));
    table.does(does('ana', 'automatic'));
    table.does(act('bo'));
    expect(table.view).toMatchObject({ acting: ['bo'], suspended: [['cy'], ['ana']] });
  });

  it('goes by the scores of this pass, Moxie included', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 }, { bo: { moxie: 1 } });
    table.does({ type: 'spendMoxie', combatant: 'bo' });
    table.does(delay('bo'));
    table.does(delay('ana'));
    table.does(act('ana'));
    table.does(act('bo'));
    expect(table.view).toMatchObject({ acting: ['bo'], suspended: [['cy'], ['ana']] });
  });

  it('in standby too', () => {
    const table = held();
    endTurns(table, 'cy');
    table.does(act('ana'));
    table.does(act('bo'));
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [['bo']], clock: { stage: 'standby' } });
  });
});
