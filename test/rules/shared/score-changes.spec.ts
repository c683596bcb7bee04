import { allDeclare, eclipse, fightOf, intent, ones, scoring, vampire } from './fights.js';

const adjust = (by: number, more: object = {}) => ({ by, reason: 'luck', ...more });

describe('a change of score in mid-pass (G-17)', () => {
  it('G-17: moves only that combatant’s entries after the group that came up last: before the first whose rank is lower', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6, dan: 4 });
    fight.by('dan', 'adjustInitiative', adjust(3));
    expect(fight.order).toEqual([['ana'], ['bo'], ['dan'], ['cy']]);
    fight.by('dan', 'adjustInitiative', adjust(90));
    expect(fight.order).toEqual([['ana'], ['dan'], ['bo'], ['cy']]);
  });

  it('G-17: or into the equal one; else last', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6, dan: 4 });
    fight.by('dan', 'adjustInitiative', adjust(2));
    expect(fight.order).toEqual([['ana'], ['bo'], ['cy', 'dan']]);
    fight.by('bo', 'wound', { count: 7 });
    expect(fight.order).toEqual([['ana'], ['cy', 'dan'], ['bo']]);
  });

  it('G-17: a tie of which one goes leaves the other where it stood', () => {
    const fight = eclipse({ ana: 10, bo: 6, cy: 6, dan: 4 });
    fight.by('cy', 'wound');
    expect(fight.order).toEqual([['ana'], ['bo'], ['cy'], ['dan']]);
    fight.by('cy', 'heal');
    expect(fight.order).toEqual([['ana'], ['bo', 'cy'], ['dan']]);
  });

  it('an entry keeps the score with which it came up', () => {
    const fight = eclipse({ ana: 10, bo: 8 });
    fight.by('ana', 'wound', { count: 9 });
    expect(fight.table.view.order[0]?.entries[0]).toMatchObject({ key: 'ana', score: 10, state: 'acting' });
    expect(fight.of('ana').initiative.score).toBe(1);
  });

  it('what stands after the group that came up last is sorted whatever its state', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6 });
    fight.by('cy', 'setStatus', { status: 'unconscious' });
    fight.by('cy', 'adjustInitiative', adjust(5));
    expect(fight.order).toEqual([['ana'], ['cy'], ['bo']]);
    expect(fight.states.cy).toBe('out');
  });

  it('`adjustInitiative` lasts for the encounter unless it says `round`', () => {
    const fight = eclipse({ ana: 10, bo: 8 });
    fight.by('bo', 'adjustInitiative', adjust(1));
    fight.by('bo', 'adjustInitiative', adjust(2, { lasts: 'round' }));
    expect(fight.of('bo').initiative.score).toBe(11);
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo') });
    expect(fight.of('bo').initiative.score).toBe(9);
  });

  it('an adjustment’s reason is one of the score’s parts', () => {
    const fight = eclipse({ ana: 10, bo: 8 });
    fight.by('bo', 'adjustInitiative', { by: -2, reason: 'blinded' });
    expect(fight.of('bo').initiative.parts).toContainEqual({ what: 'blinded', value: -2 });
  });
});

describe('moveInOrder', () => {
  const move = (key: string, where: object) => ({ key, ...where, reason: 'so be it' });

  it('puts a waiting entry before or after another one, as a group of its own', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6, dan: 4 });
    expect(fight.does('moveInOrder', move('dan', { before: 'bo' }))).toEqual(['OrderChanged']);
    expect(fight.order).toEqual([['ana'], ['dan'], ['bo'], ['cy']]);
    fight.does('moveInOrder', move('bo', { after: 'cy' }));
    expect(fight.order).toEqual([['ana'], ['dan'], ['cy'], ['bo']]);
  });

  it('next to a member of a group means next to the whole group, also out of the own group', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 8, eve: 8, dan: 4 });
    fight.does('moveInOrder', move('dan', { before: 'cy' }));
    expect(fight.order).toEqual([['ana'], ['dan'], ['bo', 'cy', 'eve']]);
    fight.does('moveInOrder', move('bo', { after: 'cy' }));
    expect(fight.order).toEqual([['ana'], ['dan'], ['cy', 'eve'], ['bo']]);
  });

  it('the one that was moved stays alone beside an equal one that comes later (G-17)', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6, dan: 4 });
    fight.does('moveInOrder', move('dan', { after: 'bo' }));
    fight.by('cy', 'wound', { count: 2 });
    expect(fight.order).toEqual([['ana'], ['bo'], ['dan'], ['cy']]);
  });

  it('a later change in the same pass moves only the combatant whose score changed', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6, dan: 4 });
    fight.does('moveInOrder', move('dan', { before: 'bo' }));
    fight.by('cy', 'adjustInitiative', adjust(1));
    expect(fight.order).toEqual([['ana'], ['dan'], ['bo'], ['cy']]);
    fight.by('dan', 'adjustInitiative', adjust(1));
    expect(fight.order).toEqual([['ana'], ['bo'], ['cy'], ['dan']]);
  });

  it('holds for the present pass', () => {
    const fight = eclipse({ ana: [10, 2], bo: [8, 2], cy: 6 });
    fight.does('moveInOrder', move('bo', { after: 'cy' }));
    for (const id of ['ana', 'cy', 'bo']) fight.by(id, 'endTurn');
    expect(fight.order).toEqual([['ana'], ['bo']]);
  });

  it('decides who comes up next', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6 });
    fight.does('moveInOrder', move('cy', { before: 'bo' }));
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['cy']);
  });

  it.each([
    ['who acts', move('ana', { after: 'bo' })],
    ['beside who acts', move('bo', { before: 'ana' })],
    ['who is out', move('cy', { before: 'bo' })],
    ['beside who is out', move('bo', { after: 'cy' })],
    ['who has not come in', move('dan', { before: 'bo' })],
  ])('%s is NOT_WAITING', (_, fields) => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6 });
    fight.by('cy', 'setStatus', { status: 'unconscious' });
    fight.does('addCombatant', { combatantData: { id: 'dan', name: 'Dan', kind: 'pc', stats: scoring(5) } });
    expect(fight.refuses('moveInOrder', fields)).toBe('NOT_WAITING');
  });

  it('needs exactly one of `before` and `after`, beside another one', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6 });
    expect(fight.refuses('moveInOrder', move('cy', {}))).toBe('MALFORMED');
    expect(fight.refuses('moveInOrder', move('cy', { before: 'bo', after: 'bo' }))).toBe('MALFORMED');
    expect(fight.refuses('moveInOrder', move('cy', { before: 'cy' }))).toBe('MALFORMED');
    expect(fight.refuses('moveInOrder', move('zoe', { before: 'cy' }))).toBe('UNKNOWN_COMBATANT');
  });

  it('in `declaration` it changes who declares next; in `initiative` it is INITIATIVE_PENDING', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    fight.does('moveInOrder', move('bo', { before: 'ana' }));
    expect(fight.waitsFor.declarations).toEqual(['ana']);
    fight.by('ana', 'declare', intent());
    allDeclare(fight);
    expect(fight.acting).toEqual(['bo']);
    fight.by('bo', 'endTurn');
    fight.by('ana', 'endTurn');
    expect(fight.refuses('moveInOrder', move('bo', { before: 'ana' }))).toBe('INITIATIVE_PENDING');
  });

  it('is among the reasons of the entry’s place, under a rule that exists', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 6 });
    fight.does('moveInOrder', move('cy', { before: 'bo' }));
    const why = (key: string) =>
      fight.table.view.order
        .flatMap((g) => g.entries)
        .find((e) => e.key === key)
        ?.why.map((r) => r.what);
    expect(why('cy')).toContain('moved');
    expect(why('bo')).not.toContain('moved');
  });
});

describe('commands that would change nothing', () => {
  it('are accepted, append nothing, and leave undo and redo as they were', () => {
    const fight = eclipse({ ana: 10, bo: 8 });
    fight.by('ana', 'wound');
    fight.does('undo');
    const before = fight.table.encounter;
    expect(fight.by('ana', 'setStatus', { status: 'active' })).toEqual([]);
    expect(fight.by('ana', 'heal')).toEqual([]);
    expect(fight.by('ana', 'updateCombatant', { changes: { name: 'ana', side: null, hidden: false } })).toEqual([]);
    expect(fight.by('ana', 'updateCombatant', { changes: { stats: { speed: 1 }, resources: { moxie: 0 } } })).toEqual(
      [],
    );
    expect(fight.by('ana', 'updateCombatant', { changes: {} })).toEqual([]);
    expect(fight.by('ana', 'adjustInitiative', adjust(0))).toEqual([]);
    expect(fight.table.encounter).toBe(before);
    expect(fight.does('redo')).toEqual(['CommandRedone']);
    expect(fight.of('ana').wounds).toBe(1);
  });

  it('`heal` stops at 0 and changes no status', () => {
    const fight = fightOf('vampire-v20', { ana: { dexterity: 1, wits: 1 }, bo: { dexterity: 1, wits: 1 } });
    fight.by('ana', 'wound', { count: 7 });
    expect(fight.of('ana').status).toBe('incapacitated');
    fight.by('ana', 'heal', { count: 9 });
    expect([fight.of('ana').wounds, fight.of('ana').status]).toEqual([0, 'incapacitated']);
  });
});
