import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../problem.js';

/** How many calls one connection may have made that are not answered yet: each holds its answer until those before it are taken. */
const MOST_UNANSWERED = 50;

const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();

/** Whether a call over `socket` waits for its answer. */
export function isAnswering(socket: Duplex): boolean {
  return (unanswered.get(socket)?.size ?? 0) > 0;
}

/** Bounds what a client can ask for over one connection before it takes an answer, and tells those answers that it has gone. */
export function boundPipelines(instance: FastifyInstance): void {
  instance.addHook('onRequest', async ({ raw: { socket } }, { raw }) => {
    const known = unanswered.get(socket);
    const waiting = known ?? new Set();
    if (known === undefined) {
      unanswered.set(socket, waiting);
      socket.once('close', () => forsake(waiting));
    }
    waiting.add(raw);
    raw.once('close', () => waiting.delete(raw));
    if (waiting.size > MOST_UNANSWERED) throw new ApiError('RATE_LIMITED', { headers: { Connection: 'close' } });
  });
}

/** Only the answer whose turn it is hears by itself that the connection has closed. */
function forsake(waiting: ReadonlySet<ServerResponse>): void {
  for (const raw of [...waiting]) if (raw.socket === null) raw.emit('close');
}
