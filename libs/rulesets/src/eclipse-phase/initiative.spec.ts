import type { JsonObject } from '@bitacora/engine';
import { openTable, scriptedDice } from '@bitacora/engine/testing';
import { eclipse, endTurns, rollOnes } from '../testing/eclipse.js';
import { eventsOf, fighter, orderOf, refusalOf, statesOf } from '../testing/index.js';
import { eclipsePhase } from './index.js';

const rating = (stats: JsonObject, options: JsonObject = {}, wounds = 0) => {
  const table = openTable(eclipsePhase, [fighter('ana', stats)], options, scriptedDice(10));
  if (wounds > 0) table.does({ type: 'wound', combatant: 'ana', count: wounds });
  table.does({ type: 'start' });
  table.does({ type: 'rollInitiative' });
  return Number(table.view.combatants[0]?.initiative.score) - 10;
};

describe('EP-1 Initiative', () => {
  it.each([
    [20, 20, 8],
    [20, 21, 9],
    [21, 23, 9],
    [22, 23, 9],
    [0, 0, 0],
    [99, 99, 40],
  ])('of intuition %d and reflexes %d is %d, rounded up', (intuition, reflexes, expected) => {
    expect(rating({ intuition, reflexes })).toBe(expected);
  });

  it('has modifiers added and wounds subtracted, below 0 if need be', () => {
    expect(
      rating({
        intuition: 10,
        reflexes: 10,
        modifiers: [
          { what: 'implants', value: 3 },
          { what: 'drugs', value: -1 },
        ],
      }),
    ).toBe(6);
    expect(rating({ intuition: 10, reflexes: 10 }, {}, 6)).toBe(-2);
    expect(rating({ intuition: 10, reflexes: 10 }, { woundPenalty: 3 }, 2)).toBe(-2);
    expect(rating({ intuition: 10, reflexes: 10 }, { woundPenalty: 0 }, 2)).toBe(4);
  });

  it('is told in parts, and explained', () => {
    const table = eclipse({ ana: 9, bo: 15 }, { ana: { modifiers: [{ what: 'implants', value: 3 }] } });
    table.does({ type: 'wound', combatant: 'ana' });
    table.does({ type: 'wound', combatant: 'bo' });
    expect(table.view.combatants[0]?.initiative).toEqual({
      score: 11,
      parts: [
        { what: 'rating', value: 8 },
        { what: 'roll', value: 1 },
        { what: 'implants', value: 3 },
        { what: 'wounds', value: -1 },
      ],
    });
    const [first, second] = table.view.order.map((group) => group.entries[0]?.why.map((r) => [r.rule, r.value]));
    expect(second?.map(([rule]) => rule)).toEqual(['EP-1', 'EP-2', 'EP-1', 'EP-5']);
    expect(first).toEqual([
      ['G-17', 15],
      ['G-17', 14],
    ]);
  });

  it.each([
    { intuition: 100 },
    { reflexes: -1 },
    { intuition: 1.5 },
    { luck: 3 },
    { modifiers: [{ what: '', value: 1 }] },
  ])('does not take the stats %j', (wrong) => {
    const table = eclipse({ ana: 9 });
    const combatantData = fighter('bo', { intuition: 10, reflexes: 10, ...wrong });
    expect(refusalOf(table, { type: 'addCombatant', combatantData })?.code).toBe('INVALID_STATS');
  });
});

describe('EP-2 the roll', () => {
  const two = (...faces: number[]) => {
    const table = openTable(
      eclipsePhase,
      [fighter('ana', { intuition: 20, reflexes: 20 }), fighter('bo', { intuition: 15, reflexes: 15 })],
      {},
      scriptedDice(...faces),
    );
    table.does({ type: 'start' });
    return table;
  };

  it('is 1d10 each, and a face of 0 is a 10', () => {
    const table = two();
    table.does({ type: 'rollInitiative', rolls: { ana: [1], bo: [0] } });
    expect(table.view.combatants.map((c) => c.initiative.score)).toEqual([9, 16]);
  });

  it('is the server’s for whoever is not given a face, and the event says so', () => {
    const table = two(7);
    const [event] = table.does({ type: 'rollInitiative', rolls: { ana: [3] } });
    expect(event?.data).toMatchObject({
      rolls: [
        { combatant: 'ana', by: 'table', faces: [3], total: 11, modifiers: [{ what: 'rating', value: 8 }] },
        { combatant: 'bo', by: 'server', faces: [7], total: 13 },
      ],
    });
  });

  it('may be made by some only: the stage waits for the rest', () => {
    const table = two();
    table.does({ type: 'rollInitiative', rolls: { bo: [3] }, only: ['bo'] });
    expect(table.view).toMatchObject({ clock: { stage: 'initiative' }, pending: { rolls: ['ana'] }, order: [] });
    expect(refusalOf(table, { type: 'rollInitiative', rolls: { bo: [4] } })?.code).toBe('NO_ROLL_PENDING');
    table.does({ type: 'rollInitiative', rolls: { ana: [3] } });
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
  });

  it('serves the whole round, and a new one is due in the next', () => {
    const table = eclipse({ ana: 9 }, { ana: { speed: 2 } });
    endTurns(table, 'ana');
    expect(table.view.clock).toEqual({ round: 1, pass: 2, stage: 'actions' });
    endTurns(table, 'ana');
    expect(table.view).toMatchObject({
      clock: { round: 2, pass: 1, stage: 'initiative' },
      pending: { rolls: ['ana'] },
    });
    expect(table.view.combatants[0]?.initiative).toEqual({ score: null, parts: [] });
  });
});

describe('EP-3 the order', () => {
  it('goes from the highest down; equal scores act together, whoever is who', () => {
    const table = eclipse({ ana: 5, bo: 9, cy: 5, dee: 7 });
    expect(orderOf(table)).toEqual([['bo'], ['dee'], ['ana', 'cy']]);
    endTurns(table, 'bo', 'dee');
    expect(table.view.acting).toEqual(['ana', 'cy']);
  });
});

describe('EP-4 Speed', () => {
  it('says in how many passes one acts; everyone acts in the first', () => {
    const table = eclipse(
      { ana: 9, bo: 8, cy: 7, dee: 6 },
      { ana: {}, bo: { speed: 2 }, cy: { speed: 3 }, dee: { speed: 4 } },
    );
    const passes = [orderOf(table)];
    for (const ids of [
      ['ana', 'bo', 'cy', 'dee'],
      ['bo', 'cy', 'dee'],
      ['cy', 'dee'],
    ]) {
      endTurns(table, ...ids);
      passes.push(orderOf(table));
    }
    expect(passes).toEqual([
      [['ana'], ['bo'], ['cy'], ['dee']],
      [['bo'], ['cy'], ['dee']],
      [['cy'], ['dee']],
      [['dee']],
    ]);
  });

  it('keeps the order of the round as wounds have changed it since', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { ana: { speed: 2 }, bo: { speed: 2 } });
    table.does({ type: 'wound', combatant: 'ana', count: 2 });
    endTurns(table, 'ana', 'bo');
    expect(orderOf(table)).toEqual([['bo'], ['ana']]);
  });
});

describe('EP-5 a wound', () => {
  it('moves who waits down at once, behind others, and healing up again', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 });
    expect(eventsOf(table, { type: 'wound', combatant: 'bo', count: 2 })).toEqual(['WoundsInflicted', 'OrderChanged']);
    expect(orderOf(table)).toEqual([['ana'], ['cy'], ['bo']]);
    table.does({ type: 'heal', combatant: 'bo', count: 2 });
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['cy']]);
  });

  it('makes new ties among those who wait, and breaks old ones', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7, dee: 7 });
    table.does({ type: 'wound', combatant: 'bo' });
    expect(orderOf(table)).toEqual([['ana'], ['cy', 'dee', 'bo']]);
    table.does({ type: 'wound', combatant: 'dee' });
    expect(orderOf(table)).toEqual([['ana'], ['cy', 'bo'], ['dee']]);
  });

  it('moves nobody into the group that acts, nor out of it (G-1)', () => {
    const table = eclipse({ ana: 9, bo: 9, cy: 8 });
    table.does({ type: 'wound', combatant: 'bo', count: 5 });
    table.does({ type: 'adjustInitiative', combatant: 'cy', by: 1, reason: 'cover' });
    expect(orderOf(table)).toEqual([['ana', 'bo'], ['cy']]);
    expect(table.view.acting).toEqual(['ana', 'bo']);
  });

  it('of one who has acted changes nothing in this pass', () => {
    const table = eclipse({ ana: 9, bo: 8 });
    endTurns(table, 'ana');
    expect(eventsOf(table, { type: 'wound', combatant: 'ana', count: 5 })).toEqual(['WoundsInflicted']);
    expect(statesOf(table)).toEqual({ ana: 'acted', bo: 'acting' });
  });

  it('healed above all who have come up lets its bearer come next, not before them', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 12 });
    table.does({ type: 'wound', combatant: 'bo', count: 1 });
    endTurns(table, 'cy');
    table.does({ type: 'adjustInitiative', combatant: 'bo', by: 9, reason: 'stimulant' });
    expect(orderOf(table)).toEqual([['cy'], ['ana'], ['bo']]);
    expect(table.view.combatants[1]?.initiative.score).toBe(16);
  });

  it('healed below none counts down to none, and at none nothing happens', () => {
    const table = eclipse({ ana: 9 });
    table.does({ type: 'wound', combatant: 'ana' });
    expect(table.does({ type: 'heal', combatant: 'ana', count: 9 })[0]?.data).toMatchObject({ count: 1, wounds: 0 });
    expect(eventsOf(table, { type: 'heal', combatant: 'ana' })).toEqual([]);
  });
});

describe('EP-13 the end of the round', () => {
  it('comes after the fourth pass at the latest', () => {
    const table = eclipse({ ana: 9 }, { ana: { speed: 4 } });
    endTurns(table, 'ana', 'ana', 'ana');
    expect(table.view.clock).toEqual({ round: 1, pass: 4, stage: 'actions' });
    expect(eventsOf(table, { type: 'endTurn', combatant: 'ana' })).toEqual(['TurnEnded', 'RoundEnded', 'RoundStarted']);
  });

  it('comes as soon as nobody who can act has the Speed for a later pass', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { bo: { speed: 4 } });
    endTurns(table, 'ana');
    table.does({ type: 'setStatus', combatant: 'bo', status: 'dead' });
    expect(table.view.clock).toEqual({ round: 2, pass: 1, stage: 'initiative' });
  });
});

describe('EP-15 a change of Speed', () => {
  const speed = (combatant: string, to: number) =>
    ({ type: 'updateCombatant', combatant, changes: { stats: { speed: to } } }) as const;

  it('counts from the next pass on, up and down', () => {
    const table = eclipse({ ana: 9, bo: 8 }, { bo: { speed: 2 } });
    table.does(speed('ana', 2));
    table.does(speed('bo', 1));
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
    endTurns(table, 'ana', 'bo');
    expect(orderOf(table)).toEqual([['ana']]);
  });

  it('takes nobody out of the pass that has begun, nor brings anybody in', () => {
    const table = eclipse({ ana: 9, bo: 8, cy: 7 }, { ana: { speed: 2 }, bo: { speed: 2 } });
    endTurns(table, 'ana', 'bo', 'cy');
    table.does(speed('bo', 1));
    table.does(speed('cy', 4));
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
    endTurns(table, 'ana', 'bo');
    expect(orderOf(table)).toEqual([['cy']]);
    expect(table.view.clock.pass).toBe(3);
  });

  it.each([0, 5])('to %d is not possible', (to) => {
    const table = eclipse({ ana: 9 });
    expect(refusalOf(table, speed('ana', to))?.code).toBe('INVALID_STATS');
  });

  it('does not make anybody roll again', () => {
    const table = eclipse({ ana: 9 });
    table.does(speed('ana', 2));
    endTurns(table, 'ana');
    expect(table.view.pending.rolls).toEqual([]);
    endTurns(table, 'ana');
    rollOnes(table);
    expect(table.view.clock).toEqual({ round: 2, pass: 1, stage: 'actions' });
  });
});
