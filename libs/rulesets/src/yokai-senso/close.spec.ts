import { openFight, scriptedDice, type Fight } from '@bitacora/engine/testing';
import { yokaiSenso } from './index.js';
import { bystander, fighter, passTurns, started } from './testing/fighter.js';

const active = { kind: 'active', moving: false };
const opposed = { ...active, opposed: true };

/** A fight in which `ren`, after `oni`, recovers in the first round and holds a die of `value`. */
function holding(value: number): Fight {
  const fight = started([fighter('oni', 12), fighter('ren', 10)]);
  passTurns(fight, 'oni');
  fight.by('ren', 'recover');
  passTurns(fight, 'ren');
  fight.by('ren', 'reserveDie', { rolls: { ren: [value] } });
  return fight;
}

describe('recovering (YS-9)', () => {
  it('uses the Active Action', () => {
    const fight = started([fighter('ren', 9)]);
    expect(fight.by('ren', 'recover')).toEqual(['RecoveryStarted']);
    expect(fight.refuses('recover', { combatant: 'ren' })).toBe('ACTION_LIMIT');
    expect(fight.refuses('declare', { combatant: 'ren', action: active })).toBe('ACTION_LIMIT');
  });

  it('holds the end of the round open for a die that costs the Reaction, held in sight until the end of the next', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5), bystander('tomo')]);
    fight.by('ren', 'recover');
    passTurns(fight, 'ren', 'oni');
    expect(fight.when).toBe('1.1 close');
    expect([fight.acting, fight.can('ren')]).toEqual([[], ['reserveDie']]);
    fight.by('ren', 'reserveDie', { rolls: { ren: [3] } });
    expect(fight.of('ren').reserveDie).toEqual({ value: 3, untilRound: 2 });
    expect(fight.of('ren').resources.reaction).toBe(0);
    expect(fight.refuses('reserveDie', { combatant: 'ren' })).toBe('NO_REACTION_LEFT');
  });

  it('lets the server roll the die where no face is given', () => {
    const fight = openFight(yokaiSenso, [fighter('ren', 9)], {}, scriptedDice(2));
    fight.does('start');
    fight.by('ren', 'recover');
    passTurns(fight, 'ren');
    fight.by('ren', 'reserveDie');
    expect(fight.of('ren').reserveDie).toEqual({ value: 2, untilRound: 2 });
  });

  it.each([
    ['a face that a die of four does not have', { ren: [5] }, 'BAD_ROLL'],
    ['a face of 0', { ren: [0] }, 'BAD_ROLL'],
    ['two faces', { ren: [1, 2] }, 'BAD_ROLL'],
    ['a face of somebody else', { oni: [1] }, 'NO_ROLL_PENDING'],
    ['a face of nobody', { zoe: [1] }, 'UNKNOWN_COMBATANT'],
  ])('refuses %s', (_, rolls, code) => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    fight.by('ren', 'recover');
    passTurns(fight, 'ren', 'oni');
    expect(fight.refuses('reserveDie', { combatant: 'ren', rolls })).toBe(code);
  });

  it('gives no die to who does not recover, before `close`, or once the Reaction is spent (YS-12)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    expect(fight.refuses('reserveDie', { combatant: 'ren' })).toBe('NOT_RECOVERING');
    fight.by('ren', 'recover');
    expect(fight.refuses('reserveDie', { combatant: 'ren' })).toBe('NOT_ACTING');
    fight.by('ren', 'react', { action: { kind: 'dodge' } });
    expect(fight.refuses('reserveDie', { combatant: 'ren' })).toBe('NO_REACTION_LEFT');
    passTurns(fight, 'ren', 'oni');
    expect(fight.when).toBe('2.1 actions');
    expect(fight.refuses('reserveDie', { combatant: 'ren' })).toBe('NOT_RECOVERING');
  });
});

describe('a reserve die (YS-10)', () => {
  it('is added by the holder’s own opposed action, whatever the result, and the order follows a round later', () => {
    const fight = holding(3);
    passTurns(fight, 'oni');
    const events = fight.by('ren', 'declare', { action: opposed, outcome: { success: false } });
    expect(events).toEqual(['ActionDeclared', 'ActionResolved', 'ReserveDieApplied']);
    expect(fight.of('ren').initiative).toEqual({
      score: 13,
      parts: [
        { what: 'opening', value: 10 },
        { what: 'reserveDie', value: 3 },
      ],
    });
    expect(fight.order).toEqual([['oni'], ['ren']]);
    passTurns(fight, 'ren');
    expect(fight.order).toEqual([['ren'], ['oni']]);
    expect(fight.of('ren').reserveDie).toBeNull();
  });

  it('is added when somebody’s action is resolved as opposed by its holder', () => {
    const fight = holding(4);
    fight.by('oni', 'declare', { action: active });
    expect(fight.does('resolve', { declaration: 'd1', opposedBy: ['ren', 'ren'] })).toEqual([
      'ActionResolved',
      'ReserveDieApplied',
    ]);
    expect(fight.of('ren').initiative.score).toBe(14);
  });

  it('is added to who acts when somebody opposes it, though it was not said to be opposed', () => {
    const fight = holding(4);
    passTurns(fight, 'oni');
    fight.by('ren', 'declare', { action: active });
    expect(fight.does('resolve', { declaration: 'd1', opposedBy: ['oni'] })).toContain('ReserveDieApplied');
  });

  it('is added by an opposed Reaction when it is made', () => {
    const fight = holding(2);
    expect(fight.by('ren', 'react', { action: { kind: 'dodge', opposed: true } })).toEqual([
      'ReactionMade',
      'ReserveDieApplied',
    ]);
    expect(fight.of('ren').initiative.score).toBe(12);
  });

  it('is added once', () => {
    const fight = holding(2);
    fight.by('ren', 'react', { action: { kind: 'dodge', opposed: true } });
    passTurns(fight, 'oni');
    expect(fight.by('ren', 'declare', { action: opposed, outcome: {} })).not.toContain('ReserveDieApplied');
    expect(fight.of('ren').initiative.score).toBe(12);
  });

  it('is not added by what nobody opposes, nor by an opposed action that is vetoed or never resolved', () => {
    const fight = holding(2);
    fight.by('ren', 'react', { action: { kind: 'dodge' } });
    passTurns(fight, 'oni');
    fight.by('ren', 'declare', { action: opposed });
    fight.does('veto', { declaration: 'd1' });
    fight.by('ren', 'declare', { action: active, outcome: { success: true } });
    expect(fight.of('ren').initiative.score).toBe(10);
  });

  it('is lost when the last turn of the next round ends, before `close` waits (YS-12)', () => {
    const fight = holding(3);
    fight.does('addCombatant', { combatantData: bystander('tomo'), when: 'now' });
    passTurns(fight, 'oni');
    const events = fight.by('ren', 'endTurn');
    expect(events).toEqual(['TurnEnded', 'ReserveDieLost', 'StageEntered']);
    expect(fight.when).toBe('2.1 close');
    expect(fight.of('ren').reserveDie).toBeNull();
  });

  it('is lost when its holder is taken out (G-3)', () => {
    const fight = holding(3);
    expect(fight.does('setStatus', { combatant: 'ren', status: 'unconscious' })).toContain('ReserveDieLost');
    fight.does('setStatus', { combatant: 'ren', status: 'active' });
    expect(fight.by('ren', 'react', { action: { kind: 'dodge', opposed: true } })).toEqual(['ReactionMade']);
  });

  it('can be had round after round, the dice adding up', () => {
    const fight = holding(1);
    passTurns(fight, 'oni');
    fight.by('ren', 'recover');
    passTurns(fight, 'ren');
    expect(fight.of('ren').reserveDie).toBeNull();
    fight.by('ren', 'reserveDie', { rolls: { ren: [4] } });
    fight.by('ren', 'react', { action: { kind: 'dodge', opposed: true } });
    expect(fight.of('ren').initiative.score).toBe(14);
  });
});

describe('those at the edge of the fight (YS-11)', () => {
  const fighting = () => [fighter('ren', 12), fighter('oni', 6)];
  const closing = (...others: readonly ReturnType<typeof bystander>[]): Fight => {
    const fight = started([...fighting(), ...others]);
    passTurns(fight, 'ren', 'oni');
    return fight;
  };

  it('have no turn and need no score, and are asked when the round closes', () => {
    const fight = started([...fighting(), bystander('tomo')]);
    expect(fight.order).toEqual([['ren'], ['oni']]);
    expect(fight.can('tomo')).toEqual([]);
    passTurns(fight, 'ren', 'oni');
    expect(fight.when).toBe('1.1 close');
    expect(fight.can('tomo')).toEqual(['withdraw', 'join']);
  });

  it('step aside without a roll', () => {
    const fight = closing(bystander('tomo'));
    expect(fight.by('tomo', 'withdraw', { how: 'stepAside' })).toContain('CombatantWithdrew');
    expect(fight.of('tomo')).toMatchObject({ withdrawn: 'stepAside', sidelined: true });
    expect(fight.when).toBe('2.1 actions');
  });

  it.each([
    [9, 'hide'],
    [8, null],
  ])('with a Stealth total of %d are withdrawn: %s', (total, withdrawn) => {
    const fight = closing(bystander('tomo'));
    fight.by('tomo', 'withdraw', { how: 'hide', total });
    expect(fight.of('tomo').withdrawn).toBe(withdrawn);
  });

  it('who failed to hide are asked again next round, not in this one', () => {
    const fight = closing(bystander('tomo'), bystander('suki'));
    fight.by('tomo', 'withdraw', { how: 'hide', total: 3 });
    expect(fight.when).toBe('1.1 close');
    for (const [type, fields] of [
      ['withdraw', { how: 'stepAside' }],
      ['join', { score: 3 }],
    ] as const) {
      expect(fight.refusal(type, { combatant: 'tomo', ...fields })).toMatchObject({
        code: 'ALREADY_ACTED',
        rule: 'YS-11',
      });
    }
    expect(fight.can('tomo')).toEqual([]);
    fight.by('suki', 'withdraw', { how: 'stepAside' });
    passTurns(fight, 'ren', 'oni');
    expect(fight.when).toBe('2.1 close');
    expect(fight.can('tomo')).toEqual(['withdraw', 'join']);
  });

  it('join with a score and act from the next round, sidelined no more', () => {
    const fight = closing(bystander('tomo'), bystander('suki'));
    fight.by('tomo', 'join', { score: 8 });
    expect(fight.of('tomo')).toMatchObject({ sidelined: false, initiative: { score: 8 } });
    expect(fight.can('tomo')).toEqual([]);
    expect(fight.refuses('join', { combatant: 'tomo' })).toBe('ALREADY_ACTED');
    expect(fight.refuses('react', { combatant: 'tomo', action: { kind: 'dodge' } })).toBe('NOT_ACTING');
    fight.does('advance');
    expect(fight.order).toEqual([['ren'], ['tomo'], ['oni']]);
  });

  it('who join without a score are waited for in the next round', () => {
    const fight = closing(bystander('tomo'));
    fight.by('tomo', 'join');
    expect(fight.when).toBe('2.1 initiative');
    expect(fight.waitsFor.rolls).toEqual(['tomo']);
    fight.does('rollInitiative', { scores: { tomo: 7 } });
    expect(fight.order).toEqual([['ren'], ['tomo'], ['oni']]);
  });

  it('who join with an opening score in their stats need no other', () => {
    const fight = closing(bystander('tomo', 20));
    fight.by('tomo', 'join');
    expect(fight.order).toEqual([['tomo'], ['ren'], ['oni']]);
  });

  it('who have withdrawn are not asked again, may join in any later `close`, and withdraw no more', () => {
    const fight = closing(bystander('tomo'), bystander('suki'));
    fight.by('tomo', 'withdraw', { how: 'stepAside' });
    expect(fight.refuses('join', { combatant: 'tomo' })).toBe('ALREADY_ACTED');
    fight.does('advance');
    passTurns(fight, 'ren', 'oni');
    expect(fight.can('tomo')).toEqual(['join']);
    expect(fight.refuses('withdraw', { combatant: 'tomo', how: 'stepAside' })).toBe('ALREADY_ACTED');
    fight.by('suki', 'withdraw', { how: 'stepAside' });
    passTurns(fight, 'ren', 'oni');
    expect(fight.when).toBe('4.1 actions');
  });

  it('who have withdrawn join with both gone: withdrawn and sidelined', () => {
    const fight = closing(bystander('tomo'), bystander('suki'));
    fight.by('tomo', 'withdraw', { how: 'stepAside' });
    fight.does('advance');
    passTurns(fight, 'ren', 'oni');
    fight.by('tomo', 'join', { score: 7 });
    expect(fight.of('tomo')).toMatchObject({ withdrawn: null, sidelined: false });
  });

  it('are they alone: the others are refused, and outside `close` all are (YS-12)', () => {
    const fight = started([...fighting(), bystander('tomo')]);
    expect(fight.refuses('join', { combatant: 'tomo' })).toBe('NOT_ACTING');
    expect(fight.refuses('withdraw', { combatant: 'tomo', how: 'stepAside' })).toBe('NOT_ACTING');
    passTurns(fight, 'ren', 'oni');
    expect(fight.refuses('withdraw', { combatant: 'oni', how: 'stepAside' })).toBe('NOT_SIDELINED');
    expect(fight.refuses('join', { combatant: 'oni' })).toBe('NOT_SIDELINED');
    fight.does('setStatus', { combatant: 'tomo', status: 'dead' });
    expect(fight.when).toBe('2.1 actions');
    expect(fight.refuses('join', { combatant: 'tomo' })).toBe('OUT_OF_ACTION');
  });

  it('who come in next round are not asked in this one (G-8)', () => {
    const fight = closing(bystander('tomo'));
    fight.does('addCombatant', { combatantData: bystander('suki') });
    expect(fight.refuses('join', { combatant: 'suki' })).toBe('NOT_ACTING');
    expect(fight.can('suki')).toEqual([]);
    fight.does('advance');
    passTurns(fight, 'ren', 'oni');
    expect(fight.can('suki')).toEqual(['withdraw', 'join']);
  });

  it.each([
    ['withdraw', {}, '/how'],
    ['withdraw', { how: 'vanish' }, '/how'],
    ['withdraw', { how: 'hide' }, '/total'],
    ['withdraw', { how: 'hide', total: 8.5 }, '/total'],
    ['join', { score: 'high' }, '/score'],
  ] as const)('must say it right: %s %j', (type, fields, pointer) => {
    const fight = closing(bystander('tomo'));
    expect(fight.refusal(type, { combatant: 'tomo', ...fields })).toMatchObject({ code: 'MALFORMED', pointer });
  });
});

describe('the end of a round (YS-12)', () => {
  it('waits for nobody where nobody can use it', () => {
    const fight = started([fighter('ren', 12)]);
    expect(fight.by('ren', 'endTurn')).toEqual([
      'TurnEnded',
      'RoundEnded',
      'RoundStarted',
      'PassStarted',
      'TurnStarted',
    ]);
  });

  it('is closed by the game master, who need not wait for anybody', () => {
    const fight = started([fighter('ren', 12), bystander('tomo')]);
    fight.by('ren', 'recover');
    passTurns(fight, 'ren');
    expect(fight.can('')).toContain('advance');
    expect(fight.does('advance')).toContain('RoundEnded');
    expect(fight.of('ren').reserveDie).toBeNull();
  });

  it('is told as the stage for what belongs to it, and `actions` for what does not', () => {
    const fight = started([fighter('ren', 9), bystander('tomo')]);
    const during = (stage: string, rule: string) => ({ code: 'NOT_ACTING', params: { during: stage }, rule });
    fight.by('ren', 'recover');
    expect(fight.refusal('reserveDie', { combatant: 'ren' })).toMatchObject(during('close', 'YS-9'));
    expect(fight.refusal('withdraw', { combatant: 'tomo', how: 'stepAside' })).toMatchObject(during('close', 'YS-11'));
    expect(fight.refusal('join', { combatant: 'tomo' })).toMatchObject(during('close', 'YS-11'));
    fight.by('ren', 'endTurn');
    const dodge = { combatant: 'ren', action: { kind: 'dodge' } };
    expect(fight.refusal('react', dodge)).toMatchObject(during('actions', 'YS-6'));
  });

  it('is over when who held it open is taken out', () => {
    const fight = started([fighter('ren', 12), fighter('oni', 5)]);
    fight.by('ren', 'recover');
    passTurns(fight, 'ren', 'oni');
    fight.does('setStatus', { combatant: 'ren', status: 'unconscious' });
    expect(fight.when).toBe('2.1 actions');
  });

  it('comes also when all who fight are out; the next round waits for somebody who can act (G-7)', () => {
    const fight = started([fighter('ren', 12), bystander('tomo')]);
    fight.does('setStatus', { combatant: 'ren', status: 'dead' });
    expect(fight.when).toBe('1.1 close');
    fight.does('advance');
    expect(fight.when).toBe('2.1 initiative');
    fight.does('setStatus', { combatant: 'ren', status: 'active' });
    expect(fight.when).toBe('2.1 actions');
  });
});

describe('a round with all undone', () => {
  it('stands as it was before each command, and again when all is redone', () => {
    const fight = openFight(yokaiSenso, [fighter('ren', 9), fighter('ume', 9), fighter('oni', 5), bystander('tomo')]);
    const seen = [fight.table.view];
    const step = (type: Parameters<Fight['does']>[0], fields: object) => {
      fight.does(type, { ...fields });
      seen.push(fight.table.view);
    };
    step('start', {});
    step('decideTie', { order: ['ume', 'ren'] });
    step('prepare', { combatant: 'ume', action: { kind: 'active' }, condition: 'the oni moves' });
    step('endTurn', { combatant: 'ume' });
    step('recover', { combatant: 'ren' });
    step('endTurn', { combatant: 'ren' });
    step('trigger', { combatant: 'ume' });
    step('veto', { declaration: 'd1' });
    step('endTurn', { combatant: 'ume' });
    step('waive', { combatant: 'ume' });
    step('endTurn', { combatant: 'oni' });
    step('reserveDie', { combatant: 'ren', rolls: { ren: [4] } });
    step('join', { combatant: 'tomo', score: 11 });
    step('decideTie', { order: ['ren', 'ume'] });
    step('react', { combatant: 'ren', action: { kind: 'dodge', opposed: true } });
    const plain = (view: object | undefined) => ({ ...view, revision: 0, available: {} });
    for (let i = seen.length - 2; i >= 0; i -= 1) {
      fight.does('undo');
      expect(plain(fight.table.view)).toEqual(plain(seen[i]));
    }
    for (let i = 1; i < seen.length; i += 1) {
      fight.does('redo');
      expect(plain(fight.table.view)).toEqual(plain(seen[i]));
    }
  });
});
