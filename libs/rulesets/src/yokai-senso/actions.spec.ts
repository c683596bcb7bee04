import { type Fight } from '@bitacora/engine/testing';
import { bystander, fighter, passTurns, started } from './testing/fighter.js';

const active = { kind: 'active', moving: false };
const strike = { kind: 'active', label: 'Strike' };

const prepares = (fight: Fight, id: string, more: object = {}) =>
  fight.by(id, 'prepare', { action: strike, condition: 'the oni comes near', ...more });
const left = (fight: Fight, id: string) => {
  const { active: own, reaction } = fight.of(id).resources;
  return [own, reaction];
};

describe('the Active Action', () => {
  it('is one a round, and comes back with the next without adding up (YS-4, YS-5)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    expect(left(fight, 'ren')).toEqual([1, 1]);
    fight.by('ren', 'declare', { action: active, outcome: { success: true } });
    expect(left(fight, 'ren')).toEqual([0, 1]);
    expect(fight.refuses('declare', { combatant: 'ren', action: active })).toBe('ACTION_LIMIT');
    expect(fight.can('ren')).toEqual(['endTurn', 'react']);
    passTurns(fight, 'ren', 'oni');
    expect(left(fight, 'ren')).toEqual([1, 1]);
    expect(left(fight, 'oni')).toEqual([1, 1]);
  });

  it('must say whether it is on the move (YS-5)', () => {
    const fight = started([fighter('ren', 9)]);
    const refusal = fight.refusal('declare', { combatant: 'ren', action: { kind: 'active' } });
    expect(refusal).toMatchObject({ code: 'MALFORMED', pointer: '/action/moving' });
    expect(fight.refuses('declare', { combatant: 'ren', action: { kind: 'active', moving: 'yes' } })).toBe('MALFORMED');
    expect(fight.refuses('declare', { combatant: 'ren', action: { ...active, task: 'dig' } })).toBe('MALFORMED');
  });

  it('is of one kind: another is told before the limit', () => {
    const fight = started([fighter('ren', 9)]);
    fight.by('ren', 'declare', { action: active });
    expect(fight.refuses('declare', { combatant: 'ren', action: { kind: 'quick' } })).toBe('WRONG_ACTION_KIND');
    expect(fight.refuses('prepare', { combatant: 'ren', action: { kind: 'quick' }, condition: 'x' })).toBe(
      'WRONG_ACTION_KIND',
    );
  });

  it('that is vetoed costs nothing; cancelled by the end of the turn it is spent (YS-5)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    fight.by('ren', 'declare', { action: active });
    fight.does('veto', { declaration: 'd1' });
    expect(left(fight, 'ren')).toEqual([1, 1]);
    fight.by('ren', 'declare', { action: active });
    expect(fight.by('ren', 'endTurn')).toContain('ActionCancelled');
    expect(left(fight, 'ren')).toEqual([0, 1]);
  });

  it('is for who is acting (G-13)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5), bystander('tomo')]);
    for (const combatant of ['oni', 'tomo']) {
      expect(fight.refuses('declare', { combatant, action: active })).toBe('NOT_ACTING');
      expect(fight.refuses('recover', { combatant })).toBe('NOT_ACTING');
      expect(fight.refuses('prepare', { combatant, action: strike, condition: 'x' })).toBe('NOT_ACTING');
    }
    expect(fight.refuses('recover', { combatant: 'zoe' })).toBe('UNKNOWN_COMBATANT');
    expect(fight.refuses('advance')).toBe('NOTHING_TO_ADVANCE');
  });

  it('is resolved once, by its number', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    fight.by('ren', 'declare', { action: active });
    expect(fight.refuses('resolve', { declaration: 'd2' })).toBe('UNKNOWN_DECLARATION');
    expect(fight.refuses('resolve', { declaration: 'd1', opposedBy: ['zoe'] })).toBe('UNKNOWN_COMBATANT');
    fight.does('resolve', { declaration: 'd1', outcome: { success: true }, opposedBy: ['oni'] });
    expect(fight.refuses('resolve', { declaration: 'd1' })).toBe('ALREADY_RESOLVED');
  });
});

describe('a Reaction (YS-6)', () => {
  it('is one a round, in the own turn or in another’s', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    fight.by('oni', 'react', { action: { kind: 'counter' } });
    fight.by('ren', 'react', { action: { kind: 'dodge', moving: true } });
    expect(fight.acting).toEqual(['ren']);
    for (const combatant of ['ren', 'oni']) {
      expect(fight.refuses('react', { combatant, action: { kind: 'dodge' } })).toBe('NO_REACTION_LEFT');
      expect(fight.can(combatant)).not.toContain('react');
    }
  });

  it('is on the move only to dodge; none left is told first', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    const moving = { combatant: 'oni', action: { kind: 'counter', moving: true } };
    expect(fight.refusal('react', moving)).toMatchObject({ code: 'REACTION_CANNOT_MOVE', rule: 'YS-6' });
    fight.by('oni', 'react', { action: { kind: 'counter', moving: false } });
    expect(fight.refuses('react', moving)).toBe('NO_REACTION_LEFT');
  });

  it('is refused to who is sidelined, in `close`, and to who is out', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5), bystander('tomo')]);
    expect(fight.refuses('react', { combatant: 'tomo', action: { kind: 'dodge' } })).toBe('NOT_ACTING');
    fight.by('oni', 'react', { action: { kind: 'dodge' } });
    passTurns(fight, 'ren', 'oni');
    expect(fight.when).toBe('1.1 close');
    expect(fight.refuses('react', { combatant: 'ren', action: { kind: 'dodge' } })).toBe('NOT_ACTING');
    expect(fight.refuses('react', { combatant: 'oni', action: { kind: 'dodge' } })).toBe('NO_REACTION_LEFT');
    expect(fight.can('ren')).toEqual([]);
    fight.does('setStatus', { combatant: 'ren', status: 'dead' });
    expect(fight.refuses('react', { combatant: 'ren', action: { kind: 'dodge' } })).toBe('OUT_OF_ACTION');
  });

  it('has a kind, and no fields that it does not know', () => {
    const fight = started([fighter('ren', 9)]);
    expect(fight.refuses('react', { combatant: 'ren', action: { moving: true } })).toBe('MALFORMED');
    expect(fight.refuses('react', { combatant: 'ren', action: { kind: 'dodge', opposed: 'yes' } })).toBe('MALFORMED');
    expect(fight.refuses('react', { combatant: 'ren', action: { kind: 'dodge', speed: 3 } })).toBe('MALFORMED');
  });
});

describe('a prepared action', () => {
  it('uses the Active Action and is held in sight: what, when, on the move or not (YS-7)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    prepares(fight, 'ren', { moving: true });
    expect(fight.of('ren').prepared).toEqual({ action: strike, condition: 'the oni comes near', moving: true });
    expect(left(fight, 'ren')).toEqual([0, 1]);
    for (const type of ['declare', 'prepare', 'recover'] as const) {
      const fields = { combatant: 'ren', action: active, condition: 'x' };
      expect(fight.refuses(type, fields)).toBe('ACTION_LIMIT');
      expect(fight.can('ren')).not.toContain(type);
    }
  });

  it('is triggered by its holder as an interrupt that costs the Reaction, with that action only (YS-7, G-4)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    prepares(fight, 'ren', { moving: true });
    passTurns(fight, 'ren');
    fight.by('oni', 'declare', { action: active });
    expect(fight.by('ren', 'trigger')).toEqual(['PreparedActionTriggered', 'TurnStarted', 'ActionDeclared']);
    expect([fight.acting, fight.suspended]).toEqual([['ren'], [['oni']]]);
    expect(fight.declaration('d2')).toMatchObject({
      combatant: 'ren',
      action: { ...strike, moving: true },
      state: 'declared',
    });
    expect(fight.of('ren').prepared).toBeNull();
    expect(left(fight, 'ren')).toEqual([0, 0]);
    expect(fight.can('ren')).toEqual(['resolve', 'endTurn']);
    fight.does('resolve', { declaration: 'd2', outcome: { success: true } });
    passTurns(fight, 'ren');
    expect([fight.acting, fight.suspended]).toEqual([['oni'], []]);
    expect(fight.states.ren).toBe('acted');
    fight.does('resolve', { declaration: 'd1' });
  });

  it('triggered in the next round before the own turn spends that round’s Reaction, and leaves the Active Action for the turn (YS-8)', () => {
    const fight = started([fighter('oni', 9), fighter('ren', 5)]);
    passTurns(fight, 'oni');
    prepares(fight, 'ren');
    fight.by('oni', 'react', { action: { kind: 'dodge' } });
    passTurns(fight, 'ren');
    expect(fight.when).toBe('2.1 actions');
    fight.by('ren', 'trigger');
    expect(left(fight, 'ren')).toEqual([1, 0]);
    for (const type of ['declare', 'prepare', 'recover'] as const) {
      expect(fight.refusal(type, { combatant: 'ren', action: active, condition: 'x' })).toMatchObject({
        code: 'ACTION_LIMIT',
        rule: 'YS-7',
      });
    }
    passTurns(fight, 'ren', 'oni');
    expect(fight.acting).toEqual(['ren']);
    fight.by('ren', 'declare', { action: active });
  });

  it('vetoed when triggered never happened: the Reaction is back and it is held again (YS-7)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    prepares(fight, 'ren');
    passTurns(fight, 'ren');
    fight.by('ren', 'trigger');
    fight.does('veto', { declaration: 'd1' });
    expect(left(fight, 'ren')).toEqual([0, 1]);
    expect(fight.of('ren').prepared).toMatchObject({ action: strike });
    expect(fight.refuses('trigger', { combatant: 'ren' })).toBe('NOT_ACTING');
    passTurns(fight, 'ren');
    expect(fight.can('ren')).toEqual(['trigger', 'waive', 'react']);
  });

  it('is waived when its condition is met and its holder lets it pass (YS-7, YS-8)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    prepares(fight, 'ren');
    passTurns(fight, 'ren');
    expect(fight.by('ren', 'waive')).toEqual(['PreparedActionWaived']);
    expect(left(fight, 'ren')).toEqual([0, 1]);
    expect(fight.refuses('waive', { combatant: 'ren' })).toBe('NO_PREPARED_ACTION');
    expect(fight.refuses('trigger', { combatant: 'ren' })).toBe('NO_PREPARED_ACTION');
  });

  it('is lost by another Reaction (YS-8)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    prepares(fight, 'ren');
    passTurns(fight, 'ren');
    expect(fight.by('ren', 'react', { action: { kind: 'dodge' } })).toEqual(['ReactionMade', 'PreparedActionLost']);
    expect(fight.of('ren').prepared).toBeNull();
  });

  it('is lost when the next own turn starts untriggered, not when the round ends (YS-8)', () => {
    const fight = started([fighter('oni', 9), fighter('ren', 5)]);
    passTurns(fight, 'oni');
    prepares(fight, 'ren');
    expect(fight.by('ren', 'endTurn')).not.toContain('PreparedActionLost');
    expect(fight.by('oni', 'endTurn')).toEqual(['TurnEnded', 'PreparedActionLost', 'TurnStarted']);
  });

  it('is lost when its holder is taken out (G-3)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    prepares(fight, 'ren');
    passTurns(fight, 'ren');
    expect(fight.does('setStatus', { combatant: 'ren', status: 'unconscious' })).toContain('PreparedActionLost');
    expect(fight.refuses('trigger', { combatant: 'ren' })).toBe('OUT_OF_ACTION');
  });

  it('whose holder is taken out while it interrupts ends at once (G-1)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5)]);
    prepares(fight, 'ren');
    passTurns(fight, 'ren');
    fight.by('ren', 'trigger');
    expect(fight.does('setStatus', { combatant: 'ren', status: 'dead' })).toContain('ActionCancelled');
    expect([fight.acting, fight.suspended]).toEqual([['oni'], []]);
  });

  it('is not triggered without one, without a Reaction, in the own turn, or in `close`: in this order (G-13)', () => {
    const fight = started([fighter('ren', 9), fighter('oni', 5), bystander('tomo')]);
    const trigger = () => fight.refuses('trigger', { combatant: 'ren' });
    expect(trigger()).toBe('NO_PREPARED_ACTION');
    prepares(fight, 'ren');
    expect(trigger()).toBe('NOT_ACTING');
    passTurns(fight, 'ren', 'oni');
    expect(fight.when).toBe('1.1 close');
    expect(trigger()).toBe('NOT_ACTING');
    expect(fight.refuses('waive', { combatant: 'ren' })).toBe('NOT_ACTING');
    fight.does('updateCombatant', { combatant: 'ren', changes: { resources: { reaction: 0 } } });
    expect(trigger()).toBe('NO_REACTION_LEFT');
  });

  it('interrupts one that interrupts: the last one first (G-4)', () => {
    const fight = started([fighter('ren', 9), fighter('ume', 8), fighter('oni', 5)]);
    prepares(fight, 'ren');
    passTurns(fight, 'ren');
    prepares(fight, 'ume');
    passTurns(fight, 'ume');
    fight.by('ren', 'trigger');
    fight.by('ume', 'trigger');
    expect([fight.acting, fight.suspended]).toEqual([['ume'], [['oni'], ['ren']]]);
    passTurns(fight, 'ume', 'ren');
    expect(fight.acting).toEqual(['oni']);
  });

  it('gives way to a new one where the game master gives the Active Action back', () => {
    const fight = started([fighter('ren', 9)]);
    prepares(fight, 'ren');
    fight.does('updateCombatant', { combatant: 'ren', changes: { resources: { active: 1 } } });
    expect(prepares(fight, 'ren')).toEqual(['PreparedActionLost', 'ActionPrepared']);
    expect(fight.of('ren').prepared).not.toBeNull();
  });

  it.each([
    ['no condition', { action: strike }, '/condition'],
    ['an empty condition', { action: strike, condition: '' }, '/condition'],
    ['an action without a kind', { action: { label: 'Strike' }, condition: 'x' }, '/action/kind'],
    ['a field that actions do not have', { action: { ...strike, speed: 1 }, condition: 'x' }, '/action/speed'],
    ['a movement that is no yes or no', { action: strike, condition: 'x', moving: 'fast' }, '/moving'],
  ])('is malformed with %s', (_, fields, pointer) => {
    const fight = started([fighter('ren', 9)]);
    expect(fight.refusal('prepare', { combatant: 'ren', ...fields })).toMatchObject({ code: 'MALFORMED', pointer });
  });
});
