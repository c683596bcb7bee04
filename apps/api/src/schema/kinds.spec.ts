import 'reflect-metadata';
import { isTime } from './kinds.js';

describe('a time', () => {
  it.each(['2024-05-01T18:30:00Z', '2024-02-29T00:00Z', '2024-05-01T18:30:00.123456789+02:00'])('can be %s', (text) => {
    expect(isTime(text)).toBe(true);
  });

  it.each([
    '',
    'now',
    '2024-05-01',
    '2024-05-01T18:30:00',
    '2023-02-29T00:00:00Z',
    '2024-04-31T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-05-01T25:00:00Z',
  ])('cannot be %p', (text) => {
    expect(isTime(text)).toBe(false);
  });
});
