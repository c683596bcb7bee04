import type { View } from '@bitacora/engine';
import { allDeclare, eclipse, fightOf, fighter, intent, ones, scoring, vampire, witted } from './fights.js';

describe('the view (contract, section 3)', () => {
  it('before the start the clock is at 0 and everything is empty', () => {
    const fight = fightOf('eclipse-phase-1e', { ana: scoring(10) });
    const { clock, order, acting, suspended, pending, status } = fight.table.view;
    expect({ clock, order, acting, suspended, pending, status }).toEqual({
      clock: { round: 0, pass: 0, stage: 'setup' },
      order: [],
      acting: [],
      suspended: [],
      pending: { rolls: [], tie: [], declarations: [] },
      status: 'setup',
    });
    expect(fight.of('ana').initiative).toEqual({ score: null, parts: [] });
  });

  it('`revision` is the number of events in the stream, undone ones included', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'wound');
    fight.does('undo');
    expect(fight.table.view.revision).toBe(fight.table.log.length);
  });

  it('`order` is known in `declaration`, `actions` and `standby`, and empty before', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    expect(fight.order).toEqual([['ana'], ['bo']]);
    allDeclare(fight);
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    expect([fight.when, fight.order]).toEqual(['1.1 standby', [['ana'], ['bo']]]);
    fight.does('advance');
    expect([fight.when, fight.order]).toEqual(['2.1 initiative', []]);
  });

  it('ids in `pending` stand in the order in which the combatants were added', () => {
    const fight = fightOf('vampire-v20', { zoe: witted(3), ana: witted(3), mel: witted(3) });
    fight.does('start');
    expect(fight.waitsFor.rolls).toEqual(['zoe', 'ana', 'mel']);
    fight.does('rollInitiative', { rolls: ones('mel', 'ana', 'zoe') });
    expect(fight.waitsFor.declarations).toEqual(['zoe', 'ana', 'mel']);
  });

  it('the end leaves clock and order as they were and empties `acting`, `suspended` and `pending`', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'delay');
    fight.by('ana', 'act');
    const { clock, order } = fight.table.view;
    fight.does('end', { reason: 'truce' });
    const after = fight.table.view;
    expect([after.clock, after.order, after.status]).toEqual([clock, order, 'ended']);
    expect([after.acting, after.suspended, after.pending]).toEqual([[], [], { rolls: [], tie: [], declarations: [] }]);
    expect(after.available).toEqual({ ana: [], bo: [], '': ['undo'] });
  });

  it('a delayed entry stays where it came up, as `delayed`, then `acting` and `acted`, or `forfeited`', () => {
    const fight = eclipse({ ana: 10, bo: 8, cy: 5 });
    fight.by('ana', 'delay');
    fight.by('bo', 'delay');
    expect(fight.of('ana').delayed).toEqual({ round: 1, pass: 1 });
    expect(fight.states).toEqual({ ana: 'delayed', bo: 'delayed', cy: 'acting' });
    fight.by('ana', 'act');
    expect(fight.states).toEqual({ ana: 'acting', bo: 'delayed', cy: 'acting' });
    fight.by('ana', 'endTurn');
    fight.by('bo', 'setStatus', { status: 'dead' });
    expect(fight.states).toEqual({ ana: 'acted', bo: 'forfeited', cy: 'acting' });
    expect(fight.order).toEqual([['ana'], ['bo'], ['cy']]);
  });

  it('who takes a delayed action in another pass appears under its id, though it has no entry there', () => {
    const fight = eclipse({ ana: 10, bo: [5, 2] });
    fight.by('ana', 'delay');
    fight.by('bo', 'endTurn');
    fight.does('advance');
    fight.by('ana', 'act');
    expect(fight.acting).toEqual(['ana']);
    expect(fight.states).toEqual({ bo: 'acting' });
  });

  it('every combatant has a key in `available`, with [] where nothing is possible', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('bo', 'setStatus', { status: 'dead' });
    fight.does('addCombatant', { combatantData: fighter('cy', scoring(3)) });
    expect(fight.table.view.available).toMatchObject({ bo: [], cy: [] });
    expect(Object.keys(fight.table.view.available).sort()).toEqual(['', 'ana', 'bo', 'cy']);
  });

  it('all declarations stay, oldest first', () => {
    const fight = vampire({ ana: 5 });
    for (let round = 1; round < 40; round += 1) {
      fight.by('ana', 'declare', intent());
      fight.by('ana', 'endTurn');
      fight.does('rollInitiative', { rolls: ones('ana') });
    }
    const ids = fight.table.view.declarations.map((d) => d.id);
    expect(ids).toEqual(Array.from({ length: 39 }, (_, i) => `d${String(i + 1)}`));
  });

  it('is plain JSON', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('ana', 'applyCondition', { name: 'prone', lasts: { rounds: 1, boundary: 'endOfTurn' } });
    fight.by('ana', 'declare', { action: { kind: 'task', label: 'Hack', task: { timeframe: 3 } } });
    const seen = fight.table.view;
    expect(JSON.parse(JSON.stringify(seen)) as View).toStrictEqual(seen);
  });
});

describe('the events of one command: the cause, what it ends, what it starts (contract, section 4)', () => {
  it('share one command, and the cause comes first', () => {
    const fight = vampire({ ana: 5, bo: 3 });
    allDeclare(fight);
    fight.by('ana', 'applyCondition', { name: 'prone', lasts: { rounds: 0, boundary: 'endOfTurn' } });
    expect(fight.by('ana', 'wound', { count: 7 })).toEqual([
      'WoundsInflicted',
      'StatusChanged',
      'ActionCancelled',
      'TurnEnded',
      'ConditionExpired',
      'TurnStarted',
    ]);
    expect(new Set(fight.table.log.slice(-6).map((e) => e.command)).size).toBe(1);
  });

  it('the end of a round: the turn, the round with what it ends, the next round', () => {
    const fight = eclipse({ ana: 10 });
    fight.by('ana', 'declare', { action: { kind: 'quick' } });
    fight.by('ana', 'applyCondition', { name: 'prone', lasts: { rounds: 0, boundary: 'endOfRound' } });
    expect(fight.by('ana', 'endTurn')).toEqual([
      'TurnEnded',
      'ActionCancelled',
      'RoundEnded',
      'ConditionExpired',
      'RoundStarted',
    ]);
  });

  it('EP-11: a delayed action taken in another pass: the cause, what is forfeited, the turn', () => {
    const fight = eclipse({ ana: [10, 2], bo: [12, 2] });
    fight.by('bo', 'endTurn');
    fight.by('ana', 'delay');
    fight.does('advance');
    expect(fight.by('ana', 'act')).toEqual(['DelayedActionTaken', 'TurnForfeited', 'TurnStarted']);
  });

  it('`PassStarted` and `OrderChanged` carry the whole order with its scores', () => {
    const fight = eclipse({ ana: 10, bo: 5 });
    fight.by('bo', 'wound');
    const orders = fight.table.log.filter((e) => e.type === 'PassStarted' || e.type === 'OrderChanged');
    expect(orders.map((e) => e.data.order.flatMap((g) => g.entries.map((x) => `${x.key} ${String(x.score)}`)))).toEqual(
      [
        ['ana 10', 'bo 5'],
        ['ana 10', 'bo 4'],
      ],
    );
  });

  it('a roll’s event holds every face, every modifier with its reason, and the total', () => {
    const fight = eclipse({ ana: 10 });
    const rolled = fight.table.log.find((e) => e.type === 'InitiativeRolled');
    expect(rolled?.data).toMatchObject({
      rolls: [
        {
          combatant: 'ana',
          by: 'table',
          dice: [10],
          faces: [1],
          modifiers: [
            { what: 'rating', value: 0 },
            { what: 'test', value: 9 },
          ],
          total: 10,
        },
      ],
    });
  });
});
