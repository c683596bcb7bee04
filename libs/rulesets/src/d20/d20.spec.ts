import { theCombatant, type Command, type JsonObject } from '@bitacora/engine';
import { openTable, scriptedDice, type Table } from '@bitacora/engine/testing';
import { eventsOf, fighter, orderOf, reasonsOf, refusalOf, statesOf } from '../testing/index.js';
import { d20 } from './index.js';
import { standingOf } from './initiative.js';

const end = (combatant: string): Command => ({ type: 'endTurn', combatant });
const by = (type: 'delay' | 'act' | 'trigger' | 'waive', combatant: string): Command => ({ type, combatant });
const react = (combatant: string, kind = 'opportunity attack'): Command => ({
  type: 'react',
  combatant,
  action: { kind },
});
const does = (combatant: string, kind: string): Command => ({
  type: 'declare',
  combatant,
  action: { kind },
  outcome: { success: true },
});
const ready = (combatant: string, kind = 'action'): Command => ({
  type: 'prepare',
  combatant,
  action: { kind, label: 'Shoot' },
  condition: 'The door opens',
});

/** A table whose combatants have rolled `faces`; without modifiers. */
function acting(faces: Record<string, number>, stats: Record<string, JsonObject> = {}): Table {
  const table = openTable(
    d20,
    Object.keys(faces).map((id) => fighter(id, stats[id] ?? {})),
  );
  table.does({ type: 'start' });
  table.does({
    type: 'rollInitiative',
    rolls: Object.fromEntries(Object.entries(faces).map(([id, face]) => [id, [face]])),
  });
  return table;
}

const three = () => acting({ ana: 18, bo: 12, cy: 6 });
const reaction = (table: Table, id: string) => table.view.combatants.find((c) => c.id === id)?.resources.reaction;

describe('D20-1 initiative', () => {
  it('is 1d20 and the modifier, with adjustments, in parts', () => {
    const table = openTable(d20, [fighter('ana', { modifier: -2 })], {}, scriptedDice(13));
    table.does({ type: 'start' });
    table.does({ type: 'adjustInitiative', combatant: 'ana', by: 1, reason: 'alert' });
    table.does({ type: 'rollInitiative' });
    expect(table.view.combatants[0]?.initiative).toEqual({
      score: 12,
      parts: [
        { what: 'roll', value: 13 },
        { what: 'modifier', value: -2 },
        { what: 'alert', value: 1 },
      ],
    });
  });

  it('is rolled once and stands in every round', () => {
    const table = acting({ ana: 18, bo: 12 });
    table.does(end('ana'));
    table.does(end('bo'));
    expect(table.view).toMatchObject({ clock: { round: 2, stage: 'actions' }, acting: ['ana'] });
    expect(refusalOf(table, { type: 'rollInitiative' })?.code).toBe('NO_ROLL_PENDING');
  });

  it.each([[[21]], [[0]], [[3, 4]], [[]]])('does not take %j for a d20', (face) => {
    const table = openTable(d20, [fighter('ana', {})]);
    table.does({ type: 'start' });
    expect(refusalOf(table, { type: 'rollInitiative', rolls: { ana: face } })?.code).toBe('BAD_ROLL');
  });

  it('is rolled by a newcomer alone, which takes its place among those who wait', () => {
    const table = three();
    table.does({ type: 'addCombatant', combatantData: fighter('dee', { modifier: 3 }), when: 'now' });
    table.does({ type: 'rollInitiative', rolls: { dee: [9] } });
    expect(orderOf(table)).toEqual([['ana'], ['dee'], ['bo'], ['cy']]);
  });

  it('follows its modifier at once, among those who wait', () => {
    const table = three();
    table.does({ type: 'updateCombatant', combatant: 'cy', changes: { stats: { modifier: 8 } } });
    expect(orderOf(table)).toEqual([['ana'], ['cy'], ['bo']]);
    expect(
      refusalOf(table, { type: 'updateCombatant', combatant: 'cy', changes: { stats: { modifier: 100 } } })?.code,
    ).toBe('INVALID_STATS');
  });
});

describe('D20-2 ties', () => {
  it('go to the higher modifier, and then both act together', () => {
    const table = acting({ ana: 10, bo: 8, cy: 9 }, { ana: { modifier: 0 }, bo: { modifier: 2 }, cy: { modifier: 1 } });
    expect(orderOf(table)).toEqual([['bo'], ['cy'], ['ana']]);
    expect(orderOf(acting({ ana: 10, bo: 10 }))).toEqual([['ana', 'bo']]);
  });

  it('are explained', () => {
    const table = acting({ bo: 8 }, { bo: { modifier: 2 } });
    expect(reasonsOf(table.view.order[0]?.entries[0])).toEqual([
      { rule: 'D20-1', what: 'roll', value: 8 },
      { rule: 'D20-1', what: 'modifier', value: 2 },
      { rule: 'D20-2', what: 'tieBreak', value: 2 },
    ]);
  });
});

describe('D20-3 a turn', () => {
  it('holds an action, a bonus action and a move in any order, and any free activities', () => {
    const table = three();
    for (const kind of ['move', 'free', 'bonusAction', 'action', 'free', 'free']) table.does(does('ana', kind));
    for (const kind of ['move', 'bonusAction', 'action'])
      expect(refusalOf(table, does('ana', kind))).toMatchObject({ code: 'ACTION_LIMIT', rule: 'D20-3' });
    expect(refusalOf(table, does('ana', 'maneuver'))?.code).toBe('WRONG_ACTION_KIND');
    expect(refusalOf(table, does('bo', 'action'))?.code).toBe('NOT_ACTING');
  });

  it('gets back what is vetoed (G-15)', () => {
    const table = three();
    table.does({ type: 'declare', combatant: 'ana', action: { kind: 'action' } });
    table.does({ type: 'veto', declaration: 'd1' });
    expect(refusalOf(table, does('ana', 'action'))).toBeNull();
  });
});

describe('D20-4 the reaction', () => {
  it('is one, in anybody’s turn, and comes back when the own turn comes up', () => {
    const table = three();
    expect(eventsOf(table, react('bo'))).toEqual(['ReactionMade']);
    expect(reaction(table, 'bo')).toBe(0);
    expect(refusalOf(table, react('bo', 'shield'))).toMatchObject({ code: 'NO_REACTION_LEFT', rule: 'D20-4' });
    expect(table.view.available.bo).not.toContain('react');
    expect(eventsOf(table, end('ana'))).toEqual(['TurnEnded', 'TurnStarted', 'CombatantChanged']);
    expect(reaction(table, 'bo')).toBe(1);
  });

  it('comes back with a delayed turn that is the turn of a later round', () => {
    const table = three();
    for (const id of ['ana', 'bo']) table.does(end(id));
    table.does(react('cy'));
    table.does(by('delay', 'cy'));
    table.does({ type: 'advance' });
    expect(reaction(table, 'cy')).toBe(0);
    expect(eventsOf(table, by('act', 'cy'))).toEqual([
      'DelayedActionTaken',
      'TurnForfeited',
      'CombatantChanged',
      'InitiativeAdjusted',
      'TurnStarted',
    ]);
    expect(reaction(table, 'cy')).toBe(1);
  });

  it('does not come back with a delayed turn that is taken in its own round', () => {
    const table = three();
    table.does(by('delay', 'ana'));
    table.does(react('ana'));
    table.does(by('act', 'ana'));
    expect(reaction(table, 'ana')).toBe(0);
  });

  it('made in the own turn is spent until the next one', () => {
    const table = acting({ ana: 18, bo: 12 });
    table.does(react('ana'));
    table.does(end('ana'));
    expect(refusalOf(table, react('ana'))?.code).toBe('NO_REACTION_LEFT');
    table.does(end('bo'));
    expect(reaction(table, 'ana')).toBe(1);
  });

  it('is not for one who is out, has not come in, or while initiative is open', () => {
    const table = three();
    table.does({ type: 'setStatus', combatant: 'cy', status: 'dead' });
    expect(refusalOf(table, react('cy'))?.code).toBe('OUT_OF_ACTION');
    table.does({ type: 'addCombatant', combatantData: fighter('dee', {}) });
    expect(refusalOf(table, react('dee'))?.code).toBe('NOT_ACTING');
    table.does({ type: 'addCombatant', combatantData: fighter('eva', {}), when: 'now' });
    expect(refusalOf(table, react('bo'))?.code).toBe('INITIATIVE_PENDING');
  });

  it('has a kind and a label and nothing of other families', () => {
    const table = three();
    const moving = { type: 'react', combatant: 'bo', action: { kind: 'dodge', moving: true } } as const;
    expect(refusalOf(table, moving)).toMatchObject({ code: 'MALFORMED', pointer: '/action/moving' });
  });

  it.each([
    ['prepare', { action: { kind: 'action' } }, '/condition'],
    ['prepare', { action: { kind: 'action' }, condition: '' }, '/condition'],
    ['prepare', { action: { kind: 'action', label: 3 }, condition: 'x' }, '/action/label'],
    ['prepare', { action: { kind: 'action', moving: true }, condition: 'x' }, '/action/moving'],
    ['prepare', { action: { kind: 'action' }, condition: 'x', moving: 'y' }, '/moving'],
    ['react', { action: { label: 'x' } }, '/action/kind'],
    ['react', { action: { kind: '' } }, '/action/kind'],
    ['react', { action: { kind: 'x', label: 3 } }, '/action/label'],
    ['react', { action: { kind: 'x', opposed: true } }, '/action/opposed'],
  ])('is no command without what it needs, nor is what is readied: %s %j', (type, fields, pointer) => {
    const table = three();
    expect(refusalOf(table, { type, combatant: 'ana', ...fields } as unknown as Command)).toMatchObject({
      code: 'MALFORMED',
      pointer,
    });
  });

  it('is a resource of 0 or 1', () => {
    const table = three();
    expect(
      refusalOf(table, { type: 'updateCombatant', combatant: 'bo', changes: { resources: { reaction: 2 } } })?.code,
    ).toBe('INVALID_STATS');
  });
});

describe('D20-5 ready', () => {
  it('uses the action of the turn and waits for its condition', () => {
    const table = three();
    expect(eventsOf(table, ready('ana'))).toEqual(['ActionPrepared']);
    expect(table.view.combatants[0]?.prepared).toEqual({
      action: { kind: 'action', label: 'Shoot' },
      condition: 'The door opens',
      moving: false,
    });
    expect(refusalOf(table, does('ana', 'action'))?.code).toBe('ACTION_LIMIT');
    expect(refusalOf(table, ready('ana'))).toMatchObject({ code: 'ACTION_LIMIT', rule: 'D20-5' });
    expect(refusalOf(table, does('ana', 'move'))).toBeNull();
  });

  it('is not possible once the action is used, nor out of turn', () => {
    const table = three();
    table.does(does('ana', 'action'));
    expect(refusalOf(table, ready('ana'))?.code).toBe('ACTION_LIMIT');
    expect(refusalOf(table, ready('bo'))?.code).toBe('NOT_ACTING');
  });

  it('is for an action or a move', () => {
    const table = three();
    expect(refusalOf(table, ready('ana', 'bonusAction'))).toMatchObject({ code: 'WRONG_ACTION_KIND', rule: 'D20-5' });
    table.does(ready('ana', 'move'));
    expect(table.view.combatants[0]?.prepared?.moving).toBe(true);
  });

  it('is lost when the own turn comes up again, or one is taken out', () => {
    const table = acting({ ana: 18, bo: 12 });
    table.does(ready('ana'));
    table.does(end('ana'));
    expect(eventsOf(table, end('bo'))).toContain('PreparedActionLost');
    expect(table.view.combatants[0]?.prepared).toBeNull();
    table.does(ready('ana'));
    expect(eventsOf(table, { type: 'setStatus', combatant: 'ana', status: 'unconscious' })).toContain(
      'PreparedActionLost',
    );
  });
});

describe('D20-6 what was readied', () => {
  const readied = (kind = 'action') => {
    const table = three();
    table.does(ready('ana', kind));
    table.does(end('ana'));
    return table;
  };

  it('interrupts, spends the reaction, and hands the turn back', () => {
    const table = readied();
    expect(table.view.available.ana).toEqual(['trigger', 'waive', 'react']);
    expect(eventsOf(table, by('trigger', 'ana'))).toEqual(['PreparedActionTriggered', 'TurnStarted']);
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [['bo']] });
    expect(reaction(table, 'ana')).toBe(0);
    table.does(does('ana', 'action'));
    table.does(end('ana'));
    expect(table.view).toMatchObject({ acting: ['bo'], suspended: [] });
  });

  it('is that and nothing else, free activities aside, and once', () => {
    const table = readied('move');
    table.does(by('trigger', 'ana'));
    for (const kind of ['action', 'bonusAction'])
      expect(refusalOf(table, does('ana', kind))).toMatchObject({ code: 'ACTION_LIMIT', rule: 'D20-6' });
    expect(refusalOf(table, ready('ana'))?.code).toBe('ACTION_LIMIT');
    expect(refusalOf(table, by('delay', 'ana'))?.code).toBe('ALREADY_ACTED');
    table.does(does('ana', 'free'));
    table.does(does('ana', 'move'));
    expect(refusalOf(table, does('ana', 'move'))?.code).toBe('ACTION_LIMIT');
  });

  it('needs something readied, then a reaction, then a turn that is not one’s own', () => {
    const table = three();
    expect(refusalOf(table, by('trigger', 'bo'))).toMatchObject({ code: 'NO_PREPARED_ACTION', rule: 'D20-6' });
    table.does(ready('ana'));
    expect(refusalOf(table, by('trigger', 'ana'))?.code).toBe('NOT_ACTING');
    table.does(react('ana'));
    expect(refusalOf(table, by('trigger', 'ana'))?.code).toBe('NO_REACTION_LEFT');
  });

  it('can be given up, and the reaction stays', () => {
    const table = readied();
    expect(refusalOf(table, by('waive', 'bo'))?.code).toBe('NO_PREPARED_ACTION');
    expect(eventsOf(table, by('waive', 'ana'))).toEqual(['PreparedActionWaived']);
    expect(reaction(table, 'ana')).toBe(1);
    expect(refusalOf(table, by('trigger', 'ana'))?.code).toBe('NO_PREPARED_ACTION');
  });
});

describe('D20-7 a delayed turn', () => {
  it('is one in which only free activities were done', () => {
    const table = three();
    table.does(does('ana', 'free'));
    expect(eventsOf(table, by('delay', 'ana'))).toEqual(['ActionDelayed', 'TurnStarted']);
    expect(statesOf(table)).toEqual({ ana: 'delayed', bo: 'acting', cy: 'waiting' });
    table.does(does('bo', 'move'));
    expect(refusalOf(table, by('delay', 'bo'))).toMatchObject({ code: 'ALREADY_ACTED', rule: 'D20-7' });
    table.does(end('bo'));
    table.does(ready('cy'));
    expect(refusalOf(table, by('delay', 'cy'))?.code).toBe('ALREADY_ACTED');
  });

  it('is taken later as a whole turn, once', () => {
    const table = three();
    table.does(by('delay', 'ana'));
    expect(eventsOf(table, by('act', 'ana'))).toEqual(['DelayedActionTaken', 'InitiativeAdjusted', 'TurnStarted']);
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [['bo']] });
    for (const kind of ['action', 'bonusAction', 'move']) table.does(does('ana', kind));
    expect(refusalOf(table, by('delay', 'ana'))).toMatchObject({ code: 'ALREADY_ACTED', rule: 'G-15' });
    table.does(end('ana'));
    expect(refusalOf(table, by('act', 'ana'))?.code).toBe('NO_DELAYED_ACTION');
    expect(table.view.acting).toEqual(['bo']);
  });

  it('can be taken when all others have acted, or let go', () => {
    const table = acting({ ana: 18, bo: 12 });
    table.does(by('delay', 'ana'));
    table.does(end('bo'));
    expect(table.view).toMatchObject({ clock: { round: 1, stage: 'standby' }, acting: [] });
    expect(table.view.available).toMatchObject({
      ana: ['act', 'react'],
      '': expect.arrayContaining(['advance']) as unknown,
    });
    table.does({ type: 'advance' });
    expect(table.view).toMatchObject({ clock: { round: 2, stage: 'actions' }, acting: ['ana'] });
    expect(table.view.combatants[0]?.delayed).toBeNull();
  });

  it('taken in a later round before the own turn is the turn of that round', () => {
    const table = acting({ ana: 18, bo: 12 });
    table.does(end('ana'));
    table.does(by('delay', 'bo'));
    table.does({ type: 'advance' });
    expect(eventsOf(table, by('act', 'bo'))).toEqual([
      'DelayedActionTaken',
      'TurnForfeited',
      'InitiativeAdjusted',
      'TurnStarted',
    ]);
    table.does(end('bo'));
    expect(statesOf(table)).toEqual({ ana: 'acting', bo: 'forfeited' });
  });
});

describe('D20-8 the place of a delayed turn', () => {
  it('is from then on right before the one it interrupted', () => {
    const table = three();
    table.does(by('delay', 'ana'));
    table.does(end('bo'));
    table.does(by('act', 'ana'));
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['cy']]);
    table.does(end('ana'));
    table.does(end('cy'));
    expect(orderOf(table)).toEqual([['bo'], ['ana'], ['cy']]);
    expect(table.view.combatants[0]?.initiative).toMatchObject({
      score: 6,
      parts: [
        { what: 'roll', value: 18 },
        { what: 'modifier', value: 0 },
        { what: 'delay', value: -12 },
      ],
    });
    expect(reasonsOf(table.view.order[1]?.entries[0])).toEqual([
      { rule: 'D20-1', what: 'roll', value: 18 },
      { rule: 'D20-1', what: 'modifier', value: 0 },
      { rule: 'D20-8', what: 'delay', value: -12 },
      { rule: 'D20-2', what: 'tieBreak', value: 0 },
      { rule: 'D20-8', what: 'before', value: null },
    ]);
  });

  it('is last where nobody was acting', () => {
    const table = three();
    table.does(by('delay', 'ana'));
    table.does(end('bo'));
    table.does(end('cy'));
    table.does(by('act', 'ana'));
    table.does(end('ana'));
    expect(orderOf(table)).toEqual([['bo'], ['cy'], ['ana']]);
    expect(table.view.order[2]?.entries[0]).toMatchObject({ score: 6, rank: [6, 0, -1] });
  });

  it('keeps the order of those who interrupted each other', () => {
    const table = three();
    table.does(by('delay', 'ana'));
    table.does(by('delay', 'bo'));
    table.does(by('act', 'bo'));
    table.does(does('bo', 'move'));
    table.does(by('act', 'ana'));
    expect(table.view).toMatchObject({ acting: ['ana'], suspended: [['cy'], ['bo']] });
    for (const id of ['ana', 'bo', 'cy']) table.does(end(id));
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['cy']]);
    expect(table.view.order.map((g) => g.entries[0]?.rank)).toEqual([
      [6, 0, 2],
      [6, 0, 1],
      [6, 0, 0],
    ]);
  });

  it('is after all others also where several act so, one after the other', () => {
    const table = three();
    for (const id of ['ana', 'bo']) table.does(by('delay', id));
    table.does(end('cy'));
    for (const id of ['ana', 'bo']) for (const command of [by('act', id), end(id)]) table.does(command);
    expect(orderOf(table)).toEqual([['cy'], ['ana'], ['bo']]);
  });

  it('of two who one after the other interrupt the same turn is that in which they acted', () => {
    const table = three();
    for (const id of ['ana', 'bo']) table.does(by('delay', id));
    for (const id of ['bo', 'ana']) for (const command of [by('act', id), end(id)]) table.does(command);
    table.does(end('cy'));
    expect(orderOf(table)).toEqual([['bo'], ['ana'], ['cy']]);
    table.does(by('delay', 'bo'));
    table.does(end('ana'));
    for (const command of [by('act', 'bo'), end('bo'), end('cy')]) table.does(command);
    expect(orderOf(table)).toEqual([['ana'], ['bo'], ['cy']]);
  });

  it('is between the one it interrupted and whoever stood before that one', () => {
    const table = acting({ ana: 18, bo: 12, cy: 6, di: 3 });
    for (const id of ['ana', 'bo']) table.does(by('delay', id));
    for (const id of ['cy', 'di']) table.does(end(id));
    for (const command of [by('act', 'ana'), end('ana'), { type: 'advance' } as const]) table.does(command);
    expect(orderOf(table)).toEqual([['bo'], ['cy'], ['di'], ['ana']]);
    for (const command of [end('bo'), by('delay', 'cy'), end('di'), by('act', 'cy')]) table.does(command);
    expect(table.view.suspended).toEqual([['ana']]);
    for (const id of ['cy', 'ana']) table.does(end(id));
    expect(orderOf(table)).toEqual([['bo'], ['di'], ['cy'], ['ana']]);
  });

  it('tells nothing of hidden ones: it is right before whoever in sight was interrupted, or comes next', () => {
    const withHidden = (face: number) => {
      const table = acting({ ana: 18, bo: face, cy: 6 });
      table.does({ type: 'updateCombatant', combatant: 'bo', changes: { hidden: true } });
      return table;
    };
    const next = withHidden(12);
    for (const command of [by('delay', 'ana'), by('act', 'ana')]) next.does(command);
    expect(next.view.suspended).toEqual([['bo']]);
    expect(standingOf(next.encounter.now, theCombatant(next.encounter.now, 'ana')).rank).toEqual([6, 0, 1]);
    const last = withHidden(3);
    for (const command of [by('delay', 'ana'), end('cy'), by('act', 'ana')]) last.does(command);
    expect(standingOf(last.encounter.now, theCombatant(last.encounter.now, 'ana')).rank).toEqual([6, 0, -1]);
  });

  it('stays where it was for one who has nobody to stand beside', () => {
    const table = acting({ ana: 18 });
    table.does(by('delay', 'ana'));
    expect(eventsOf(table, by('act', 'ana'))).toEqual(['DelayedActionTaken', 'TurnStarted']);
  });

  it('comes back with undo', () => {
    const table = three();
    table.does(by('delay', 'ana'));
    table.does(by('act', 'ana'));
    table.does({ type: 'undo' });
    expect(table.view.combatants[0]?.initiative.score).toBe(18);
    table.does({ type: 'redo' });
    expect(table.view.combatants[0]?.initiative.score).toBe(12);
  });
});
