import type { Command, JsonObject } from '@bitacora/engine';
import { openTable, type Table } from '@bitacora/engine/testing';
import { eventsOf, fighter, orderOf, reasonsOf, refusalOf, statesOf } from '../testing/index.js';
import { starWars } from './index.js';

const BOTH = { presence: 2, willpower: 2, cool: 0, vigilance: 0 };
const results = (all: Record<string, number>) =>
  Object.fromEntries(Object.entries(all).map(([id, successes]) => [id, { successes, advantages: 0 }]));
const act = (combatant: string): Command => ({ type: 'act', combatant });
const end = (combatant: string): Command => ({ type: 'endTurn', combatant });

/** Slots: PC (kesh, 3), NPC (thug, 2), PC (vara, 1). */
function slots(stats: JsonObject = {}): Table {
  const table = openTable(
    starWars,
    [fighter('kesh', { ...BOTH, ...stats }), fighter('vara', BOTH), fighter('thug', BOTH, 'npc')],
    { slots: true },
  );
  table.does({ type: 'start' });
  table.does({ type: 'rollInitiative', results: results({ kesh: 3, vara: 1, thug: 2 }) });
  return table;
}

const mayAct = (table: Table) =>
  Object.keys(table.view.available).filter((id) => table.view.available[id]?.includes('act'));

describe('SW-9 slots', () => {
  it('have the key of who rolled them, their kind as entry, and nobody until taken', () => {
    const table = slots();
    expect(table.view.order.flatMap((g) => g.entries)).toMatchObject([
      { key: 'kesh', combatant: null, entry: 'pc', score: 3, rank: [3, 0, 1], state: 'acting' },
      { key: 'thug', combatant: null, entry: 'npc', score: 2, rank: [2, 0, 0], state: 'waiting' },
      { key: 'vara', combatant: null, entry: 'pc', score: 1, rank: [1, 0, 1], state: 'waiting' },
    ]);
    expect(table.view).toMatchObject({ acting: [], suspended: [] });
    expect(mayAct(table)).toEqual(['kesh', 'vara']);
  });

  it('come one after the other, also where their results are equal', () => {
    const table = openTable(starWars, [fighter('kesh', BOTH), fighter('vara', BOTH)], { slots: true });
    table.does({ type: 'start' });
    table.does({ type: 'rollInitiative', results: results({ kesh: 1, vara: 1 }) });
    expect(orderOf(table)).toEqual([['kesh'], ['vara']]);
  });

  it('are taken by any of their kind: acting is then who took it', () => {
    const table = slots();
    expect(eventsOf(table, act('vara'))).toEqual(['TurnStarted']);
    expect(table.view.acting).toEqual(['vara']);
    expect(table.view.order[0]?.entries[0]).toMatchObject({ key: 'kesh', combatant: 'vara', state: 'acting' });
    expect(
      refusalOf(table, { type: 'declare', combatant: 'vara', action: { kind: 'action' }, outcome: {} }),
    ).toBeNull();
    table.does(end('vara'));
    expect(statesOf(table)).toEqual({ kesh: 'acted', thug: 'acting', vara: 'waiting' });
  });

  it('are not for the other kind, nor for anybody while somebody acts', () => {
    const table = slots();
    expect(refusalOf(table, act('thug'))).toEqual({
      refused: true,
      code: 'NOT_ACTING',
      rule: 'SW-9',
      params: { combatant: 'thug', slot: 'pc' },
    });
    table.does(act('vara'));
    expect(refusalOf(table, act('kesh'))).toMatchObject({ code: 'NOT_ACTING', params: { acting: ['vara'] } });
    expect(refusalOf(table, act('vara'))?.code).toBe('NOT_ACTING');
    expect(mayAct(table)).toEqual([]);
  });

  it('give each combatant one turn a round', () => {
    const table = slots();
    table.does(act('vara'));
    table.does(end('vara'));
    expect(refusalOf(table, act('vara'))?.code).toBe('NOT_ACTING');
    table.does(act('thug'));
    table.does(end('thug'));
    expect(refusalOf(table, act('vara'))).toMatchObject({ code: 'ALREADY_ACTED', rule: 'SW-9' });
    expect(mayAct(table)).toEqual(['kesh']);
    table.does(act('kesh'));
    table.does(end('kesh'));
    expect(table.view.clock.round).toBe(2);
    expect(mayAct(table)).toEqual(['kesh', 'vara']);
  });

  it('refuse before all else who is out, unknown, or has still to roll', () => {
    const table = slots();
    table.does({ type: 'setStatus', combatant: 'vara', status: 'unconscious' });
    expect(refusalOf(table, act('vara'))?.code).toBe('OUT_OF_ACTION');
    expect(refusalOf(table, act('nobody'))?.code).toBe('UNKNOWN_COMBATANT');
    table.does({ type: 'addCombatant', combatantData: fighter('dee', BOTH), when: 'now' });
    expect(refusalOf(table, act('kesh'))?.code).toBe('INITIATIVE_PENDING');
  });

  it('without the option do not exist, and act is not in the rule set', () => {
    const table = openTable(starWars, [fighter('kesh', BOTH)]);
    expect(refusalOf(table, act('kesh'))?.code).toBe('NOT_IN_RULESET');
  });
});

describe('SW-9 a slot that nobody can fill', () => {
  it('is skipped as forfeited when it comes up', () => {
    const table = slots();
    table.does({ type: 'setStatus', combatant: 'thug', status: 'dead' });
    table.does(act('kesh'));
    expect(eventsOf(table, end('kesh'))).toEqual(['TurnEnded', 'TurnStarted', 'TurnForfeited', 'TurnStarted']);
    expect(statesOf(table)).toEqual({ kesh: 'acted', thug: 'forfeited', vara: 'acting' });
  });

  it('is skipped while it is open, when the last who could fill it is taken out', () => {
    const table = slots();
    table.does({ type: 'setStatus', combatant: 'kesh', status: 'dead' });
    expect(mayAct(table)).toEqual(['vara']);
    table.does({ type: 'setStatus', combatant: 'vara', status: 'dead' });
    expect(statesOf(table)).toMatchObject({ kesh: 'forfeited', thug: 'acting' });
  });

  it('lets the round end where nobody at all can act, and the encounter waits', () => {
    const table = slots();
    for (const combatant of ['vara', 'thug', 'kesh']) table.does({ type: 'setStatus', combatant, status: 'dead' });
    expect(table.view).toMatchObject({ clock: { round: 2, stage: 'initiative' }, acting: [], order: [] });
    table.does({ type: 'setStatus', combatant: 'thug', status: 'active' });
    expect(table.view.clock).toEqual({ round: 2, pass: 1, stage: 'actions' });
    expect(statesOf(table)).toEqual({ kesh: 'forfeited', thug: 'acting', vara: 'waiting' });
  });
});

describe('SW-9 a slot whose roller', () => {
  it('is taken out stays for the others of its kind', () => {
    const table = slots();
    table.does({ type: 'setStatus', combatant: 'kesh', status: 'dead' });
    expect(statesOf(table)).toEqual({ kesh: 'acting', thug: 'waiting', vara: 'waiting' });
    expect(mayAct(table)).toEqual(['vara']);
  });

  it('is removed stays, this round and in later ones, with its standing and why', () => {
    const table = slots();
    table.does({ type: 'adjustInitiative', combatant: 'kesh', by: 2, reason: 'high ground' });
    table.does({ type: 'adjustInitiative', combatant: 'kesh', by: 5, reason: 'for a moment', lasts: 'round' });
    table.does({ type: 'removeCombatant', combatant: 'kesh' });
    expect(orderOf(table)).toEqual([['kesh'], ['thug'], ['vara']]);
    expect(reasonsOf(table.view.order[0]?.entries[0]).map((r) => [r.what, r.value])).toEqual([
      ['slot', null],
      ['scoreKept', 3],
      ['advantages', 0],
      ['pc', null],
    ]);
    table.does(act('vara'));
    table.does(end('vara'));
    table.does(act('thug'));
    table.does(end('thug'));
    expect(table.view.clock.round).toBe(2);
    expect(table.view.order.flatMap((g) => g.entries)).toMatchObject([
      { key: 'kesh', combatant: null, entry: 'pc', score: 5, rank: [5, 0, 1], state: 'acting' },
      { key: 'thug', state: 'waiting' },
      { key: 'vara', state: 'waiting' },
    ]);
    expect(reasonsOf(table.view.order[0]?.entries[0])).toContainEqual({
      rule: 'SW-9',
      what: 'slot',
      value: null,
      params: { rolledBy: 'kesh' },
    });
    expect(mayAct(table)).toEqual(['vara']);
  });

  it('is removed while it acts in it ends that turn', () => {
    const table = slots();
    table.does(act('kesh'));
    table.does({ type: 'declare', combatant: 'kesh', action: { kind: 'action' } });
    expect(eventsOf(table, { type: 'removeCombatant', combatant: 'kesh' })).toEqual([
      'CombatantRemoved',
      'TurnEnded',
      'ActionCancelled',
      'TurnStarted',
    ]);
    expect(statesOf(table)).toEqual({ kesh: 'acted', thug: 'acting', vara: 'waiting' });
  });

  it('is removed before it rolled leaves none', () => {
    const table = openTable(starWars, [fighter('kesh', BOTH), fighter('vara', BOTH)], { slots: true });
    table.does({ type: 'start' });
    table.does({ type: 'removeCombatant', combatant: 'kesh' });
    table.does({ type: 'rollInitiative', results: results({ vara: 1 }) });
    expect(orderOf(table)).toEqual([['vara']]);
  });
});

describe('SW-9 together with the other rules', () => {
  it('a newcomer’s slot takes its place at once if that is ahead, and it may fill any of its kind', () => {
    const table = slots();
    table.does({ type: 'addCombatant', combatantData: fighter('dee', BOTH), when: 'now' });
    expect(table.view).toMatchObject({ clock: { stage: 'initiative' }, order: [], acting: [] });
    table.does({ type: 'rollInitiative', results: results({ dee: 2 }) });
    expect(orderOf(table)).toEqual([['kesh'], ['dee'], ['thug'], ['vara']]);
    expect(mayAct(table)).toEqual(['kesh', 'vara', 'dee']);
  });

  it('a newcomer whose slot would come first may still fill another, and has its own from the next round', () => {
    const table = slots();
    table.does({ type: 'addCombatant', combatantData: fighter('dee', BOTH), when: 'now' });
    table.does({ type: 'rollInitiative', results: results({ dee: 5 }) });
    expect(orderOf(table)).toEqual([['kesh'], ['thug'], ['vara']]);
    for (const id of ['dee', 'thug', 'kesh']) {
      table.does(act(id));
      table.does(end(id));
    }
    expect(orderOf(table)).toEqual([['dee'], ['kesh'], ['thug'], ['vara']]);
  });

  it('an adjustment moves the slot of its roller, whoever fills it', () => {
    const table = slots();
    table.does({ type: 'adjustInitiative', combatant: 'vara', by: 2, reason: 'signal flare' });
    expect(orderOf(table)).toEqual([['kesh'], ['vara'], ['thug']]);
  });

  it('a condition ends with the turn of its bearer, not with its slot', () => {
    const table = slots();
    table.does({
      type: 'applyCondition',
      combatant: 'kesh',
      name: 'staggered',
      lasts: { rounds: 0, boundary: 'startOfTurn' },
    });
    table.does(act('vara'));
    expect(table.view.conditions).toHaveLength(1);
    table.does(end('vara'));
    table.does(act('thug'));
    table.does(end('thug'));
    expect(eventsOf(table, act('kesh'))).toEqual(['ConditionExpired', 'TurnStarted']);
  });

  it('strain above the threshold ends the turn of who fills a slot (SW-7)', () => {
    const table = slots({ strain: 12, strainThreshold: 12 });
    table.does(act('kesh'));
    table.does({ type: 'declare', combatant: 'kesh', action: { kind: 'maneuver' }, outcome: {} });
    table.does({ type: 'declare', combatant: 'kesh', action: { kind: 'maneuver' }, outcome: {} });
    expect(table.view.combatants[0]?.status).toBe('incapacitated');
    expect(mayAct(table)).toEqual(['thug']);
  });

  it('the game master may move a slot that waits, and undo gives all back', () => {
    const table = slots();
    table.does({ type: 'moveInOrder', key: 'vara', before: 'thug', reason: 'cover' });
    expect(orderOf(table)).toEqual([['kesh'], ['vara'], ['thug']]);
    table.does(act('vara'));
    table.does({ type: 'undo' });
    expect(mayAct(table)).toEqual(['kesh', 'vara']);
    table.does({ type: 'undo' });
    expect(orderOf(table)).toEqual([['kesh'], ['thug'], ['vara']]);
  });
});
