import type { View } from '@bitacora/engine';
import type { Fight } from '@bitacora/engine/testing';
import { allDeclare, eclipse, fightOf, fighter, intent, ones, scoring, vampire } from './fights.js';

const still = ({ revision: _, available: __, ...rest }: View) => rest;

const quick = { action: { kind: 'quick' } };

/** Takes back everything, step by step, and brings it back; the views must be those that were seen. */
function expectToGoBackAndForth(fight: Fight, seen: readonly View[]): void {
  for (const view of [...seen].reverse()) {
    fight.does('undo');
    expect(still(fight.table.view)).toEqual(still(view));
  }
  expect(fight.refuses('undo')).toBe('NOTHING_TO_UNDO');
  for (const view of seen.slice(1)) {
    fight.does('redo');
    expect(still(fight.table.view)).toEqual(still(view));
  }
  fight.does('redo');
  expect(fight.refuses('redo')).toBe('NOTHING_TO_REDO');
}

describe('undo and redo', () => {
  it('take back the last command, then the one before, up to the creation, and bring them back', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: { ...scoring(10), moxie: 2 }, bo: scoring(8), cy: scoring(8) });
    const seen: View[] = [];
    const does: Fight['does'] = (type, fields) => {
      seen.push(fight.table.view);
      return fight.does(type, fields);
    };
    does('start');
    does('rollInitiative', { rolls: ones('ana', 'bo', 'cy') });
    does('delay', { combatant: 'ana' });
    does('applyCondition', { combatant: 'bo', name: 'prone', lasts: { rounds: 0, boundary: 'endOfTurn' } });
    does('declare', { combatant: 'bo', ...quick });
    does('act', { combatant: 'ana' });
    does('wound', { combatant: 'cy', count: 2 });
    does('endTurn', { combatant: 'ana' });
    does('setStatus', { combatant: 'bo', status: 'dead' });
    does('addCombatant', { combatantData: fighter('dan', scoring(6)), when: 'now' });
    does('rollInitiative', { rolls: ones('dan') });
    does('removeCombatant', { combatant: 'cy' });
    does('endTurn', { combatant: 'bo' });
    does('end');
    const last = still(fight.table.view);
    expectToGoBackAndForth(fight, seen);
    expect(still(fight.table.view)).toEqual(last);
  });

  it('the creation, with its combatants, is no command', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    expect(fight.refuses('undo')).toBe('NOTHING_TO_UNDO');
    expect(fight.can('')).not.toContain('undo');
    fight.does('start');
    fight.does('undo');
    expect(fight.table.view.status).toBe('setup');
    expect(fight.table.view.clock).toEqual({ round: 0, pass: 0, stage: 'setup' });
    expect(fight.refuses('undo')).toBe('NOTHING_TO_UNDO');
  });

  it('the events stay, and the revision counts them', () => {
    const fight = eclipse({ ana: 10 });
    const { revision } = fight.table.view;
    fight.by('ana', 'wound');
    fight.does('undo');
    expect(fight.table.view.revision).toBe(revision + 2);
    expect(fight.table.log.slice(-2).map((e) => e.type)).toEqual(['WoundsInflicted', 'CommandUndone']);
  });

  it('`redo` goes on until another command is accepted; a refused one and one without events empty nothing', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('bo', 'wound');
    fight.does('undo');
    expect(fight.refuses('endTurn', { combatant: 'bo' })).toBe('NOT_ACTING');
    fight.by('bo', 'heal');
    expect(fight.can('')).toContain('redo');
    fight.does('note', { text: 'Rain.' });
    expect(fight.can('')).not.toContain('redo');
    expect(fight.refuses('redo')).toBe('NOTHING_TO_REDO');
  });

  it('after an undo and another command, an undo takes back that one, and the next the one before the undone one', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'wound');
    fight.by('bo', 'wound', { count: 2 });
    fight.does('undo');
    fight.by('bo', 'wound', { count: 3 });
    fight.does('undo');
    expect([fight.of('ana').wounds, fight.of('bo').wounds]).toEqual([1, 0]);
    fight.does('undo');
    expect(fight.of('ana').wounds).toBe(0);
    fight.does('redo');
    fight.does('redo');
    expect([fight.of('ana').wounds, fight.of('bo').wounds]).toEqual([1, 3]);
  });

  it('numbers that were undone are not given again; `redo` brings the old ones back', () => {
    const fight = eclipse({ ana: 10 });
    fight.by('ana', 'declare', quick);
    fight.by('ana', 'applyCondition', { name: 'prone' });
    fight.does('undo');
    fight.does('undo');
    fight.does('redo');
    expect(fight.table.view.declarations.map((d) => d.id)).toEqual(['d1']);
    fight.does('redo');
    expect(fight.table.view.conditions.map((c) => c.id)).toEqual(['c1']);
    fight.does('undo');
    fight.does('undo');
    fight.by('ana', 'declare', quick);
    fight.by('ana', 'applyCondition', { name: 'prone' });
    expect(fight.table.view.declarations.map((d) => d.id)).toEqual(['d2']);
    expect(fight.table.view.conditions.map((c) => c.id)).toEqual(['c2']);
  });

  it('an intent’s actions are numbered in their order', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    fight.by('bo', 'declare', intent([{ label: 'Shoot' }, { label: 'Run' }]));
    fight.does('undo');
    fight.by('bo', 'declare', intent([{ label: 'Hide' }, { label: 'Wait' }]));
    allDeclare(fight);
    expect(fight.table.view.declarations.map((d) => [d.id, d.action.label])).toEqual([
      ['d3', 'Hide'],
      ['d4', 'Wait'],
      ['d5', undefined],
    ]);
  });

  it('are possible after `end` too', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.does('end');
    fight.does('undo');
    expect(fight.acting).toEqual(['ana']);
    fight.does('redo');
    expect(fight.table.view.status).toBe('ended');
  });

  it('share their earlier states: an undo makes the very state that was', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    const before = fight.table.encounter.now;
    fight.by('ana', 'wound');
    const after = fight.table.encounter.now;
    fight.does('undo');
    expect(fight.table.encounter.now).toBe(before);
    fight.does('redo');
    expect(fight.table.encounter.now).toBe(after);
  });

  it('cost the same after a thousand commands as after one', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    for (let i = 0; i < 1000; i += 1) fight.does('note', { text: String(i) });
    const { past } = fight.table.encounter;
    fight.does('undo');
    expect(fight.table.encounter.past).toBe(past?.rest);
  });
});
