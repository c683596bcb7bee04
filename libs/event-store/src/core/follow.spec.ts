import type { StoredEvent } from '../port.js';
import { followLog, type Log } from './follow.js';
import { Waiters } from './iterable.js';

describe('a follower of a log', () => {
  it('gets what is appended right after it found nothing', async () => {
    const event = { stream: 's', type: 'Noted', position: '1' } as StoredEvent;
    const appended = new Waiters();
    let end = 0;
    const append = (): void => {
      end = 1;
      appended.wake();
    };
    const scan = (after: number) => {
      const scanned = { events: after < end ? [event] : [], scanned: end };
      if (end === 0) queueMicrotask(append);
      return scanned;
    };
    const log = { appended, scan, news: scan, end: () => end } as unknown as Log;
    const followed = followLog(log, {}, () => false);
    const iterator = followed[Symbol.asyncIterator]();
    const first = await iterator.next();
    expect(first.value).toBe(event);
  });
});
