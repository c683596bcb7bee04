import type { EventOf } from '@bitacora/engine';
import { openFight, scriptedDice, type Fight } from '@bitacora/engine/testing';
import { turnoDeJuego } from './index.js';
import { hero } from './testing/hero.js';
import { reasonsOf } from '../testing/index.js';

/** A fight that has started. */
function started(combatants: readonly ReturnType<typeof hero>[], ...faces: readonly number[]): Fight {
  const fight = openFight(turnoDeJuego, combatants, {}, scriptedDice(...faces));
  fight.does('start');
  return fight;
}

/** Ends turns until the stage changes or the TJ does. */
function passRound(fight: Fight): void {
  const { round } = fight.table.view.clock;
  while (fight.table.view.clock.round === round && fight.acting.length > 0) {
    fight.by(String(fight.acting[0]).split(':')[0] ?? '', 'endTurn');
  }
}

const rankOf = (fight: Fight, key: string) =>
  fight.table.view.order.flatMap((g) => g.entries).find((e) => e.key === key)?.rank;
const lastRolls = (fight: Fight) =>
  (
    fight.table.log.findLast(
      (e) => e.type === 'InitiativeRolled' || e.type === 'TieBreakRolled',
    ) as EventOf<'TieBreakRolled'>
  ).data.rolls;

describe('the order of a TJ', () => {
  it('has two places for each, highest value first of either kind (TJ-1)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 10, im: 14 })]);
    expect(fight.order).toEqual([['bel:mental'], ['ada:physical'], ['bel:physical'], ['ada:mental']]);
    expect(rankOf(fight, 'bel:mental')).toEqual([14, 0]);
    expect(rankOf(fight, 'ada:physical')).toEqual([12, 1]);
  });

  it('puts the physical one first of a combatant’s own equal values, never both at once, without a die (TJ-5)', () => {
    const fight = started([hero('ada', { if: 9, im: 9 })]);
    expect(fight.order).toEqual([['ada:physical'], ['ada:mental']]);
    expect(fight.acting).toEqual(['ada:physical']);
  });

  it('goes by the bare values in the first TJ, which nobody rolls for (TJ-9)', () => {
    const fight = openFight(turnoDeJuego, [hero('ada', { if: 12, im: 9 })]);
    expect(fight.of('ada').initiative).toEqual({ score: null, parts: [] });
    expect(fight.does('start')).not.toContain('InitiativeRolled');
    expect(fight.of('ada').initiative).toEqual({ score: 12, parts: [{ what: 'physicalInitiative', value: 12 }] });
    expect(fight.refuses('rollInitiative')).toBe('NO_ROLL_PENDING');
  });

  it('adds one die to both values from the second TJ on, for that TJ only (TJ-9)', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 3, im: 2 })]);
    passRound(fight);
    expect(fight.when).toBe('2.1 initiative');
    expect(fight.of('ada').initiative.score).toBeNull();
    expect(fight.waitsFor.rolls).toEqual(['ada', 'bel']);
    fight.does('rollInitiative', { rolls: { ada: [1], bel: [9] } });
    expect(fight.order).toEqual([['ada:physical'], ['bel:physical'], ['bel:mental'], ['ada:mental']]);
    expect(lastRolls(fight)[1]).toMatchObject({
      by: 'table',
      faces: [9],
      total: 12,
      detail: { physical: 12, mental: 11 },
    });
    passRound(fight);
    fight.does('rollInitiative', { rolls: { ada: [2], bel: [1] } });
    expect(fight.of('bel').initiative).toEqual({
      score: 4,
      parts: [
        { what: 'physicalInitiative', value: 3 },
        { what: 'roll', value: 1 },
      ],
    });
  });

  it('lets the server roll for whom no face is given', () => {
    const fight = started([hero('ada', { if: 12, im: 9 }), hero('bel', { if: 3, im: 2 })], 7);
    passRound(fight);
    fight.does('rollInitiative', { rolls: { ada: [4] } });
    expect(lastRolls(fight).map(({ by, faces }) => [by, faces])).toEqual([
      ['table', [4]],
      ['server', [7]],
    ]);
  });

  it('takes the higher value as a combatant’s score and counts adjustments on both (TJ-11)', () => {
    const fight = started([hero('ada', { if: 4, im: 9 }), hero('bel', { if: 6, im: 1 })]);
    expect(fight.of('ada').initiative.score).toBe(9);
    fight.does('adjustInitiative', { combatant: 'bel', by: -4, reason: 'Mud' });
    expect(fight.of('bel').initiative.score).toBe(2);
    expect(fight.order).toEqual([['ada:mental'], ['ada:physical'], ['bel:physical'], ['bel:mental']]);
    expect(rankOf(fight, 'bel:mental')).toEqual([-3, 0]);
  });

  it('sorts the waiting places of a changed initiative again, and leaves what came up where it is (TJ-1)', () => {
    const fight = started([
      hero('ada', { if: 9, im: 5 }),
      hero('bel', { if: 8, im: 2 }),
      hero('cam', { if: 4, im: 3 }),
    ]);
    fight.does('updateCombatant', {
      combatant: 'ada',
      changes: { stats: { physicalInitiative: 1, mentalInitiative: 1 } },
    });
    expect(fight.order.flat()).toEqual([
      'ada:physical',
      'bel:physical',
      'cam:physical',
      'cam:mental',
      'bel:mental',
      'ada:mental',
    ]);
    expect(fight.table.view.order[0]?.entries[0]).toMatchObject({ key: 'ada:physical', score: 9 });
  });

  it('drops an adjustment for the round when the TJ ends (TJ-11)', () => {
    const fight = started([hero('ada', { if: 4, im: 1 })]);
    fight.does('adjustInitiative', { combatant: 'ada', by: 5, reason: 'Haste', lasts: 'round' });
    expect(fight.of('ada').initiative.score).toBe(9);
    passRound(fight);
    fight.does('rollInitiative', { rolls: { ada: [1] } });
    expect(fight.of('ada').initiative.score).toBe(5);
  });
});

describe('ties between combatants (TJ-4)', () => {
  it('are split by one die each, in a batch of its own', () => {
    const fight = started([hero('ada', { if: 10, im: 4 }), hero('bel', { if: 10, im: 7 })]);
    expect(fight.when).toBe('1.1 initiative');
    expect(fight.waitsFor.rolls).toEqual(['ada', 'bel']);
    expect(fight.does('rollInitiative', { rolls: { ada: [2], bel: [9] } })).toContain('TieBreakRolled');
    expect(fight.order).toEqual([['bel:physical'], ['ada:physical'], ['bel:mental'], ['ada:mental']]);
    expect(rankOf(fight, 'bel:physical')).toEqual([10, 9, 1]);
  });

  it('use one die of a combatant for all its ties', () => {
    const fight = started([
      hero('ada', { if: 10, im: 7 }),
      hero('bel', { if: 10, im: 1 }),
      hero('cam', { if: 7, im: 1 }),
    ]);
    expect(fight.waitsFor.rolls).toEqual(['ada', 'bel', 'cam']);
    fight.does('rollInitiative', { rolls: { ada: [5], bel: [6], cam: [4] } });
    expect(fight.order.slice(0, 4)).toEqual([['bel:physical'], ['ada:physical'], ['ada:mental'], ['cam:physical']]);
  });

  it('are rolled again by those who are still equal, three or more, until none is', () => {
    const three = ['ada', 'bel', 'cam'].map((id, i) => hero(id, { if: 10, im: i }));
    const fight = started(three);
    fight.does('rollInitiative', { rolls: { ada: [5], bel: [5], cam: [8] } });
    expect(fight.waitsFor.rolls).toEqual(['ada', 'bel']);
    fight.does('rollInitiative', { rolls: { ada: [3], bel: [3] } });
    expect(fight.waitsFor.rolls).toEqual(['ada', 'bel']);
    fight.does('rollInitiative', { rolls: { ada: [1], bel: [2] } });
    expect(fight.order.slice(0, 3)).toEqual([['cam:physical'], ['bel:physical'], ['ada:physical']]);
    expect(rankOf(fight, 'bel:physical')).toEqual([10, 5, 3, 2, 1]);
  });

  it('wait for whoever is left when only some roll: who has fewer dice rolls, the others do not', () => {
    const fight = started([hero('ada', { if: 10, im: 1 }), hero('bel', { if: 10, im: 2 })]);
    fight.does('rollInitiative', { only: ['bel'], rolls: { bel: [3] } });
    expect(fight.waitsFor.rolls).toEqual(['ada']);
    expect(fight.refuses('rollInitiative', { rolls: { bel: [4] } })).toBe('NO_ROLL_PENDING');
    fight.does('rollInitiative', { rolls: { ada: [7] } });
    expect(fight.acting).toEqual(['ada:physical']);
  });

  it('refuse a face of 0 and roll for nobody then (G-10)', () => {
    const fight = started([hero('ada', { if: 10, im: 4 }), hero('bel', { if: 10, im: 7 })]);
    expect(fight.refuses('rollInitiative', { rolls: { ada: [0], bel: [4] } })).toBe('BAD_ROLL');
    expect(fight.refuses('rollInitiative', { rolls: { ada: [3, 4], bel: [4] } })).toBe('BAD_ROLL');
    expect(fight.waitsFor.rolls).toEqual(['ada', 'bel']);
  });

  it('hold for all the passes of the TJ, and are forgotten in the next', () => {
    const fight = started([hero('ada', { if: 10, im: 4, ef: 2 }), hero('bel', { if: 10, im: 7, ef: 2 })]);
    fight.does('rollInitiative', { rolls: { ada: [2], bel: [9] } });
    fight.by('bel', 'declare', { action: { kind: 'physical' } });
    for (const id of ['bel', 'ada', 'bel', 'ada']) fight.by(id, 'endTurn');
    expect(fight.when).toBe('1.2 actions');
    expect(fight.order[0]).toEqual(['bel:physical']);
    passRound(fight);
    fight.does('rollInitiative', { rolls: { ada: [5], bel: [5] } });
    expect(fight.waitsFor.rolls).toEqual(['ada', 'bel']);
    fight.does('rollInitiative', { rolls: { ada: [8], bel: [1] } });
    expect(rankOf(fight, 'ada:physical')).toEqual([15, 8, 1]);
  });

  it('are none of those who cannot act in that way (TJ-3)', () => {
    const fight = started([hero('ada', { if: 3, im: 10, em: 0 }), hero('bel', { if: 10, im: 2 })]);
    expect(fight.when).toBe('1.1 actions');
  });

  it('that an adjustment makes in mid-pass are rolled at once by those who still wait', () => {
    const fight = started([
      hero('ada', { if: 12, im: 1 }),
      hero('bel', { if: 10, im: 3 }),
      hero('cam', { if: 8, im: 4 }),
    ]);
    fight.does('adjustInitiative', { combatant: 'cam', by: 2, reason: 'High ground' });
    expect(fight.when).toBe('1.1 initiative');
    expect(fight.waitsFor.rolls).toEqual(['bel', 'cam']);
    expect(fight.refuses('defend', { combatant: 'cam', kind: 'physical' })).toBe('INITIATIVE_PENDING');
    fight.does('rollInitiative', { rolls: { bel: [2], cam: [9] } });
    expect(fight.acting).toEqual(['ada:physical']);
    expect(fight.order.slice(0, 3)).toEqual([['ada:physical'], ['cam:physical'], ['bel:physical']]);
    expect(fight.of('cam').initiative.score).toBe(10);
  });

  it('with one that has come up already are no ties in this pass, but before the next', () => {
    const fight = started([hero('ada', { if: 12, im: 1, ef: 2 }), hero('bel', { if: 10, im: 3, ef: 2 })]);
    fight.does('adjustInitiative', { combatant: 'bel', by: 2, reason: 'High ground' });
    expect(fight.when).toBe('1.1 actions');
    fight.by('ada', 'declare', { action: { kind: 'physical' } });
    for (const id of ['ada', 'bel', 'bel', 'ada']) fight.by(id, 'endTurn');
    expect(fight.when).toBe('1.1 initiative');
    expect(fight.waitsFor.rolls).toEqual(['ada', 'bel']);
    fight.does('rollInitiative', { rolls: { ada: [1], bel: [6] } });
    expect(fight.when).toBe('1.2 actions');
    expect(fight.acting).toEqual(['bel:physical']);
  });

  it('do not move an entry that the game master has placed', () => {
    const fight = started([
      hero('ada', { if: 12, im: 0 }),
      hero('bel', { if: 10, im: 2 }),
      hero('cam', { if: 8, im: 4 }),
    ]);
    fight.does('moveInOrder', { key: 'bel:physical', after: 'ada:mental', reason: 'Slipped' });
    fight.does('adjustInitiative', { combatant: 'cam', by: 2, reason: 'High ground' });
    fight.does('rollInitiative', { rolls: { bel: [9], cam: [2] } });
    expect(fight.order.flat()).toEqual([
      'ada:physical',
      'cam:physical',
      'cam:mental',
      'bel:mental',
      'ada:mental',
      'bel:physical',
    ]);
    expect(rankOf(fight, 'bel:physical')).toEqual([10, 9, 1]);
  });
});

describe('one who comes in (G-8)', () => {
  it('now rolls with those of its value who still wait, and takes its place by the dice (TJ-4)', () => {
    const fight = started([hero('ada', { if: 12, im: 1 }), hero('bel', { if: 10, im: 3 })]);
    fight.does('addCombatant', { combatantData: hero('cam', { if: 10, im: 5 }), when: 'now' });
    expect(fight.when).toBe('1.1 initiative');
    expect(fight.waitsFor.rolls).toEqual(['bel', 'cam']);
    fight.does('rollInitiative', { rolls: { bel: [4], cam: [5] } });
    expect(fight.order.flat()).toEqual([
      'ada:physical',
      'cam:physical',
      'bel:physical',
      'cam:mental',
      'bel:mental',
      'ada:mental',
    ]);
    expect(fight.acting).toEqual(['ada:physical']);
  });

  it('rolls against dice that are there: only who has fewer rolls', () => {
    const fight = started([
      hero('top', { if: 20, im: 0 }),
      hero('ada', { if: 10, im: 1 }),
      hero('bel', { if: 10, im: 2 }),
    ]);
    fight.does('rollInitiative', { rolls: { ada: [5], bel: [3] } });
    fight.does('addCombatant', { combatantData: hero('cam', { if: 10, im: 3 }), when: 'now' });
    expect(fight.waitsFor.rolls).toEqual(['cam']);
    fight.does('rollInitiative', { rolls: { cam: [5] } });
    expect(fight.waitsFor.rolls).toEqual(['ada', 'cam']);
    fight.does('rollInitiative', { rolls: { ada: [1], cam: [2] } });
    expect(fight.order.slice(1, 4)).toEqual([['cam:physical'], ['ada:physical'], ['bel:physical']]);
  });

  it('now has only the places that are ahead; the others from the next pass on', () => {
    const fight = started([hero('ada', { if: 12, im: 3, ef: 2 })]);
    fight.does('addCombatant', { combatantData: hero('cam', { if: 15, im: 5 }), when: 'now' });
    expect(fight.order.flat()).toEqual(['ada:physical', 'cam:mental', 'ada:mental']);
    fight.by('ada', 'declare', { action: { kind: 'physical' } });
    for (const id of ['ada', 'cam', 'ada']) fight.by(id, 'endTurn');
    expect(fight.acting).toEqual(['cam:physical']);
  });

  it('now, in a later TJ, rolls its die first (TJ-9)', () => {
    const fight = started([hero('ada', { if: 12, im: 3 })]);
    passRound(fight);
    fight.does('rollInitiative', { rolls: { ada: [5] } });
    fight.does('addCombatant', { combatantData: hero('cam', { if: 9, im: 5 }), when: 'now' });
    expect(fight.waitsFor.rolls).toEqual(['cam']);
    fight.does('rollInitiative', { rolls: { cam: [1] } });
    expect(fight.of('cam').initiative.score).toBe(10);
    expect(fight.order.flat()).toEqual(['ada:physical', 'cam:physical', 'ada:mental', 'cam:mental']);
  });

  it('in the next TJ has no initiative and no place before, and may not defend', () => {
    const fight = started([hero('ada', { if: 12, im: 3 })]);
    fight.does('addCombatant', { combatantData: hero('cam', { if: 15, im: 5 }) });
    expect(fight.of('cam').initiative.score).toBeNull();
    expect(fight.refuses('defend', { combatant: 'cam', kind: 'physical' })).toBe('NOT_ACTING');
    expect(fight.can('cam')).toEqual([]);
    passRound(fight);
    expect(fight.waitsFor.rolls).toEqual(['ada', 'cam']);
  });
});

describe('explain', () => {
  const whyOf = (fight: Fight, key: string) =>
    reasonsOf(fight.table.view.order.flatMap((g) => g.entries).find((e) => e.key === key));

  it('tells value, die of the TJ, adjustments, tie dice and the own tie, each with its rule', () => {
    const fight = started([hero('ada', { if: 9, im: 9 }), hero('bel', { if: 8, im: 1 })]);
    passRound(fight);
    fight.does('rollInitiative', { rolls: { ada: [4], bel: [5] } });
    fight.does('rollInitiative', { rolls: { ada: [2], bel: [7] } });
    fight.does('adjustInitiative', { combatant: 'ada', by: -1, reason: 'Mud' });
    expect(whyOf(fight, 'ada:physical')).toEqual([
      { rule: 'TJ-1', what: 'physicalInitiative', value: 9 },
      { rule: 'TJ-9', what: 'roll', value: 4 },
      { rule: 'TJ-11', what: 'Mud', value: -1 },
      { rule: 'TJ-4', what: 'tieDie', value: 2 },
      { rule: 'TJ-5', what: 'physicalFirst', value: null },
    ]);
    expect(whyOf(fight, 'bel:mental').map(({ what }) => what)).toEqual(['mentalInitiative', 'roll', 'tieDie']);
  });

  it('tells the value with which an entry came up once the present one is another', () => {
    const fight = started([hero('ada', { if: 9, im: 1 })]);
    fight.does('adjustInitiative', { combatant: 'ada', by: 3, reason: 'Haste' });
    expect(whyOf(fight, 'ada:physical')).toEqual([{ rule: 'TJ-1', what: 'valueAsItCameUp', value: 9 }]);
  });

  it('has words in both languages for all that is not the table’s own', () => {
    const words = turnoDeJuego.labels.parts ?? {};
    for (const what of [
      'physicalInitiative',
      'mentalInitiative',
      'roll',
      'tieDie',
      'physicalFirst',
      'valueAsItCameUp',
    ]) {
      expect(Object.keys(words[what] ?? {})).toEqual(['en', 'es']);
    }
  });
});
