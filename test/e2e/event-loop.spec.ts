import { EventLoopWatch, LONGEST_STALL } from './support/event-loop.js';

/** Keeps this thread at work for so many milliseconds of it, however many others share the machine. */
function block(ms: number): void {
  const from = process.cpuUsage();
  for (let spent = { user: 0, system: 0 }; spent.user + spent.system < ms * 1_000; spent = process.cpuUsage(from));
}

describe('the watch over the event loop', () => {
  it('sees that it stands still, whatever the pace of the machine', async () => {
    const watch = new EventLoopWatch();
    await new Promise((resolve) => setImmediate(resolve));
    block(1_500);
    expect(watch.longestStall()).toBeGreaterThan(LONGEST_STALL);
    watch.end();
  });

  it('finds nothing where it goes on', async () => {
    const watch = new EventLoopWatch();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(watch.longestStall()).toBeLessThan(LONGEST_STALL);
    watch.end();
  });
});
