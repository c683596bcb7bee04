import { createSourceEventStream, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { apiErrorOf } from '../http/errors.js';
import { GraphContext } from './context.js';
import { graphqlError } from './errors.js';
import { sharingKey, type SharedResult, type SharedResults } from './shared-results.js';

/** An operation's context over a socket: it also knows its document's text and how to send. */
export class SocketContext extends GraphContext {
  constructor(
    ...[caller, requestId, language, patience, source, send]: [
      ...ConstructorParameters<typeof GraphContext>,
      source: string,
      send: (result: SharedResult, revision: number | undefined) => Promise<void>,
    ]
  ) {
    super(caller, requestId, language, patience);
    this.source = source;
    this.send = send;
  }

  readonly source: string;
  readonly send: (result: SharedResult, revision: number | undefined) => Promise<void>;
}

/**
 * A subscription that writes its own messages, one after the other as the socket takes them, and yields nothing: what all
 * who see the same would get is executed and written once.
 */
export class Broadcast implements AsyncGenerator<never, void, undefined> {
  private running: Promise<IteratorReturnResult<void>> | undefined;

  constructor(
    private readonly context: SocketContext,
    private readonly sendAll: () => Promise<void>,
  ) {}

  next(): Promise<IteratorReturnResult<void>> {
    return (this.running ??= this.sendAll().then(() => ({ done: true, value: undefined })));
  }

  async return(): Promise<IteratorReturnResult<void>> {
    this.context.end();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<never> {
    this.context.end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  /** Settled when the subscription is over. */
  get over(): AbortSignal {
    return this.context.signal;
  }
}

/** Subscribes for one socket, sharing the execution with all others. */
export async function subscribeShared(
  args: ExecutionArgs,
  results: SharedResults,
): Promise<Broadcast | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const context = args.contextValue as SocketContext;
  const key = sharingKey(context.source, args, context);
  return new Broadcast(context, async () => {
    try {
      for await (const payload of source) {
        const { revision } = payload as { readonly revision?: number };
        await context.send(await results.of(payload as object, key, args), revision);
      }
    } catch (error) {
      throw graphqlError(apiErrorOf(error), context.language);
    } finally {
      context.end();
    }
  });
}
