import { allDeclare, eclipse, fightOf, fighter, ones, scoring, vampire, witted } from './fights.js';

describe('turns advance by themselves (G-6)', () => {
  it('G-6: the next group, the next pass and the next round start when what was before is over', () => {
    const fight = eclipse({ ana: [10, 2], bo: 5 });
    expect(fight.by('ana', 'endTurn')).toEqual(['TurnEnded', 'TurnStarted']);
    expect(fight.by('bo', 'endTurn')).toEqual(['TurnEnded', 'PassStarted', 'TurnStarted']);
    expect(fight.when).toBe('1.2 actions');
    expect(fight.by('ana', 'endTurn')).toEqual(['TurnEnded', 'RoundEnded', 'RoundStarted']);
    expect(fight.when).toBe('2.1 initiative');
  });

  it('G-6: a pass waits in `standby` while somebody holds a delayed action, with nobody acting', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    expect(fight.when).toBe('1.1 standby');
    expect(fight.acting).toEqual([]);
    expect(fight.can('')).toContain('advance');
  });

  it('G-6: `standby` ends by itself when nobody holds anything any more', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    fight.by('ana', 'act');
    expect(fight.when).toBe('1.1 standby');
    expect(fight.refuses('advance')).toBe('NOTHING_TO_ADVANCE');
    fight.by('ana', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('G-6: a pass in which nobody can act is skipped', () => {
    const fight = eclipse({ ana: 10, bo: [5, 4] });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'updateCombatant', { changes: { stats: { speed: 1 } } });
    fight.by('ana', 'updateCombatant', { changes: { stats: { speed: 1 } } });
    fight.by('bo', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });
});

describe('nobody can act (G-7)', () => {
  it('G-7: all out: the round ends and the encounter waits in `initiative` of the next round', () => {
    const fight = eclipse({ ana: [10, 4], bo: [5, 4] });
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.by('ana', 'setStatus', { status: 'dead' })).toEqual([
      'StatusChanged',
      'TurnEnded',
      'RoundEnded',
      'RoundStarted',
    ]);
    expect(fight.when).toBe('2.1 initiative');
    expect(fight.waitsFor.rolls).toEqual([]);
    expect(fight.refuses('rollInitiative')).toBe('NO_ROLL_PENDING');
    expect(fight.refuses('advance')).toBe('INITIATIVE_PENDING');
  });

  it('G-7: who becomes active there is waited for like the others', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('bo', 'setStatus', { status: 'dead' });
    fight.by('ana', 'setStatus', { status: 'dead' });
    fight.by('bo', 'setStatus', { status: 'active' });
    expect(fight.waitsFor.rolls).toEqual(['bo']);
    fight.by('ana', 'setStatus', { status: 'active' });
    expect(fight.waitsFor.rolls).toEqual(['ana', 'bo']);
  });

  it('G-7: `initiative` passes by itself when somebody is active and nobody has to roll', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10), bo: scoring(5) });
    fight.does('start');
    fight.does('rollInitiative', { rolls: ones('ana'), only: ['ana'] });
    expect(fight.when).toBe('1.1 initiative');
    fight.by('bo', 'setStatus', { status: 'fled' });
    expect(fight.when).toBe('1.1 actions');
    expect(fight.order).toEqual([['ana']]);
  });

  it('G-7: all out while they declare: the round ends', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.when).toBe('1.1 declaration');
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.when).toBe('2.1 initiative');
  });

  it('G-7: all out in `standby`: the round ends', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    fight.by('bo', 'setStatus', { status: 'dead' });
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.when).toBe('2.1 initiative');
  });

  it('G-7: of two whom the game master should rule on one goes out: nothing is left to rule, and the pass begins', () => {
    const fight = fightOf('yokai-senso', { ana: { cde: 5, initiative: 9 }, bo: { cde: 5, initiative: 9 } });
    fight.does('start');
    expect(fight.when).toBe('1.1 tie');
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.when).toBe('1.1 actions');
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.when).toBe('2.1 initiative');
  });

  it('G-7: all removed: the encounter waits for somebody to be added, who comes in at once', () => {
    const fight = eclipse({ ana: 10 });
    fight.does('removeCombatant', { combatant: 'ana' });
    expect(fight.when).toBe('2.1 initiative');
    fight.does('addCombatant', { combatantData: fighter('bo', scoring(5)) });
    expect(fight.waitsFor.rolls).toEqual(['bo']);
  });

  it('G-7: all out for many rounds never loops: each round waits', () => {
    const fight = vampire({ ana: 5 });
    allDeclare(fight);
    for (let round = 2; round < 5; round += 1) {
      fight.by('ana', 'setStatus', { status: 'unconscious' });
      expect(fight.when).toBe(`${String(round)}.1 initiative`);
      fight.by('ana', 'setStatus', { status: 'active' });
      fight.does('rollInitiative', { rolls: ones('ana') });
      allDeclare(fight);
    }
  });
});

describe('`start` (G-13)', () => {
  it('is NO_COMBATANTS with nobody who could act', () => {
    const fight = fightOf('vampire-v20', { ana: witted(3, { health: 7 }) });
    expect(fight.can('')).toEqual(['end']);
    expect(fight.refuses('start')).toBe('NO_COMBATANTS');
  });

  it('is ALREADY_STARTED once it runs, and ENCOUNTER_ENDED after the end', () => {
    const fight = eclipse({ ana: 10 });
    expect(fight.refuses('start')).toBe('ALREADY_STARTED');
    fight.does('end');
    expect(fight.refuses('start')).toBe('ENCOUNTER_ENDED');
  });
});
