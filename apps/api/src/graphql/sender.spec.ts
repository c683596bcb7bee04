import { jest } from '@jest/globals';
import type { WebSocket } from 'ws';
import { Sender } from './sender.js';

/** A socket that takes what it is told to take. */
class Socket {
  readonly done: string[] = [];
  private readonly waiting: ((error?: Error) => void)[] = [];
  bufferedAmount = 0;
  isPaused = false;

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  send(_message: string, _options: object, taken: (error?: Error) => void): void {
    this.waiting.push(taken);
  }

  take(error?: Error): void {
    this.waiting.shift()?.(error);
  }

  close(code: number, reason: string): void {
    this.done.push(`${String(code)} ${reason}`);
  }

  terminate(): void {
    this.done.push('terminated');
  }
}

describe('a sender', () => {
  let socket: Socket;
  let sender: Sender;

  beforeEach(() => {
    jest.useFakeTimers();
    socket = new Socket();
    sender = new Sender(socket as unknown as WebSocket, 10_000);
  });

  afterEach(() => jest.useRealTimers());

  it('waits for the socket as long as it is not too slow', async () => {
    const sent = sender.send('a', 7);
    jest.advanceTimersByTime(9_999);
    socket.take();
    await sent;
    jest.advanceTimersByTime(60_000);
    expect(socket.done).toEqual([]);
  });

  it('reads nothing more of a client that takes nothing, until it has taken enough', async () => {
    socket.bufferedAmount = 1024 * 1024;
    const first = sender.send('a');
    expect(socket.isPaused).toBe(false);
    socket.bufferedAmount += 1;
    const second = sender.send('b');
    expect(socket.isPaused).toBe(true);
    socket.take();
    await first;
    expect(socket.isPaused).toBe(true);
    socket.bufferedAmount = 0;
    socket.take();
    await second;
    expect(socket.isPaused).toBe(false);
  });

  it('cuts a socket that is too slow, and says after which revision its client can go on', async () => {
    const first = sender.send('a', 7);
    socket.take();
    await first;
    void sender.send('b', 8);
    jest.advanceTimersByTime(10_000);
    expect(socket.done).toEqual(['4410 Too slow; resume after revision 7']);
    jest.advanceTimersByTime(1_000);
    expect(socket.done.at(-1)).toBe('terminated');
  });

  it('cuts one that never took anything', () => {
    void sender.send('a');
    jest.advanceTimersByTime(10_000);
    expect(socket.done).toEqual(['4410 Too slow']);
  });

  it('tells what went wrong', async () => {
    const sent = sender.send('a', 7);
    socket.take(new Error('gone'));
    await expect(sent).rejects.toThrow('gone');
  });
});
