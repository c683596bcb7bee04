import { connect, type Socket } from 'node:net';

/** A request as bytes. */
export function request(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: 'localhost',
    ...(text !== '' && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}

/** One kept connection that answers one request after the other, and costs the machine as little as possible. */
export class Connection {
  private readonly socket: Socket;
  private chunks: Buffer[] = [];
  private length = 0;
  private needed = Infinity;
  private done: ((body: Buffer) => void) | null = null;
  private failed: ((error: Error) => void) | null = null;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.on('data', (chunk: Buffer) => this.take(chunk));
    this.socket.on('error', (error) => this.failed?.(error));
  }

  /** The body of the answer; what is not 2xx or 304 is an error. */
  send(bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.done = resolve;
      this.failed = reject;
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.needed === Infinity) this.needed = this.readHead();
    if (this.length < this.needed) return;
    const whole = Buffer.concat(this.chunks);
    this.chunks = [];
    this.length = 0;
    this.needed = Infinity;
    const status = Number(whole.subarray(9, 12).toString());
    const body = whole.subarray(whole.indexOf('\r\n\r\n') + 4);
    if (status < 300 || status === 304) this.done?.(body);
    else this.failed?.(new Error(body.toString()));
  }

  private readHead(): number {
    const bytes = Buffer.concat(this.chunks);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return Infinity;
    const length = /content-length: (\d+)/i.exec(bytes.subarray(0, end).toString('latin1'))?.[1] ?? '0';
    return end + 4 + Number(length);
  }
}

/** Sends `bytes` `count` times over `connections`, each as fast as it is answered; answers the rate a second. */
export async function throughput(connections: readonly Connection[], bytes: Buffer, count: number): Promise<number> {
  let left = count;
  const since = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (left > 0) {
        left -= 1;
        await connection.send(bytes);
      }
    }),
  );
  return (count * 1000) / (performance.now() - since);
}
