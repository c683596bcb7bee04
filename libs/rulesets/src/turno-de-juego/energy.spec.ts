import type { EventOf } from '@bitacora/engine';
import { openFight, type Fight } from '@bitacora/engine/testing';
import { turnoDeJuego } from './index.js';
import { hero } from './testing/hero.js';

function started(combatants: readonly ReturnType<typeof hero>[], options = {}): Fight {
  const fight = openFight(turnoDeJuego, combatants, options);
  fight.does('start');
  return fight;
}

const act = (fight: Fight, id: string, kind: string, outcome?: object) =>
  fight.by(id, 'declare', { action: { kind }, ...(outcome !== undefined && { outcome }) });
const defend = (fight: Fight, id: string, kind: string) => fight.by(id, 'defend', { kind });
const left = (fight: Fight, id: string) => {
  const { physicalEnergy, mentalEnergy } = fight.of(id).resources;
  return [physicalEnergy, mentalEnergy];
};
const lastDefence = (fight: Fight) =>
  (fight.table.log.findLast((e) => e.type === 'DefenceMade') as EventOf<'DefenceMade'>).data;

describe('an action', () => {
  it('must be of the kind of its place and costs one energy of that kind (TJ-2)', () => {
    const fight = started([hero('ada', { if: 12, im: 9, ef: 2 })]);
    expect(fight.refuses('declare', { combatant: 'ada', action: { kind: 'mental' } })).toBe('WRONG_ACTION_KIND');
    expect(fight.refuses('declare', { combatant: 'ada', action: { kind: 'magic' } })).toBe('WRONG_ACTION_KIND');
    expect(act(fight, 'ada', 'physical', { success: true })).toEqual([
      'ActionDeclared',
      'EnergySpent',
      'ActionResolved',
    ]);
    expect(left(fight, 'ada')).toEqual([1, 1]);
  });

  it('is one in each place of a pass; the wrong kind is told before the limit (TJ-2)', () => {
    const fight = started([hero('ada', { if: 12, im: 9, ef: 2 })]);
    act(fight, 'ada', 'physical');
    expect(fight.refuses('declare', { combatant: 'ada', action: { kind: 'physical' } })).toBe('ACTION_LIMIT');
    expect(fight.refuses('declare', { combatant: 'ada', action: { kind: 'mental' } })).toBe('WRONG_ACTION_KIND');
    expect(fight.can('ada')).toEqual(['resolve', 'endTurn', 'defend']);
  });

  it('that is vetoed costs nothing, counts for no limit and is no energy spent (TJ-6, G-15)', () => {
    const fight = started([hero('ada', { if: 12, im: 9, em: 0 })]);
    act(fight, 'ada', 'physical');
    expect(left(fight, 'ada')).toEqual([0, 0]);
    fight.does('veto', { declaration: 'd1' });
    expect(left(fight, 'ada')).toEqual([1, 0]);
    expect(fight.can('ada')).toContain('declare');
    fight.by('ada', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('that is cancelled by the end of the turn has cost its energy (TJ-2)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 })]);
    act(fight, 'ada', 'physical');
    expect(fight.by('ada', 'endTurn')).toContain('ActionCancelled');
    expect(left(fight, 'ada')).toEqual([0, 1]);
  });

  it('is refused to who is not acting (G-13)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 8, im: 1 })]);
    expect(fight.refuses('declare', { combatant: 'bel', action: { kind: 'physical' } })).toBe('NOT_ACTING');
    expect(fight.refuses('declare', { combatant: 'zoe', action: { kind: 'physical' } })).toBe('UNKNOWN_COMBATANT');
    expect(fight.refuses('advance')).toBe('NOTHING_TO_ADVANCE');
  });

  it('takes no fields but a label: others are malformed', () => {
    const fight = started([hero('ada', { if: 12, im: 9 })]);
    const action = { kind: 'physical', moving: true };
    expect(fight.refusal('declare', { combatant: 'ada', action })).toMatchObject({
      code: 'MALFORMED',
      pointer: '/action/moving',
    });
  });

  it('cannot be delayed: this game has no delay (TJ-11)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 })]);
    expect(fight.refuses('delay', { combatant: 'ada' })).toBe('NOT_IN_RULESET');
  });
});

describe('a place that its owner cannot use (TJ-3)', () => {
  it('is none at the start of a pass: without the ability, or without energy', () => {
    const mute = hero('ada', { if: 12, im: 15 }, { mentalAbility: false });
    const weak = hero('bel', { if: 10, im: 5, ef: 0 });
    const fight = started([mute, weak]);
    expect(fight.order).toEqual([['ada:physical'], ['bel:mental']]);
    expect(left(fight, 'ada')).toEqual([1, 1]);
  });

  it('goes out when the last energy goes while it waits, and waits again when energy comes back', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })]);
    expect(defend(fight, 'bel', 'physical')).toEqual(['DefenceMade', 'EnergySpent', 'OrderChanged']);
    expect(fight.states['bel:physical']).toBe('out');
    fight.does('updateCombatant', { combatant: 'bel', changes: { resources: { physicalEnergy: 1 } } });
    expect(fight.states['bel:physical']).toBe('waiting');
    fight.by('ada', 'endTurn');
    expect(fight.acting).toEqual(['bel:physical']);
  });

  it('stays out when energy comes back after its place has passed', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })]);
    defend(fight, 'bel', 'physical');
    fight.by('ada', 'endTurn');
    expect(fight.acting).toEqual(['ada:mental']);
    fight.does('updateCombatant', { combatant: 'bel', changes: { resources: { physicalEnergy: 1 } } });
    expect(fight.states['bel:physical']).toBe('out');
  });

  it('goes out when the ability goes, and a turn that has come up can only be ended then', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })]);
    fight.does('updateCombatant', { combatant: 'bel', changes: { stats: { physicalAbility: false } } });
    expect(fight.states['bel:physical']).toBe('out');
    fight.does('updateCombatant', { combatant: 'ada', changes: { stats: { physicalAbility: false } } });
    expect(fight.refusal('declare', { combatant: 'ada', action: { kind: 'physical' } })).toMatchObject({
      code: 'WRONG_ACTION_KIND',
      rule: 'TJ-3',
    });
    expect(fight.can('ada')).toEqual(['endTurn', 'defend']);
  });

  it('does not keep the TJ open', () => {
    const fight = started([hero('ada', { if: 12, im: 15, em: 3 }, { mentalAbility: false })]);
    act(fight, 'ada', 'physical');
    fight.by('ada', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('is all there is when nobody has energy at all: the next TJ waits for its rolls', () => {
    const fight = openFight(turnoDeJuego, [hero('ada', { if: 12, im: 9, ef: 0, em: 0 })]);
    expect(fight.does('start')).toContain('RoundEnded');
    expect(fight.when).toBe('2.1 initiative');
    fight.does('rollInitiative', { rolls: { ada: [3] } });
    expect(fight.when).toBe('3.1 initiative');
  });
});

describe('the passes of a TJ (TJ-6)', () => {
  it('follow each other while energy is spent, from the highest value again', () => {
    const fight = started([hero('ada', { if: 12, im: 9, ef: 2 }), hero('bel', { if: 10, im: 14, em: 2 })]);
    for (const [id, kind] of [
      ['bel', 'mental'],
      ['ada', 'physical'],
      ['bel', 'physical'],
      ['ada', 'mental'],
    ] as const) {
      act(fight, id, kind);
      fight.by(id, 'endTurn');
    }
    expect(fight.when).toBe('1.2 actions');
    expect(fight.order).toEqual([['bel:mental'], ['ada:physical']]);
  });

  it('end with one in which nobody spent: who kept energy loses nothing but the TJ', () => {
    const fight = started([hero('ada', { if: 12, im: 9, em: 0 })]);
    expect(fight.by('ada', 'endTurn')).toContain('RoundEnded');
    expect(fight.when).toBe('2.1 initiative');
  });

  it('go on after one in which energy was spent for a defence alone', () => {
    const fight = started([hero('ada', { if: 12, im: 9 })]);
    defend(fight, 'ada', 'mental');
    fight.by('ada', 'endTurn');
    expect(fight.when).toBe('1.2 actions');
    expect(fight.order).toEqual([['ada:physical']]);
  });

  it('do not go on for a defence beyond the reserve: it costs no energy', () => {
    const fight = started([hero('ada', { if: 12, im: 9, em: 0 })]);
    defend(fight, 'ada', 'mental');
    fight.by('ada', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
  });
});

describe('a defence', () => {
  it('is possible at any moment at difficulty 3, and its entry later has only what is left (TJ-7)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5, ef: 2 })]);
    fight.by('bel', 'defend', { kind: 'physical', label: 'Parry' });
    expect(lastDefence(fight)).toMatchObject({ combatant: 'bel', kind: 'physical', label: 'Parry', difficulty: 3 });
    expect(left(fight, 'bel')).toEqual([1, 1]);
    expect(fight.states['bel:physical']).toBe('waiting');
  });

  it('after one’s turn leaves a place without energy none in the next pass (TJ-7)', () => {
    const fight = started([hero('ada', { if: 12, im: 0, ef: 2, em: 0 }), hero('bel', { if: 10, im: 5 })]);
    act(fight, 'ada', 'physical');
    fight.by('ada', 'endTurn');
    defend(fight, 'ada', 'physical');
    for (const id of ['bel', 'bel']) fight.by(id, 'endTurn');
    expect(fight.order).toEqual([['bel:physical'], ['bel:mental']]);
  });

  it('with the last energy in one’s own turn keeps the turn, which can only be ended then (TJ-7)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 })]);
    defend(fight, 'ada', 'physical');
    expect(fight.acting).toEqual(['ada:physical']);
    expect(fight.refuses('declare', { combatant: 'ada', action: { kind: 'physical' } })).toBe('NO_ENERGY');
    expect(fight.can('ada')).toEqual(['endTurn', 'defend']);
    fight.by('ada', 'endTurn');
    expect(fight.states['ada:physical']).toBe('acted');
  });

  it('needs no ability (TJ-3)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }, { mentalAbility: false })]);
    defend(fight, 'ada', 'mental');
    expect(left(fight, 'ada')).toEqual([1, 0]);
  });

  it('beyond the reserve is harder each time, then there is none, whatever the kind (TJ-8)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })]);
    const difficulties = ['physical', 'mental', 'physical', 'mental'].map((kind) => {
      defend(fight, 'bel', kind);
      return lastDefence(fight).difficulty;
    });
    expect(difficulties).toEqual([3, 3, 4, 5]);
    expect(fight.of('bel').resources.overReserve).toBe(2);
    expect(fight.refuses('defend', { combatant: 'bel', kind: 'physical' })).toBe('NO_DEFENCE_LEFT');
    expect(fight.can('bel')).not.toContain('defend');
  });

  it('is left while one kind still has energy, though the other has none (TJ-8)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })]);
    for (const kind of ['physical', 'physical', 'physical']) defend(fight, 'bel', kind);
    expect(fight.refuses('defend', { combatant: 'bel', kind: 'physical' })).toBe('NO_DEFENCE_LEFT');
    expect(fight.can('bel')).toContain('defend');
    defend(fight, 'bel', 'mental');
    expect(lastDefence(fight).difficulty).toBe(3);
    expect(fight.refuses('defend', { combatant: 'bel', kind: 'mental' })).toBe('NO_DEFENCE_LEFT');
  });

  it('beyond the reserve is counted for each kind apart with the option perKind (TJ-8)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })], {
      overReserveCounter: 'perKind',
    });
    for (const kind of ['physical', 'physical', 'physical', 'mental', 'mental']) defend(fight, 'bel', kind);
    expect(lastDefence(fight)).toMatchObject({ kind: 'mental', difficulty: 4 });
    expect(fight.of('bel').resources).toEqual({
      physicalEnergy: 0,
      mentalEnergy: 0,
      overReservePhysical: 2,
      overReserveMental: 1,
    });
    expect(fight.refuses('defend', { combatant: 'bel', kind: 'physical' })).toBe('NO_DEFENCE_LEFT');
    defend(fight, 'bel', 'mental');
    expect(fight.refuses('defend', { combatant: 'bel', kind: 'mental' })).toBe('NO_DEFENCE_LEFT');
  });

  it('must say its kind, and there are two', () => {
    const fight = started([hero('ada', { if: 12, im: 9 })]);
    expect(fight.refusal('defend', { combatant: 'ada' })).toMatchObject({ code: 'MALFORMED', pointer: '/kind' });
    expect(fight.refusal('defend', { combatant: 'ada', kind: 3 })).toMatchObject({
      code: 'MALFORMED',
      pointer: '/kind',
    });
    expect(fight.refusal('defend', { combatant: 'ada', kind: 'mental', label: 3 })).toMatchObject({
      pointer: '/label',
    });
    expect(fight.refuses('defend', { combatant: 'ada', kind: 'magic' })).toBe('WRONG_ACTION_KIND');
  });

  it('is for those who are in the fight, and not before it or after it (G-13)', () => {
    const fight = openFight(turnoDeJuego, [hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })]);
    expect(fight.refuses('defend', { combatant: 'ada', kind: 'mental' })).toBe('NOT_RUNNING');
    fight.does('start');
    fight.does('setStatus', { combatant: 'bel', status: 'dead' });
    expect(fight.refuses('defend', { combatant: 'bel', kind: 'mental' })).toBe('OUT_OF_ACTION');
    fight.does('end');
    expect(fight.refuses('defend', { combatant: 'ada', kind: 'mental' })).toBe('ENCOUNTER_ENDED');
  });
});

describe('the reserve', () => {
  it('is full, and the difficulty back at 3, when a TJ starts (TJ-10)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 })]);
    for (const kind of ['mental', 'mental', 'physical']) defend(fight, 'ada', kind);
    expect(fight.of('ada').resources).toEqual({ physicalEnergy: 0, mentalEnergy: 0, overReserve: 1 });
    fight.by('ada', 'endTurn');
    expect(fight.when).toBe('2.1 initiative');
    expect(fight.of('ada').resources).toEqual({ physicalEnergy: 1, mentalEnergy: 1, overReserve: 0 });
  });

  it('that changes in mid-TJ changes what is left by as much, down to nothing', () => {
    const fight = started([hero('ada', { if: 12, im: 9, ef: 3 })]);
    act(fight, 'ada', 'physical');
    fight.does('updateCombatant', { combatant: 'ada', changes: { stats: { physicalEnergy: 4 } } });
    expect(left(fight, 'ada')).toEqual([3, 1]);
    fight.does('updateCombatant', { combatant: 'ada', changes: { stats: { physicalEnergy: 0 } } });
    expect(left(fight, 'ada')).toEqual([0, 1]);
  });

  it('is given by the game master within its bounds only', () => {
    const fight = started([hero('ada', { if: 12, im: 9 })]);
    const give = (resources: object) => fight.refuses('updateCombatant', { combatant: 'ada', changes: { resources } });
    expect(give({ physicalEnergy: -1 })).toBe('INVALID_STATS');
    expect(give({ overReserve: 3 })).toBe('INVALID_STATS');
    expect(give({ overReserveMental: 1 })).toBe('MALFORMED');
  });
});

describe('one who is taken out', () => {
  it('loses both waiting places, and has them again when it is back while they are ahead (G-3)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })]);
    fight.does('setStatus', { combatant: 'bel', status: 'unconscious' });
    expect([fight.states['bel:physical'], fight.states['bel:mental']]).toEqual(['out', 'out']);
    fight.by('ada', 'endTurn');
    fight.does('setStatus', { combatant: 'bel', status: 'active' });
    expect([fight.states['bel:physical'], fight.states['bel:mental']]).toEqual(['out', 'waiting']);
  });

  it('in its own turn has it ended at once, its action cancelled (G-9)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 5 })]);
    act(fight, 'ada', 'physical');
    const events = fight.does('setStatus', { combatant: 'ada', status: 'dead' });
    expect(events).toEqual(['StatusChanged', 'TurnEnded', 'ActionCancelled', 'OrderChanged', 'TurnStarted']);
    expect(fight.states).toMatchObject({ 'ada:physical': 'acted', 'ada:mental': 'out', 'bel:physical': 'acting' });
  });
});

describe('a TJ with all undone', () => {
  it('stands as it was before each command, and again when all is redone', () => {
    const fight = openFight(turnoDeJuego, [hero('ada', { if: 10, im: 9, ef: 2 }), hero('bel', { if: 10, im: 5 })]);
    const seen = [fight.table.view];
    const step = (type: Parameters<Fight['does']>[0], fields: object) => {
      fight.does(type, { ...fields });
      seen.push(fight.table.view);
    };
    step('start', {});
    step('rollInitiative', { rolls: { ada: [3], bel: [8] } });
    step('declare', { combatant: 'bel', action: { kind: 'physical' } });
    step('defend', { combatant: 'ada', kind: 'physical' });
    step('veto', { declaration: 'd1' });
    step('endTurn', { combatant: 'bel' });
    step('setStatus', { combatant: 'ada', status: 'fled' });
    const now = () => ({ ...fight.table.view, revision: 0, available: {} });
    const then = (i: number) => ({ ...(seen[i] as object), revision: 0, available: {} });
    for (let i = seen.length - 2; i >= 0; i -= 1) {
      fight.does('undo');
      expect(now()).toEqual(then(i));
    }
    for (let i = 1; i < seen.length; i += 1) {
      fight.does('redo');
      expect(now()).toEqual(then(i));
    }
  });
});

describe('what a combatant brings', () => {
  const add = (stats: object) => {
    const fight = openFight(turnoDeJuego, []);
    return fight.refusal('addCombatant', { combatantData: { id: 'ada', name: 'Ada', kind: 'pc', stats } });
  };
  const whole = { physicalInitiative: 1, mentalInitiative: 1, physicalEnergy: 1, mentalEnergy: 1 };

  it.each([
    ['a negative value', { ...whole, physicalInitiative: -1 }, '/combatantData/stats/physicalInitiative'],
    ['half an energy', { ...whole, mentalEnergy: 0.5 }, '/combatantData/stats/mentalEnergy'],
    ['no reserve', { ...whole, physicalEnergy: undefined }, '/combatantData/stats/physicalEnergy'],
    ['an ability that is no yes or no', { ...whole, mentalAbility: 'magic' }, '/combatantData/stats/mentalAbility'],
    ['a field of another game', { ...whole, speed: 2 }, '/combatantData/stats/speed'],
  ])('is refused with %s', (_, stats, pointer) => {
    expect(add(stats)).toMatchObject({ code: 'INVALID_STATS', pointer });
  });

  it('has both abilities where nothing else is said', () => {
    const fight = openFight(turnoDeJuego, [{ id: 'ada', name: 'Ada', kind: 'pc', stats: whole }]);
    expect(fight.of('ada').stats).toMatchObject({ physicalAbility: true, mentalAbility: true });
  });
});
