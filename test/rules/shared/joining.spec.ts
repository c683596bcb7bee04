import type { Fight } from '@bitacora/engine/testing';
import { allDeclare, eclipse, fightOf, fighter, intent, ones, scoring, vampire, witted } from './fights.js';

function joins(fight: Fight, id: string, score: number, speed = 1): void {
  fight.does('addCombatant', { combatantData: fighter(id, scoring(score, speed)), when: 'now' });
}

function joinsNow(fight: Fight, id: string, score: number, speed = 1): void {
  joins(fight, id, score, speed);
  fight.does('rollInitiative', { rolls: ones(id) });
}

describe('joining for the next round (G-8)', () => {
  it('G-8: who joins while the encounter runs comes in at the next round', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.does('addCombatant', { combatantData: fighter('cy', scoring(7)) });
    expect(fight.when).toBe('1.1 actions');
    expect(fight.order).toEqual([['ana'], ['bo']]);
    expect(fight.refuses('endTurn', { combatant: 'cy' })).toBe('NOT_ACTING');
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect(fight.waitsFor.rolls).toEqual(['ana', 'bo', 'cy']);
  });

  it('G-8: in a round’s first stage it comes in at once, unless it is said to come in later', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    fight.does('start');
    fight.does('addCombatant', { combatantData: fighter('bo', scoring(5)) });
    fight.does('addCombatant', { combatantData: fighter('cy', scoring(5)), when: 'nextRound' });
    expect(fight.waitsFor.rolls).toEqual(['ana', 'bo']);
    fight.does('rollInitiative', { rolls: ones('ana', 'bo') });
    expect(fight.order).toEqual([['ana'], ['bo']]);
  });

  it('G-8: while nobody who has come in is active, newcomers come in at once', () => {
    const fight = eclipse({ ana: 10 });
    fight.by('ana', 'setStatus', { status: 'dead' });
    fight.does('addCombatant', { combatantData: fighter('bo', scoring(5)), when: 'nextRound' });
    expect(fight.waitsFor.rolls).toEqual(['bo']);
  });

  it('G-8: who waits for the next round comes in at once when the last who had come in goes out in `initiative`', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    fight.does('start');
    fight.does('addCombatant', { combatantData: fighter('bo', scoring(5)), when: 'nextRound' });
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.waitsFor.rolls).toEqual(['bo']);
  });

  it('G-9: an id once used in an encounter is never free again', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    const data = { combatantData: fighter('bo', scoring(3)) };
    expect(fight.refuses('addCombatant', data)).toBe('DUPLICATE_COMBATANT');
    fight.does('removeCombatant', { combatant: 'bo' });
    expect(fight.refuses('addCombatant', data)).toBe('DUPLICATE_COMBATANT');
  });
});

describe('joining now (G-8)', () => {
  it('G-8: the stage is `initiative` until it has rolled; order, acting and suspended are empty, turn commands wait', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    joins(fight, 'cy', 7);
    expect(fight.when).toBe('1.1 initiative');
    expect([fight.order, fight.acting, fight.suspended]).toEqual([[], [], []]);
    expect(fight.waitsFor.rolls).toEqual(['cy']);
    for (const command of ['declare', 'endTurn'] as const) {
      const fields = { combatant: 'ana', ...(command === 'declare' && { action: { kind: 'quick' } }) };
      expect(fight.refuses(command, fields)).toBe('INITIATIVE_PENDING');
    }
    expect(fight.refuses('rollInitiative', { rolls: ones('ana') })).toBe('NO_ROLL_PENDING');
  });

  it('G-8: then the stage is what it was, with the same group acting and the same suspended', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    fight.by('ana', 'declare', { action: { kind: 'quick' } });
    joinsNow(fight, 'cy', 7);
    expect(fight.when).toBe('1.1 actions');
    expect(fight.acting).toEqual(['ana']);
    expect(fight.suspended).toEqual([['bo']]);
    fight.does('resolve', { declaration: 'd1' });
  });

  it('G-8: nobody spends Moxie meanwhile', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: { ...scoring(5), moxie: 1 }, bo: scoring(9) });
    fight.does('start');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo') });
    expect(fight.can('ana')).toContain('spendMoxie');
    joins(fight, 'cy', 7);
    expect(fight.can('ana')).toEqual([]);
    expect(fight.refuses('spendMoxie', { combatant: 'ana' })).toBe('INITIATIVE_PENDING');
  });

  it('G-8: it takes its place among the entries that still wait, also into a tie', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 3 });
    joinsNow(fight, 'dan', 5);
    expect(fight.order).toEqual([['ana'], ['bo', 'dan'], ['cy']]);
    joinsNow(fight, 'eve', 4);
    expect(fight.order).toEqual([['ana'], ['bo', 'dan'], ['eve'], ['cy']]);
  });

  it.each([11, 10])(
    'G-8: ahead is strictly after the group that came up last: with %i it waits for the next pass',
    (score) => {
      const fight = eclipse({ ana: [10, 2], bo: 5 });
      joinsNow(fight, 'cy', score, 2);
      expect(fight.order).toEqual([['ana'], ['bo']]);
      fight.by('ana', 'endTurn');
      fight.by('bo', 'endTurn');
      expect(fight.when).toBe('1.2 actions');
      expect(Object.keys(fight.states).sort()).toEqual(['ana', 'cy']);
    },
  );

  const removedWhileSuspended = () => {
    const fight = eclipse({ ana: 10, dan: 7, bo: 5, cy: 2 });
    fight.by('dan', 'setStatus', { status: 'unconscious' });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    fight.does('removeCombatant', { combatant: 'bo' });
    expect(fight.states).toEqual({ ana: 'acting', dan: 'out', cy: 'waiting' });
    return fight;
  };

  it('G-8: the group that came up last is that also when it has been removed since', () => {
    const fight = removedWhileSuspended();
    joinsNow(fight, 'eve', 6);
    expect(fight.order).toEqual([['ana'], ['dan'], ['cy']]);
    joinsNow(fight, 'fay', 4);
    expect(fight.order).toEqual([['ana'], ['dan'], ['fay'], ['cy']]);
  });

  it('G-3, G-9: a place that was passed stays passed when the group that passed it is removed', () => {
    const fight = removedWhileSuspended();
    fight.by('dan', 'setStatus', { status: 'active' });
    fight.by('ana', 'endTurn');
    expect(fight.states).toEqual({ ana: 'acted', dan: 'out', cy: 'acting' });
  });

  it('G-8: in `standby` nothing is ahead', () => {
    const fight = eclipse({ ana: [10, 2], bo: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    joinsNow(fight, 'cy', 1, 2);
    expect(fight.when).toBe('1.1 standby');
    expect(fight.order).toEqual([['ana'], ['bo']]);
    fight.does('advance');
    expect(fight.when).toBe('1.2 actions');
    expect(fight.order).toEqual([['ana'], ['cy']]);
  });

  it('G-8: who would roll goes out or is removed: the stage is what it was', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    joins(fight, 'cy', 7);
    fight.by('cy', 'setStatus', { status: 'fled' });
    expect(fight.when).toBe('1.1 actions');
    joins(fight, 'dan', 7);
    fight.does('removeCombatant', { combatant: 'dan' });
    expect(fight.when).toBe('1.1 actions');
    expect(fight.acting).toEqual(['ana']);
  });

  it('G-8, G-3: who joined now and went out before rolling comes in with the next round when it is back', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    joins(fight, 'cy', 7);
    fight.by('cy', 'setStatus', { status: 'fled' });
    fight.by('cy', 'setStatus', { status: 'active' });
    expect(fight.when).toBe('1.1 actions');
    expect(fight.order).toEqual([['ana'], ['bo']]);
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect(fight.waitsFor.rolls).toEqual(['ana', 'bo', 'cy']);
  });

  it('G-8: two who join one after the other both roll', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    joins(fight, 'cy', 7);
    joins(fight, 'dan', 6);
    expect(fight.waitsFor.rolls).toEqual(['cy', 'dan']);
    fight.does('rollInitiative', { rolls: ones('dan'), only: ['dan'] });
    expect(fight.when).toBe('1.1 initiative');
    fight.does('rollInitiative', { rolls: ones('cy') });
    expect(fight.order).toEqual([['ana'], ['cy'], ['dan'], ['bo']]);
  });

  it('G-1, G-8: while all who act are out but finish together, a newcomer comes in at once', () => {
    const fight = eclipse({ ana: 10, bo: 10 });
    fight.by('ana', 'setStatus', { status: 'dead' });
    fight.by('bo', 'setStatus', { status: 'dead' });
    fight.does('addCombatant', { combatantData: fighter('cy', scoring(4)) });
    expect(fight.when).toBe('1.1 initiative');
    fight.does('rollInitiative', { rolls: ones('cy') });
    expect(fight.acting).toEqual(['ana', 'bo']);
    expect(fight.order).toEqual([['ana', 'bo'], ['cy']]);
  });
});

describe('joining where the game has declarations (G-8, ST-10)', () => {
  const joinsVampire = (fight: Fight, id: string, wits: number) => {
    fight.does('addCombatant', { combatantData: fighter(id, witted(wits)), when: 'now' });
    fight.does('rollInitiative', { rolls: ones(id) });
  };

  it('G-8: it declares alone, stage `declaration`, before the rest goes on', () => {
    const fight = vampire({ ana: 8, bo: 3 });
    allDeclare(fight);
    joinsVampire(fight, 'cy', 5);
    expect(fight.when).toBe('1.1 declaration');
    expect(fight.waitsFor.declarations).toEqual(['cy']);
    expect(fight.order).toEqual([['ana'], ['cy'], ['bo']]);
    expect(fight.acting).toEqual([]);
    expect(fight.refuses('endTurn', { combatant: 'ana' })).toBe('DECLARATION_PENDING');
    fight.by('cy', 'declare', intent());
    expect(fight.when).toBe('1.1 actions');
    expect(fight.acting).toEqual(['ana']);
  });

  it('G-8: it declares also when its own place has passed', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    allDeclare(fight);
    joinsVampire(fight, 'cy', 8);
    expect(fight.waitsFor.declarations).toEqual(['cy']);
    fight.by('cy', 'declare', intent());
    expect(fight.order).toEqual([['ana'], ['bo']]);
  });

  it('G-8: one that comes in during `declaration` joins those who have not declared yet', () => {
    const fight = vampire({ ana: 8, bo: 5, cy: 2 });
    fight.by('cy', 'declare', intent());
    joinsVampire(fight, 'dan', 6);
    expect(fight.when).toBe('1.1 declaration');
    expect(fight.waitsFor.declarations).toEqual(['bo']);
    joinsVampire(fight, 'eve', 1);
    expect(fight.waitsFor.declarations).toEqual(['eve']);
    fight.by('eve', 'declare', intent());
    fight.by('bo', 'declare', intent());
    expect(fight.waitsFor.declarations).toEqual(['dan']);
    fight.by('dan', 'declare', intent());
    fight.by('ana', 'declare', intent());
    expect(fight.order).toEqual([['ana'], ['dan'], ['bo'], ['cy'], ['eve']]);
  });

  it('ST-6, G-8: two whose places have passed declare from the slower up, too', () => {
    const fight = vampire({ ana: 2 });
    allDeclare(fight);
    fight.does('addCombatant', { combatantData: fighter('cy', witted(9)), when: 'now' });
    fight.does('addCombatant', { combatantData: fighter('dan', witted(7)), when: 'now' });
    fight.does('rollInitiative', { rolls: ones('cy', 'dan') });
    expect(fight.waitsFor.declarations).toEqual(['dan']);
    fight.by('dan', 'declare', intent());
    expect(fight.waitsFor.declarations).toEqual(['cy']);
  });

  it('G-8: in `standby` it declares, and the stage is `standby` again', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    allDeclare(fight);
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    joinsVampire(fight, 'cy', 1);
    expect(fight.when).toBe('1.1 declaration');
    fight.by('cy', 'declare', intent());
    expect(fight.when).toBe('1.1 standby');
    expect(fight.order).toEqual([['ana'], ['bo']]);
  });
});

describe('removing (G-9)', () => {
  it('G-9: removing the acting combatant ends its activation and cancels what it declared', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'declare', { action: { kind: 'complex' } });
    expect(fight.does('removeCombatant', { combatant: 'ana' })).toEqual([
      'CombatantRemoved',
      'TurnEnded',
      'ActionCancelled',
      'TurnStarted',
    ]);
    expect(fight.order).toEqual([['bo']]);
    expect(fight.declaration('d1').state).toBe('cancelled');
    expect(fight.refuses('veto', { declaration: 'd1' })).toBe('ALREADY_RESOLVED');
  });

  it('G-9: removing someone who has acted does not shift anyone', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 3 });
    fight.by('ana', 'endTurn');
    expect(fight.does('removeCombatant', { combatant: 'ana' })).toEqual(['CombatantRemoved']);
    expect(fight.states).toEqual({ bo: 'acting', cy: 'waiting' });
  });

  it('G-9: of a group the others stay acting, and a group of two of which one was removed still finishes (G-1)', () => {
    const fight = eclipse({ ana: 10, bo: 10, cy: 3 });
    fight.does('removeCombatant', { combatant: 'ana' });
    expect(fight.acting).toEqual(['bo']);
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.acting).toEqual(['bo']);
  });

  it('G-9: removed while suspended alone, the interrupt goes on', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 3 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    fight.does('removeCombatant', { combatant: 'bo' });
    expect(fight.suspended).toEqual([]);
    expect(fight.acting).toEqual(['ana']);
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['cy']);
  });

  it('G-9: the removed is UNKNOWN_COMBATANT from then on, and its conditions go with it', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('bo', 'applyCondition', { name: 'prone' });
    fight.does('removeCombatant', { combatant: 'bo' });
    expect(fight.conditions).toEqual([]);
    expect(fight.refuses('wound', { combatant: 'bo' })).toBe('UNKNOWN_COMBATANT');
    expect(fight.refuses('endTurn', { combatant: 'bo' })).toBe('UNKNOWN_COMBATANT');
    expect(fight.can('bo')).toEqual([]);
  });

  it('G-9: whom a stage waits for alone is removed: the stage goes on', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    fight.by('bo', 'declare', intent());
    fight.does('removeCombatant', { combatant: 'ana' });
    expect(fight.when).toBe('1.1 actions');
    expect(fight.acting).toEqual(['bo']);
  });

  it('G-9: who holds the only delayed action is removed in `standby`: the round ends', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    fight.does('removeCombatant', { combatant: 'ana' });
    expect(fight.when).toBe('2.1 initiative');
  });
});
