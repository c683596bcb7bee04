import { StoreUnavailable } from '../errors.js';
import { Tries } from './faults.js';

describe('a store that could not be reached in several tries', () => {
  it('says each different reason once, in the order in which they came, and has the last one as its cause', () => {
    const tries = new Tries();
    const last = new Error('no answer within 120 ms');
    for (const error of [new Error('connect ECONNREFUSED 127.0.0.1:2113'), new Error('no answer within 300 ms'), last])
      tries.add(error);
    const error = tries.unavailable('esdb://127.0.0.1:2113');
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error.message).toBe(
      'The event store at esdb://127.0.0.1:2113 does not answer (connect ECONNREFUSED 127.0.0.1:2113; no answer within 300 ms). See that it runs and can be reached.',
    );
    expect(error.cause).toBe(last);
  });

  it('says four reasons at most', () => {
    const tries = new Tries();
    for (const text of ['one', 'two', 'three', 'four', 'five']) tries.add(text);
    expect(tries.unavailable('x').message).toContain('(one; two; three; four)');
  });
});
