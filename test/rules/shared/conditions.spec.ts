import type { Fight } from '@bitacora/engine/testing';
import { allDeclare, eclipse, fightOf, intent, ones, scoring, vampire } from './fights.js';

const condition = (fight: Fight, combatant: string, lasts?: object) =>
  fight.by(combatant, 'applyCondition', { name: 'stunned', ...(lasts !== undefined && { lasts }) });

const nextRound = (fight: Fight, ids: readonly string[]) => {
  for (const id of ids) fight.by(id, 'endTurn');
  fight.does('rollInitiative', { rolls: ones(...ids) });
};

describe('conditions', () => {
  it('one without an end stays until it is removed, and its `until` is null', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    condition(fight, 'bo');
    nextRound(fight, ['ana', 'bo']);
    expect(fight.table.view.conditions).toEqual([{ id: 'c1', combatant: 'bo', name: 'stunned', until: null }]);
    expect(fight.does('removeCondition', { condition: 'c1' })).toEqual(['ConditionRemoved']);
    expect(fight.conditions).toEqual([]);
    expect(fight.refuses('removeCondition', { condition: 'c1' })).toBe('UNKNOWN_CONDITION');
  });

  it('`startOfTurn`: it ends when the turn starts, before it', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    condition(fight, 'bo', { rounds: 0, boundary: 'startOfTurn' });
    expect(fight.by('ana', 'endTurn')).toEqual(['TurnEnded', 'ConditionExpired', 'TurnStarted']);
  });

  it('`endOfTurn`: it ends when the turn ends', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    condition(fight, 'bo', { rounds: 0, boundary: 'endOfTurn' });
    expect(fight.by('ana', 'endTurn')).toEqual(['TurnEnded', 'TurnStarted']);
    expect(fight.by('bo', 'endTurn').slice(0, 2)).toEqual(['TurnEnded', 'ConditionExpired']);
  });

  it('`endOfRound`: it ends when the round ends, of nobody’s turn', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    condition(fight, 'ana', { rounds: 0, boundary: 'endOfRound', of: 'bo' });
    expect(fight.table.view.conditions[0]?.until).toEqual({ round: 1, boundary: 'endOfRound', of: null });
    fight.by('ana', 'endTurn');
    expect(fight.by('bo', 'endTurn')).toEqual(['TurnEnded', 'RoundEnded', 'ConditionExpired', 'RoundStarted']);
  });

  it('`of` another: at the boundary of that one’s turn', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    condition(fight, 'ana', { rounds: 0, boundary: 'startOfTurn', of: 'bo' });
    expect(fight.table.view.conditions[0]?.until).toEqual({ round: 1, boundary: 'startOfTurn', of: 'bo' });
    expect(fight.by('ana', 'endTurn')).toContain('ConditionExpired');
  });

  it('`rounds`: in the present round and so many more, at the first such boundary there', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    condition(fight, 'ana', { rounds: 1, boundary: 'endOfTurn' });
    expect(fight.by('ana', 'endTurn')).not.toContain('ConditionExpired');
    fight.by('bo', 'endTurn');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo') });
    expect(fight.conditions).toEqual(['stunned']);
    expect(fight.by('ana', 'endTurn')).toContain('ConditionExpired');
  });

  it('a turn is any activation: the first of several in the round', () => {
    const fight = eclipse({ ana: [10, 2], bo: 5 });
    fight.by('ana', 'endTurn');
    condition(fight, 'ana', { rounds: 0, boundary: 'startOfTurn' });
    expect(fight.by('bo', 'endTurn')).toEqual(['TurnEnded', 'PassStarted', 'ConditionExpired', 'TurnStarted']);
  });

  it('a turn is any activation: also that of an interrupt', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    condition(fight, 'ana', { rounds: 0, boundary: 'startOfTurn' });
    expect(fight.by('ana', 'act')).toEqual(['DelayedActionTaken', 'ConditionExpired', 'TurnStarted']);
  });

  it('delaying ends the activation, and with it what lasts to the turn’s end', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    condition(fight, 'ana', { rounds: 0, boundary: 'endOfTurn' });
    expect(fight.by('ana', 'delay')).toEqual(['ActionDelayed', 'ConditionExpired', 'TurnStarted']);
  });

  it('ST-9: a defence that ends the own turn ends what lasts to the turn’s end', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    allDeclare(fight);
    condition(fight, 'ana', { rounds: 0, boundary: 'endOfTurn' });
    expect(fight.by('ana', 'defend')).toEqual([
      'DefenceMade',
      'ActionCancelled',
      'TurnForfeited',
      'ConditionExpired',
      'TurnStarted',
    ]);
  });

  it.each(['startOfTurn', 'endOfTurn'])('if `of` has no turn in that round, %s is when the round ends', (boundary) => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('bo', 'setStatus', { status: 'unconscious' });
    condition(fight, 'ana', { rounds: 0, boundary, of: 'bo' });
    expect(fight.by('ana', 'endTurn')).toEqual(['TurnEnded', 'RoundEnded', 'ConditionExpired', 'RoundStarted']);
  });

  it('if the boundary has passed already, it is when the round ends', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'endTurn');
    condition(fight, 'ana', { rounds: 0, boundary: 'endOfTurn' });
    expect(fight.by('bo', 'endTurn')).toContain('ConditionExpired');
  });

  it('if `of` was removed, it is when that round ends', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 3 });
    condition(fight, 'ana', { rounds: 1, boundary: 'endOfTurn', of: 'bo' });
    fight.does('removeCombatant', { combatant: 'bo' });
    nextRound(fight, ['ana', 'cy']);
    expect(fight.conditions).toEqual(['stunned']);
    fight.by('ana', 'endTurn');
    fight.by('cy', 'endTurn');
    expect(fight.conditions).toEqual([]);
  });

  it('taken out in the own turn, the turn ends and so does what lasts to its end', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    condition(fight, 'ana', { rounds: 0, boundary: 'endOfTurn' });
    fight.by('ana', 'setStatus', { status: 'unconscious' });
    expect(fight.conditions).toEqual([]);
  });

  it('given before the start, its rounds count from there: what was to last until round 0 ends with the start', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    condition(fight, 'ana', { rounds: 0, boundary: 'endOfTurn' });
    condition(fight, 'ana', { rounds: 1, boundary: 'endOfTurn' });
    expect(fight.does('start')).toEqual(['EncounterStarted', 'ConditionExpired', 'RoundStarted']);
    fight.does('rollInitiative', { rolls: ones('ana') });
    fight.by('ana', 'endTurn');
    expect(fight.conditions).toEqual([]);
  });

  it('bearer and `of` must be in', () => {
    const fight = eclipse({ ana: 10 });
    const lasts = { rounds: 0, boundary: 'endOfTurn', of: 'zoe' };
    expect(fight.refuses('applyCondition', { combatant: 'ana', name: 'x', lasts })).toBe('UNKNOWN_COMBATANT');
    expect(fight.refuses('applyCondition', { combatant: 'zoe', name: 'x' })).toBe('UNKNOWN_COMBATANT');
  });

  it('two of one name are two conditions', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    condition(fight, 'ana');
    condition(fight, 'ana');
    fight.by('bo', 'declare', intent());
    fight.does('removeCondition', { condition: 'c1' });
    expect(fight.table.view.conditions.map((c) => c.id)).toEqual(['c2']);
  });
});
