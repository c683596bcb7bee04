import type { JsonObject } from '@bitacora/engine';
import { allDeclare, declared, DECLARING, dodge, fightOf, intent, ones, rolled, witted } from './testing/fights.js';

describe.each(DECLARING)('stage `declaration` of %s (ST-6)', (game) => {
  it('ST-6: everyone declares in reverse order of initiative, lowest first, a group together', () => {
    const fight = rolled(game, { ana: 5, bo: 3, cy: 3, dan: 1 });
    expect(fight.waitsFor.declarations).toEqual(['dan']);
    for (const id of ['ana', 'bo', 'cy'])
      expect(fight.refuses('declare', { combatant: id, ...intent() })).toBe('NOT_YOUR_DECLARATION');
    fight.by('dan', 'declare', intent());
    expect(fight.waitsFor.declarations).toEqual(['bo', 'cy']);
    expect([fight.can('bo'), fight.can('cy'), fight.can('ana'), fight.can('dan')]).toEqual([
      ['declare'],
      ['declare'],
      [],
      [],
    ]);
    fight.by('cy', 'declare', intent());
    expect(fight.waitsFor.declarations).toEqual(['bo']);
    fight.by('bo', 'declare', intent());
    expect(fight.waitsFor.declarations).toEqual(['ana']);
  });

  it('ST-6: who has declared has no second declaration', () => {
    const fight = rolled(game, { ana: 5, bo: 3 });
    fight.by('bo', 'declare', intent());
    expect(fight.refuses('declare', { combatant: 'bo', ...intent() })).toBe('NOT_YOUR_DECLARATION');
  });

  it('ST-6: the stage ends by itself when all have declared', () => {
    const fight = rolled(game, { ana: 5, bo: 3 });
    fight.by('bo', 'declare', intent());
    expect(fight.by('ana', 'declare', intent())).toEqual(['ActionDeclared', 'StageEntered', 'TurnStarted']);
    expect(fight.acting).toEqual(['ana']);
  });

  it('ST-6: whoever declares in another stage is told which is that of declarations', () => {
    const fight = declared({ ana: 5, bo: 3 });
    for (const combatant of ['ana', 'bo'])
      expect(fight.refusal('declare', { combatant, ...intent() })).toMatchObject({
        code: 'NOT_ACTING',
        rule: 'ST-6',
        params: { combatant, during: 'declaration' },
      });
  });

  it('G-13: in stage `actions` an intent is NOT_ACTING, also of one who acts', () => {
    const fight = rolled(game, { ana: 5, bo: 3 });
    allDeclare(fight);
    for (const combatant of ['ana', 'bo'])
      expect(fight.refuses('declare', { combatant, ...intent() })).toBe('NOT_ACTING');
  });

  it.each(['defend', 'delay', 'endTurn', 'act'] as const)(
    'G-13: `%s` in `declaration` is DECLARATION_PENDING',
    (command) => {
      const fight = rolled(game, { ana: 5 });
      expect(fight.refuses(command, { combatant: 'ana' })).toBe('DECLARATION_PENDING');
    },
  );

  it('ST-10: who is taken out before it has declared is waited for no more, and has nothing this round when it is back', () => {
    const fight = rolled(game, { ana: 5, bo: 3 });
    fight.by('bo', 'setStatus', { status: 'unconscious' });
    expect(fight.waitsFor.declarations).toEqual(['ana']);
    fight.by('bo', 'setStatus', { status: 'active' });
    expect(fight.waitsFor.declarations).toEqual(['ana']);
    expect(fight.states.bo).toBe('out');
    fight.by('ana', 'declare', intent());
    expect(fight.refuses('defend', { combatant: 'bo' })).toBe('NO_ACTION_LEFT');
    fight.by('ana', 'endTurn');
    expect(fight.waitsFor.rolls).toEqual(['ana', 'bo']);
  });
});

describe('an intent (ST-6)', () => {
  it('ST-6: each action becomes a declaration, in their order; what holds for the whole stands in the first', () => {
    const fight = rolled('vampire-v20', { ana: 5 });
    expect(
      fight.by('ana', 'declare', intent(['Bite', dodge], { disciplines: ['Potence'], willpower: 0 })).slice(0, 2),
    ).toEqual(['ActionDeclared', 'ActionDeclared']);
    expect(fight.declaration('d1').action).toMatchObject({ kind: 'intent', label: 'Bite', disciplines: ['Potence'] });
    expect(fight.declaration('d2').action).toMatchObject({ kind: 'intent', label: 'Dodge', defensive: true });
  });

  it('ST-6: at most as many actions with `celerity` as were committed', () => {
    const fight = rolled('vampire-v20', { ana: 5 }, { ana: 1 });
    const quick = { celerity: true };
    expect(fight.refuses('declare', { combatant: 'ana', ...intent(['Bite', quick, quick]) })).toBe('ACTION_LIMIT');
    expect(fight.refuses('declare', { combatant: 'ana', ...intent([quick, quick]) })).toBe('ACTION_LIMIT');
    fight.by('ana', 'declare', intent(['Bite', 'Claw', 'Kick', quick]));
  });

  it('ST-6: `willpower: 1` takes a point where `willpower` is given; NO_WILLPOWER when none is left', () => {
    const fight = fightOf('vampire-v20', {
      ana: witted(3, { willpower: 1 }),
      bo: witted(2, { willpower: 0 }),
      cy: witted(1),
    });
    fight.does('start');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo', 'cy') });
    fight.by('cy', 'declare', intent(['Act'], { willpower: 1 }));
    expect(fight.of('cy').resources).not.toHaveProperty('willpower');
    expect(fight.refuses('declare', { combatant: 'bo', ...intent(['Act'], { willpower: 1 }) })).toBe('NO_WILLPOWER');
    fight.by('bo', 'declare', intent(['Act'], { willpower: 0 }));
    fight.by('ana', 'declare', intent(['Act'], { willpower: 1 }));
    expect(fight.of('ana').resources.willpower).toBe(0);
  });

  it('ST-6: a veto does not give Willpower back', () => {
    const fight = fightOf('vampire-v20', { ana: witted(3, { willpower: 2 }) });
    fight.does('start');
    fight.does('rollInitiative', { rolls: ones('ana') });
    fight.by('ana', 'declare', intent(['Act'], { willpower: 1 }));
    fight.does('veto', { declaration: 'd1' });
    expect(fight.of('ana').resources.willpower).toBe(1);
    fight.does('undo');
    fight.does('undo');
    expect(fight.of('ana').resources.willpower).toBe(2);
  });

  it('`willpower` is a resource only where it was given, from 0 to 10', () => {
    const fight = fightOf('vampire-v20', { ana: witted(3, { willpower: 2 }), bo: witted(1) });
    fight.by('ana', 'updateCombatant', { changes: { resources: { willpower: 10 } } });
    expect(fight.refuses('updateCombatant', { combatant: 'ana', changes: { resources: { willpower: 11 } } })).toBe(
      'INVALID_STATS',
    );
    expect(fight.refuses('updateCombatant', { combatant: 'bo', changes: { resources: { willpower: 1 } } })).toBe(
      'MALFORMED',
    );
    expect(fight.refuses('updateCombatant', { combatant: 'ana', changes: { resources: { actionsLeft: 3 } } })).toBe(
      'MALFORMED',
    );
    fight.by('bo', 'updateCombatant', { changes: { stats: { willpower: 4 } } });
    expect(fight.of('bo').resources.willpower).toBe(4);
  });

  it('ST-6: `outcome` with an intent is MALFORMED', () => {
    const fight = rolled('vampire-v20', { ana: 5 });
    expect(fight.refuses('declare', { combatant: 'ana', ...intent(), outcome: { success: true } })).toBe('MALFORMED');
  });

  it.each<[string, JsonObject]>([
    ['no actions', {}],
    ['an empty list', { actions: [] }],
    ['more than can be', { actions: Array.from({ length: 21 }, () => ({})) }],
    ['an action that is no object', { actions: ['Bite'] }],
    ['a field that an action does not have', { actions: [{ moving: true }] }],
    ['a label that is no text', { actions: [{ label: 3 }] }],
    ['a word for yes', { actions: [{ defensive: 'yes' }] }],
    ['a place of its own', { actions: [{ place: 0 }] }],
    ['two points of Willpower', { actions: [{}], willpower: 2 }],
    ['disciplines that are no list', { actions: [{}], disciplines: 'Potence' }],
    ['a delay that is no truth', { actions: [{}], delay: 1 }],
    ['a place of its own beside them', { actions: [{}], place: 0 }],
  ])('G-13: %s is MALFORMED', (_, action) => {
    const fight = rolled('vampire-v20', { ana: 5 });
    expect(fight.refuses('declare', { combatant: 'ana', action: { kind: 'intent', ...action } })).toBe('MALFORMED');
  });

  it('G-13: another kind of action is WRONG_ACTION_KIND', () => {
    const fight = rolled('vampire-v20', { ana: 5 });
    expect(fight.refuses('declare', { combatant: 'ana', action: { kind: 'complex' } })).toBe('WRONG_ACTION_KIND');
    const dark = rolled('dark-ages-v20', { ana: 5 });
    dark.by('ana', 'declare', intent());
    expect(dark.refuses('declare', { combatant: 'ana', action: { kind: 'complex' } })).toBe('WRONG_ACTION_KIND');
  });

  it('G-15: all of an intent vetoed in `declaration`, its owner declares again', () => {
    const fight = rolled('vampire-v20', { ana: 5, bo: 3 });
    fight.by('bo', 'declare', intent(['Shoot', 'Run'], { delay: true }));
    fight.does('veto', { declaration: 'd1' });
    expect(fight.waitsFor.declarations).toEqual(['ana']);
    fight.does('veto', { declaration: 'd2' });
    expect(fight.waitsFor.declarations).toEqual(['bo']);
    fight.by('bo', 'declare', intent());
    allDeclare(fight);
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['bo']);
  });
});

describe('a veto of what was declared to wait (ST-6, G-15)', () => {
  it.each(['when all have declared', 'while others declare'])(
    'its owner does not wait by itself, vetoed %s',
    (when) => {
      const fight = rolled('vampire-v20', { ana: 5, bo: 3 });
      fight.by('bo', 'declare', intent(['Shoot', 'Run'], { delay: true }));
      if (when === 'while others declare') fight.does('veto', { declaration: 'd1' });
      allDeclare(fight);
      if (when !== 'while others declare') fight.does('veto', { declaration: 'd1' });
      fight.by('ana', 'endTurn');
      expect([fight.when, fight.acting]).toEqual(['1.1 actions', ['bo']]);
    },
  );
});

describe('Dark Ages (ST-6)', () => {
  it('ST-6: the intent comes first in one’s own activation, once', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    expect(fight.refuses('declare', { combatant: 'bo', ...intent() })).toBe('NOT_ACTING');
    fight.by('ana', 'declare', intent());
    expect(fight.can('ana')).not.toContain('declare');
    expect(fight.refuses('declare', { combatant: 'ana', ...intent() })).toBe('ACTION_LIMIT');
  });

  it('G-15: vetoed, it may be declared anew', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    fight.by('ana', 'declare', intent());
    fight.does('veto', { declaration: 'd1' });
    fight.by('ana', 'declare', intent());
    expect(fight.does('resolve', { declaration: 'd2' })).toEqual(['ActionResolved']);
  });

  it('ST-6: with `delay: true` it delays at once', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    expect(fight.by('ana', 'declare', intent(['Wait'], { delay: true }))).toEqual([
      'ActionDeclared',
      'ActionDelayed',
      'TurnStarted',
    ]);
    expect(fight.states).toEqual({ ana: 'delayed', bo: 'acting' });
    fight.by('ana', 'act');
    fight.does('resolve', { declaration: 'd1' });
  });

  it('ST-6: `delay` may come before it; then it is declared when the delayed action is taken, and not delayed again (G-15)', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    expect(fight.refuses('declare', { combatant: 'ana', ...intent(['Wait'], { delay: true }) })).toBe('ALREADY_ACTED');
    fight.by('ana', 'declare', intent(['Strike', 'Strike again']));
    fight.does('resolve', { declaration: 'd1' });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect(fight.order).toEqual([['ana:extra']]);
  });

  it('G-1: taken out in a group, it may still declare, but not delay with it', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 5 });
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.can('ana')).toEqual(['declare', 'endTurn']);
    expect(fight.refuses('declare', { combatant: 'ana', ...intent(['Wait'], { delay: true }) })).toBe('OUT_OF_ACTION');
    fight.by('ana', 'declare', intent());
    fight.does('resolve', { declaration: 'd1' });
    fight.by('ana', 'endTurn');
  });

  it('G-9: removed after its turn, what it had still declared is cancelled', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    fight.by('ana', 'declare', intent(['Strike', 'Strike again']));
    fight.by('ana', 'endTurn');
    fight.does('removeCombatant', { combatant: 'ana' });
    expect(fight.declaration('d2').state).toBe('cancelled');
    fight.by('bo', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });
});

describe('first and further actions (ST-7)', () => {
  const three = intent(['Strike', 'Again', 'Once more']);

  it('ST-7: each resolves its first action in order of initiative; a further one before its pass is NOT_ACTING (ST-10)', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: three });
    expect(fight.refuses('resolve', { declaration: 'd1' })).toBe('NOT_ACTING');
    fight.does('resolve', { declaration: 'd2' });
    expect(fight.refuses('resolve', { declaration: 'd3' })).toBe('NOT_ACTING');
    expect(fight.can('ana')).not.toContain('resolve');
  });

  it('G-13: who acts itself is told that it is not the moment, not that somebody else acts', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: intent(['Strike', 'Again'], {}) });
    const itself = { code: 'NOT_ACTING', params: { combatant: 'ana', itself: 'ana' } };
    expect(fight.refusal('resolve', { declaration: 'd3' })).toMatchObject(itself);
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    expect(fight.refusal('endTurn', { combatant: 'bo' })).toMatchObject({
      code: 'NOT_ACTING',
      params: { acting: ['ana'], combatant: 'bo' },
    });
  });

  it('ST-7: `passes`: pass 2 holds everyone’s first further action, pass 3 the second', () => {
    const fight = declared({ ana: 5, bo: 3, cy: 1 }, { ana: three, bo: intent(['Run', 'Hide']) });
    for (const id of ['ana', 'bo', 'cy']) fight.by(id, 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.2 actions', [['ana:extra'], ['bo:extra']]]);
    expect(fight.refuses('resolve', { declaration: 'd6' })).toBe('NOT_ACTING');
    fight.does('resolve', { declaration: 'd5' });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.3 actions', [['ana:extra']]]);
    fight.does('resolve', { declaration: 'd6' });
    fight.by('ana', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-7: `inARow`: pass 2 holds all of each, in one activation', () => {
    const fight = declared(
      { ana: 5, bo: 3 },
      { ana: three, bo: intent(['Run', 'Hide']) },
      { furtherActions: 'inARow' },
    );
    for (const id of ['ana', 'bo']) fight.by(id, 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.2 actions', [['ana:extra'], ['bo:extra']]]);
    fight.does('resolve', { declaration: 'd4' });
    fight.does('resolve', { declaration: 'd5' });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-7: `endTurn` cancels only what belongs to this activation', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: three });
    fight.by('ana', 'endTurn');
    expect(['d2', 'd3', 'd4'].map((id) => fight.declaration(id).state)).toEqual(['cancelled', 'declared', 'declared']);
  });

  it('ST-7: only further actions that are not defensive give an entry', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: intent(['Strike', dodge, 'Again']), bo: intent(['Run', dodge]) });
    for (const id of ['ana', 'bo']) fight.by(id, 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.2 actions', [['ana:extra']]]);
    fight.by('ana', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-9: defensive ones that were not needed are lost at the end of the round', () => {
    const fight = declared({ ana: 5 }, { ana: intent(['Strike', dodge]) });
    expect(fight.by('ana', 'endTurn')).toEqual([
      'TurnEnded',
      'ActionCancelled',
      'RoundEnded',
      'ActionCancelled',
      'RoundStarted',
    ]);
    expect(fight.declaration('d2').state).toBe('cancelled');
  });

  it('ST-7: a further action that was vetoed gives no entry, also in the pass that runs', () => {
    const fight = declared(
      { ana: 5, bo: 3, cy: 2 },
      { ana: intent(['Strike', 'Again']), bo: intent(['Run', 'Hide']), cy: intent(['Run', 'Hide']) },
    );
    fight.does('veto', { declaration: 'd4' });
    for (const id of ['ana', 'bo', 'cy']) fight.by(id, 'endTurn');
    expect(fight.order).toEqual([['ana:extra'], ['cy:extra']]);
    expect(fight.does('veto', { declaration: 'd2' })).toEqual(['ActionVetoed', 'OrderChanged']);
    expect(fight.order).toEqual([['ana:extra']]);
    fight.by('ana', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-10: who is taken out loses all that it had left', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: three });
    fight.by('ana', 'endTurn');
    expect(fight.by('ana', 'setStatus', { status: 'unconscious' })).toEqual([
      'StatusChanged',
      'ActionCancelled',
      'ActionCancelled',
    ]);
    fight.by('ana', 'setStatus', { status: 'active' });
    expect(fight.of('ana').resources.actionsLeft).toBe(0);
    fight.by('bo', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('ST-10, G-1: taken out in a group, it finishes what it does there and loses the rest', () => {
    const fight = declared({ ana: 5, bo: 5 }, { ana: three });
    fight.by('ana', 'setStatus', { status: 'unconscious' });
    expect(fight.acting).toEqual(['ana', 'bo']);
    const mine = fight.table.view.declarations.filter((d) => d.combatant === 'ana').map((d) => d.state);
    expect(mine).toEqual(['declared', 'cancelled', 'cancelled']);
    fight.does('resolve', { declaration: fight.table.view.declarations.find((d) => d.combatant === 'ana')?.id });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });
});

describe('latecomers (G-8, ST-10)', () => {
  const comes = (fight: ReturnType<typeof declared>, id: string, wits: number) => {
    fight.does('addCombatant', { combatantData: { id, name: id, kind: 'pc', stats: witted(wits) }, when: 'now' });
    fight.does('rollInitiative', { rolls: ones(id) });
  };
  const two = intent(['Strike', 'Again']);

  it('ST-10: who comes in when the declarations are over declares alone, and has its further actions in their passes', () => {
    const fight = declared({ ana: 5, bo: 3 });
    comes(fight, 'cy', 9);
    fight.by('cy', 'declare', two);
    for (const id of ['ana', 'bo']) fight.by(id, 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.2 actions', [['cy:extra']]]);
  });

  it('G-8: in a further pass its entry there is placed if its place is ahead', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: two, bo: two });
    for (const id of ['ana', 'bo']) fight.by(id, 'endTurn');
    comes(fight, 'cy', 4);
    fight.by('cy', 'declare', intent(['Strike', 'Again', 'Once more']));
    expect(fight.order).toEqual([['ana:extra'], ['cy:extra'], ['bo:extra']]);
    for (const id of ['ana', 'cy', 'bo']) fight.by(id, 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.3 actions', [['cy:extra']]]);
  });

  it('G-8: if not, its further actions begin with the next pass', () => {
    const fight = declared({ ana: 5, bo: 3 }, { ana: two, bo: two });
    for (const id of ['ana', 'bo', 'ana']) fight.by(id, 'endTurn');
    comes(fight, 'cy', 9);
    fight.by('cy', 'declare', two);
    expect(fight.order).toEqual([['ana:extra'], ['bo:extra']]);
    fight.by('bo', 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.3 actions', [['cy:extra']]]);
    fight.does('resolve', { declaration: 'd6' });
  });

  it('ST-7: Dark Ages: who takes a delayed first action in a further pass has its further ones in the next', () => {
    const fight = rolled('dark-ages-v20', { ana: 5, bo: 3 });
    fight.by('ana', 'delay');
    fight.by('bo', 'declare', intent(['Strike', 'Again']));
    fight.by('bo', 'endTurn');
    fight.does('advance');
    expect([fight.when, fight.acting]).toEqual(['1.2 actions', ['bo:extra']]);
    fight.by('ana', 'act');
    fight.by('ana', 'declare', two);
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.3 actions', [['ana:extra']]]);
  });

  it('ST-9: before it has declared it has its first and the committed Celerity actions', () => {
    const fight = declared({ ana: 5 });
    fight.does('addCombatant', {
      combatantData: { id: 'cy', name: 'cy', kind: 'pc', stats: witted(3, { celerity: 2 }) },
      when: 'now',
    });
    fight.does('rollInitiative', { rolls: ones('cy'), celerity: { cy: 2 } });
    expect(fight.of('cy').resources).toEqual({ celerity: 2, actionsLeft: 3 });
    expect(fight.refuses('defend', { combatant: 'cy' })).toBe('DECLARATION_PENDING');
  });
});
