import { jest } from '@jest/globals';
import type { Access } from '@bitacora/access';
import type { FastifyReply } from 'fastify';
import { once } from 'node:events';
import { readConfig } from '../config.js';
import { Connections } from './connections.js';
import { Streams } from './streams.js';

const config = { ...readConfig({}), limits: { ...readConfig({}).limits, slowMs: 300, connections: 2 } };

/** An answer with no end, and whether what made it was told to stop. */
function endless(): { readonly texts: AsyncGenerator<string>; readonly ended: () => boolean } {
  let ended = false;
  async function* make(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'.repeat(1_000);
    } finally {
      ended = true;
    }
  }
  return { texts: make(), ended: () => ended };
}

describe('an answer that goes on', () => {
  const streams = new Streams({} as Access, new Connections(config), config);

  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is cut where its client takes nothing for too long, and what makes it ends', async () => {
    const { texts, ended } = endless();
    const reply = { raw: { destroy: jest.fn(() => stream.destroy()) } };
    const stream = streams.sent(texts, reply as unknown as FastifyReply);
    await once(stream, 'readable');
    await jest.advanceTimersByTimeAsync(299);
    expect(reply.raw.destroy).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(reply.raw.destroy).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(0);
    expect([stream.destroyed, ended()]).toEqual([true, true]);
  });

  it('is not cut while its client takes what comes, however long that is', async () => {
    const { texts } = endless();
    const reply = { raw: { destroy: jest.fn() } };
    const stream = streams.sent(texts, reply as unknown as FastifyReply);
    for (let i = 0; i < 10; i += 1) {
      stream.read();
      await jest.advanceTimersByTimeAsync(290);
    }
    expect(reply.raw.destroy).not.toHaveBeenCalled();
    stream.destroy();
  });
});

describe('what one caller holds open', () => {
  it('gives each place back once, and is counted for a token wherever it calls from, without one for an address', () => {
    const connections = new Connections(config);
    const gm = (ip: string) => connections.enter({ credential: 'gm', ip });
    const leave = gm('192.0.2.1');
    gm('192.0.2.2');
    expect(() => gm('192.0.2.3')).toThrow('TOO_MANY_CONNECTIONS');
    leave();
    leave();
    gm('192.0.2.3');
    expect(() => gm('192.0.2.4')).toThrow('TOO_MANY_CONNECTIONS');
    const nobody = (ip: string) => connections.enter({ credential: null, ip });
    nobody('192.0.2.1');
    nobody('192.0.2.1');
    expect(() => nobody('192.0.2.1')).toThrow('TOO_MANY_CONNECTIONS');
    expect(() => nobody('192.0.2.2')).not.toThrow();
  });
});
