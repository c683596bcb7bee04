import { create, isRefusal, type CombatantData, type Encounter, type RuleSet } from '@bitacora/engine';
import { seededDice } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { OddsPool, type OddsLimits } from './pool.js';
import type { OddsQuery } from './types.js';

const rules = rulesets.get('d20') as RuleSet;
const query = (runs: number): OddsQuery => ({ runs, until: 'endOfRound', seed: 1 });
const MANY = 100_000;

function fight(combatants: number): Encounter {
  const fighters = Array.from({ length: combatants }, (_, i): CombatantData => ({
    id: `c${String(i)}`,
    name: 'c',
    kind: 'npc',
    stats: { modifier: 1 },
  }));
  const made = create({ id: 'e', name: 'e', combatants: fighters }, { rules, dice: seededDice(1), commandId: 'k0' });
  if (isRefusal(made)) throw new Error(made.code);
  return made.encounter;
}

let pool: OddsPool;

function open(limits: OddsLimits = {}): OddsPool {
  return (pool = new OddsPool(limits));
}

afterEach(() => pool.close());

describe('a pool of simulations', () => {
  it('plays in another thread what it would play in this one', async () => {
    const result = await open().ask(fight(3), rules, query(300));
    expect(result).toMatchObject({ kind: 'done', odds: { runs: 300, complete: true, seed: 1 } });
  });

  it('tells how far it is', async () => {
    const told: number[] = [];
    await open({ limitMs: 1_500 }).ask(fight(20), rules, query(MANY), { progress: (runs) => void told.push(runs) });
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
  });

  it('answers what it has when its time is up', async () => {
    const result = await open({ limitMs: 300 }).ask(fight(20), rules, query(MANY));
    expect(result).toMatchObject({ kind: 'done', odds: { complete: false } });
  });

  it('lets a few wait and no more', async () => {
    open({ waiting: 1, limitMs: 300 });
    const results = await Promise.all([1, 2, 3].map(() => pool.ask(fight(20), rules, query(MANY))));
    expect(results.map(({ kind }) => kind)).toEqual(['done', 'done', 'busy']);
  });

  it('forgets who has left, whether it was played or waited, and goes on with the others', async () => {
    open({ waiting: 5 });
    const leaving = new AbortController();
    const { signal } = leaving;
    const left = [1, 2].map(() => pool.ask(fight(20), rules, query(MANY), { signal }));
    const stays = pool.ask(fight(3), rules, query(10));
    leaving.abort();
    expect(await Promise.all(left)).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
    expect(await stays).toMatchObject({ kind: 'done' });
    expect(await pool.ask(fight(3), rules, query(10), { signal })).toEqual({ kind: 'cancelled' });
  });

  it('tells of a failure and works on', async () => {
    open();
    await expect(pool.ask(fight(3), { ...rules, id: 'unknown' }, query(10))).rejects.toThrow('no rule set unknown');
    expect(await pool.ask(fight(3), rules, query(10))).toMatchObject({ kind: 'done' });
  });

  it('cancels everything when it is closed', async () => {
    open();
    const asked = [1, 2].map(() => pool.ask(fight(20), rules, query(MANY)));
    await pool.close();
    expect(await Promise.all(asked)).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
    expect(await pool.ask(fight(3), rules, query(10))).toEqual({ kind: 'cancelled' });
  });
});
