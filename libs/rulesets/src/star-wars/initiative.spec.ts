import type { CombatantData, Command, EventOf, JsonObject } from '@bitacora/engine';
import { openTable, scriptedDice, type Table } from '@bitacora/engine/testing';
import { fighter as combatant, orderOf, reasonsOf, refusalOf } from '../testing/index.js';
import { starWars } from './index.js';

const fighter = (id: string, stats: JsonObject = {}, kind: 'pc' | 'npc' = 'pc') =>
  combatant(id, { presence: 2, willpower: 2, cool: 0, vigilance: 0, ...stats }, kind);

/** A table that has started and waits for initiative. */
function started(combatants: readonly CombatantData[], options: JsonObject = {}, ...faces: number[]): Table {
  const table = openTable(starWars, combatants, options, scriptedDice(...faces));
  table.does({ type: 'start' });
  return table;
}

const rolled = (table: Table) =>
  table.log.findLast((e) => e.type === 'InitiativeRolled') as EventOf<'InitiativeRolled'>;
const result = (successes: number, advantages: number) => ({ successes, advantages });

describe('SW-1 the skill of an initiative check', () => {
  it('is Vigilance where nothing says otherwise', () => {
    const table = started([fighter('ana', { vigilance: 1, cool: 2 })], {}, 2, 1);
    table.does({ type: 'rollInitiative' });
    expect(rolled(table).data.rolls[0]).toMatchObject({
      dice: [12, 8],
      detail: { skill: 'vigilance', successes: 1, advantages: 0 },
    });
  });

  it('is the encounter’s option where the combatant has none of its own', () => {
    const table = started([fighter('ana', { cool: 2 })], { initiativeSkill: 'cool' }, 2, 1);
    table.does({ type: 'rollInitiative' });
    expect(rolled(table).data.rolls[0]).toMatchObject({ dice: [12, 12], detail: { skill: 'cool' } });
  });

  it('is the combatant’s own where its stats name one', () => {
    const table = started([fighter('ana', { cool: 2, initiativeSkill: 'cool' })], {}, 2, 1);
    table.does({ type: 'rollInitiative' });
    expect(rolled(table).data.rolls[0]?.detail).toMatchObject({ skill: 'cool' });
  });

  it('is what the roll says before anything else: ambushers by Cool, their victims by Vigilance', () => {
    const table = started(
      [fighter('ambusher', { cool: 1 }), fighter('victim', { initiativeSkill: 'cool' })],
      {},
      1,
      1,
      1,
      1,
    );
    table.does({ type: 'rollInitiative', skills: { ambusher: 'cool', victim: 'vigilance' } });
    expect(rolled(table).data.rolls.map((r) => r.detail?.skill)).toEqual(['cool', 'vigilance']);
  });

  it('is one of two: any other is malformed', () => {
    const table = started([fighter('ana')]);
    const command = { type: 'rollInitiative', skills: { ana: 'deception' } } as unknown as Command;
    expect(refusalOf(table, command)).toMatchObject({ code: 'MALFORMED', pointer: '/skills/ana' });
  });
});

describe('SW-2 the pool', () => {
  it.each([
    [3, 1, [12, 8, 8]],
    [1, 3, [12, 8, 8]],
    [2, 2, [12, 12]],
    [3, 0, [8, 8, 8]],
  ])(
    'of willpower %d and vigilance %d has the higher number of dice, the lower number of them proficiency',
    (willpower, vigilance, dice) => {
      const table = started([fighter('ana', { willpower, vigilance })], {}, ...dice.map(() => 1));
      table.does({ type: 'rollInitiative' });
      expect(rolled(table).data.rolls[0]?.dice).toEqual(dice);
    },
  );

  it('takes boost and setback dice after the others, in that order', () => {
    const table = started([fighter('ana', { vigilance: 1 })]);
    table.does({ type: 'rollInitiative', pools: { ana: { boost: 2, setback: 1 } }, rolls: { ana: [2, 2, 3, 4, 3] } });
    expect(rolled(table).data.rolls[0]).toMatchObject({
      dice: [12, 8, 6, 6, 6],
      by: 'table',
      detail: { successes: 3, advantages: 1 },
    });
  });

  it('refuses the whole batch for one face that a die does not have, or one too few', () => {
    const table = started([fighter('ana'), fighter('bo')]);
    expect(refusalOf(table, { type: 'rollInitiative', rolls: { ana: [1, 1], bo: [1, 9] } })).toMatchObject({
      code: 'BAD_ROLL',
      params: { combatant: 'bo' },
    });
    expect(refusalOf(table, { type: 'rollInitiative', rolls: { ana: [1] } })?.code).toBe('BAD_ROLL');
    expect(table.view.pending.rolls).toEqual(['ana', 'bo']);
  });

  it.each([
    ['pools', { ana: { boost: -1 } }, '/pools/ana/boost'],
    ['pools', { ana: { boost: 21 } }, '/pools/ana/boost'],
    ['pools', { ana: { setback: 1.5 } }, '/pools/ana/setback'],
    ['pools', { ana: { difficulty: 1 } }, '/pools/ana/difficulty'],
    ['results', { ana: { successes: 1 } }, '/results/ana/advantages'],
    ['results', { ana: { successes: 1, advantages: 0.5 } }, '/results/ana/advantages'],
  ])('refuses malformed %s %j at %s', (field, value, pointer) => {
    const table = started([fighter('ana')]);
    expect(refusalOf(table, { type: 'rollInitiative', [field]: value } as unknown as Command)).toMatchObject({
      code: 'MALFORMED',
      pointer,
    });
  });

  it('takes no faces beside a result, and no field of another family', () => {
    const table = started([fighter('ana')]);
    expect(
      refusalOf(table, { type: 'rollInitiative', rolls: { ana: [1, 1] }, results: { ana: result(1, 0) } }),
    ).toMatchObject({ code: 'MALFORMED', pointer: '/results/ana' });
    expect(refusalOf(table, { type: 'rollInitiative', scores: { ana: 3 } })).toMatchObject({
      code: 'MALFORMED',
      pointer: '/scores',
    });
  });
});

describe('SW-3 results and symbols', () => {
  it('counts a triumph as a success', () => {
    const table = started([fighter('ana', { vigilance: 1 })]);
    table.does({ type: 'rollInitiative', rolls: { ana: [12, 1] } });
    expect(rolled(table).data.rolls[0]?.detail).toMatchObject({ successes: 1, advantages: 0, result: { triumph: 1 } });
  });

  it('takes a result instead of faces, below 0 as 0, as the table’s', () => {
    const table = started([fighter('ana')]);
    table.does({ type: 'rollInitiative', results: { ana: result(-2, -1) } });
    expect(rolled(table).data.rolls[0]).toMatchObject({
      by: 'table',
      faces: [],
      dice: [],
      total: 0,
      detail: { successes: 0, advantages: 0 },
    });
    expect(table.view.combatants[0]?.initiative.score).toBe(0);
  });
});

describe('SW-4 the order', () => {
  it('goes by successes, then advantages, then a player’s character before an NPC, and those still equal act together', () => {
    const ids = ['thug', 'boss', 'kesh', 'vara', 'doran'];
    const table = started(ids.map((id, i) => fighter(id, {}, i < 2 ? 'npc' : 'pc')));
    table.does({
      type: 'rollInitiative',
      results: { thug: result(1, 1), boss: result(1, 1), kesh: result(1, 1), vara: result(1, 1), doran: result(1, 2) },
    });
    expect(orderOf(table)).toEqual([['doran'], ['kesh', 'vara'], ['thug', 'boss']]);
    expect(table.view.order[1]?.entries[0]).toMatchObject({ score: 1, rank: [1, 1, 1] });
    expect(table.view.order[2]?.entries[0]).toMatchObject({ score: 1, rank: [1, 1, 0] });
  });

  it('counts successes and advantages net of failures and threats, from 0 up', () => {
    const table = started([fighter('ana'), fighter('bo')]);
    table.does({
      type: 'rollInitiative',
      pools: { ana: { setback: 2 }, bo: { setback: 1 } },
      rolls: { ana: [2, 1, 3, 4], bo: [8, 1, 6] },
    });
    expect(rolled(table).data.rolls.map((r) => r.detail)).toMatchObject([
      { successes: 0, advantages: 0, result: { netSuccesses: -1 } },
      { successes: 0, advantages: 1, result: { netAdvantages: 1 } },
    ]);
    expect(orderOf(table)).toEqual([['bo'], ['ana']]);
  });

  it('does not let a triumph break a tie', () => {
    const table = started([fighter('ana', { vigilance: 1 }), fighter('bo', { vigilance: 1 })]);
    table.does({ type: 'rollInitiative', rolls: { ana: [12, 1], bo: [2, 1] } });
    expect(orderOf(table)).toEqual([['ana', 'bo']]);
  });

  it('is explained with the skill, successes, adjustments, advantages and who is a player’s character', () => {
    const table = started([fighter('ana')]);
    table.does({ type: 'adjustInitiative', combatant: 'ana', by: 1, reason: 'high ground' });
    table.does({ type: 'rollInitiative', results: { ana: result(2, 1) } });
    expect(reasonsOf(table.view.order[0]?.entries[0])).toEqual([
      { rule: 'SW-1', what: 'vigilance', value: null },
      { rule: 'SW-4', what: 'successes', value: 2 },
      { rule: 'SW-8', what: 'high ground', value: 1 },
      { rule: 'SW-4', what: 'advantages', value: 1 },
      { rule: 'SW-4', what: 'pc', value: null },
    ]);
    table.does({ type: 'adjustInitiative', combatant: 'ana', by: 2, reason: 'cover' });
    expect(reasonsOf(table.view.order[0]?.entries[0]).slice(1, 3)).toEqual([
      { rule: 'G-17', what: 'scoreKept', value: 3 },
      { rule: 'G-17', what: 'scoreNow', value: 5 },
    ]);
  });
});

describe('SW-8 initiative stands', () => {
  const two = () => {
    const table = started([fighter('ana'), fighter('bo')]);
    table.does({ type: 'rollInitiative', results: { ana: result(3, 0), bo: result(1, 0) } });
    return table;
  };
  const newcomer = fighter('cy');

  it('in every round without a new roll', () => {
    const table = two();
    table.does({ type: 'endTurn', combatant: 'ana' });
    const events = table.does({ type: 'endTurn', combatant: 'bo' }).map((e) => e.type);
    expect(events).toEqual(['TurnEnded', 'RoundEnded', 'RoundStarted', 'PassStarted', 'TurnStarted']);
    expect(table.view).toMatchObject({ clock: { round: 2, stage: 'actions' }, acting: ['ana'] });
  });

  it('and who joins for the next round rolls at its start, alone', () => {
    const table = two();
    table.does({ type: 'addCombatant', combatantData: newcomer });
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
    table.does({ type: 'endTurn', combatant: 'ana' });
    table.does({ type: 'endTurn', combatant: 'bo' });
    expect(table.view).toMatchObject({ clock: { round: 2, stage: 'initiative' }, pending: { rolls: ['cy'] } });
    expect(refusalOf(table, { type: 'rollInitiative', rolls: { ana: [1, 1] } })?.code).toBe('NO_ROLL_PENDING');
    table.does({ type: 'rollInitiative', results: { cy: result(2, 0) } });
    expect(orderOf(table)).toEqual([['ana'], ['cy'], ['bo']]);
  });

  it('and who joins now rolls at once and takes its place if that is still ahead', () => {
    const table = two();
    table.does({ type: 'addCombatant', combatantData: newcomer, when: 'now' });
    expect(table.view).toMatchObject({ clock: { stage: 'initiative' }, acting: [], order: [] });
    expect(refusalOf(table, { type: 'endTurn', combatant: 'ana' })?.code).toBe('INITIATIVE_PENDING');
    table.does({ type: 'rollInitiative', results: { cy: result(2, 0) } });
    expect(orderOf(table)).toEqual([['ana'], ['cy'], ['bo']]);
    expect(table.view.acting).toEqual(['ana']);
  });

  it.each([3, 4])('and who joins now with %d successes where 3 came up last waits for the next round', (successes) => {
    const table = two();
    table.does({ type: 'addCombatant', combatantData: newcomer, when: 'now' });
    table.does({ type: 'rollInitiative', results: { cy: result(successes, 0) } });
    expect(orderOf(table)).toEqual([['ana'], ['bo']]);
    table.does({ type: 'endTurn', combatant: 'ana' });
    table.does({ type: 'endTurn', combatant: 'bo' });
    expect(orderOf(table).flat()).toContain('cy');
  });

  it('and who was out at the first roll rolls in the round after it came back', () => {
    const table = openTable(starWars, [fighter('ana'), fighter('bo')]);
    table.does({ type: 'setStatus', combatant: 'bo', status: 'unconscious' });
    table.does({ type: 'start' });
    table.does({ type: 'rollInitiative', results: { ana: result(1, 0) } });
    table.does({ type: 'setStatus', combatant: 'bo', status: 'active' });
    expect(table.view).toMatchObject({ clock: { stage: 'actions' }, acting: ['ana'] });
    table.does({ type: 'endTurn', combatant: 'ana' });
    expect(table.view.pending.rolls).toEqual(['bo']);
  });

  it('and an adjustment counts as successes, at once among those who wait, for the round or for good', () => {
    const table = started([fighter('ana'), fighter('bo'), fighter('cy')]);
    table.does({ type: 'rollInitiative', results: { ana: result(3, 0), bo: result(2, 0), cy: result(1, 0) } });
    table.does({ type: 'adjustInitiative', combatant: 'cy', by: 2, reason: 'jet pack', lasts: 'round' });
    expect(orderOf(table)).toEqual([['ana'], ['cy'], ['bo']]);
    expect(table.view.combatants[2]?.initiative).toEqual({
      score: 3,
      parts: [
        { what: 'successes', value: 1 },
        { what: 'jet pack', value: 2 },
      ],
    });
    table.does({ type: 'adjustInitiative', combatant: 'ana', by: -4, reason: 'blinded' });
    for (const combatant of ['ana', 'cy', 'bo']) table.does({ type: 'endTurn', combatant });
    expect(orderOf(table)).toEqual([['bo'], ['cy'], ['ana']]);
    expect(table.view.order[2]?.entries[0]?.score).toBe(-1);
  });

  it('whatever happens to the stats afterwards', () => {
    const table = two();
    table.does({ type: 'updateCombatant', combatant: 'bo', changes: { stats: { vigilance: 5, willpower: 6 } } });
    expect(table.view.order.map((g) => g.entries[0]?.score)).toEqual([3, 1]);
  });
});

describe('SW-11 disoriented', () => {
  it('adds one setback die to a later check, and one face to its rolls, however often it is applied', () => {
    const table = openTable(starWars, [fighter('ana')]);
    table.does({ type: 'applyCondition', combatant: 'ana', name: 'disoriented' });
    table.does({ type: 'applyCondition', combatant: 'ana', name: 'disoriented' });
    table.does({ type: 'start' });
    expect(refusalOf(table, { type: 'rollInitiative', rolls: { ana: [2, 2] } })?.code).toBe('BAD_ROLL');
    table.does({ type: 'rollInitiative', rolls: { ana: [2, 2, 3] } });
    expect(rolled(table).data.rolls[0]).toMatchObject({ dice: [8, 8, 6], total: 1 });
  });

  it('changes nothing of a check that was made before', () => {
    const table = started([fighter('ana')]);
    table.does({ type: 'rollInitiative', results: { ana: result(2, 0) } });
    table.does({ type: 'applyCondition', combatant: 'ana', name: 'disoriented' });
    table.does({ type: 'endTurn', combatant: 'ana' });
    expect(table.view).toMatchObject({ clock: { round: 2, stage: 'actions' }, acting: ['ana'] });
  });
});
