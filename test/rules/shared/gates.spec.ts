import type { CommandName } from '@bitacora/engine';
import type { Fight } from '@bitacora/engine/testing';
import { allDeclare, eclipse, fightOf, fighter, intent, ones, scoring, vampire, witted } from './fights.js';

const declare = { action: { kind: 'quick' } };

describe('table rolls are checked (G-10)', () => {
  const waiting = () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10), bo: scoring(5) });
    fight.does('start');
    return fight;
  };

  it.each([
    ['too many faces', [1, 2]],
    ['too few', []],
    ['one too high', [11]],
    ['one below', [-1]],
    ['no integer', [1.5]],
  ])('G-10: %s is BAD_ROLL, and nothing is rolled for anyone', (_, faces) => {
    const fight = waiting();
    expect(fight.refuses('rollInitiative', { rolls: { ana: [3], bo: faces } })).toBe('BAD_ROLL');
    expect(fight.waitsFor.rolls).toEqual(['ana', 'bo']);
  });

  it('G-13: naming one for whom no roll is pending, or who is outside `only`, is NO_ROLL_PENDING', () => {
    const fight = waiting();
    expect(fight.refuses('rollInitiative', { rolls: ones('ana'), only: ['bo'] })).toBe('NO_ROLL_PENDING');
    fight.does('rollInitiative', { rolls: ones('ana'), only: ['ana'] });
    expect(fight.refuses('rollInitiative', { rolls: ones('ana', 'bo') })).toBe('NO_ROLL_PENDING');
    expect(fight.refuses('rollInitiative', { only: ['ana'] })).toBe('NO_ROLL_PENDING');
    expect(fight.refuses('rollInitiative', { rolls: ones('zoe') })).toBe('UNKNOWN_COMBATANT');
    fight.does('rollInitiative', { rolls: ones('bo') });
    expect(fight.refuses('rollInitiative')).toBe('NO_ROLL_PENDING');
  });

  it('fields of another family are MALFORMED, before everything else', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    for (const fields of [{ celerity: { ana: 1 } }, { skills: { ana: 'cool' } }, { scores: { ana: 3 } }])
      expect(fight.refuses('rollInitiative', fields)).toBe('MALFORMED');
  });
});

describe('names, ids and numbers (G-11)', () => {
  it.each(['José Ñandú', '刺客', '🧛🏽‍♀️', 'x', 'x'.repeat(200), '𝕏'.repeat(200)])('G-11: “%s” is a name', (name) => {
    const fight = eclipse({ ana: 10 });
    fight.does('addCombatant', { combatantData: { ...fighter('cy', scoring(3)), name } });
    expect(fight.of('cy').name).toBe(name);
  });

  it.each(['', 'x'.repeat(201), '𝕏'.repeat(201)])(
    'G-13: a name of 0 or more than 200 code points is MALFORMED',
    (name) => {
      const fight = eclipse({ ana: 10 });
      expect(fight.refuses('addCombatant', { combatantData: { ...fighter('cy', scoring(3)), name } })).toBe(
        'MALFORMED',
      );
      expect(fight.refuses('updateCombatant', { combatant: 'ana', changes: { name } })).toBe('MALFORMED');
    },
  );

  it('G-11: two combatants may share a name, never an id', () => {
    const fight = eclipse({ ana: 10 });
    fight.does('addCombatant', { combatantData: { ...fighter('cy', scoring(3)), name: 'ana' } });
    expect(fight.refuses('addCombatant', { combatantData: fighter('ana', scoring(3)) })).toBe('DUPLICATE_COMBATANT');
  });

  it('G-11: ids that are names of Object.prototype are ids like any others', () => {
    const fight = eclipse({ constructor: 10, __proto__x: 8, toString: 5, hasOwnProperty: 3 });
    expect(fight.acting).toEqual(['constructor']);
    fight.by('toString', 'wound');
    fight.by('constructor', 'endTurn');
    expect(fight.can('constructor')).toEqual([]);
    expect(fight.order).toEqual([['constructor'], ['__proto__x'], ['toString'], ['hasOwnProperty']]);
  });

  it('G-11: scores may be negative', () => {
    const fight = eclipse({ ana: -4, bo: -3 });
    expect(fight.order).toEqual([['bo'], ['ana']]);
    expect(fight.of('ana').initiative.score).toBe(-4);
  });
});

describe('resolving (G-12)', () => {
  it('G-12: an unknown declaration is UNKNOWN_DECLARATION, one that is decided ALREADY_RESOLVED', () => {
    const fight = eclipse({ ana: 10 });
    expect(fight.refuses('resolve', { declaration: 'd1' })).toBe('UNKNOWN_DECLARATION');
    fight.by('ana', 'declare', { ...declare, outcome: { success: true } });
    fight.by('ana', 'declare', declare);
    fight.does('veto', { declaration: 'd2' });
    fight.by('ana', 'declare', declare);
    fight.by('ana', 'endTurn');
    for (const declaration of ['d1', 'd2', 'd3']) {
      expect(fight.refuses('resolve', { declaration })).toBe('ALREADY_RESOLVED');
      expect(fight.refuses('veto', { declaration })).toBe('ALREADY_RESOLVED');
    }
  });

  it('G-12: only while its owner is acting: NOT_ACTING while it is suspended', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'declare', declare);
    fight.by('ana', 'act');
    expect(fight.refuses('resolve', { declaration: 'd1' })).toBe('NOT_ACTING');
    expect(fight.can('bo')).toEqual([]);
    fight.by('ana', 'endTurn');
    expect(fight.can('bo')).toContain('resolve');
    fight.does('resolve', { declaration: 'd1' });
    expect(fight.can('bo')).not.toContain('resolve');
  });

  it('G-12: `endTurn` cancels what was declared for this activation and not resolved', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'declare', { ...declare, outcome: {} });
    fight.by('ana', 'declare', declare);
    expect(fight.by('ana', 'endTurn')).toEqual(['TurnEnded', 'ActionCancelled', 'TurnStarted']);
    expect([fight.declaration('d1').state, fight.declaration('d2').state]).toEqual(['resolved', 'cancelled']);
  });

  it('a declaration given its outcome is resolved at once', () => {
    const fight = eclipse({ ana: 10 });
    expect(fight.by('ana', 'declare', { ...declare, outcome: { success: false, text: 'missed' } })).toEqual([
      'ActionDeclared',
      'ActionResolved',
    ]);
    expect(fight.declaration('d1').outcome).toEqual({ success: false, text: 'missed' });
  });

  it('in `resolve`, who is named in `opposedBy` must be in', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'declare', declare);
    expect(fight.refuses('resolve', { declaration: 'd1', opposedBy: ['zoe'] })).toBe('UNKNOWN_COMBATANT');
    fight.does('resolve', { declaration: 'd1', opposedBy: ['bo'] });
  });
});

/** Every turn command that Eclipse Phase and the Storyteller games have between them, with fields that fit. */
const TURN: readonly (readonly [CommandName, Readonly<Record<string, unknown>>])[] = [
  ['declare', declare],
  ['endTurn', {}],
  ['delay', {}],
  ['act', {}],
];

describe('gates (G-13)', () => {
  it.each(TURN)('G-13: `%s` before the start is NOT_RUNNING, also of somebody unknown', (type, fields) => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    for (const combatant of ['ana', 'zoe']) expect(fight.refuses(type, { combatant, ...fields })).toBe('NOT_RUNNING');
  });

  it.each(TURN)('G-13: `%s` after the end is ENCOUNTER_ENDED, also of somebody unknown', (type, fields) => {
    const fight = eclipse({ ana: 10 });
    fight.does('end');
    for (const combatant of ['ana', 'zoe'])
      expect(fight.refuses(type, { combatant, ...fields })).toBe('ENCOUNTER_ENDED');
  });

  it.each(TURN)('G-13: `%s` of somebody unknown is UNKNOWN_COMBATANT before any stage', (type, fields) => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    fight.does('start');
    expect(fight.refuses(type, { combatant: 'zoe', ...fields })).toBe('UNKNOWN_COMBATANT');
  });

  it.each(TURN)('G-13: `%s` of one who is out is OUT_OF_ACTION before any stage', (type, fields) => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10), bo: scoring(5) });
    fight.does('start');
    fight.by('ana', 'setStatus', { status: 'dead' });
    expect(fight.refuses(type, { combatant: 'ana', ...fields })).toBe('OUT_OF_ACTION');
    expect(fight.refuses(type, { combatant: 'bo', ...fields })).toBe('INITIATIVE_PENDING');
  });

  it.each(TURN.filter(([type]) => type !== 'act'))(
    'G-13: `%s` of one whose turn it is not is NOT_ACTING',
    (type, fields) => {
      const fight = eclipse({ ana: 10, bo: 5 });
      expect(fight.refuses(type, { combatant: 'bo', ...fields })).toBe('NOT_ACTING');
    },
  );

  it.each(TURN.filter(([type]) => type !== 'declare'))('G-13: `%s` in `declaration` is DECLARATION_PENDING', (type) => {
    const fight = vampire({ ana: 5, bo: 3 });
    expect(fight.refuses(type, { combatant: 'bo' })).toBe('DECLARATION_PENDING');
  });

  it.each(TURN.filter(([type]) => type !== 'act'))('G-13: `%s` in `standby` is NOT_ACTING', (type, fields) => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    for (const combatant of ['ana', 'bo']) expect(fight.refuses(type, { combatant, ...fields })).toBe('NOT_ACTING');
  });

  it('G-13: the kind of action is WRONG_ACTION_KIND only for one whose turn it is', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    const action = { action: { kind: 'maneuver' } };
    expect(fight.refuses('declare', { combatant: 'bo', ...action })).toBe('NOT_ACTING');
    expect(fight.refuses('declare', { combatant: 'ana', ...action })).toBe('WRONG_ACTION_KIND');
    expect(fight.refuses('declare', { combatant: 'ana', action: { kind: 'constructor' } })).toBe('WRONG_ACTION_KIND');
  });

  it('G-13: a required field that is missing, or one that the kind does not have, is MALFORMED', () => {
    const fight = vampire({ ana: 5 });
    expect(fight.refuses('declare', { combatant: 'ana', action: { kind: 'intent' } })).toBe('MALFORMED');
    expect(fight.refuses('declare', { combatant: 'ana', ...intent([{}], { moving: true }) })).toBe('MALFORMED');
  });

  it.each([
    [
      'eclipse-phase-1e',
      ['defend', 'prepare', 'trigger', 'waive', 'react', 'recover', 'reserveDie', 'withdraw', 'join', 'decideTie'],
    ],
    [
      'vampire-v20',
      ['spendMoxie', 'prepare', 'trigger', 'waive', 'react', 'recover', 'reserveDie', 'withdraw', 'join', 'decideTie'],
    ],
  ] as const)(
    'G-13: in %s what the family does not have is NOT_IN_RULESET before everything else',
    (ruleset, names) => {
      const stats = ruleset === 'vampire-v20' ? witted(3) : scoring(5);
      const fight = fightOf(ruleset, { ana: stats });
      const each = (f: Fight) => names.map((name) => f.refuses(name, { combatant: 'zoe' }));
      expect(new Set(each(fight))).toEqual(new Set(['NOT_IN_RULESET']));
      fight.does('end');
      expect(new Set(each(fight))).toEqual(new Set(['NOT_IN_RULESET']));
    },
  );

  it('G-13: in `resolve` and `veto` the declaration is checked right after the encounter’s status; a veto minds no turn', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'declare', declare);
    fight.does('addCombatant', { combatantData: fighter('cy', scoring(3)), when: 'now' });
    expect(fight.refuses('resolve', { declaration: 'd9' })).toBe('UNKNOWN_DECLARATION');
    expect(fight.refuses('resolve', { declaration: 'd1' })).toBe('INITIATIVE_PENDING');
    expect(fight.does('veto', { declaration: 'd1' })).toEqual(['ActionVetoed']);
    fight.does('end');
    expect(fight.refuses('resolve', { declaration: 'd9' })).toBe('ENCOUNTER_ENDED');
    expect(fight.refuses('veto', { declaration: 'd9' })).toBe('ENCOUNTER_ENDED');
    expect(fightOf('eclipse-phase-1e', { ana: scoring(1) }).refuses('veto', { declaration: 'd9' })).toBe('NOT_RUNNING');
  });

  it('G-13: `act` of one who holds nothing is NO_DELAYED_ACTION, whosever turn it is', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    for (const combatant of ['ana', 'bo']) expect(fight.refuses('act', { combatant })).toBe('NO_DELAYED_ACTION');
  });

  it('G-13: `advance` is refused by its stage, else NOTHING_TO_ADVANCE', () => {
    const eclipsed = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    expect(eclipsed.refuses('advance')).toBe('NOT_RUNNING');
    eclipsed.does('start');
    expect(eclipsed.refuses('advance')).toBe('INITIATIVE_PENDING');
    eclipsed.does('rollInitiative', { rolls: ones('ana') });
    expect(eclipsed.refuses('advance')).toBe('NOTHING_TO_ADVANCE');
    eclipsed.does('end');
    expect(eclipsed.refuses('advance')).toBe('ENCOUNTER_ENDED');
    expect(vampire({ ana: 5 }).refuses('advance')).toBe('DECLARATION_PENDING');
  });

  it('G-13: before the start everything but turn commands, rolls, ties, moves and `advance` is possible', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10), bo: scoring(5) });
    expect(fight.refuses('rollInitiative')).toBe('NOT_RUNNING');
    expect(fight.refuses('moveInOrder', { key: 'ana', after: 'bo', reason: 'so' })).toBe('NOT_RUNNING');
    fight.by('ana', 'wound');
    fight.by('ana', 'heal');
    fight.by('bo', 'setStatus', { status: 'unconscious' });
    fight.by('ana', 'adjustInitiative', { by: 2, reason: 'high ground' });
    fight.by('ana', 'applyCondition', { name: 'prone' });
    fight.does('removeCondition', { condition: 'c1' });
    fight.by('ana', 'updateCombatant', { changes: { name: 'Ana' } });
    fight.does('note', { text: 'Rain.' });
    fight.does('addCombatant', { combatantData: fighter('cy', scoring(3)) });
    fight.does('removeCombatant', { combatant: 'cy' });
    fight.does('undo');
    fight.does('redo');
    fight.does('end');
    expect(fight.table.view.status).toBe('ended');
  });

  it.each<readonly [CommandName, Readonly<Record<string, unknown>>]>([
    ['start', {}],
    ['rollInitiative', {}],
    ['advance', {}],
    ['note', { text: 'x' }],
    ['wound', { combatant: 'ana' }],
    ['heal', { combatant: 'ana' }],
    ['setStatus', { combatant: 'ana', status: 'active' }],
    ['applyCondition', { combatant: 'ana', name: 'x' }],
    ['removeCondition', { condition: 'c1' }],
    ['adjustInitiative', { combatant: 'ana', by: 1, reason: 'x' }],
    ['moveInOrder', { key: 'ana', before: 'bo', reason: 'x' }],
    ['updateCombatant', { combatant: 'ana', changes: {} }],
    ['removeCombatant', { combatant: 'zoe' }],
    ['addCombatant', { combatantData: fighter('cy', scoring(3)) }],
    ['roll', { dice: '1d6' }],
    ['end', {}],
  ])('G-13: after the end `%s` is ENCOUNTER_ENDED', (type, fields) => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.does('end');
    expect(fight.refuses(type, fields)).toBe('ENCOUNTER_ENDED');
    expect(fight.can('')).toEqual(['undo']);
  });

  it('G-13: anything wrong inside `stats` is INVALID_STATS', () => {
    const fight = eclipse({ ana: 10 });
    for (const stats of [
      {},
      { intuition: 1 },
      { intuition: 1, reflexes: 'x' },
      { intuition: 1, reflexes: 1, moxy: 1 },
      { intuition: 1.5, reflexes: 1 },
      { intuition: -1, reflexes: 1 },
    ]) {
      expect(fight.refuses('addCombatant', { combatantData: fighter('cy', stats) })).toBe('INVALID_STATS');
    }
    expect(
      fight.refuses('updateCombatant', { combatant: 'ana', changes: { stats: { reflexes: null, speed: 9 } } }),
    ).toBe('INVALID_STATS');
  });

  it('contract, section 1: a field of another family is MALFORMED: only who may join can be sidelined', () => {
    const fight = eclipse({ ana: 10 });
    const combatantData = { ...fighter('cy', scoring(3)), sidelined: true };
    expect(fight.refuses('addCombatant', { combatantData })).toBe('MALFORMED');
    fight.does('addCombatant', { combatantData: { ...combatantData, sidelined: false } });
  });
});

describe('options (G-14)', () => {
  it('G-14: all options are resolved and recorded when the encounter is created', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) }, { woundPenalty: 3 });
    expect(fight.table.log[0]).toMatchObject({
      type: 'EncounterCreated',
      data: { options: { woundPenalty: 3, quickActionLimit: 3 } },
    });
    expect(fight.table.view.options).toEqual({ woundPenalty: 3, quickActionLimit: 3 });
  });
});

describe('vetoes and delayed actions (G-15, G-16)', () => {
  it('G-15: a vetoed declaration counts for no limit', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'declare', { action: { kind: 'complex' } });
    fight.does('veto', { declaration: 'd1', reason: 'impossible' });
    expect(fight.can('ana')).toContain('delay');
    fight.by('ana', 'declare', { action: { kind: 'complex' } });
    expect(fight.refuses('declare', { combatant: 'ana', action: { kind: 'complex' } })).toBe('ACTION_LIMIT');
  });

  it('G-15: a vetoed declaration counts for no deadline', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10), bo: { ...scoring(5), moxie: 1 } });
    fight.does('start');
    fight.does('rollInitiative', { rolls: ones('ana', 'bo') });
    fight.by('ana', 'declare', { action: { kind: 'complex' } });
    expect(fight.refuses('spendMoxie', { combatant: 'bo' })).toBe('MOXIE_TOO_LATE');
    fight.does('veto', { declaration: 'd1' });
    fight.by('bo', 'spendMoxie');
    expect(fight.acting).toEqual(['bo']);
  });

  it('G-15: an activation that took a delayed action cannot be delayed again', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    expect(fight.can('ana')).not.toContain('delay');
    expect(fight.refuses('delay', { combatant: 'ana' })).toBe('ALREADY_ACTED');
  });

  const threeHold = () => {
    const fight = eclipse({ ana: 12, bo: 10, cy: 10, dan: 5 });
    for (const id of ['ana', 'bo', 'cy']) fight.by(id, 'delay');
    return fight;
  };

  it('G-16: at the same instant one with a lower rank waits right beneath the first, and acts when it has ended', () => {
    const fight = threeHold();
    fight.by('ana', 'act');
    expect(fight.by('bo', 'act')).toEqual(['DelayedActionTaken']);
    expect(fight.acting).toEqual(['ana']);
    expect(fight.suspended).toEqual([['dan'], ['bo']]);
    expect(fight.by('ana', 'endTurn')).toEqual(['TurnEnded', 'TurnStarted']);
    expect(fight.acting).toEqual(['bo']);
    expect(fight.refuses('act', { combatant: 'bo' })).toBe('NO_DELAYED_ACTION');
  });

  it('G-16: a higher one, or an equal one, interrupts the first', () => {
    const fight = threeHold();
    fight.by('bo', 'act');
    fight.by('cy', 'act');
    expect(fight.acting).toEqual(['cy']);
    fight.by('ana', 'act');
    expect(fight.acting).toEqual(['ana']);
    expect(fight.suspended).toEqual([['dan'], ['bo'], ['cy']]);
  });

  it('G-16: several at one instant stand by their ranks', () => {
    const fight = eclipse({ ana: 12, bo: 10, cy: 8, dan: 5 });
    for (const id of ['ana', 'bo', 'cy']) fight.by(id, 'delay');
    fight.by('ana', 'act');
    fight.by('cy', 'act');
    fight.by('bo', 'act');
    expect(fight.suspended).toEqual([['dan'], ['cy'], ['bo']]);
    expect(fight.acting).toEqual(['ana']);
  });

  it('G-16: once the first has declared it is another instant: a lower one interrupts it', () => {
    const fight = threeHold();
    fight.by('ana', 'act');
    fight.by('ana', 'declare', declare);
    fight.by('bo', 'act');
    expect(fight.acting).toEqual(['bo']);
    expect(fight.suspended).toEqual([['dan'], ['ana']]);
  });

  it('G-16, G-4: one that waits beneath and is taken out never acts', () => {
    const fight = threeHold();
    fight.by('ana', 'act');
    fight.by('bo', 'act');
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.suspended).toEqual([['dan']]);
    fight.by('ana', 'endTurn');
    expect(fight.acting).toEqual(['dan']);
  });
});

describe('G-8 and declarations', () => {
  it('a veto in `declaration` lets its owner declare again (G-15)', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    fight.by('bo', 'declare', intent());
    fight.does('veto', { declaration: 'd1' });
    expect(fight.waitsFor.declarations).toEqual(['bo']);
    fight.by('bo', 'declare', intent());
    allDeclare(fight);
    expect(fight.when).toBe('1.1 actions');
  });
});
