import fc from 'fast-check';
import { append, EMPTY_LOG, findLast, items, type Log } from './log.js';

const logOf = (batches: readonly (readonly number[])[]) =>
  batches.reduce<Log<number>>((log, batch) => append(log, batch), EMPTY_LOG);

describe('a log that shares its past', () => {
  it('holds all that was added, oldest first', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer(), { maxLength: 100 }), { maxLength: 20 }), (batches) => {
        expect(items(logOf(batches))).toEqual(batches.flat());
      }),
    );
  });

  it('stays as it is when something is added to it', () => {
    const before = logOf([[1, 2, 3], Array.from({ length: 40 }, (_, i) => i)]);
    const seen = items(before);
    append(before, [9]);
    expect(items(before)).toEqual(seen);
    expect(append(before, [])).toBe(before);
  });

  it('finds the newest item for which a test holds', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 200 }), fc.nat(20), (numbers, wanted) => {
        const all = numbers.map((value, at) => ({ value, at }));
        const log = all.reduce<Log<(typeof all)[number]>>((sum, item) => append(sum, [item]), EMPTY_LOG);
        expect(findLast(log, (item) => item.value === wanted)?.at).toBe(
          all.findLast((item) => item.value === wanted)?.at,
        );
      }),
    );
  });
});
