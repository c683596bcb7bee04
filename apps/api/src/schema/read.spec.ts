import 'reflect-metadata';
import { ApiError } from '../problem.js';
import { readCommand, readCreation } from './read.js';

function faults(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError) return error.faults.map((fault) => `${fault.pointer} ${fault.problem}`);
    throw error;
  }
  return [];
}

describe('a command’s body', () => {
  it('is what was sent when it fits', () => {
    const body = {
      type: 'declare',
      combatant: 'ana',
      action: { kind: 'task', task: { timeframe: 4 } },
      outcome: { success: true },
    };
    expect(readCommand(body)).toEqual(body);
  });

  it('takes ids of combatants that objects have names for', () => {
    const body = { type: 'rollInitiative', rolls: { constructor: [7], toString: [3], hasOwnProperty: [1] } };
    expect(readCommand(body)).toEqual(body);
  });

  it('leaves to the rules what a table may read off its dice, and how much Celerity there is (SW-3, ST-5)', () => {
    const results = { type: 'rollInitiative', results: { lin: { successes: -2, advantages: -1 } } };
    const celerity = { type: 'rollInitiative', celerity: { lin: 101, moss: -1 } };
    expect([readCommand(results), readCommand(celerity)]).toEqual([results, celerity]);
  });

  it.each([
    [{ type: 'start', constructor: {} }, '/constructor unknownField'],
    [{ type: 'start', toString: 1 }, '/toString unknownField'],
    [
      { type: 'declare', combatant: 'ana', action: { kind: 'quick', constructor: 1 } },
      '/action/constructor unknownField',
    ],
    [
      { type: 'declare', combatant: 'ana', action: { kind: 'intent', actions: [{ constructor: 1 }] } },
      '/action/actions/0/constructor unknownField',
    ],
    [null, ' notAnObject'],
    [[], ' notAnObject'],
    [{}, '/type missing'],
    [{ type: 'fly' }, '/type unknownCommand'],
    [{ type: 'toString' }, '/type unknownCommand'],
    [{ type: 7 }, '/type unknownCommand'],
    [{ type: 'endTurn' }, '/combatant missing'],
    [{ type: 'endTurn', combatant: null }, '/combatant textLength'],
    [{ type: 'endTurn', combatant: '' }, '/combatant textLength'],
    [{ type: 'endTurn', combatant: 'ana', now: true }, '/now unknownField'],
    [{ type: 'start', combatant: 'ana' }, '/combatant unknownField'],
    [{ type: 'end', reason: null }, '/reason textLength'],
    [{ type: 'wound', combatant: 'ana', count: 0 }, '/count notInRange'],
    [{ type: 'wound', combatant: 'ana', count: 1.5 }, '/count notInRange'],
    [{ type: 'declare', combatant: 'ana', action: 'Shoot' }, '/action notAnObject'],
    [{ type: 'declare', combatant: 'ana', action: [] }, '/action notAnObject'],
    [{ type: 'declare', combatant: 'ana', action: { kind: 'quick', colour: 'red' } }, '/action/colour unknownField'],
    [
      { type: 'declare', combatant: 'ana', action: { kind: 'intent', actions: [{}, { label: 7 }] } },
      '/action/actions/1/label textLength',
    ],
    [{ type: 'declare', combatant: 'ana', action: { kind: 'intent', actions: [7] } }, '/action/actions/0 notAnObject'],
    [{ type: 'rollInitiative', rolls: { ana: [7], 'b/o': ['x'] } }, '/rolls/b~1o/0 notANumber'],
    [{ type: 'rollInitiative', rolls: { ana: 7 } }, '/rolls/ana notAList'],
    [{ type: 'rollInitiative', rolls: [] }, '/rolls notAnObject'],
    [{ type: 'rollInitiative', results: { ana: { successes: 1 } } }, '/results/ana/advantages missing'],
    [{ type: 'rollInitiative', pools: { ana: { boost: 1, luck: 1 } } }, '/pools/ana/luck unknownField'],
    [{ type: 'setStatus', combatant: 'ana', status: 'asleep' }, '/status notAChoice'],
    [
      { type: 'applyCondition', combatant: 'ana', name: 'x', lasts: { rounds: -1, boundary: 'endOfRound' } },
      '/lasts/rounds notInRange',
    ],
    [{ type: 'updateCombatant', combatant: 'ana', changes: { stats: [] } }, '/changes/stats notAnObject'],
    [{ type: 'addCombatant', combatantData: { name: 'Ana', kind: 'pc' } }, '/combatantData/stats missing'],
  ])('%j is refused at %s', (body, fault) => {
    expect(faults(() => readCommand(body))).toContain(fault);
  });

  it('may give a side as null, because that takes it away', () => {
    expect(faults(() => readCommand({ type: 'updateCombatant', combatant: 'ana', changes: { side: null } }))).toEqual(
      [],
    );
  });

  it('names everything that is wrong, but not without end', () => {
    const body = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x${i}`, 1]));
    expect(faults(() => readCommand({ type: 'start', ...body }))).toHaveLength(20);
  });
});

describe('a new encounter', () => {
  it.each([
    [{ ruleset: 'eclipse-phase-1e' }, '/name missing'],
    [{ name: 'x', ruleset: 'eclipse-phase-1e', combatants: {} }, '/combatants notAList'],
    [
      { name: 'x', ruleset: 'eclipse-phase-1e', combatants: [{ name: 'Ana', kind: 'cat', stats: {} }] },
      '/combatants/0/kind notAChoice',
    ],
    [{ name: 'x', ruleset: 'eclipse-phase-1e', id: 'mine' }, '/id unknownField'],
  ])('%j is refused at %s', (body, fault) => {
    expect(faults(() => readCreation(body))).toContain(fault);
  });
});
