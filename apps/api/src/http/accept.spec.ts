import { logFormOf } from './accept.js';

describe('the form in which the log is wanted', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['Text/Event-Stream; charset=utf-8', 'text/event-stream'],
    ['text/event-stream, */*', 'text/event-stream'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/json, text/event-stream', 'application/json'],
    ['text/event-stream, application/json', 'text/event-stream'],
    ['text/event-stream;q=0.1, application/json', 'application/json'],
    ['application/x-ndjson;q=0.5, application/json;q=0.9', 'application/json'],
    ['text/event-stream;q=0, */*', 'application/json'],
    ['application/json;q=0, application/x-ndjson', 'application/x-ndjson'],
    ['text/*', 'text/plain'],
    ['text/event-stream;q=nonsense', 'application/json'],
    [`text/event-stream, ${'x'.repeat(2_000)}`, 'application/json'],
  ])('of Accept %p is %s', (header, form) => {
    expect(logFormOf(header)).toBe(form);
  });
});
