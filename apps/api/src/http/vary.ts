import type { FastifyReply } from 'fastify';

/** Says that an answer also depends on these headers of its request; what was said before stays. */
export function vary(reply: FastifyReply, ...names: readonly string[]): void {
  const said = String(reply.getHeader('Vary') ?? '')
    .split(',')
    .map((name) => name.trim());
  reply.header('Vary', [...new Set([...said, ...names])].filter((name) => name !== '').join(', '));
}
