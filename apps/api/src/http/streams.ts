import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** The answers that go on: each ends when its client leaves, and all of them when the server shuts down. */
@Injectable()
export class Streams {
  private readonly open = new Set<AbortController>();
  private closing = false;

  /** Aborted when the client of `reply` has gone, when all was said, or when the server shuts down. */
  signalOf(reply: FastifyReply): AbortSignal {
    const controller = new AbortController();
    reply.raw.once('close', this.add(controller));
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
