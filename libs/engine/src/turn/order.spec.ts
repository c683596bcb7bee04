import fc from 'fast-check';
import type { Entry, Group, Rank } from '../encounter.js';
import type { Spec } from '../ruleset.js';
import { buildOrder, compareRanks, insert, lastOpened, rankOf, without } from './order.js';

const spec = (key: string, ...rank: number[]): Spec => ({
  key,
  combatant: key,
  entry: 'main',
  score: rank[0] ?? 0,
  rank,
});

const keys = (order: readonly Group[]) => order.map((g) => g.entries.map((e) => e.key).join(' '));

const entry = (key: string, ...rank: number[]): Entry => ({ ...spec(key, ...rank), state: 'waiting' });

const rank = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 3 });

describe('sort keys', () => {
  it('are compared left to right, higher first; what is missing counts as 0', () => {
    expect(compareRanks([2, 0], [1, 9])).toBeGreaterThan(0);
    expect(compareRanks([1, 2], [1, 3])).toBeLessThan(0);
    expect(compareRanks([1], [1, 0])).toBe(0);
    expect(compareRanks([1], [1, -1])).toBeGreaterThan(0);
  });

  it('make a total order', () => {
    fc.assert(
      fc.property(rank, rank, rank, (a: Rank, b: Rank, c: Rank) => {
        expect(Math.sign(compareRanks(a, b)) + Math.sign(compareRanks(b, a))).toBe(0);
        if (compareRanks(a, b) >= 0 && compareRanks(b, c) >= 0) expect(compareRanks(a, c)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the order of a pass', () => {
  it('goes from the highest down, equals together where the family says so, else as they were added', () => {
    const specs = [spec('a', 1), spec('b', 3), spec('c', 3), spec('d', 2)];
    expect(keys(buildOrder(specs, true))).toEqual(['b c', 'd', 'a']);
    expect(keys(buildOrder(specs, false))).toEqual(['b', 'c', 'd', 'a']);
  });

  it('is the same whether all are sorted at once or put in one after the other', () => {
    fc.assert(
      fc.property(fc.array(rank, { maxLength: 8 }), fc.boolean(), (ranks, together) => {
        const specs = ranks.map((r, i) => spec(`k${String(i)}`, ...r));
        const one = specs.reduce<readonly Group[]>(
          (order, s) => insert(order, { ...s, state: 'waiting' }, together),
          [],
        );
        expect(keys(one)).toEqual(keys(buildOrder(specs, together)));
      }),
    );
  });

  it('G-17: puts an entry only among the groups that have not come up, and passes by those that were moved', () => {
    const [a, b, c] = buildOrder([spec('a', 9), spec('b', 5), spec('c', 3)], true) as [Group, Group, Group];
    const order = [{ ...a, opened: true }, { ...c, moved: true }, b];
    expect(lastOpened(order)).toBe(0);
    expect(keys(insert(order, entry('x', 99), true))).toEqual(['a', 'c', 'x', 'b']);
    expect(keys(insert(order, entry('x', 4), true))).toEqual(['a', 'c', 'b', 'x']);
    expect(keys(insert(order, entry('x', 3), true))).toEqual(['a', 'c', 'b', 'x']);
    expect(keys(insert(order, entry('x', 5), true))).toEqual(['a', 'c', 'b x']);
  });

  it('loses an entry, and its group with the last one in it', () => {
    const order = buildOrder([spec('a', 2), spec('b', 2), spec('c', 1)], true);
    expect(keys(without(order, 'a'))).toEqual(['b', 'c']);
    expect(keys(without(order, 'c'))).toEqual(['a b']);
    expect(rankOf(order[1] as Group)).toEqual([1]);
  });
});
