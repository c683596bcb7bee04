import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { formProblem } from '../http/body-form.js';
import { ApiError } from '../problem.js';

/** The route that takes lines. */
const IMPORT_ROUTE = '/v1/import';

/** The longest import, in bytes. Its lines are read one by one, so that memory is no reason for it. */
const MAX_IMPORT = 1024 * 1024 * 1024;

/** Lets the bodies of imports in as streams; all other routes take no lines. */
export function useNdjsonBodies(instance: FastifyInstance): void {
  instance.addContentTypeParser('application/x-ndjson', (request, payload, done) => {
    if (request.routeOptions.url !== IMPORT_ROUTE) return done(new ApiError('UNSUPPORTED_MEDIA_TYPE'));
    const refused = formProblem(request);
    if (refused !== null) return done(refused);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > MAX_IMPORT) return done(new ApiError('PAYLOAD_TOO_LARGE', { params: { max: MAX_IMPORT } }));
    done(null, new Counted(payload));
  });
}

/** The lines of a request; null where it came without a body of lines. */
export function bodyStream({ body }: FastifyRequest): Counted | null {
  return body instanceof Counted ? body : null;
}

/** A body that is read to its end in any case: only then does a client listen to why it was refused. */
export async function drained(body: Counted): Promise<void> {
  await body.drain();
}

/** A stream of bytes that ends in an error where it gets too long. */
export class Counted implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  #taken = 0;

  constructor(readonly payload: IncomingMessage) {
    this.#source = payload[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  }

  /** Does not end the stream when who reads it stops early. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.#next() };
  }

  /** Reads what is left, and forgets it. */
  async drain(): Promise<void> {
    try {
      while ((await this.#next()).done !== true);
    } catch {
      this.payload.destroy();
    }
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    const result = await this.#source.next();
    if (result.done === true) return result;
    this.#taken += result.value.length;
    if (this.#taken > MAX_IMPORT) throw new ApiError('PAYLOAD_TOO_LARGE', { params: { max: MAX_IMPORT } });
    return result;
  }
}
