import { openTable, scriptedDice } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';

/** What random games have found: each case is the fewest commands that showed it. */
function table(ruleset: string, ids: readonly string[], stats: object, ...faces: readonly number[]) {
  const rules = rulesets.get(ruleset);
  if (rules === undefined) throw new Error(`no rule set ${ruleset}`);
  const combatants = ids.map((id) => ({ id, name: id, kind: 'pc' as const, stats: { ...stats } }));
  return openTable(rules, combatants, {}, scriptedDice(...faces));
}

const states = ({ view }: ReturnType<typeof table>) =>
  Object.fromEntries(view.order.flatMap((group) => group.entries).map((entry) => [entry.key, entry.state]));

describe('found by random games', () => {
  it('who is active again in standby has its turn from the next pass: there nothing is ahead (G-3, G-8)', () => {
    const fight = table('eclipse-phase-1e', ['ana', 'bo'], { intuition: 5, reflexes: 5 }, 9, 2);
    fight.does({ type: 'start' });
    fight.does({ type: 'rollInitiative' });
    fight.does({ type: 'setStatus', combatant: 'bo', status: 'unconscious' });
    fight.does({ type: 'delay', combatant: 'ana' });
    fight.does({ type: 'setStatus', combatant: 'bo', status: 'active' });
    expect(fight.view.clock.stage).toBe('standby');
    expect(states(fight)).toEqual({ ana: 'delayed', bo: 'out' });
  });

  it('who buys the first place after a hidden member of the group has had its turn comes up (EP-6)', () => {
    const fight = table('eclipse-phase-1e', ['ana', 'bo'], { intuition: 5, reflexes: 5, moxie: 1 }, 4, 4);
    fight.does({ type: 'updateCombatant', combatant: 'bo', changes: { hidden: true } });
    fight.does({ type: 'start' });
    fight.does({ type: 'rollInitiative' });
    fight.does({ type: 'delay', combatant: 'bo' });
    fight.does({ type: 'spendMoxie', combatant: 'ana' });
    expect(fight.view.acting).toEqual(['ana']);
    expect(states(fight)).toEqual({ ana: 'acting', bo: 'delayed' });
    fight.does({ type: 'act', combatant: 'bo' });
    expect([fight.view.acting, fight.view.suspended]).toEqual([['bo'], [['ana']]]);
  });

  it('what a hidden one declared does not count as undone when it is revealed and vetoed (EP-6)', () => {
    const fight = table('eclipse-phase-1e', ['ana', 'bo', 'cy'], { intuition: 5, reflexes: 5, moxie: 1 }, 4, 4, 1);
    fight.does({ type: 'updateCombatant', combatant: 'bo', changes: { hidden: true } });
    fight.does({ type: 'start' });
    fight.does({ type: 'rollInitiative' });
    fight.does({ type: 'declare', combatant: 'bo', action: { kind: 'quick' } });
    fight.does({ type: 'updateCombatant', combatant: 'bo', changes: { hidden: false } });
    fight.does({ type: 'veto', declaration: 'd1' });
    fight.does({ type: 'declare', combatant: 'ana', action: { kind: 'quick' } });
    expect(fight.send({ type: 'spendMoxie', combatant: 'cy' })).toMatchObject({ code: 'MOXIE_TOO_LATE' });
  });
});
