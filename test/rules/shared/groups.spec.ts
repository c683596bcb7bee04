import { eclipse } from './fights.js';

describe('groups (G-1)', () => {
  it('G-1: members act in any order among themselves, and the group is over when each has ended its turn', () => {
    const fight = eclipse({ ana: 10, bo: 10, cy: 10, dan: 5 });
    expect(fight.acting).toEqual(['ana', 'bo', 'cy']);
    fight.by('cy', 'endTurn');
    expect(fight.states).toEqual({ ana: 'acting', bo: 'acting', cy: 'acted', dan: 'waiting' });
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['bo']);
    fight.by('bo', 'endTurn');
    expect(fight.acting).toEqual(['dan']);
  });

  it('G-1: nothing that happens meanwhile moves an entry into an acting group or out of it', () => {
    const fight = eclipse({ ana: 10, bo: 10, cy: 9 });
    fight.by('cy', 'adjustInitiative', { by: 1, reason: 'luck' });
    fight.by('ana', 'wound');
    expect(fight.order).toEqual([['ana', 'bo'], ['cy']]);
    expect(fight.acting).toEqual(['ana', 'bo']);
  });

  it('G-1: one taken out while it acts in a group of two still declares, resolves and ends its turn, and is out afterwards', () => {
    const fight = eclipse({ ana: 10, bo: 10, cy: 5 });
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.acting).toEqual(['ana', 'bo']);
    expect(fight.can('ana')).toEqual(['declare', 'endTurn']);
    fight.by('ana', 'declare', { action: { kind: 'complex' } });
    fight.does('resolve', { declaration: 'd1', outcome: { success: true } });
    fight.by('ana', 'endTurn');
    expect(fight.states).toEqual({ ana: 'acted', bo: 'acting', cy: 'waiting' });
    expect(fight.refuses('endTurn', { combatant: 'ana' })).toBe('OUT_OF_ACTION');
  });

  it('G-1: the group came up with two: the last one left in it still finishes when it is taken out', () => {
    const fight = eclipse({ ana: 10, bo: 10, cy: 5 });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.acting).toEqual(['bo']);
    fight.by('bo', 'endTurn');
    expect(fight.acting).toEqual(['cy']);
  });

  it.each(['delay', 'act', 'spendMoxie'] as const)(
    'G-1: one taken out in its group may not %s: only declare, resolve and endTurn',
    (command) => {
      const fight = eclipse({ ana: 10, bo: 10 });
      fight.by('ana', 'setStatus', { status: 'dead' });
      expect(fight.refuses(command, { combatant: 'ana' })).toBe('OUT_OF_ACTION');
    },
  );

  it('G-1: two of a group of which one was out when it came up are a group of one', () => {
    const fight = eclipse({ ana: 12, bo: 10, cy: 10, dan: 5 });
    fight.by('cy', 'setStatus', { status: 'unconscious' });
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['bo']);
    expect(fight.by('bo', 'setStatus', { status: 'dead' })).toEqual(['StatusChanged', 'TurnEnded', 'TurnStarted']);
    expect(fight.states).toEqual({ ana: 'acted', bo: 'acted', cy: 'out', dan: 'acting' });
  });

  it('G-1: in a group of one the activation ends at once, and what was not resolved is cancelled (G-9)', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'declare', { action: { kind: 'complex' } });
    expect(fight.by('ana', 'setStatus', { status: 'dead' })).toEqual([
      'StatusChanged',
      'TurnEnded',
      'ActionCancelled',
      'TurnStarted',
    ]);
    expect(fight.declaration('d1').state).toBe('cancelled');
    expect(fight.states.ana).toBe('acted');
  });

  it('G-1: in an interrupt the activation ends at once, and the turn goes back', () => {
    const fight = eclipse({ ana: 10, bo: 10, cy: 5 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    expect(fight.suspended).toEqual([['bo']]);
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.acting).toEqual(['bo']);
    expect(fight.suspended).toEqual([]);
  });

  it('G-1: all members taken out still finish; only then does the round end (G-7)', () => {
    const fight = eclipse({ ana: 10, bo: 10 });
    fight.by('ana', 'setStatus', { status: 'dead' });
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.acting).toEqual(['ana', 'bo']);
    fight.by('bo', 'endTurn');
    fight.by('ana', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });
});

describe('who has acted, and who is out (G-2, G-3)', () => {
  it('G-2: an entry that has acted never acts again in the pass, however the order changes', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'endTurn');
    fight.by('ana', 'adjustInitiative', { by: -9, reason: 'stumbled' });
    expect(fight.states).toEqual({ ana: 'acted', bo: 'acting' });
    fight.by('bo', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it.each(['unconscious', 'incapacitated', 'dead', 'fled'])(
    'G-3: who is %s has no turn: its entry is out',
    (status) => {
      const fight = eclipse({ ana: 10, bo: 5, cy: 3 });
      fight.by('bo', 'setStatus', { status });
      expect(fight.states).toEqual({ ana: 'acting', bo: 'out', cy: 'waiting' });
      fight.by('ana', 'endTurn');
      expect(fight.acting).toEqual(['cy']);
    },
  );

  it('G-3: back while its place is ahead, it has its turn in this pass', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 3 });
    fight.by('bo', 'setStatus', { status: 'unconscious' });
    fight.by('bo', 'setStatus', { status: 'active' });
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['bo']);
  });

  it('G-3: back when its place has passed, it has its turn from the next pass', () => {
    const fight = eclipse({ ana: [10, 2], bo: [5, 2], cy: [3, 2] });
    fight.by('bo', 'setStatus', { status: 'unconscious' });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'setStatus', { status: 'active' });
    expect(fight.states).toEqual({ ana: 'acted', bo: 'out', cy: 'acting' });
    fight.by('cy', 'endTurn');
    expect(fight.when).toBe('1.2 actions');
    expect(fight.order).toEqual([['ana'], ['bo'], ['cy']]);
  });

  it('G-3: back in a pass that began without it, its place ahead, it comes into the order', () => {
    const fight = eclipse({ ana: [10, 2], bo: [5, 2], cy: [3, 2] });
    fight.by('bo', 'setStatus', { status: 'unconscious' });
    fight.by('ana', 'endTurn');
    fight.by('cy', 'endTurn');
    expect(fight.order).toEqual([['ana'], ['cy']]);
    fight.by('bo', 'setStatus', { status: 'active' });
    expect(fight.order).toEqual([['ana'], ['bo'], ['cy']]);
  });

  it('G-3: back after it had acted in this pass, it does not act again in it', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'endTurn');
    fight.by('ana', 'setStatus', { status: 'unconscious' });
    fight.by('ana', 'setStatus', { status: 'active' });
    expect(fight.states).toEqual({ ana: 'acted', bo: 'acting' });
  });

  it('G-3: without a score of this round it comes in like one who joins for the next round', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 3 });
    fight.by('cy', 'setStatus', { status: 'unconscious' });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    fight.does('rollInitiative', { rolls: { ana: [1], bo: [1] } });
    fight.by('cy', 'setStatus', { status: 'active' });
    expect(fight.when).toBe('2.1 actions');
    expect(fight.order).toEqual([['ana'], ['bo']]);
    expect(fight.refuses('endTurn', { combatant: 'cy' })).toBe('NOT_ACTING');
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect(fight.waitsFor.rolls).toEqual(['ana', 'bo', 'cy']);
  });

  it('G-3: a delayed action is lost, as an event of the command that caused it (G-5)', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    expect(fight.by('ana', 'setStatus', { status: 'unconscious' })).toEqual(['StatusChanged', 'DelayedActionLost']);
    expect(fight.states).toEqual({ ana: 'forfeited', bo: 'acting' });
    fight.by('ana', 'setStatus', { status: 'active' });
    expect(fight.refuses('act', { combatant: 'ana' })).toBe('NO_DELAYED_ACTION');
  });

  it('G-3: from one status that is not active to another nothing else happens', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('bo', 'setStatus', { status: 'unconscious' });
    expect(fight.by('bo', 'setStatus', { status: 'dead' })).toEqual(['StatusChanged']);
  });
});

describe('interrupts (G-4)', () => {
  it('G-4: an interrupt suspends the acting group, runs to its end, and hands the turn back', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 5 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    expect(fight.acting).toEqual(['ana']);
    expect(fight.suspended).toEqual([['bo', 'cy']]);
    expect(fight.states).toEqual({ ana: 'acting', bo: 'acting', cy: 'acting' });
    expect(fight.refuses('endTurn', { combatant: 'bo' })).toBe('NOT_ACTING');
    expect(fight.by('ana', 'endTurn')).toEqual(['TurnEnded']);
    expect(fight.acting).toEqual(['bo', 'cy']);
    expect(fight.suspended).toEqual([]);
  });

  it('G-4: interrupts nest, the last one in is the first one out', () => {
    const fight = eclipse({ ana: 10, bo: 9, cy: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'delay');
    fight.by('ana', 'act');
    fight.by('ana', 'declare', { action: { kind: 'quick' } });
    fight.by('bo', 'act');
    expect(fight.acting).toEqual(['bo']);
    expect(fight.suspended).toEqual([['cy'], ['ana']]);
    fight.by('bo', 'endTurn');
    expect(fight.acting).toEqual(['ana']);
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['cy']);
  });

  it('G-4: a group suspended of which one has ended its turn goes on with the other', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    fight.by('ana', 'act');
    expect(fight.suspended).toEqual([['cy']]);
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['cy']);
  });

  it('G-4: one taken out while suspended alone has its activation ended at once, and the interrupt goes on', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 3 });
    fight.by('ana', 'delay');
    fight.by('bo', 'declare', { action: { kind: 'quick' } });
    fight.by('ana', 'act');
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.suspended).toEqual([]);
    expect(fight.acting).toEqual(['ana']);
    expect(fight.declaration('d1').state).toBe('cancelled');
    expect(fight.states).toEqual({ ana: 'acting', bo: 'acted', cy: 'waiting' });
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['cy']);
  });

  it('G-4, G-1: one taken out while suspended in a group of two finishes when the turn comes back', () => {
    const fight = eclipse({ ana: 10, bo: 5, cy: 5 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.suspended).toEqual([['bo', 'cy']]);
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    fight.by('cy', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('G-13: nobody interrupts itself: who is acting or suspended and holds nothing has no delayed action', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    expect(fight.refuses('act', { combatant: 'ana' })).toBe('NO_DELAYED_ACTION');
  });
});
