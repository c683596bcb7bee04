import { lineOf } from './event-line.js';

const at = '2026-01-02T03:04:05.000Z';

describe('a line of tail', () => {
  it('holds the revision, the time, the type, and the facts that are short', () => {
    const data = { combatant: { id: 'ana', name: 'Ana' }, opposedBy: [], outcome: { success: true }, reason: null };
    expect(lineOf({ revision: 7, type: 'ActionResolved', at, data })).toBe(
      `    7 ${at} ActionResolved combatant=ana outcome={"success":true}`,
    );
  });

  it('shows every roll with who rolled, what it came to, and its faces', () => {
    const rolls = [
      { combatant: 'ana', dice: [10], faces: [7], total: 15 },
      { combatant: null, dice: [6, 6], faces: [3, 4], total: 7 },
    ];
    expect(lineOf({ revision: 8, type: 'InitiativeRolled', at, data: { rolls } })).toBe(
      `    8 ${at} InitiativeRolled rolls=ana:15[7],table:7[3,4]`,
    );
  });

  it('leaves out what only proves the dice', () => {
    const data = { name: 'Bay', dice: { commitment: 'ab', epoch: 0 } };
    expect(lineOf({ revision: 1, type: 'EncounterCreated', at, data })).toBe(`    1 ${at} EncounterCreated name=Bay`);
  });
});
