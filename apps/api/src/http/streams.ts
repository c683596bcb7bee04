import type { Access } from '@bitacora/access';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCESS } from '../tokens.js';
import { callerOf } from '../viewer.js';

/** The answers that go on: each ends when its client leaves, and all of them when the server shuts down. */
@Injectable()
export class Streams {
  private readonly open = new Set<AbortController>();
  private closing = false;

  constructor(@Inject(ACCESS) private readonly access: Access) {}

  /**
   * Aborted when the client of `reply` has gone, when all was said, when the token of `request` counts no more, or when the server
   * shuts down.
   */
  signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const controller = new AbortController();
    const over = this.add(controller);
    const forget = this.access.watch(callerOf(request), () => controller.abort());
    reply.raw.once('close', () => {
      forget();
      over();
    });
    return controller.signal;
  }

  /** Aborts `controller` with the others; the function returned ends it earlier. */
  add(controller: AbortController): () => void {
    if (this.closing) controller.abort();
    else this.open.add(controller);
    return () => {
      this.open.delete(controller);
      controller.abort();
    };
  }

  /** Ends them all, and those that begin from now on. */
  end(): void {
    this.closing = true;
    for (const controller of this.open) controller.abort();
    this.open.clear();
  }
}
