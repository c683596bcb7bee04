import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy whose connections can be cut, half-closed or stalled, for faults below the protocol. */
export class TcpProxy {
  readonly #pairs = new Set<{ client: Socket; server: Socket }>();
  readonly #listener: Server;
  /** Where it listens; stays the same over `close` and `listen`. */
  port = 0;

  private constructor(target: number) {
    this.#listener = createServer((client) => this.#join(client, target));
  }

  /** Listens on a free port of the loopback and passes everything on to `target`. */
  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.listen();
    return proxy;
  }

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#listener.listen(this.port, '127.0.0.1', done));
    this.port = (this.#listener.address() as AddressInfo).port;
  }

  /** Cuts every connection. */
  reset(): void {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  /** Ends the direction to the client of every connection. */
  halfClose(): void {
    for (const { client, server } of this.#pairs) {
      server.unpipe(client);
      client.end();
    }
  }

  /** Cuts every connection and takes no more. */
  async close(): Promise<void> {
    this.reset();
    await new Promise<void>((done) => this.#listener.close(() => done()));
  }

  #join(client: Socket, target: number): void {
    const server = connect(target, '127.0.0.1');
    const pair = { client, server };
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end).setNoDelay(true);
    client.pipe(server);
    server.pipe(client);
  }
}
