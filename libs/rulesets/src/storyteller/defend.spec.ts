import { allDeclare, declared, DECLARING, dodge, fightOf, intent, ones, rolled, witted } from './testing/fights.js';

type Fight = ReturnType<typeof declared>;

const states = (fight: Fight) =>
  Object.fromEntries(fight.table.view.declarations.map((d) => [d.action.label ?? d.id, d.state]));

const left = (fight: Fight, id: string) => fight.of(id).resources.actionsLeft;

const ends = (fight: Fight, ...ids: readonly string[]) => {
  for (const id of ids) fight.by(id, 'endTurn');
};

/** Ana (6) acts; Bo (4) has declared what is given; Cy (2) acts last. */
const before = (...actions: Parameters<typeof intent>) =>
  declared({ ana: 5, bo: 3, cy: 1 }, { bo: intent(...actions) });

describe('which action a defence uses (ST-9)', () => {
  it('ST-9: a declared defensive action first: it is resolved, and the others stay', () => {
    const fight = before(['Strike', 'Again', dodge]);
    expect(fight.by('bo', 'defend', { label: 'Parry' })).toEqual(['DefenceMade', 'ActionResolved']);
    expect(states(fight)).toMatchObject({ Dodge: 'resolved', Strike: 'declared', Again: 'declared' });
    expect(left(fight, 'bo')).toBe(2);
  });

  it('ST-9: several defensive ones go one after the other, oldest first', () => {
    const fight = before(['Strike', dodge, { ...dodge, label: 'Parry' }]);
    fight.by('bo', 'defend');
    expect(states(fight)).toMatchObject({ Dodge: 'resolved', Parry: 'declared' });
    fight.by('bo', 'defend');
    expect(states(fight)).toMatchObject({ Parry: 'resolved', Strike: 'declared' });
  });

  it('ST-9: else a further action, the last one first: it is cancelled and gives no entry', () => {
    const fight = before(['Strike', 'Again', 'Once more']);
    expect(fight.by('bo', 'defend')).toEqual(['DefenceMade', 'ActionCancelled']);
    expect(states(fight)).toMatchObject({ 'Once more': 'cancelled', Again: 'declared', Strike: 'declared' });
    fight.by('bo', 'defend');
    expect(states(fight)).toMatchObject({ Again: 'cancelled', Strike: 'declared' });
    ends(fight, 'ana', 'bo', 'cy');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: else the first action: its entry is forfeited', () => {
    const fight = before(['Strike']);
    expect(fight.by('bo', 'defend')).toEqual(['DefenceMade', 'ActionCancelled', 'TurnForfeited']);
    expect(fight.states).toEqual({ ana: 'acting', bo: 'forfeited', cy: 'waiting' });
    expect(fight.refuses('defend', { combatant: 'bo' })).toBe('NO_ACTION_LEFT');
    expect(fight.can('bo')).toEqual([]);
    ends(fight, 'ana');
    expect(fight.acting).toEqual(['cy']);
  });

  it('ST-9: a defensive first action is used after the other defensive ones, and before the further ones', () => {
    const fight = before([dodge, { ...dodge, label: 'Parry' }, 'Strike']);
    fight.by('bo', 'defend');
    expect(states(fight)).toMatchObject({ Parry: 'resolved', Dodge: 'declared' });
    expect(fight.by('bo', 'defend')).toEqual(['DefenceMade', 'ActionResolved', 'TurnForfeited']);
    expect(states(fight)).toMatchObject({ Dodge: 'resolved', Strike: 'declared' });
    expect(left(fight, 'bo')).toBe(1);
    fight.by('bo', 'defend');
    expect(fight.refuses('defend', { combatant: 'bo' })).toBe('NO_ACTION_LEFT');
  });

  it('ST-9: what it used is in the event', () => {
    const fight = before(['Strike', dodge]);
    fight.by('bo', 'defend', { kind: 'melee', label: 'Parry' });
    expect(fight.table.log.findLast((e) => e.type === 'DefenceMade')?.data).toMatchObject({
      combatant: 'bo',
      kind: 'melee',
      label: 'Parry',
      declaration: 'd3',
    });
  });
});

describe('when a defence is possible (ST-9)', () => {
  it('ST-9: after one’s turn with what is left', () => {
    const fight = before(['Strike', 'Again']);
    ends(fight, 'ana', 'bo');
    expect(left(fight, 'bo')).toBe(1);
    fight.by('bo', 'defend');
    ends(fight, 'cy');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: a first action that was resolved, or given up, is no longer left', () => {
    const fight = before(['Strike']);
    fight.does('resolve', { declaration: 'd3' });
    expect(fight.refuses('defend', { combatant: 'ana' })).toBe('NO_ACTION_LEFT');
    ends(fight, 'ana', 'bo');
    expect(fight.refuses('defend', { combatant: 'bo' })).toBe('NO_ACTION_LEFT');
  });

  it('ST-9: in the own turn the first action ends the activation', () => {
    const fight = before(['Strike']);
    expect(fight.by('ana', 'defend')).toEqual(['DefenceMade', 'ActionCancelled', 'TurnForfeited', 'TurnStarted']);
    expect(fight.states).toEqual({ ana: 'forfeited', bo: 'acting', cy: 'waiting' });
  });

  it('ST-9: in the own turn a further one does not', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: intent(['Strike', 'Again']) });
    fight.by('ana', 'defend');
    expect(fight.acting).toEqual(['ana']);
    fight.does('resolve', { declaration: 'd2' });
  });

  it('ST-9: while suspended: the first action ends the suspended activation', () => {
    const fight = before(['Strike']);
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    expect(fight.suspended).toEqual([['bo']]);
    fight.by('bo', 'defend');
    expect([fight.suspended, fight.acting]).toEqual([[], ['ana']]);
    expect(fight.states.bo).toBe('forfeited');
    ends(fight, 'ana');
    expect(fight.acting).toEqual(['cy']);
  });

  it('ST-9: in a group, the others go on', () => {
    const fight = declared({ ana: 5, bo: 5 });
    fight.by('ana', 'defend');
    expect(fight.acting).toEqual(['bo']);
  });

  it('ST-9: also a delayed first action: its entry is forfeited and nothing is held any more', () => {
    const fight = before(['Strike']);
    fight.by('ana', 'delay');
    expect(fight.by('ana', 'defend')).toEqual(['DefenceMade', 'ActionCancelled', 'TurnForfeited']);
    expect(fight.states.ana).toBe('forfeited');
    expect(fight.of('ana').delayed).toBeNull();
    expect(fight.refuses('act', { combatant: 'ana' })).toBe('NO_DELAYED_ACTION');
  });

  it('ST-9, G-8: the first action of one whose place had passed when it came in is left, also while it does further ones', () => {
    const fight = declared({ ana: 5, bo: 3 });
    fight.by('ana', 'endTurn');
    fight.does('addCombatant', {
      combatantData: { id: 'cy', name: 'cy', kind: 'pc', stats: witted(7) },
      when: 'now',
    });
    fight.does('rollInitiative', { rolls: ones('cy') });
    fight.by('cy', 'declare', intent(['Late', 'Again']));
    expect(fight.of('cy').resources.actionsLeft).toBe(2);
    fight.by('bo', 'endTurn');
    expect([fight.acting, fight.of('cy').resources.actionsLeft]).toEqual([['cy:extra'], 2]);
    fight.does('resolve', { declaration: 'd4' });
    expect(fight.by('cy', 'defend')).toEqual(['DefenceMade', 'ActionCancelled']);
    expect([fight.acting, fight.declaration('d3').state]).toEqual([['cy:extra'], 'cancelled']);
    expect(fight.refuses('defend', { combatant: 'cy' })).toBe('NO_ACTION_LEFT');
  });

  it('ST-9: in `standby` the only delayed action used: the round goes on', () => {
    const fight = declared({ ana: 5 });
    fight.by('ana', 'delay');
    expect(fight.when).toBe('1.1 standby');
    fight.by('ana', 'defend');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: while the delayed first action is taken: the interrupt ends', () => {
    const fight = before(['Strike']);
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    fight.by('ana', 'defend');
    expect(fight.acting).toEqual(['bo']);
    expect(fight.states.ana).toBe('forfeited');
  });

  it('ST-9: a first action delayed into a later pass', () => {
    const fight = declared({ ana: 5, bo: 3 }, { bo: intent(['Run', 'Hide']) });
    fight.by('ana', 'delay');
    ends(fight, 'bo');
    fight.does('advance');
    expect(fight.when).toBe('1.2 actions');
    fight.by('ana', 'defend');
    expect(fight.of('ana').delayed).toBeNull();
    expect(fight.states).toEqual({ 'bo:extra': 'acting' });
    ends(fight, 'bo');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: nobody defends in `initiative`, and who has not come in is NOT_ACTING', () => {
    const fight = before(['Strike']);
    fight.does('addCombatant', { combatantData: { id: 'dan', name: 'dan', kind: 'pc', stats: witted(1) } });
    expect(fight.refuses('defend', { combatant: 'dan' })).toBe('NOT_ACTING');
    fight.does('addCombatant', {
      combatantData: { id: 'eve', name: 'eve', kind: 'pc', stats: witted(1) },
      when: 'now',
    });
    expect(fight.refuses('defend', { combatant: 'bo' })).toBe('INITIATIVE_PENDING');
  });

  it('ST-10: who is out has nothing left', () => {
    const fight = before(['Strike', dodge]);
    fight.by('bo', 'setStatus', { status: 'unconscious' });
    expect(fight.refuses('defend', { combatant: 'bo' })).toBe('OUT_OF_ACTION');
    fight.by('bo', 'setStatus', { status: 'active' });
    expect(fight.refuses('defend', { combatant: 'bo' })).toBe('NO_ACTION_LEFT');
  });
});

describe('a further action whose pass is running (ST-9)', () => {
  const two = intent(['Strike', 'Again']);
  const inPassTwo = (options = {}) => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: two, bo: two }, options);
    ends(fight, 'ana', 'bo');
    expect(fight.order).toEqual([['ana:extra'], ['bo:extra']]);
    return fight;
  };

  it('ST-9: waiting: its entry leaves the order', () => {
    const fight = inPassTwo();
    expect(fight.by('bo', 'defend')).toEqual(['DefenceMade', 'ActionCancelled', 'OrderChanged']);
    expect(fight.order).toEqual([['ana:extra']]);
    ends(fight, 'ana');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: acting: it is forfeited and the turn ends', () => {
    const fight = inPassTwo();
    expect(fight.by('ana', 'defend')).toEqual(['DefenceMade', 'ActionCancelled', 'TurnForfeited', 'TurnStarted']);
    expect(fight.states).toEqual({ 'ana:extra': 'forfeited', 'bo:extra': 'acting' });
  });

  it('ST-9: delayed: it is forfeited and held no more', () => {
    const fight = inPassTwo();
    fight.by('ana', 'delay');
    fight.by('ana', 'defend');
    expect(fight.states).toEqual({ 'ana:extra': 'forfeited', 'bo:extra': 'acting' });
    expect(fight.of('ana').delayed).toBeNull();
    ends(fight, 'bo');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: taken as a delayed action: it is forfeited and the interrupt ends', () => {
    const fight = inPassTwo();
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    expect(fight.acting).toEqual(['ana']);
    fight.by('ana', 'defend');
    expect(fight.acting).toEqual(['bo:extra']);
    expect(fight.states['ana:extra']).toBe('forfeited');
  });

  it('ST-9: of a later pass: only that is gone, the turn goes on', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: intent(['Strike', 'Again', 'Once more']) });
    ends(fight, 'ana', 'bo');
    fight.by('ana', 'defend');
    expect(fight.acting).toEqual(['ana:extra']);
    expect(states(fight)).toMatchObject({ 'Once more': 'cancelled', Again: 'declared' });
    ends(fight, 'ana');
    expect(fight.when).toBe('2.1 initiative');
  });

  const holdsOne = () => {
    const three = intent(['Strike', 'Again', 'Once more']);
    const fight = declared({ ana: 5, bo: 3 }, { ana: three, bo: three });
    ends(fight, 'ana', 'bo');
    fight.by('ana', 'delay');
    ends(fight, 'bo');
    fight.does('advance');
    expect([fight.when, fight.acting]).toEqual(['1.3 actions', ['ana:extra']]);
    expect(fight.of('ana').delayed).toEqual({ round: 1, pass: 2 });
    return fight;
  };

  it('ST-9: the acting one used, the delayed one of an earlier pass is held still', () => {
    const fight = holdsOne();
    fight.by('ana', 'defend');
    expect(fight.states).toEqual({ 'ana:extra': 'forfeited', 'bo:extra': 'acting' });
    expect(fight.of('ana').delayed).toEqual({ round: 1, pass: 2 });
    fight.by('ana', 'act');
    fight.does('resolve', {
      declaration: fight.table.view.declarations.find((d) => d.combatant === 'ana' && d.action.label === 'Again')?.id,
    });
    ends(fight, 'ana', 'bo');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: the acting one resolved, the delayed one of an earlier pass is used: the turn goes on', () => {
    const fight = holdsOne();
    const last = fight.table.view.declarations.find((d) => d.combatant === 'ana' && d.action.label === 'Once more');
    fight.does('resolve', { declaration: last?.id });
    expect(fight.by('ana', 'defend')).toEqual(['DefenceMade', 'ActionCancelled', 'DelayedActionLost']);
    expect(fight.acting).toEqual(['ana:extra']);
    expect(fight.of('ana').delayed).toBeNull();
    ends(fight, 'ana');
    expect(fight.states).toEqual({ 'ana:extra': 'acted', 'bo:extra': 'acting' });
  });

  it('ST-9: a delayed one of an earlier pass, taken in a later one, ends its interrupt when it is used', () => {
    const fight = holdsOne();
    ends(fight, 'ana');
    fight.by('ana', 'act');
    expect(fight.acting).toEqual(['ana']);
    fight.by('ana', 'defend');
    expect(fight.acting).toEqual(['bo:extra']);
    expect(fight.states['ana:extra']).toBe('acted');
  });

  it('ST-9: `inARow`: the entry stays while others are left, then it goes', () => {
    const three = intent(['Strike', 'Again', 'Once more']);
    const fight = declared({ ana: 5, bo: 3 }, { ana: three, bo: three }, { furtherActions: 'inARow' });
    ends(fight, 'ana', 'bo');
    fight.by('bo', 'defend');
    expect(fight.states).toEqual({ 'ana:extra': 'acting', 'bo:extra': 'waiting' });
    fight.by('bo', 'defend');
    expect(fight.states).toEqual({ 'ana:extra': 'acting' });
    fight.by('ana', 'defend');
    expect(fight.acting).toEqual(['ana:extra']);
    fight.by('ana', 'defend');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: `inARow`: a defensive one in the delayed turn leaves what is held', () => {
    const fight = declared(
      { ana: 5, bo: 3 },
      { ana: intent(['Strike', 'Again', dodge]), bo: two },
      { furtherActions: 'inARow' },
    );
    ends(fight, 'ana', 'bo');
    fight.by('ana', 'delay');
    fight.by('ana', 'defend');
    expect(fight.states['ana:extra']).toBe('delayed');
    fight.by('ana', 'defend');
    expect(fight.states['ana:extra']).toBe('forfeited');
  });
});

describe('before one has declared (ST-9)', () => {
  it('ST-9: Dark Ages: the committed Celerity first, then the first action', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3, cy: 1 }, { bo: 2 });
    fight.by('bo', 'defend');
    expect(fight.of('bo').resources).toMatchObject({ celerity: 2, actionsLeft: 2 });
    fight.by('bo', 'defend');
    fight.by('bo', 'defend');
    expect(fight.refuses('defend', { combatant: 'bo' })).toBe('NO_ACTION_LEFT');
  });

  it('ST-9, ST-6: what was used so is not there to be declared', () => {
    const fight = rolled('dark-ages-v20', { ana: 3 }, { ana: 2 });
    fight.by('ana', 'defend');
    const quick = { celerity: true };
    expect(fight.refuses('declare', { combatant: 'ana', ...intent(['Act', quick, quick]) })).toBe('ACTION_LIMIT');
    fight.by('ana', 'declare', intent(['Act', quick]));
    expect(left(fight, 'ana')).toBe(2);
  });

  it('ST-9: Dark Ages: the first action in the own turn, undeclared: the activation ends', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    expect(fight.by('ana', 'defend')).toEqual(['DefenceMade', 'TurnForfeited', 'TurnStarted']);
    expect(fight.states).toEqual({ ana: 'forfeited', bo: 'acting' });
  });

  it('ST-9: Dark Ages: delayed and undeclared, the first action is used', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    fight.by('ana', 'delay');
    fight.by('ana', 'defend');
    expect(fight.of('ana').delayed).toBeNull();
    expect(fight.states).toEqual({ ana: 'forfeited', bo: 'acting' });
  });

  it('ST-9: Dark Ages: a defensive further action happens when it is needed', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    fight.by('ana', 'declare', intent(['Strike', dodge]));
    fight.does('resolve', { declaration: 'd1' });
    ends(fight, 'ana');
    expect(fight.by('ana', 'defend')).toEqual(['DefenceMade', 'ActionResolved']);
    ends(fight, 'bo');
    expect(fight.when).toBe('2.1 initiative');
  });
});

describe('delaying (ST-8)', () => {
  it.each(DECLARING)('ST-8: %s: by itself when the turn comes, if it was declared', (game) => {
    const fight = rolled(game, { ana: 5, bo: 3 });
    fight.by('bo', 'declare', intent());
    expect(fight.by('ana', 'declare', intent(['Wait'], { delay: true }))).toEqual([
      'ActionDeclared',
      'StageEntered',
      'TurnStarted',
      'ActionDelayed',
      'TurnStarted',
    ]);
    expect(fight.states).toEqual({ ana: 'delayed', bo: 'acting' });
  });

  it('ST-8: in one round only', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: intent(['Wait'], { delay: true }) });
    ends(fight, 'bo');
    fight.does('advance');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo') });
    allDeclare(fight);
    expect(fight.acting).toEqual(['ana']);
  });

  it('ST-8: in one’s turn, before anything was resolved in it', () => {
    const fight = declared({ ana: 5, bo: 3 });
    fight.does('resolve', { declaration: 'd2' });
    expect(fight.can('ana')).toEqual(['endTurn']);
    expect(fight.refuses('delay', { combatant: 'ana' })).toBe('ALREADY_ACTED');
  });

  it('ST-8: what was declared stays: it is what the delayed action does', () => {
    const fight = declared({ ana: 5, bo: 3 });
    expect(fight.by('ana', 'delay')).toEqual(['ActionDelayed', 'TurnStarted']);
    expect(fight.refuses('resolve', { declaration: 'd2' })).toBe('NOT_ACTING');
    fight.by('ana', 'act');
    fight.does('resolve', { declaration: 'd2' });
  });

  it('ST-8: `act` at any later step of the round, also in a further pass', () => {
    const fight = declared({ ana: 5, bo: 3 }, { bo: intent(['Run', 'Hide']) });
    fight.by('ana', 'delay');
    ends(fight, 'bo');
    expect(fight.when).toBe('1.1 standby');
    fight.does('advance');
    expect(fight.acting).toEqual(['bo:extra']);
    fight.by('ana', 'act');
    expect([fight.acting, fight.suspended]).toEqual([['ana'], [['bo:extra']]]);
    fight.does('resolve', { declaration: 'd3' });
    ends(fight, 'ana', 'bo');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-8: what is not taken by the end of the round is lost', () => {
    const fight = declared({ ana: 5, bo: 3 });
    fight.by('ana', 'delay');
    ends(fight, 'bo');
    expect(fight.does('advance')).toEqual(['RoundEnded', 'ActionCancelled', 'DelayedActionLost', 'RoundStarted']);
    expect(fight.of('ana').delayed).toBeNull();
  });

  it('ST-8: a further action can be delayed; who holds one cannot delay another (ALREADY_ACTED)', () => {
    const three = intent(['Strike', 'Again', 'Once more']);
    const fight = declared({ ana: 5, bo: 3 }, { ana: three, bo: three });
    fight.by('ana', 'delay');
    ends(fight, 'bo');
    fight.does('advance');
    expect(fight.acting).toEqual(['ana:extra']);
    expect(fight.can('ana')).not.toContain('delay');
    expect(fight.refuses('delay', { combatant: 'ana' })).toBe('ALREADY_ACTED');
    expect(fight.refuses('act', { combatant: 'ana' })).toBe('NOT_ACTING');
    ends(fight, 'ana');
    fight.by('ana', 'act');
    fight.does('resolve', { declaration: fight.table.view.declarations.find((d) => d.combatant === 'ana')?.id });
  });

  it('ST-8, G-16: two at the same instant: the higher initiative first, until it has resolved something', () => {
    const fight = declared({ ana: 7, bo: 5, cy: 3 });
    fight.by('ana', 'delay');
    fight.by('bo', 'delay');
    fight.by('ana', 'act');
    fight.by('bo', 'act');
    expect([fight.acting, fight.suspended]).toEqual([['ana'], [['cy'], ['bo']]]);
    fight.does('undo');
    fight.does('resolve', { declaration: 'd3' });
    fight.by('bo', 'act');
    expect([fight.acting, fight.suspended]).toEqual([['bo'], [['cy'], ['ana']]]);
  });

  it('G-3: who is taken out loses what it held, and its entry is forfeited', () => {
    const fight = declared({ ana: 5, bo: 3 });
    fight.by('ana', 'delay');
    expect(fight.by('ana', 'wound', { count: 7 })).toEqual([
      'WoundsInflicted',
      'StatusChanged',
      'DelayedActionLost',
      'ActionCancelled',
    ]);
    expect(fight.states.ana).toBe('forfeited');
  });

  it('ST-8: in a group, one that has declared to wait waits, and the others act', () => {
    const fight = declared({ ana: 5, bo: 5, cy: 1 }, { ana: intent(['Wait'], { delay: true }) });
    expect(fight.acting).toEqual(['bo']);
    fight.by('ana', 'act');
    expect([fight.acting, fight.suspended]).toEqual([['ana'], [['bo']]]);
  });

  it('an entry’s reasons cite rules of the game: roll, rating, tie, further action', () => {
    const fight = fightOf('vampire-v20', { ana: witted(3, { celerity: 1, health: 3 }) });
    fight.does('start');
    fight.does('rollInitiative', { rolls: ones('ana'), celerity: { ana: 0 } });
    allDeclare(fight, { ana: intent(['Strike', 'Again']) });
    ends(fight, 'ana');
    expect(fight.table.view.order[0]?.entries[0]?.why.map((r) => [r.rule, r.what, r.value])).toEqual([
      ['ST-1', 'roll', 1],
      ['ST-1', 'dexterity', 0],
      ['ST-1', 'wits', 3],
      ['ST-5', 'celerity', 1],
      ['ST-2', 'wounds', -1],
      ['ST-3', 'tieRating', 3],
      ['ST-7', 'further', null],
    ]);
    fight.does('adjustInitiative', { combatant: 'ana', by: 2, reason: 'A cry', lasts: 'round' });
    expect(fight.table.view.order[0]?.entries[0]?.why.slice(0, 2).map((r) => [r.rule, r.what, r.value])).toEqual([
      ['G-17', 'scoreKept', 4],
      ['G-17', 'scoreNow', 6],
    ]);
  });
});
