import type { Command, JsonObject } from '@bitacora/engine';
import { openTable, type Table } from '@bitacora/engine/testing';
import { eventsOf, fighter, orderOf, refusalOf, statesOf } from '../testing/index.js';
import { starWars } from './index.js';

const BOTH = { presence: 2, willpower: 2, cool: 0, vigilance: 0 };

/** Kesh and Vara, first Kesh; with `together` both at once. */
function table(stats: JsonObject, together = false): Table {
  const opened = openTable(starWars, [
    fighter('kesh', { ...BOTH, ...stats }),
    fighter('vara', BOTH),
    fighter('zed', BOTH, 'npc'),
  ]);
  opened.does({ type: 'start' });
  const successes = { kesh: 2, vara: together ? 2 : 1, zed: 0 };
  opened.does({
    type: 'rollInitiative',
    results: Object.fromEntries(Object.entries(successes).map(([id, n]) => [id, { successes: n, advantages: 0 }])),
  });
  return opened;
}

const maneuver = (decided = true): Command => ({
  type: 'declare',
  combatant: 'kesh',
  action: { kind: 'maneuver' },
  ...(decided && { outcome: {} }),
});
const kesh = (t: Table) => t.view.combatants[0];
const sets = (changes: JsonObject): Command => ({ type: 'updateCombatant', combatant: 'kesh', changes });

describe('SW-7 strain', () => {
  it('equal to the threshold takes nobody out', () => {
    const t = table({ strain: 10, strainThreshold: 12 });
    t.does(maneuver());
    t.does(maneuver());
    expect(kesh(t)).toMatchObject({ status: 'active', resources: { strain: 12 } });
    expect(t.view.acting).toEqual(['kesh']);
  });

  it('above the threshold takes out and ends the turn as soon as the activity that cost it is resolved', () => {
    const t = table({ strain: 11, strainThreshold: 12 });
    t.does(maneuver());
    expect(eventsOf(t, maneuver(false))).toEqual(['ActionDeclared', 'StrainSuffered']);
    expect(kesh(t)?.status).toBe('active');
    expect(eventsOf(t, { type: 'resolve', declaration: 'd2' })).toEqual([
      'ActionResolved',
      'StatusChanged',
      'TurnEnded',
      'TurnStarted',
    ]);
    expect(kesh(t)?.status).toBe('incapacitated');
    expect(t.view.acting).toEqual(['vara']);
  });

  it('above the threshold counts when that activity is cancelled', () => {
    const t = table({ strain: 11, strainThreshold: 12 });
    t.does(maneuver());
    t.does(maneuver(false));
    expect(eventsOf(t, { type: 'endTurn', combatant: 'kesh' })).toEqual([
      'TurnEnded',
      'ActionCancelled',
      'StatusChanged',
      'TurnStarted',
    ]);
    expect(kesh(t)?.status).toBe('incapacitated');
    expect(statesOf(t).kesh).toBe('acted');
  });

  it('of an activity that is still open does not count when another is resolved, or a wound inflicted', () => {
    const t = table({ strain: 11, strainThreshold: 12, woundThreshold: 9 });
    t.does(maneuver());
    t.does(maneuver(false));
    t.does({ type: 'declare', combatant: 'kesh', action: { kind: 'incidental' }, outcome: {} });
    t.does({ type: 'wound', combatant: 'kesh' });
    t.does(sets({ stats: { presence: 3 } }));
    expect(kesh(t)?.status).toBe('active');
    t.does({ type: 'veto', declaration: 'd2' });
    expect(kesh(t)).toMatchObject({ status: 'active', resources: { strain: 11 } });
  });

  it('that was vetoed takes nobody out', () => {
    const t = table({ strain: 11, strainThreshold: 12 });
    t.does(maneuver());
    t.does(maneuver(false));
    t.does({ type: 'veto', declaration: 'd2' });
    t.does({ type: 'endTurn', combatant: 'kesh' });
    expect(kesh(t)?.status).toBe('active');
  });

  it('above the threshold ends the own turn also among others who act at the same time', () => {
    const t = table({ strain: 11, strainThreshold: 12 }, true);
    t.does(maneuver());
    t.does(maneuver());
    expect(t.view.acting).toEqual(['vara']);
    expect(refusalOf(t, { type: 'endTurn', combatant: 'kesh' })?.code).toBe('OUT_OF_ACTION');
  });

  it('set by updateCombatant counts at once, what is still open included', () => {
    const t = table({ strain: 11, strainThreshold: 12 });
    t.does(sets({ resources: { strain: 12 } }));
    expect(kesh(t)?.status).toBe('active');
    expect(eventsOf(t, sets({ resources: { strain: 13 } }))).toEqual([
      'CombatantChanged',
      'StatusChanged',
      'TurnEnded',
      'TurnStarted',
    ]);
  });

  it('given anew in the stats, or a lower threshold, counts at once', () => {
    const strained = table({ strain: 11, strainThreshold: 12 });
    strained.does(sets({ stats: { strain: 13 } }));
    expect(kesh(strained)).toMatchObject({ status: 'incapacitated', resources: { strain: 13 } });
    const weakened = table({ strain: 11, strainThreshold: 12 });
    weakened.does(sets({ stats: { strainThreshold: 10 } }));
    expect(kesh(weakened)?.status).toBe('incapacitated');
  });

  it('has no limit without a threshold', () => {
    const t = table({ strain: 500 });
    t.does(maneuver());
    t.does(maneuver());
    expect(kesh(t)).toMatchObject({ status: 'active', resources: { strain: 502 } });
  });

  it('lies between 0 and 9999', () => {
    const t = table({});
    expect(refusalOf(t, sets({ resources: { strain: -1 } }))?.code).toBe('INVALID_STATS');
    expect(refusalOf(t, sets({ resources: { strain: 10_000 } }))?.code).toBe('INVALID_STATS');
    expect(refusalOf(t, sets({ resources: { moxie: 1 } }))?.code).toBe('MALFORMED');
  });

  it('above the threshold from the beginning brings a combatant in incapacitated', () => {
    const opened = openTable(starWars, [
      fighter('kesh', { ...BOTH, strain: 13, strainThreshold: 12 }),
      fighter('vara', { ...BOTH, strain: 12, strainThreshold: 12 }),
    ]);
    expect(opened.view.combatants.map((c) => c.status)).toEqual(['incapacitated', 'active']);
  });
});

describe('SW-7 wounds', () => {
  it('equal to the threshold take nobody out, one more does at once', () => {
    const t = table({ woundThreshold: 3 });
    t.does({ type: 'wound', combatant: 'kesh', count: 3 });
    expect(kesh(t)?.status).toBe('active');
    expect(eventsOf(t, { type: 'wound', combatant: 'kesh' })).toEqual([
      'WoundsInflicted',
      'StatusChanged',
      'TurnEnded',
      'TurnStarted',
    ]);
    expect(kesh(t)).toMatchObject({ status: 'incapacitated', wounds: 4 });
  });

  it('leave the turn to one who acts at the same time as others (G-1)', () => {
    const t = table({ woundThreshold: 3 }, true);
    t.does({ type: 'wound', combatant: 'kesh', count: 4 });
    expect(kesh(t)?.status).toBe('incapacitated');
    expect(t.view.acting).toEqual(['kesh', 'vara']);
    expect(t.view.available.kesh).toEqual(['declare', 'endTurn']);
    t.does({ type: 'endTurn', combatant: 'kesh' });
    expect(t.view.acting).toEqual(['vara']);
  });

  it('take out one who waits, whose turn is skipped', () => {
    const t = table({});
    t.does({ type: 'updateCombatant', combatant: 'vara', changes: { stats: { woundThreshold: 0 } } });
    t.does({ type: 'wound', combatant: 'vara' });
    expect(statesOf(t)).toEqual({ kesh: 'acting', vara: 'out', zed: 'waiting' });
  });

  it('count at once when the threshold is lowered', () => {
    const t = table({ woundThreshold: 3 });
    t.does({ type: 'wound', combatant: 'kesh', count: 3 });
    t.does(sets({ stats: { woundThreshold: 2 } }));
    expect(kesh(t)?.status).toBe('incapacitated');
  });

  it('make nobody who is dead incapacitated, and healing changes no status', () => {
    const t = table({ woundThreshold: 1 });
    t.does({ type: 'setStatus', combatant: 'kesh', status: 'dead' });
    t.does({ type: 'wound', combatant: 'kesh', count: 5 });
    expect(kesh(t)?.status).toBe('dead');
    t.does({ type: 'setStatus', combatant: 'kesh', status: 'active' });
    t.does({ type: 'heal', combatant: 'kesh' });
    expect(kesh(t)).toMatchObject({ status: 'active', wounds: 4 });
  });

  it('or strain above the threshold do not count again for one whom the game master lets act all the same', () => {
    const t = table({ woundThreshold: 1, strainThreshold: 12 });
    t.does({ type: 'wound', combatant: 'kesh', count: 2 });
    t.does(sets({ resources: { strain: 20 } }));
    t.does({ type: 'setStatus', combatant: 'kesh', status: 'active' });
    t.does(sets({ stats: { cool: 3 } }));
    t.does({ type: 'heal', combatant: 'kesh' });
    t.does(sets({ stats: { woundThreshold: 2 } }));
    expect(kesh(t)?.status).toBe('active');
    t.does(sets({ stats: { strainThreshold: 13 } }));
    expect(kesh(t)?.status).toBe('incapacitated');
  });

  it('and all that they caused are undone at once', () => {
    const t = table({ woundThreshold: 3 });
    const before = t.view;
    t.does({ type: 'wound', combatant: 'kesh', count: 4 });
    t.does({ type: 'undo' });
    expect({ ...t.view, revision: 0, available: {} }).toEqual({ ...before, revision: 0, available: {} });
    t.does({ type: 'redo' });
    expect(t.view.acting).toEqual(['vara']);
    expect(orderOf(t)).toEqual([['kesh'], ['vara'], ['zed']]);
  });
});
