import { AppendTooLarge, EventTooLarge } from '@bitacora/event-store';
import { apiErrorOf } from './errors.js';

const coded = (message: string, more: object): Error => Object.assign(new Error(message), more);

describe('an error of others', () => {
  it.each([
    ['a client that has gone in the middle of its body', coded('aborted', { code: 'ECONNRESET' }), 'MALFORMED'],
    ['a connection of ours that was cut', coded('read ECONNRESET', { code: 'ECONNRESET' }), 'INTERNAL'],
    [
      'the framework, of a body',
      coded('x', { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }),
      'PAYLOAD_TOO_LARGE',
    ],
    ['nobody that we know', new Error('secret'), 'INTERNAL'],
    ['nothing at all', undefined, 'INTERNAL'],
  ])('(%s) is told apart by whose fault it is', (_, error, code) => {
    expect(apiErrorOf(error).code).toBe(code);
  });

  it('that says what is too large names the limit that it is about, and no other', () => {
    const max = (error: unknown): unknown => apiErrorOf(error, 2_000).params.max;
    expect(max(coded('x', { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }))).toBe(2_000);
    expect(max(new EventTooLarge(0, 9, 7))).toBe(7);
    expect(max(new AppendTooLarge(9, 8, 'bytes'))).toBe(8);
    expect(max(new AppendTooLarge(9, 8, 'events'))).toBeUndefined();
  });
});
