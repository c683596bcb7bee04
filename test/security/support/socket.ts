import { once } from 'node:events';
import WebSocket from 'ws';
import type { Body } from '../../e2e/support/client.js';

/** A bare WebSocket that speaks graphql-transport-ws as badly as it is told to. */
export class RawSocket {
  readonly messages: Body[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  private waiting: (() => void)[] = [];

  private constructor(readonly socket: WebSocket) {
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.wake();
      });
    });
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as Body);
      this.wake();
    });
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<RawSocket> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    const raw = new RawSocket(socket);
    await once(socket, 'open');
    return raw;
  }

  /** Opens one and greets, with a token if there is one. */
  static async greeted(url: string, token: string | null): Promise<RawSocket> {
    const raw = await RawSocket.open(url);
    raw.send({ type: 'connection_init', payload: token === null ? {} : { authorization: `Bearer ${token}` } });
    return raw;
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(id: string, query: string, variables: object = {}): void {
    this.send({ id, type: 'subscribe', payload: { query, variables } });
  }

  /** The first message that `is` wanted; null when the socket closes before. */
  async first(is: (message: Body) => boolean): Promise<Body | null> {
    for (;;) {
      const found = this.messages.find(is);
      if (found !== undefined) return found;
      if (this.socket.readyState === WebSocket.CLOSED) return null;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** The first message about an operation. */
  about(id: string): Promise<Body | null> {
    return this.first((message) => String(message.id) === id);
  }

  close(): void {
    this.socket.terminate();
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
