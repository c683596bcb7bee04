import { createClient, type Client as GraphClient } from 'graphql-ws';
import WebSocket from 'ws';
import type { Body } from './client.js';

/** Somebody who follows over a WebSocket. */
export class Subscriber {
  readonly received: Body[] = [];
  private readonly client: GraphClient;
  private socket: WebSocket | undefined;
  private waiting: (() => void)[] = [];
  /** Ends the operation and keeps the connection. */
  complete: () => void = () => undefined;
  /** Settled when the subscription has ended: with what it ended. */
  readonly ended: Promise<unknown>;

  constructor(
    url: string,
    query: string,
    variables: Record<string, unknown> = {},
    connectionParams: Record<string, unknown> = {},
  ) {
    this.client = createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams,
      retryAttempts: 0,
      lazyCloseTimeout: 0,
      on: { opened: (socket) => void (this.socket = socket as WebSocket) },
    });
    this.ended = new Promise((resolve) => {
      this.complete = this.client.subscribe(
        { query, variables },
        {
          next: (result) => {
            this.received.push(result as unknown as Body);
            for (const wake of this.waiting.splice(0)) wake();
          },
          error: resolve,
          complete: () => resolve(null),
        },
      );
    });
  }

  /** Waits until there are `count` results. */
  async have(count: number): Promise<readonly Body[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.received;
  }

  /** Cuts the connection as a broken network does. */
  cut(): void {
    this.socket?.terminate();
  }

  async close(): Promise<void> {
    await this.client.dispose();
  }
}
