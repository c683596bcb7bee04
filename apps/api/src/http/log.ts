import type { LoggerService } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '../config.js';

/** The log: structured lines on the error output. Headers, bodies and addresses' queries never get into it. */
export function openLog(level: LogLevel): Logger {
  return pino(
    { level, base: { service: 'bitacora' }, redact: ['*.authorization', '*.token', '*.cookie'] },
    pino.destination({ dest: 2, sync: false }),
  );
}

/** Writes one line for every call of `instance`. */
export function logCalls(instance: FastifyInstance, log: Logger): void {
  instance.addHook('onResponse', (request, reply, done) => {
    log.info({
      requestId: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
    done();
  });
}

/** The framework's own messages in our log. */
export class FrameworkLog implements LoggerService {
  constructor(private readonly to: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.to.debug({ from: rest.at(-1) }, String(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.to.debug({ from: rest.at(-1) }, String(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.to.trace({ from: rest.at(-1) }, String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.to.warn({ from: rest.at(-1) }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.to.error({ from: rest.at(-1), err: message instanceof Error ? message : undefined }, String(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.to.fatal({ from: rest.at(-1), err: message instanceof Error ? message : undefined }, String(message));
  }
}
