import type { Command, CommandOf, JsonObject } from '@bitacora/engine';
import { openTable, type Table } from '@bitacora/engine/testing';
import { eventsOf, fighter, refusalOf } from '../testing/index.js';
import { starWars } from './index.js';

/** Kesh acts, then Vara. */
function keshActs(stats: JsonObject = {}): Table {
  const both = { presence: 2, willpower: 2, cool: 0, vigilance: 0 };
  const table = openTable(starWars, [fighter('kesh', { ...both, ...stats }), fighter('vara', both)]);
  table.does({ type: 'start' });
  table.does({
    type: 'rollInitiative',
    results: { kesh: { successes: 2, advantages: 0 }, vara: { successes: 1, advantages: 0 } },
  });
  return table;
}

const tries = (kind: string, more: JsonObject = {}): CommandOf<'declare'> => ({
  type: 'declare',
  combatant: 'kesh',
  action: { kind, ...more },
});
const doing = (kind: string, more: JsonObject = {}): Command => ({ ...tries(kind, more), outcome: { success: true } });
const strain = (table: Table) => table.view.combatants[0]?.resources.strain;
const condition = (name: string): Command => ({ type: 'applyCondition', combatant: 'kesh', name });

describe('SW-5 what a turn allows', () => {
  it('is any number of incidentals', () => {
    const table = keshActs();
    for (let i = 0; i < 20; i += 1) table.does(doing('incidental'));
    expect(table.view.acting).toEqual(['kesh']);
    expect(strain(table)).toBe(0);
  });

  it('is one action', () => {
    const table = keshActs();
    table.does(doing('action'));
    expect(refusalOf(table, tries('action'))).toMatchObject({ code: 'ACTION_LIMIT', rule: 'SW-5' });
  });

  it('is a free maneuver, a second for 2 strain, and no third', () => {
    const table = keshActs();
    expect(eventsOf(table, doing('maneuver'))).toEqual(['ActionDeclared', 'ActionResolved']);
    expect(strain(table)).toBe(0);
    expect(eventsOf(table, doing('maneuver'))).toEqual(['ActionDeclared', 'StrainSuffered', 'ActionResolved']);
    expect(strain(table)).toBe(2);
    expect(refusalOf(table, tries('maneuver'))).toMatchObject({ code: 'MANEUVER_LIMIT', rule: 'SW-5' });
    expect(table.view.declarations.map((d) => d.action.pay ?? null)).toEqual([null, 'strain']);
  });

  it('is a second maneuver for the action instead', () => {
    const table = keshActs();
    table.does(doing('maneuver'));
    expect(eventsOf(table, doing('maneuver', { pay: 'action' }))).toEqual(['ActionDeclared', 'ActionResolved']);
    expect(strain(table)).toBe(0);
    expect(refusalOf(table, tries('action'))).toMatchObject({ code: 'ACTION_LIMIT', rule: 'SW-5' });
    expect(refusalOf(table, tries('maneuver', { pay: 'action' }))?.code).toBe('MANEUVER_LIMIT');
  });

  it('does not pay for the free maneuver, whatever is offered', () => {
    const table = keshActs();
    table.does(doing('maneuver', { pay: 'action' }));
    expect(refusalOf(table, doing('action'))).toBeNull();
    expect(strain(table)).toBe(0);
  });

  it('begins anew in the next turn', () => {
    const table = keshActs();
    table.does(doing('action'));
    table.does({ type: 'endTurn', combatant: 'kesh' });
    table.does({ type: 'endTurn', combatant: 'vara' });
    expect(refusalOf(table, doing('action'))).toBeNull();
  });

  it('knows no other kinds, and no other way to pay', () => {
    const table = keshActs();
    expect(refusalOf(table, tries('quick'))?.code).toBe('WRONG_ACTION_KIND');
    expect(refusalOf(table, tries('maneuver', { pay: 'moxie' }))).toMatchObject({
      code: 'MALFORMED',
      pointer: '/action/pay',
    });
    expect(refusalOf(table, tries('action', { pay: 'action' }))).toMatchObject({
      code: 'MALFORMED',
      pointer: '/action/pay',
    });
  });

  it('cancels at the end of the turn what was not resolved, strain and all', () => {
    const table = keshActs();
    table.does(doing('maneuver'));
    table.does(tries('maneuver'));
    expect(eventsOf(table, { type: 'endTurn', combatant: 'kesh' })).toEqual([
      'TurnEnded',
      'ActionCancelled',
      'TurnStarted',
    ]);
    expect(strain(table)).toBe(2);
  });
});

describe('SW-6 a vetoed activity', () => {
  it('gives back its strain, and the maneuver', () => {
    const table = keshActs();
    table.does(doing('maneuver'));
    table.does(tries('maneuver'));
    expect(strain(table)).toBe(2);
    table.does({ type: 'veto', declaration: 'd2' });
    expect(strain(table)).toBe(0);
    table.does(doing('maneuver'));
    expect(strain(table)).toBe(2);
  });

  it('gives back the action that it was, or was paid with', () => {
    const table = keshActs();
    table.does(tries('action'));
    table.does({ type: 'veto', declaration: 'd1' });
    table.does(doing('maneuver'));
    table.does(tries('maneuver', { pay: 'action' }));
    table.does({ type: 'veto', declaration: 'd3' });
    expect(refusalOf(table, doing('action'))).toBeNull();
  });

  it('gives back the free maneuver, so that nobody pays twice', () => {
    const table = keshActs();
    table.does(tries('maneuver'));
    table.does(doing('maneuver'));
    table.does({ type: 'veto', declaration: 'd1' });
    table.does(doing('maneuver'));
    expect(strain(table)).toBe(2);
    expect(refusalOf(table, tries('maneuver'))?.code).toBe('MANEUVER_LIMIT');
  });

  it('leaves no strain below 0 where the table has changed it meanwhile', () => {
    const table = keshActs();
    table.does(doing('maneuver'));
    table.does(tries('maneuver'));
    table.does({ type: 'updateCombatant', combatant: 'kesh', changes: { resources: { strain: 1 } } });
    table.does({ type: 'veto', declaration: 'd2' });
    expect(strain(table)).toBe(0);
  });

  it('cannot be one that was decided, or never declared', () => {
    const table = keshActs();
    table.does(doing('incidental'));
    expect(refusalOf(table, { type: 'veto', declaration: 'd1' })?.code).toBe('ALREADY_RESOLVED');
    expect(refusalOf(table, { type: 'veto', declaration: 'd2' })?.code).toBe('UNKNOWN_DECLARATION');
  });

  it('comes back with undo, strain and all', () => {
    const table = keshActs();
    table.does(doing('maneuver'));
    table.does(tries('maneuver'));
    table.does({ type: 'veto', declaration: 'd2' });
    table.does({ type: 'undo' });
    expect(strain(table)).toBe(2);
    table.does({ type: 'undo' });
    expect(strain(table)).toBe(0);
    table.does({ type: 'redo' });
    expect(strain(table)).toBe(2);
  });
});

describe('SW-10 there is no delay', () => {
  it.each(['delay', 'act', 'spendMoxie', 'defend'] as const)('and %s is not in the rule set', (type) => {
    const table = keshActs();
    expect(refusalOf(table, { type, combatant: 'kesh' })?.code).toBe('NOT_IN_RULESET');
    expect(table.view.available.kesh).toEqual(['declare', 'endTurn']);
  });
});

describe('SW-11 conditions', () => {
  it('staggered allows no action, and none to pay with', () => {
    const table = keshActs();
    table.does(condition('staggered'));
    table.does(doing('maneuver'));
    expect(refusalOf(table, tries('action'))).toMatchObject({
      code: 'ACTION_LIMIT',
      rule: 'SW-11',
      params: { combatant: 'kesh', condition: 'staggered' },
    });
    expect(refusalOf(table, tries('maneuver', { pay: 'action' }))).toMatchObject({
      code: 'ACTION_LIMIT',
      rule: 'SW-11',
    });
    expect(refusalOf(table, doing('maneuver'))).toBeNull();
  });

  it('without an action left there is none to pay a maneuver with', () => {
    const table = keshActs();
    table.does(doing('action'));
    table.does(doing('maneuver'));
    expect(refusalOf(table, tries('maneuver', { pay: 'action' }))).toMatchObject({
      code: 'ACTION_LIMIT',
      rule: 'SW-5',
    });
  });

  it('immobilized allows no maneuver, neither free nor bought', () => {
    const table = keshActs();
    table.does(doing('maneuver'));
    table.does(condition('immobilized'));
    expect(refusalOf(table, tries('maneuver'))).toMatchObject({
      code: 'MANEUVER_LIMIT',
      rule: 'SW-11',
      params: { combatant: 'kesh', condition: 'immobilized' },
    });
    expect(refusalOf(table, tries('maneuver', { pay: 'action' }))).toMatchObject({
      code: 'MANEUVER_LIMIT',
      rule: 'SW-11',
    });
    expect(refusalOf(table, doing('action'))).toBeNull();
  });

  it('mean nothing to anybody else, and nothing once they are over', () => {
    const table = keshActs();
    table.does({ type: 'applyCondition', combatant: 'vara', name: 'staggered' });
    table.does({
      type: 'applyCondition',
      combatant: 'kesh',
      name: 'staggered',
      lasts: { rounds: 0, boundary: 'endOfTurn' },
    });
    expect(refusalOf(table, tries('action'))?.code).toBe('ACTION_LIMIT');
    table.does({ type: 'removeCondition', condition: 'c2' });
    expect(refusalOf(table, doing('action'))).toBeNull();
    table.does({ type: 'endTurn', combatant: 'kesh' });
    expect(refusalOf(table, { ...tries('action'), combatant: 'vara' })?.code).toBe('ACTION_LIMIT');
  });
});
