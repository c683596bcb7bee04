import { scriptedDice, openFight } from '@bitacora/engine/testing';
import { storytellerGames } from './index.js';
import { DECLARING, fightOf, GAMES, ones, rolled, witted, type Game, allDeclare, intent } from './testing/fights.js';

const stats = { dexterity: 3, wits: 2, celerity: 4, health: 4 };

/** Score and rating of one with `stats` who rolls a 6 and commits one point of Celerity. */
function standing(game: Game) {
  const fight = fightOf(game, { ana: stats });
  fight.does('start');
  fight.does('rollInitiative', { rolls: { ana: [6] }, celerity: { ana: 1 } });
  return { ...fight.of('ana').initiative, rank: fight.table.view.order[0]?.entries[0]?.rank };
}

describe('the result (ST-1)', () => {
  it('ST-1: V20: dexterity + wits + the celerity not committed - the wound penalty', () => {
    expect(standing('vampire-v20')).toEqual({
      score: 12,
      parts: [
        { what: 'roll', value: 6 },
        { what: 'dexterity', value: 3 },
        { what: 'wits', value: 2 },
        { what: 'celerity', value: 3 },
        { what: 'wounds', value: -2 },
      ],
      rank: [12, 6],
    });
  });

  it('ST-1: Revised: dexterity + wits - the wound penalty, and no celerity', () => {
    expect(standing('vampire-revised')).toMatchObject({ score: 9, rank: [9, 3] });
  });

  it('ST-1: Dark Ages: dexterity + wits + all celerity; the wound penalty comes off the result, not the rating', () => {
    expect(standing('dark-ages-v20')).toMatchObject({ score: 13, rank: [13, 9] });
  });

  it.each(GAMES)('ST-1: in %s everyone rolls 1d10, every round', (game) => {
    const rules = storytellerGames.find((r) => r.id === game);
    const people = ['ana', 'bo'].map((id) => ({ id, name: id, kind: 'npc' as const, stats: witted(2) }));
    const dice = scriptedDice(10, 3, 4, 5);
    const fight = openFight(rules!, people, {}, dice);
    fight.does('start');
    fight.does('rollInitiative');
    expect([fight.of('ana').initiative.score, fight.of('bo').initiative.score]).toEqual([12, 5]);
    allDeclare(fight);
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    expect(fight.waitsFor.rolls).toEqual(['ana', 'bo']);
    expect(fight.of('ana').initiative).toEqual({ score: null, parts: [] });
    fight.does('rollInitiative');
    expect(dice.asked.map((die) => die.faces)).toEqual([10, 10, 10, 10]);
  });

  it.each([0, 11])('G-10: a face of %i is BAD_ROLL', (face) => {
    const fight = fightOf('vampire-v20', { ana: witted(3) });
    fight.does('start');
    expect(fight.refuses('rollInitiative', { rolls: { ana: [face] } })).toBe('BAD_ROLL');
  });
});

describe('wounds (ST-2, ST-4)', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [5, 2],
    [6, 5],
  ])('ST-2: %i levels lost: a penalty of %i', (health, penalty) => {
    for (const game of GAMES) {
      const fight = fightOf(game, { ana: witted(8, { health }) });
      fight.does('start');
      fight.does('rollInitiative', { rolls: ones('ana') });
      expect(fight.of('ana').initiative.score).toBe(9 - penalty);
    }
  });

  it('ST-2: `wound` takes `count` levels; at the seventh the status becomes incapacitated', () => {
    const fight = rolled('vampire-v20', { ana: 5, bo: 3 });
    expect(fight.by('ana', 'wound', { count: 6 })).toEqual(['WoundsInflicted']);
    expect(fight.by('ana', 'wound')).toEqual(['WoundsInflicted', 'StatusChanged', 'OrderChanged']);
    expect(fight.of('ana')).toMatchObject({ wounds: 7, status: 'incapacitated' });
  });

  it('ST-2: more levels than there are count as those that there are', () => {
    const fight = rolled('vampire-v20', { ana: 5, bo: 3 });
    fight.by('ana', 'wound', { count: 99 });
    expect(fight.of('ana').wounds).toBe(7);
    expect(fight.by('ana', 'wound')).toEqual([]);
  });

  it.each(GAMES)('ST-4: in %s wounds and healing change the result from the next round on', (game) => {
    const fight = rolled(game, { ana: 5, bo: 4 });
    fight.by('bo', 'wound', { count: 4 });
    fight.by('ana', 'wound', { count: 4 });
    fight.by('ana', 'heal', { count: 2 });
    expect([fight.of('ana').initiative.score, fight.of('bo').initiative.score]).toEqual([6, 5]);
    expect(fight.order).toEqual([['ana'], ['bo']]);
    allDeclare(fight);
    fight.by('ana', 'endTurn');
    fight.by('bo', 'endTurn');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo') });
    expect([fight.of('ana').initiative.score, fight.of('bo').initiative.score]).toEqual([5, 3]);
  });

  it('ST-10: `health: 7` is incapacitated from the start', () => {
    const fight = fightOf('vampire-v20', { ana: witted(3, { health: 7 }), bo: witted(2) });
    expect(fight.of('ana')).toMatchObject({ status: 'incapacitated', wounds: 7 });
    fight.does('start');
    expect(fight.waitsFor.rolls).toEqual(['bo']);
  });

  it('ST-2: who was made active again in spite of its wounds stays so until it takes more, whatever else of it changes', () => {
    const fight = fightOf('vampire-v20', { ana: witted(3, { health: 6, willpower: 4 }), bo: witted(2) });
    fight.by('ana', 'wound');
    fight.by('ana', 'setStatus', { status: 'active' });
    for (const changes of [{ name: 'Anna' }, { hidden: true }, { stats: { wits: 4 } }, { resources: { willpower: 3 } }])
      fight.by('ana', 'updateCombatant', { changes });
    expect(fight.of('ana')).toMatchObject({ status: 'active', wounds: 7 });
    fight.by('ana', 'heal');
    expect(fight.by('ana', 'updateCombatant', { changes: { stats: { health: 7 } } })).toContain('StatusChanged');
  });

  it('contract, section 3: `wounds` counts the levels lost, those in `health` included', () => {
    const fight = rolled('vampire-v20', { ana: 5, bo: 3 });
    fight.by('ana', 'updateCombatant', { changes: { stats: { health: 3 } } });
    expect(fight.of('ana').wounds).toBe(3);
    fight.by('ana', 'wound');
    fight.by('ana', 'updateCombatant', { changes: { stats: { health: 1 } } });
    expect(fight.of('ana').wounds).toBe(2);
    fight.by('ana', 'updateCombatant', { changes: { stats: { health: 7 } } });
    expect(fight.of('ana')).toMatchObject({ wounds: 7, status: 'incapacitated' });
  });
});

describe('ties (ST-3, ST-10)', () => {
  it.each(GAMES)('ST-3: in %s equal results go by the higher rating; equal too, at the same time', (game) => {
    const fight = fightOf(game, { ana: witted(3), bo: witted(4), cy: witted(4), dan: witted(9) });
    fight.does('start');
    fight.does('rollInitiative', { rolls: { ana: [7], bo: [6], cy: [6], dan: [2] } });
    expect(fight.order).toEqual([['dan'], ['bo', 'cy'], ['ana']]);
  });

  it('ST-10: equal results in the further passes go by the same rule', () => {
    const two = intent(['Strike', 'Strike again']);
    const fight = fightOf('vampire-v20', { ana: witted(3), bo: witted(4), cy: witted(4) });
    fight.does('start');
    fight.does('rollInitiative', { rolls: { ana: [7], bo: [6], cy: [6] } });
    allDeclare(fight, { ana: two, bo: two, cy: two });
    for (const id of ['bo', 'cy', 'ana']) fight.by(id, 'endTurn');
    expect(fight.order).toEqual([['bo:extra', 'cy:extra'], ['ana:extra']]);
    expect(fight.table.view.order[1]?.entries[0]?.rank).toEqual([10, 3]);
  });

  it('ST-10: `adjustInitiative` shows from the next round; with `lasts: round` it sorts this round’s waiting entries at once', () => {
    const fight = rolled('vampire-v20', { ana: 5, bo: 3, cy: 2 });
    allDeclare(fight);
    fight.by('cy', 'adjustInitiative', { by: 9, reason: 'high ground' });
    expect(fight.order).toEqual([['ana'], ['bo'], ['cy']]);
    expect(fight.of('cy').initiative.score).toBe(3);
    fight.by('cy', 'adjustInitiative', { by: 2, reason: 'luck', lasts: 'round' });
    expect(fight.order).toEqual([['ana'], ['cy'], ['bo']]);
    expect(fight.of('cy').initiative.score).toBe(5);
    for (const id of ['ana', 'cy', 'bo']) fight.by(id, 'endTurn');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo', 'cy') });
    expect(fight.of('cy').initiative.score).toBe(12);
  });

  it('ST-10: an adjustment for the round counts in its further passes too', () => {
    const two = intent(['Strike', 'Strike again']);
    const fight = rolled('vampire-v20', { ana: 5, bo: 3 });
    allDeclare(fight, { ana: two, bo: two });
    fight.by('bo', 'adjustInitiative', { by: 5, reason: 'luck', lasts: 'round' });
    for (const id of ['ana', 'bo']) fight.by(id, 'endTurn');
    expect(fight.order).toEqual([['bo:extra'], ['ana:extra']]);
  });
});

describe('Celerity (ST-5)', () => {
  it.each(GAMES)('ST-5: in %s at most as many points as there are can be committed', (game) => {
    const fight = fightOf(game, { ana: witted(3, { celerity: 2 }), bo: witted(3) });
    fight.does('start');
    for (const celerity of [{ ana: 3 }, { ana: -1 }, { ana: 1.5 }, { bo: 1 }])
      expect(fight.refuses('rollInitiative', { celerity, rolls: ones('ana', 'bo') })).toBe('INVALID_STATS');
    expect(fight.refuses('rollInitiative', { celerity: { zoe: 1 } })).toBe('UNKNOWN_COMBATANT');
    fight.does('rollInitiative', { celerity: { ana: 2 }, rolls: ones('ana', 'bo') });
    expect(fight.of('ana').resources).toMatchObject({ celerity: 2, actionsLeft: 3 });
    expect(fight.of('bo').resources).toMatchObject({ celerity: 0, actionsLeft: 1 });
  });

  it('ST-5: committed points count for this round only', () => {
    const fight = rolled('vampire-v20', { ana: 3 }, { ana: 2 });
    expect(fight.of('ana').initiative.score).toBe(4);
    allDeclare(fight);
    fight.by('ana', 'endTurn');
    expect(fight.of('ana').resources).toMatchObject({ celerity: 0, actionsLeft: 0 });
    fight.does('rollInitiative', { rolls: ones('ana') });
    expect(fight.of('ana').initiative.score).toBe(6);
  });

  it('contract, section 3: `celerity` and `actionsLeft` are 0 before the roll and when taken out', () => {
    const fight = fightOf('vampire-v20', { ana: witted(3, { celerity: 2, willpower: 4 }), bo: witted(1) });
    expect(fight.of('ana').resources).toEqual({ willpower: 4, celerity: 0, actionsLeft: 0 });
    fight.does('start');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo'), celerity: { ana: 2 } });
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.of('ana').resources).toEqual({ willpower: 4, celerity: 0, actionsLeft: 0 });
    expect(fight.of('bo').resources).toEqual({ celerity: 0, actionsLeft: 1 });
  });
});

describe('stages', () => {
  it.each(DECLARING)('ST-6: %s: pass 1 has started before the declarations', (game) => {
    const fight = fightOf(game, { ana: witted(3) });
    fight.does('start');
    expect(fight.does('rollInitiative', { rolls: ones('ana') })).toEqual([
      'InitiativeRolled',
      'PassStarted',
      'StageEntered',
    ]);
    expect(fight.when).toBe('1.1 declaration');
  });

  it('ST-6: Dark Ages has no such stage', () => {
    const fight = rolled('dark-ages-v20', { ana: 3 });
    expect(fight.when).toBe('1.1 actions');
  });
});
