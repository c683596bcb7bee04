import type { WebSocket } from 'ws';

/** The client is too slow for what it follows; the reason says after which revision it can go on. */
const TOO_SLOW = 4410;
/** How many bytes may wait for a client before nothing more is read of it. */
const MOST_HELD = 1024 * 1024;
/** How long a close has to get through a connection that stands still, in milliseconds. */
const GRACE = 1_000;

/** Sends messages over a socket, and cuts one that takes too long to take them. */
export class Sender {
  private reached: number | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly slowMs: number,
  ) {}

  /**
   * Resolves when the socket has taken the message: who is slow waits for itself alone, and holds no more than that message.
   * `revision`: the one that the client stands at when it has it.
   */
  send(message: string | Buffer, revision?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.cut(), this.slowMs);
      // Who takes no answers is asked for no more questions: each ping would leave its pong here.
      if (this.socket.bufferedAmount > MOST_HELD) this.socket.pause();
      this.socket.send(message, { binary: false }, (error) => {
        clearTimeout(timer);
        if (this.socket.isPaused && this.socket.bufferedAmount <= MOST_HELD) this.socket.resume();
        if (error) return reject(error);
        this.reached = revision ?? this.reached;
        resolve();
      });
    });
  }

  private cut(): void {
    const place = this.reached === undefined ? '' : `; resume after revision ${this.reached}`;
    this.socket.close(TOO_SLOW, `Too slow${place}`);
    setTimeout(() => this.socket.terminate(), GRACE).unref();
  }
}
