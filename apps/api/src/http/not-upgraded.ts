import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isAnswering } from './pipelines.js';

/** Whether a request asks for a WebSocket, and for no other protocol. */
export function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/**
 * Answers a request for another protocol (some clients offer HTTP/2 with every call) as what it is besides, an ordinary one: the parser
 * has let go of the connection, so that it is read again from the beginning, without the offer. Calls in a row that all offer it are cut.
 */
export function answerAnyway(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  // A second parser would not know of the answers that the first one owes.
  if (isAnswering(socket)) return void socket.destroy();
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    const kept = withoutOffer(name.toLowerCase(), value);
    if (kept !== null) lines.push(`${name}: ${kept}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

const OFFER: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/** The value of a header, without what offers another protocol; null where nothing is left. */
function withoutOffer(name: string, value: string): string | null {
  if (OFFER.has(name)) return null;
  if (name !== 'connection') return value;
  const kept = value.split(',').filter((option) => !OFFER.has(option.trim().toLowerCase()));
  return kept.length === 0 ? null : kept.join(',');
}
