import type { EventOf } from '@bitacora/engine';
import { openFight, scriptedDice, type Fight } from '@bitacora/engine/testing';
import { yokaiSenso } from './index.js';
import { bystander, fighter, passTurns, started } from './testing/fighter.js';
import { reasonsOf } from '../testing/index.js';

const rankOf = (fight: Fight, key: string) =>
  fight.table.view.order.flatMap((g) => g.entries).find((e) => e.key === key)?.rank;
const lastRolls = (fight: Fight) =>
  (fight.table.log.findLast((e) => e.type === 'InitiativeRolled') as EventOf<'InitiativeRolled'>).data.rolls;
const tied = (fight: Fight) => fight.table.view.pending.tie;

describe('a running score (YS-1)', () => {
  it('is the opening one where it is in the stats: nobody rolls', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 12)]);
    expect(fight.when).toBe('1.1 actions');
    expect(fight.order).toEqual([['oni'], ['ren']]);
    expect(fight.of('oni').initiative).toEqual({ score: 12, parts: [{ what: 'opening', value: 12 }] });
  });

  it('runs on: each round goes by the scores with which it starts, and nobody rolls again', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 12)]);
    fight.does('adjustInitiative', { combatant: 'ren', by: 5, reason: 'Feint' });
    passTurns(fight, 'oni', 'ren');
    expect(fight.when).toBe('2.1 actions');
    expect(fight.order).toEqual([['ren'], ['oni']]);
    passTurns(fight, 'ren', 'oni');
    expect(fight.order).toEqual([['ren'], ['oni']]);
  });

  it('may be negative (G-11)', () => {
    const fight = started([fighter('ren', -3), fighter('oni', -1)]);
    expect(fight.order).toEqual([['oni'], ['ren']]);
  });

  it('is corrected by the table in the stats, whatever was given or rolled before', () => {
    const fight = started([fighter('ren', null), fighter('oni', 12)]);
    fight.does('rollInitiative', { scores: { ren: 15 } });
    fight.does('updateCombatant', { combatant: 'ren', changes: { stats: { initiative: 7 } } });
    expect(fight.of('ren').initiative.score).toBe(7);
  });
});

describe('an opening score (YS-1)', () => {
  it('is asked for where it is not known, and given by the table', () => {
    const fight = started([fighter('ren', null, 5, { initiativeBonus: 3 }), fighter('oni', 12)]);
    expect(fight.when).toBe('1.1 initiative');
    expect(fight.waitsFor.rolls).toEqual(['ren']);
    expect(fight.of('ren').initiative).toEqual({ score: null, parts: [] });
    fight.does('rollInitiative', { scores: { ren: 15 } });
    expect(fight.of('ren').initiative).toEqual({ score: 15, parts: [{ what: 'opening', value: 15 }] });
    expect(lastRolls(fight)[0]).toMatchObject({ combatant: 'ren', by: 'table', dice: [], faces: [], total: 15 });
  });

  it('that is neither given nor can be rolled is a bad roll, and nobody has one then', () => {
    const fight = started([fighter('ren', null), fighter('oni', null)]);
    expect(fight.refuses('rollInitiative')).toBe('BAD_ROLL');
    expect(fight.refuses('rollInitiative', { scores: { ren: 4 } })).toBe('BAD_ROLL');
    expect(fight.refuses('rollInitiative', { rolls: { ren: [4], oni: [3] } })).toBe('BAD_ROLL');
    expect(fight.waitsFor.rolls).toEqual(['ren', 'oni']);
    fight.does('rollInitiative', { only: ['ren'], scores: { ren: 4 } });
    expect(fight.waitsFor.rolls).toEqual(['oni']);
  });

  it('is rolled where the encounter has dice for it, with the bonus', () => {
    const fight = openFight(
      yokaiSenso,
      [fighter('ren', null, 5, { initiativeBonus: 3 }), fighter('oni', null)],
      { initiativeDice: '2d12' },
      scriptedDice(4, 9),
    );
    fight.does('start');
    fight.does('rollInitiative', { rolls: { ren: [12, 1] } });
    expect(fight.of('ren').initiative).toEqual({
      score: 16,
      parts: [
        { what: 'roll', value: 13 },
        { what: 'initiativeBonus', value: 3 },
      ],
    });
    expect(lastRolls(fight)).toMatchObject([
      { by: 'table', dice: [12, 12], faces: [12, 1], modifiers: [{ what: 'initiativeBonus', value: 3 }], total: 16 },
      { by: 'server', faces: [4, 9], total: 13 },
    ]);
  });

  it.each([
    ['too few faces', { rolls: { ren: [3] } }, 'BAD_ROLL'],
    ['a face that the die does not have', { rolls: { ren: [3, 13] } }, 'BAD_ROLL'],
    ['a score and faces at once', { rolls: { ren: [3, 4] }, scores: { ren: 7 } }, 'MALFORMED'],
    ['half a score', { scores: { ren: 7.5 } }, 'MALFORMED'],
    ['somebody whose score is known', { scores: { oni: 7 } }, 'NO_ROLL_PENDING'],
    ['a field of another game', { celerity: { ren: 1 } }, 'MALFORMED'],
  ])('is refused with %s', (_, fields, code) => {
    const fight = started([fighter('ren', null), fighter('oni', 3)], { initiativeDice: '2d12' });
    expect(fight.refuses('rollInitiative', fields)).toBe(code);
  });

  it('cannot have dice that are none: the encounter is not created', () => {
    expect(() => openFight(yokaiSenso, [], { initiativeDice: '2d' })).toThrow('MALFORMED');
  });
});

describe('equal scores (YS-2)', () => {
  it('go by the higher CDE', () => {
    const fight = started([fighter('ren', 9, 4), fighter('ume', 9, 10)]);
    expect(fight.when).toBe('1.1 actions');
    expect(fight.order).toEqual([['ume'], ['ren']]);
    expect(rankOf(fight, 'ume')).toEqual([9, 10, 0]);
  });

  it('equal in CDE too are ruled on by the game master, one set after the other', () => {
    const fight = started([fighter('a', 9), fighter('x', 4), fighter('b', 9), fighter('y', 4), fighter('c', 9)]);
    expect(fight.when).toBe('1.1 tie');
    expect(tied(fight)).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]);
    expect(fight.can('')).toContain('decideTie');
    fight.does('decideTie', { order: ['y', 'x'] });
    expect(tied(fight)).toEqual([['a', 'b', 'c']]);
    expect(fight.does('decideTie', { order: ['c', 'a', 'b'] })).toEqual(['TieDecided', 'PassStarted', 'TurnStarted']);
    expect(fight.order).toEqual([['c'], ['a'], ['b'], ['y'], ['x']]);
    expect(rankOf(fight, 'c')).toEqual([9, 5, 3]);
  });

  it.each([
    ['not all of a set', ['a']],
    ['somebody else', ['a', 'b', 'x']],
    ['one twice', ['a', 'a']],
    ['nobody that there is', ['a', 'zoe']],
    ['nobody', []],
  ])('are not ruled on by naming %s', (_, order) => {
    const fight = started([fighter('a', 9), fighter('b', 9), fighter('x', 4)]);
    expect(fight.refusal('decideTie', { order })).toMatchObject({ code: 'INVALID_TIE_ORDER', rule: 'YS-2' });
  });

  it('are ruled on in their stage only, and hold the turns up until then', () => {
    const fight = started([fighter('a', 9), fighter('b', 9)]);
    expect(fight.refuses('declare', { combatant: 'a', action: { kind: 'active', moving: false } })).toBe('TIE_PENDING');
    expect(fight.refuses('react', { combatant: 'a', action: { kind: 'dodge' } })).toBe('TIE_PENDING');
    expect(fight.refuses('advance')).toBe('TIE_PENDING');
    fight.does('decideTie', { order: ['a', 'b'] });
    expect(fight.refuses('decideTie', { order: ['a', 'b'] })).toBe('INVALID_TIE_ORDER');
  });

  it('are ruled on anew each round', () => {
    const fight = started([fighter('a', 9), fighter('b', 9)]);
    fight.does('decideTie', { order: ['b', 'a'] });
    passTurns(fight, 'b', 'a');
    expect(fight.when).toBe('2.1 tie');
    expect(tied(fight)).toEqual([['a', 'b']]);
  });

  it('that two rulings of one round leave side by side are ruled on together', () => {
    const fight = started([
      fighter('a', 9),
      fighter('b', 9),
      fighter('x', 4),
      fighter('y', 4),
      fighter('p', 1),
      fighter('q', 1),
    ]);
    fight.does('decideTie', { order: ['a', 'b'] });
    fight.does('decideTie', { order: ['y', 'x'] });
    for (const combatant of ['x', 'y']) fight.does('adjustInitiative', { combatant, by: 5, reason: 'Drums' });
    expect(tied(fight)).toEqual([
      ['a', 'b', 'x', 'y'],
      ['p', 'q'],
    ]);
  });

  it('are ruled on with whoever comes in while they wait', () => {
    const fight = started([fighter('a', 9), fighter('b', 9)]);
    fight.does('addCombatant', { combatantData: fighter('c', 9), when: 'now' });
    expect(tied(fight)).toEqual([['a', 'b', 'c']]);
  });

  it('need no ruling once one of two is taken out', () => {
    const fight = started([fighter('a', 9), fighter('b', 9)]);
    fight.does('setStatus', { combatant: 'a', status: 'dead' });
    expect(fight.acting).toEqual(['b']);
  });
});

describe('the order of a round (YS-3)', () => {
  it('stands whatever the scores do, and follows them a round later (YS-13)', () => {
    const fight = started([fighter('ren', 9), fighter('ume', 7), fighter('oni', 5)]);
    fight.does('adjustInitiative', { combatant: 'oni', by: 10, reason: 'Rage' });
    fight.does('updateCombatant', { combatant: 'ume', changes: { stats: { initiative: 1 } } });
    expect(fight.of('oni').initiative.score).toBe(15);
    expect(fight.order).toEqual([['ren'], ['ume'], ['oni']]);
    expect(rankOf(fight, 'oni')).toEqual([5, 5, 0]);
    passTurns(fight, 'ren', 'ume', 'oni');
    expect(fight.order).toEqual([['oni'], ['ren'], ['ume']]);
  });

  it('is changed by the game master', () => {
    const fight = started([fighter('ren', 9), fighter('ume', 7), fighter('oni', 5)]);
    fight.does('moveInOrder', { key: 'oni', before: 'ume', reason: 'Ambush' });
    expect(fight.order).toEqual([['ren'], ['oni'], ['ume']]);
  });

  it('takes who comes in behind those it ties with', () => {
    const fight = started([fighter('ren', 9), fighter('ume', 7), fighter('oni', 5)]);
    fight.does('addCombatant', { combatantData: fighter('tomo', 7), when: 'now' });
    expect(fight.when).toBe('1.1 actions');
    expect(fight.order).toEqual([['ren'], ['ume'], ['tomo'], ['oni']]);
  });

  it('takes who comes in behind those that were ruled on', () => {
    const fight = started([fighter('ren', 9), fighter('ume', 7), fighter('oni', 7)]);
    fight.does('decideTie', { order: ['oni', 'ume'] });
    fight.does('addCombatant', { combatantData: fighter('tomo', 7), when: 'now' });
    expect(fight.order).toEqual([['ren'], ['oni'], ['ume'], ['tomo']]);
  });

  it('asks who comes in now for a score, with the turn where it was (G-8)', () => {
    const fight = started([fighter('ren', 9), fighter('ume', 7)]);
    fight.does('addCombatant', { combatantData: fighter('tomo', null), when: 'now' });
    expect(fight.when).toBe('1.1 initiative');
    expect(fight.refuses('endTurn', { combatant: 'ren' })).toBe('INITIATIVE_PENDING');
    fight.does('rollInitiative', { scores: { tomo: 8 } });
    expect(fight.acting).toEqual(['ren']);
    expect(fight.order).toEqual([['ren'], ['tomo'], ['ume']]);
  });

  it('has nobody whose place has passed until the next round', () => {
    const fight = started([fighter('ren', 9), fighter('ume', 7)]);
    passTurns(fight, 'ren');
    fight.does('addCombatant', { combatantData: fighter('tomo', 12), when: 'now' });
    expect(fight.order).toEqual([['ren'], ['ume']]);
    expect(fight.can('tomo')).toEqual(['react']);
    passTurns(fight, 'ume');
    expect(fight.order).toEqual([['tomo'], ['ren'], ['ume']]);
  });

  it('is not delayed: preparing is its place (YS-13)', () => {
    const fight = started([fighter('ren', 9), bystander('tomo')]);
    expect(fight.refuses('delay', { combatant: 'ren' })).toBe('NOT_IN_RULESET');
    expect(fight.refuses('defend', { combatant: 'ren', kind: 'dodge' })).toBe('NOT_IN_RULESET');
  });
});

describe('explain', () => {
  const whyOf = (fight: Fight, key: string) =>
    reasonsOf(fight.table.view.order.flatMap((g) => g.entries).find((e) => e.key === key));

  it('tells the parts of the score, the CDE and the ruling, each with its rule', () => {
    const fight = started([fighter('ren', null, 5, { initiativeBonus: 1 }), fighter('ume', 8)], {
      initiativeDice: '1d6',
    });
    fight.does('adjustInitiative', { combatant: 'ume', by: -2, reason: 'Mud' });
    fight.does('rollInitiative', { rolls: { ren: [5] } });
    fight.does('decideTie', { order: ['ren', 'ume'] });
    expect(whyOf(fight, 'ren')).toEqual([
      { rule: 'YS-1', what: 'roll', value: 5 },
      { rule: 'YS-1', what: 'initiativeBonus', value: 1 },
      { rule: 'YS-2', what: 'cde', value: 5 },
      { rule: 'YS-2', what: 'ruling', value: null },
    ]);
    expect(whyOf(fight, 'ume').slice(0, 2)).toEqual([
      { rule: 'YS-1', what: 'opening', value: 8 },
      { rule: 'YS-13', what: 'Mud', value: -2 },
    ]);
  });

  it('tells that the order stands where the score has changed since', () => {
    const fight = started([fighter('ren', 9)]);
    fight.does('adjustInitiative', { combatant: 'ren', by: 2, reason: 'Drums' });
    expect(whyOf(fight, 'ren')).toEqual([
      { rule: 'YS-1', what: 'scoreAtRoundStart', value: 9 },
      { rule: 'YS-3', what: 'orderStands', value: null, params: { now: 11 } },
      { rule: 'YS-2', what: 'cde', value: 5 },
    ]);
  });

  it('has words in both languages for all that is not the table’s own', () => {
    const words = yokaiSenso.labels.parts ?? {};
    for (const what of [
      'opening',
      'roll',
      'initiativeBonus',
      'reserveDie',
      'cde',
      'ruling',
      'scoreAtRoundStart',
      'orderStands',
    ]) {
      expect(Object.keys(words[what] ?? {})).toEqual(['en', 'es']);
    }
  });
});

describe('what a combatant brings', () => {
  it.each([
    ['no CDE', { initiative: 3 }, '/combatantData/stats/cde'],
    ['half a score', { cde: 3, initiative: 1.5 }, '/combatantData/stats/initiative'],
    ['a field of another game', { cde: 3, speed: 1 }, '/combatantData/stats/speed'],
  ])('is refused with %s', (_, stats, pointer) => {
    const fight = openFight(yokaiSenso, []);
    const combatantData = { id: 'ren', name: 'Ren', kind: 'pc', stats };
    expect(fight.refusal('addCombatant', { combatantData })).toMatchObject({ code: 'INVALID_STATS', pointer });
  });

  it('is not enough to start when all are sidelined', () => {
    expect(openFight(yokaiSenso, [bystander('tomo')]).refuses('start')).toBe('NO_COMBATANTS');
  });
});
