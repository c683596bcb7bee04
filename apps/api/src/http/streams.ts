import type { Access } from '@bitacora/access';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Config } from '../config.js';
import { ACCESS, CONFIG } from '../tokens.js';
import { callerOf } from '../viewer.js';
import { Connections } from './connections.js';
import { paced } from './paced.js';

/** The answers that go on: each ends when its client leaves, and all of them when the server shuts down. */
@Injectable()
export class Streams {
  private readonly open = new Set<AbortController>();
  private closing = false;

  constructor(
    @Inject(ACCESS) private readonly access: Access,
    private readonly connections: Connections,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Aborted when the client of `reply` has gone, when all was said, when the token of `request` counts no more, or when the server
   * shuts down.
   */
  signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const controller = new AbortController();
    const over = this.add(controller);
    const forget = this.access.watch(callerOf(request), () => controller.abort());
    whenGone(reply, () => {
      forget();
      over();
    });
    return controller.signal;
  }

  /** As {@link signalOf}, for an answer that has no end of its own. Throws `TOO_MANY_CONNECTIONS`. */
  endlessOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const { credential } = callerOf(request);
    whenGone(reply, this.connections.enter({ credential, ip: request.ip }));
    return this.signalOf(request, reply);
  }

  /** `texts` as an answer that must be taken as it comes: who takes nothing for too long is cut, and holds nothing here any more. */
  sent(texts: AsyncIterable<string>, reply: FastifyReply): Readable {
    const { slowMs } = this.config.limits;
    return Readable.from(
      paced(texts, slowMs, () => reply.raw.destroy()),
      { objectMode: false },
    );
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

/** Calls `gone` when an answer has ended, or its client has left: that may be before anybody began to answer. */
export function whenGone({ raw, request }: FastifyReply, gone: () => void): void {
  if (raw.closed || request.raw.socket.destroyed) gone();
  else raw.once('close', gone);
}
