import type { Command, JsonObject, Lasts } from '@bitacora/engine';
import { openTable, type Table } from '@bitacora/engine/testing';
import { eclipse, endTurns, rollOnes, scoring } from '../testing/eclipse.js';
import { eventsOf, fighter, orderOf, refusalOf, statesOf } from '../testing/index.js';
import { eclipsePhase } from './index.js';

const end = (combatant: string): Command => ({ type: 'endTurn', combatant });
const delay = (combatant: string): Command => ({ type: 'delay', combatant });
const act = (combatant: string): Command => ({ type: 'act', combatant });
const status = (combatant: string, to: 'active' | 'dead' | 'unconscious'): Command => ({
  type: 'setStatus',
  combatant,
  status: to,
});
const declare = (combatant: string, kind = 'complex'): Command => ({ type: 'declare', combatant, action: { kind } });
const joins = (id: string, score: number, when?: 'now' | 'nextRound', stats: JsonObject = {}): Command => ({
  type: 'addCombatant',
  combatantData: scoring(id, score, stats),
  ...(when !== undefined && { when }),
});
const sorted = (table: Table) => orderOf(table).map((keys) => [...keys].sort());

describe('G-1 a group', () => {
  const pair = () => eclipse({ ana: 9, bo: 9, cy: 5 });

  it('acts in any order among its members and is over when each has ended its turn', () => {
    const table = pair();
    table.does(declare('bo'));
    table.does(declare('ana'));
    expect(eventsOf(table, end('bo'))).toEqual(['TurnEnded', 'ActionCancelled']);
    expect(eventsOf(table, end('ana'))).toEqual(['TurnEnded', 'ActionCancelled', 'TurnStarted']);
    expect(table.view.acting).toEqual(['cy']);
  });

  it('lets a member that is taken out declare, resolve and end its turn, and nothing else', () => {
    const table = pair();
    table.does(status('bo', 'dead'));
    expect(table.view.acting).toEqual(['ana', 'bo']);
    expect(table.view.available.bo).toEqual(['declare', 'endTurn']);
    expect(refusalOf(table, delay('bo'))?.code).toBe('OUT_OF_ACTION');
    table.does(declare('bo'));
    table.does({ type: 'resolve', declaration: 'd1', outcome: { success: true } });
    endTurns(table, 'bo');
    expect(refusalOf(table, declare('bo'))?.code).toBe('OUT_OF_ACTION');
    expect(statesOf(table)).toEqual({ ana: 'acting', bo: 'acted', cy: 'waiting' });
  });

  it('does so for the last member of a group that came up with two', () => {
    const table = pair();
    endTurns(table, 'ana');
    table.does(status('bo', 'dead'));
    expect(table.view.acting).toEqual(['bo']);
    expect(refusalOf(table, declare('bo'))).toBeNull();
  });

  it('of one ends at once with its member', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(declare('ana'));
    expect(eventsOf(table, status('ana', 'dead'))).toEqual([
      'StatusChanged',
      'TurnEnded',
      'ActionCancelled',
      'TurnStarted',
    ]);
    expect(statesOf(table)).toEqual({ ana: 'acted', bo: 'acting' });
  });

  it('is suspended as a whole by an interrupt, in which who is taken out ends at once', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 8 });
    table.does(delay('ana'));
    table.does(act('ana'));
    table.does(status('bo', 'dead'));
    expect(table.view.suspended).toEqual([['bo', 'cy']]);
    expect(eventsOf(table, status('ana', 'dead'))).toEqual(['StatusChanged', 'TurnEnded']);
    expect(table.view).toMatchObject({ acting: ['bo', 'cy'], suspended: [] });
  });
});

describe('G-2 who has acted', () => {
  it('does not act again in that pass, however its score changes', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    endTurns(table, 'ana');
    table.does({ type: 'adjustInitiative', combatant: 'ana', by: -5, reason: 'slowed' });
    endTurns(table, 'bo', 'cy');
    expect(table.view.clock.round).toBe(2);
  });
});

describe('G-3 taken out and back', () => {
  const TWICE = { ana: { speed: 2 }, bo: { speed: 2 }, cy: { speed: 2 } };

  it('makes a waiting entry out, and waiting again while its place is ahead', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    expect(eventsOf(table, status('bo', 'unconscious'))).toEqual(['StatusChanged', 'OrderChanged']);
    expect(statesOf(table).bo).toBe('out');
    expect(refusalOf(table, declare('bo'))?.code).toBe('OUT_OF_ACTION');
    table.does(status('bo', 'active'));
    expect(statesOf(table).bo).toBe('waiting');
    endTurns(table, 'ana');
    expect(table.view.acting).toEqual(['bo']);
  });

  it('gives it its turn from the next pass where its place has passed', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 }, TWICE);
    table.does(status('bo', 'unconscious'));
    endTurns(table, 'ana');
    table.does(status('bo', 'active'));
    expect(statesOf(table)).toEqual({ ana: 'acted', bo: 'out', cy: 'acting' });
    endTurns(table, 'cy');
    expect(statesOf(table)).toEqual({ ana: 'acting', bo: 'waiting', cy: 'waiting' });
  });

  it('brings in this pass one who was out when it began, if its place is ahead', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 }, TWICE);
    endTurns(table, 'ana');
    table.does(status('cy', 'unconscious'));
    endTurns(table, 'bo');
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
    table.does(status('cy', 'active'));
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['cy']]);
  });

  it('does not bring back one who has acted in this pass, nor a lost delayed action', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    endTurns(table, 'ana');
    table.does(status('ana', 'unconscious'));
    table.does(status('ana', 'active'));
    expect(statesOf(table)).toEqual({ ana: 'acted', bo: 'acting' });
    endTurns(table, 'bo');
    expect(table.view.clock.round).toBe(2);
  });

  it('lets one without a score of this round come in at the next', () => {
    const table = openTable(eclipsePhase, [scoring('ana', 9), scoring('bo', 8)]);
    table.does(status('bo', 'unconscious'));
    table.does({ type: 'start' });
    rollOnes(table);
    table.does(status('bo', 'active'));
    expect(table.view.clock.stage).toBe('actions');
    expect(refusalOf(table, declare('bo'))?.code).toBe('NOT_ACTING');
    endTurns(table, 'ana');
    expect(table.view.pending.rolls).toEqual(['ana', 'bo']);
  });

  it('changes nothing where the status is that already', () => {
    const table = eclipse({ ana: 9 });
    table.does({ type: 'note', text: 'x' });
    table.does({ type: 'undo' });
    expect(eventsOf(table, status('ana', 'active'))).toEqual([]);
    expect(table.view.available['']).toContain('redo');
  });
});

describe('G-4 interrupts', () => {
  it('nest, last in first out, and each hands the turn back', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    table.does(delay('ana'));
    table.does(delay('bo'));
    table.does(act('bo'));
    table.does(declare('bo'));
    table.does(act('ana'));
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [['cy'], ['bo']] });
    endTurns(table, 'ana');
    expect(table.view).toMatchObject({ acting: ['bo'], suspended: [['cy']] });
    endTurns(table, 'bo');
    expect(table.view).toMatchObject({ acting: ['cy'], suspended: [] });
  });

  it('go on when one who is suspended alone is taken out, whose activation ends at once', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    table.does(delay('ana'));
    table.does(declare('bo'));
    table.does(act('ana'));
    expect(eventsOf(table, status('bo', 'dead'))).toEqual(['StatusChanged', 'TurnEnded', 'ActionCancelled']);
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [] });
    endTurns(table, 'ana');
    expect(table.view.acting).toEqual(['cy']);
  });
});

describe('G-6 and G-7 the encounter', () => {
  it('skips a pass in which nobody can act', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 }, { ana: { speed: 3 }, bo: { speed: 2 } });
    endTurns(table, 'ana', 'bo');
    table.does(status('bo', 'dead'));
    table.does({ type: 'updateCombatant', combatant: 'ana', changes: { stats: { speed: 1 } } });
    endTurns(table, 'cy');
    expect(table.view.clock).toEqual({ round: 2, pass: 1, stage: 'initiative' });
  });

  it('waits in initiative of the next round when nobody at all can act, and never loops', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(status('ana', 'dead'));
    expect(eventsOf(table, status('bo', 'dead'))).toEqual(['StatusChanged', 'TurnEnded', 'RoundEnded', 'RoundStarted']);
    expect(table.view).toMatchObject({
      clock: { round: 2, pass: 1, stage: 'initiative' },
      pending: { rolls: [] },
      order: [],
    });
    expect(table.view.available['']).toEqual(['undo', 'end']);
  });

  it('waits there for one who becomes active, as for the others', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(status('ana', 'dead'));
    table.does(status('bo', 'dead'));
    table.does(status('ana', 'active'));
    expect(table.view.pending.rolls).toEqual(['ana']);
    rollOnes(table);
    expect(table.view.acting).toEqual(['ana']);
  });
});

describe('G-8 a newcomer', () => {
  const two = () => eclipse({ ana: 9, bo: 7 });

  it('comes in at the next round unless it is asked for now', () => {
    const table = two();
    expect(eventsOf(table, joins('cy', 20))).toEqual(['CombatantAdded']);
    expect(refusalOf(table, declare('cy'))?.code).toBe('NOT_ACTING');
    endTurns(table, 'ana', 'bo');
    expect(table.view.pending.rolls).toEqual(['ana', 'bo', 'cy']);
  });

  it('now rolls at once: the stage is initiative until it has, then all is as it was', () => {
    const table = two();
    table.does(declare('ana'));
    table.does(joins('cy', 8, 'now'));
    expect(table.view).toMatchObject({
      clock: { stage: 'initiative' },
      pending: { rolls: ['cy'] },
      order: [],
      acting: [],
      suspended: [],
    });
    expect(refusalOf(table, end('ana'))?.code).toBe('INITIATIVE_PENDING');
    expect(refusalOf(table, { type: 'advance' })?.code).toBe('INITIATIVE_PENDING');
    rollOnes(table);
    expect(orderOf(table)).toEqual([['ana'], ['cy'], ['bo']]);
    expect(table.view.acting).toEqual(['ana']);
    expect(refusalOf(table, { type: 'resolve', declaration: 'd1' })).toBeNull();
  });

  it('ties with those who wait, but not with the group that came up last', () => {
    const tied = two();
    tied.does(joins('cy', 7, 'now'));
    rollOnes(tied);
    expect(sorted(tied)).toEqual([['ana'], ['bo', 'cy']]);
    const late = two();
    late.does(joins('cy', 9, 'now', { speed: 2 }));
    rollOnes(late);
    expect(orderOf(late)).toEqual([['ana'], ['bo']]);
    endTurns(late, 'ana', 'bo');
    expect(orderOf(late)).toEqual([['cy']]);
  });

  it('acts from the next pass in which it has an entry, which may be in the next round', () => {
    const table = eclipse({ ana: 9, bo: 7 }, { ana: { speed: 2 } });
    table.does(joins('cy', 12, 'now'));
    rollOnes(table);
    endTurns(table, 'ana', 'bo');
    expect(orderOf(table)).toEqual([['ana']]);
    endTurns(table, 'ana');
    expect(table.view.pending.rolls).toEqual(['ana', 'bo', 'cy']);
  });

  it('is not held back by one whom the game master has placed before others that still wait', () => {
    const table = eclipse({ ana: 9, bo: 6, cy: 3 });
    table.does({ type: 'moveInOrder', key: 'cy', before: 'bo', reason: 'surprise' });
    endTurns(table, 'ana');
    expect(table.view.acting).toEqual(['cy']);
    for (const [id, score] of Object.entries({ dee: 8, eve: 9 }))
      table.does({ type: 'addCombatant', combatantData: scoring(id, score), when: 'now' });
    rollOnes(table);
    expect(orderOf(table)).toEqual([['ana'], ['cy'], ['dee'], ['bo']]);
  });

  it('finds all that are after one whom the game master has placed behind them still ahead', () => {
    const table = eclipse({ ana: 9, bo: 6, cy: 3 });
    table.does({ type: 'addCombatant', combatantData: scoring('dee', 7), when: 'now' });
    rollOnes(table);
    table.does({ type: 'moveInOrder', key: 'dee', after: 'bo', reason: 'mud' });
    endTurns(table, 'ana', 'bo');
    expect(table.view.acting).toEqual(['dee']);
    table.does({ type: 'addCombatant', combatantData: scoring('eve', 5), when: 'now' });
    rollOnes(table);
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['dee'], ['eve'], ['cy']]);
  });

  it('finds nothing ahead in standby', () => {
    const table = two();
    table.does(delay('ana'));
    endTurns(table, 'bo');
    table.does(joins('cy', 1, 'now'));
    rollOnes(table);
    expect(table.view.clock.stage).toBe('standby');
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
  });

  it('in a round’s first stage comes in at once, unless it is asked for next round', () => {
    const table = openTable(eclipsePhase, [scoring('ana', 9)]);
    table.does({ type: 'start' });
    table.does(joins('bo', 8));
    table.does(joins('cy', 7, 'nextRound'));
    expect(table.view.pending.rolls).toEqual(['ana', 'bo']);
  });

  it('comes in at once while nobody who has come in is active', () => {
    const table = two();
    table.does(status('ana', 'dead'));
    table.does(status('bo', 'dead'));
    table.does(joins('cy', 8, 'nextRound'));
    expect(table.view.pending.rolls).toEqual(['cy']);
  });

  it('that waits for the next round comes in at once when the others are taken out before they rolled', () => {
    const table = openTable(eclipsePhase, [scoring('ana', 9)]);
    table.does({ type: 'start' });
    table.does(joins('cy', 8, 'nextRound'));
    table.does(status('ana', 'dead'));
    expect(table.view).toMatchObject({ clock: { round: 1, stage: 'initiative' }, pending: { rolls: ['cy'] } });
  });

  it('that is removed before it rolled leaves all as it was', () => {
    const table = two();
    table.does(joins('cy', 8, 'now'));
    table.does({ type: 'removeCombatant', combatant: 'cy' });
    expect(table.view).toMatchObject({ clock: { stage: 'actions' }, acting: ['ana'] });
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
  });

  it('can be undone while it is waited for', () => {
    const table = two();
    table.does(joins('cy', 8, 'now'));
    table.does({ type: 'undo' });
    expect(table.view).toMatchObject({ clock: { stage: 'actions' }, acting: ['ana'] });
    table.does({ type: 'redo' });
    expect(table.view.pending.rolls).toEqual(['cy']);
  });
});

describe('G-9 removing', () => {
  it('the one who acts ends its activation and cancels what it declared', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(declare('ana'));
    expect(eventsOf(table, { type: 'removeCombatant', combatant: 'ana' })).toEqual([
      'CombatantRemoved',
      'TurnEnded',
      'ActionCancelled',
      'TurnStarted',
    ]);
    expect(orderOf(table)).toEqual([['bo']]);
    expect(table.view.declarations).toMatchObject([{ id: 'd1', combatant: 'ana', state: 'cancelled' }]);
  });

  it('one who has acted shifts nobody', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    endTurns(table, 'ana');
    table.does({ type: 'removeCombatant', combatant: 'ana' });
    expect(statesOf(table)).toEqual({ bo: 'acting', cy: 'waiting' });
  });

  it('one who is on standby takes its delayed action with it', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(delay('ana'));
    table.does({ type: 'removeCombatant', combatant: 'ana' });
    endTurns(table, 'bo');
    expect(table.view.clock).toEqual({ round: 2, pass: 1, stage: 'initiative' });
  });

  it('one who is suspended goes on with the interrupt', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(delay('ana'));
    table.does(act('ana'));
    table.does({ type: 'removeCombatant', combatant: 'bo' });
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [] });
  });

  it('never frees an id', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does({ type: 'removeCombatant', combatant: 'bo' });
    expect(refusalOf(table, joins('bo', 5))?.code).toBe('DUPLICATE_COMBATANT');
    expect(refusalOf(table, joins('ana', 5))?.code).toBe('DUPLICATE_COMBATANT');
    expect(refusalOf(table, end('bo'))?.code).toBe('UNKNOWN_COMBATANT');
  });

  it('lets an id be any name, also one of JavaScript’s own', () => {
    const table = eclipse({ constructor: 9, toString: 8, hasOwnProperty: 8 });
    table.does({ type: 'wound', combatant: 'toString' });
    expect(orderOf(table)).toEqual([['constructor'], ['hasOwnProperty'], ['toString']]);
  });
});

describe('G-10 and G-11 what the table gives', () => {
  it.each([[[11]], [[-1]], [[2.5]], [[]], [[1, 2]]])('rolls nothing for anyone where one has %j', (faces) => {
    const table = openTable(eclipsePhase, [scoring('ana', 9), scoring('bo', 8)]);
    table.does({ type: 'start' });
    expect(refusalOf(table, { type: 'rollInitiative', rolls: { ana: [5], bo: faces } })).toMatchObject({
      code: 'BAD_ROLL',
      rule: 'G-10',
    });
    expect(table.view.pending.rolls).toEqual(['ana', 'bo']);
  });

  it('takes a name of 1 to 200 characters, any of Unicode, twice if need be', () => {
    const table = eclipse({ ana: 9 });
    const named = (id: string, name: string): Command => ({
      type: 'addCombatant',
      combatantData: { ...scoring(id, 5), name },
    });
    expect(refusalOf(table, named('bo', '🜁'.repeat(200)))).toBeNull();
    expect(refusalOf(table, named('cy', 'ana'))).toBeNull();
    expect(refusalOf(table, named('dee', '🜁'.repeat(201)))).toMatchObject({
      code: 'MALFORMED',
      pointer: '/combatantData/name',
    });
    expect(refusalOf(table, named('dee', ''))?.code).toBe('MALFORMED');
  });
});

describe('G-12 declarations', () => {
  it('are resolved once, by the one who acts', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(declare('ana'));
    expect(refusalOf(table, { type: 'resolve', declaration: 'd2' })?.code).toBe('UNKNOWN_DECLARATION');
    table.does({ type: 'resolve', declaration: 'd1' });
    expect(refusalOf(table, { type: 'resolve', declaration: 'd1' })?.code).toBe('ALREADY_RESOLVED');
    endTurns(table, 'ana');
    expect(refusalOf(table, { type: 'veto', declaration: 'd1' })?.code).toBe('ALREADY_RESOLVED');
  });

  it('have numbers that are not given again when they were undone, and come back with redo', () => {
    const table = eclipse({ ana: 9 });
    table.does(declare('ana', 'quick'));
    table.does({ type: 'undo' });
    table.does({ type: 'redo' });
    table.does({ type: 'undo' });
    table.does(declare('ana', 'quick'));
    expect(table.view.declarations.map((d) => d.id)).toEqual(['d2']);
  });
});

describe('G-13 the order of the checks', () => {
  it('is the family’s commands, then the encounter’s status, the combatant, its status, the stage, the turn', () => {
    const setup = openTable(eclipsePhase, [scoring('ana', 9)]);
    expect(refusalOf(setup, { type: 'defend', combatant: 'nobody' })?.code).toBe('NOT_IN_RULESET');
    expect(refusalOf(setup, end('nobody'))?.code).toBe('NOT_RUNNING');
    setup.does(status('ana', 'dead'));
    expect(refusalOf(setup, { type: 'start' })?.code).toBe('NO_COMBATANTS');
    const table = openTable(eclipsePhase, [scoring('ana', 9), scoring('bo', 8)]);
    table.does({ type: 'start' });
    table.does(status('bo', 'dead'));
    expect(refusalOf(table, end('nobody'))?.code).toBe('UNKNOWN_COMBATANT');
    expect(refusalOf(table, end('bo'))?.code).toBe('OUT_OF_ACTION');
    expect(refusalOf(table, end('ana'))?.code).toBe('INITIATIVE_PENDING');
    table.does({ type: 'end' });
    expect(refusalOf(table, end('nobody'))?.code).toBe('ENCOUNTER_ENDED');
  });

  it.each<Command>([
    end('ana'),
    { type: 'rollInitiative' },
    { type: 'advance' },
    { type: 'moveInOrder', key: 'ana', before: 'bo', reason: 'x' },
    { type: 'veto', declaration: 'd1' },
  ])('refuses $type before the start', (command) => {
    const table = openTable(eclipsePhase, [scoring('ana', 9), scoring('bo', 8)]);
    expect(refusalOf(table, command)?.code).toBe('NOT_RUNNING');
  });

  it('lets the rest be done before the start', () => {
    const table = openTable(eclipsePhase, [scoring('ana', 9)]);
    for (const command of [
      joins('bo', 8),
      { type: 'wound', combatant: 'ana' },
      { type: 'note', text: 'x' },
      { type: 'end' },
    ] as const) {
      expect(refusalOf(table, command)).toBeNull();
    }
  });

  it('answers advance by what is pending, else that there is nothing to close', () => {
    const table = openTable(eclipsePhase, [scoring('ana', 9)]);
    table.does({ type: 'start' });
    expect(refusalOf(table, { type: 'advance' })?.code).toBe('INITIATIVE_PENDING');
    rollOnes(table);
    expect(refusalOf(table, { type: 'advance' })?.code).toBe('NOTHING_TO_ADVANCE');
    expect(refusalOf(table, { type: 'decideTie', order: ['ana'] })?.code).toBe('NOT_IN_RULESET');
  });

  it('refuses the kind of an action before its limits', () => {
    const table = eclipse({ ana: 9 }, {}, { quickActionLimit: 0 });
    expect(refusalOf(table, declare('ana', 'active'))?.code).toBe('WRONG_ACTION_KIND');
  });
});

describe('G-14 options', () => {
  it('are resolved and recorded when the encounter is created', () => {
    const table = openTable(eclipsePhase, [], { woundPenalty: 2 });
    expect(table.log[0]).toMatchObject({
      type: 'EncounterCreated',
      data: { options: { woundPenalty: 2, quickActionLimit: 3 } },
    });
    expect(table.view.options).toEqual({ woundPenalty: 2, quickActionLimit: 3 });
  });

  it.each([{ woundPenalty: -1 }, { quickActionLimit: 'many' }, { slots: true }])('are refused as %j', (options) => {
    expect(() => openTable(eclipsePhase, [], options as JsonObject)).toThrow('MALFORMED');
  });
});

describe('G-17 a change of score', () => {
  it('moves only that combatant, and passes by those whom the game master has placed', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7, dee: 6 });
    table.does({ type: 'moveInOrder', key: 'dee', before: 'bo', reason: 'ambush' });
    expect(orderOf(table)).toEqual([['ana'], ['dee'], ['bo'], ['cy']]);
    table.does({ type: 'wound', combatant: 'bo', count: 2 });
    expect(orderOf(table)).toEqual([['ana'], ['dee'], ['cy'], ['bo']]);
    table.does({ type: 'heal', combatant: 'bo', count: 2 });
    expect(orderOf(table)).toEqual([['ana'], ['dee'], ['bo'], ['cy']]);
  });

  it('moves one whom the game master had placed back among the others', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7, dee: 6 });
    table.does({ type: 'moveInOrder', key: 'dee', before: 'bo', reason: 'ambush' });
    table.does({ type: 'wound', combatant: 'dee' });
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['cy'], ['dee']]);
  });

  it('for the round is over with it', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does({ type: 'adjustInitiative', combatant: 'bo', by: 5, reason: 'rush', lasts: 'round' });
    endTurns(table, 'ana', 'bo');
    rollOnes(table);
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
  });

  it('by 0 is no change', () => {
    const table = eclipse({ ana: 9 });
    expect(eventsOf(table, { type: 'adjustInitiative', combatant: 'ana', by: 0, reason: 'none' })).toEqual([]);
  });
});

describe('the game master’s order', () => {
  it('moves one who waits next to a whole group, alone', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 8, dee: 6 });
    table.does({ type: 'moveInOrder', key: 'dee', before: 'cy', reason: 'cover' });
    expect(orderOf(table)).toEqual([['ana'], ['dee'], ['bo', 'cy']]);
    table.does({ type: 'moveInOrder', key: 'bo', after: 'cy', reason: 'hesitates' });
    expect(orderOf(table)).toEqual([['ana'], ['dee'], ['cy'], ['bo']]);
  });

  it('to where one has been placed already changes nothing, and undo takes back the first move', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    const move: Command = { type: 'moveInOrder', key: 'cy', before: 'bo', reason: 'surprise' };
    expect(eventsOf(table, move)).toEqual(['OrderChanged']);
    expect(eventsOf(table, move)).toEqual([]);
    table.does({ type: 'undo' });
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['cy']]);
  });

  it('is for those who wait, next to one who waits, with exactly one of before and after', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    const move = (key: string, more: JsonObject) =>
      refusalOf(table, { type: 'moveInOrder', key, reason: 'x', ...more })?.code;
    expect(move('ana', { after: 'bo' })).toBe('NOT_WAITING');
    expect(move('bo', { before: 'ana' })).toBe('NOT_WAITING');
    expect(move('bo', {})).toBe('MALFORMED');
    expect(move('bo', { before: 'cy', after: 'cy' })).toBe('MALFORMED');
    expect(move('bo', { before: 'nobody' })).toBe('UNKNOWN_COMBATANT');
  });
});

describe('conditions', () => {
  const applied = (lasts: Lasts): Command => ({ type: 'applyCondition', combatant: 'bo', name: 'stunned', lasts });
  const count = (table: Table) => table.view.conditions.length;

  it.each(['startOfTurn', 'endOfTurn'] as const)('end at the %s of their bearer', (boundary) => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    table.does(applied({ rounds: 0, boundary }));
    endTurns(table, 'ana');
    expect(count(table)).toBe(boundary === 'startOfTurn' ? 0 : 1);
    endTurns(table, 'bo');
    expect(count(table)).toBe(0);
  });

  it('end with the turn of another, and at the round’s end where that one has none', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(applied({ rounds: 0, boundary: 'endOfTurn', of: 'ana' }));
    table.does(applied({ rounds: 0, boundary: 'startOfTurn', of: 'ana' }));
    endTurns(table, 'ana');
    expect(count(table)).toBe(1);
    endTurns(table, 'bo');
    expect(count(table)).toBe(0);
  });

  it('last into later rounds, and without an end until they are removed', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    table.does(applied({ rounds: 1, boundary: 'endOfRound' }));
    table.does({ type: 'applyCondition', combatant: 'bo', name: 'marked' });
    endTurns(table, 'ana', 'bo');
    expect(count(table)).toBe(2);
    rollOnes(table);
    endTurns(table, 'ana', 'bo');
    expect(table.view.conditions.map((c) => c.name)).toEqual(['marked']);
    table.does({ type: 'removeCondition', condition: 'c2' });
    expect(refusalOf(table, { type: 'removeCondition', condition: 'c2' })?.code).toBe('UNKNOWN_CONDITION');
  });
});

describe('undo and redo', () => {
  it('go back to the creation and forward again, leaving the events', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    const before = table.view;
    table.does({ type: 'undo' });
    table.does({ type: 'undo' });
    expect(table.view).toMatchObject({ status: 'setup', clock: { round: 0, pass: 0, stage: 'setup' } });
    expect(refusalOf(table, { type: 'undo' })?.code).toBe('NOTHING_TO_UNDO');
    table.does({ type: 'redo' });
    table.does({ type: 'redo' });
    expect(refusalOf(table, { type: 'redo' })?.code).toBe('NOTHING_TO_REDO');
    expect(table.view).toEqual({ ...before, revision: before.revision + 4 });
  });

  it('work after the end', () => {
    const table = eclipse({ ana: 9 });
    table.does({ type: 'end' });
    expect(table.view).toMatchObject({ status: 'ended', acting: [], suspended: [] });
    expect(refusalOf(table, { type: 'note', text: 'x' })?.code).toBe('ENCOUNTER_ENDED');
    table.does({ type: 'undo' });
    expect(table.view).toMatchObject({ status: 'running', acting: ['ana'] });
  });
});

describe('a combatant', () => {
  it('may be given stats without a speed and moxie: they have defaults', () => {
    const table = openTable(eclipsePhase, [fighter('ana', { intuition: 10, reflexes: 10 })]);
    expect(table.view.combatants[0]).toMatchObject({
      stats: { intuition: 10, reflexes: 10, speed: 1, moxie: 0 },
      resources: { moxie: 0 },
    });
  });
});
