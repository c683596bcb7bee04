import { AppendTooLarge, StoreAccessDenied, StoreError, StoreUnavailable } from '../errors.js';

/** No answer came within our own limit. */
export class NoAnswer extends Error {
  readonly type = 'no-answer';
}

/** What an error of the driver means for the call that it ended. */
export type Meaning =
  /** Worth another try. `sent`: the server may have done what was asked. */
  | { readonly kind: 'transient'; readonly sent: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'conflict'; readonly actual: bigint | null }
  | { readonly kind: 'final'; readonly error: unknown };

/** The driver's errors by their shape: several copies of the driver may be loaded, and some of its errors are plain ones. */
interface DriverError {
  readonly type?: string;
  readonly message?: string;
  readonly actualVersion?: bigint | string;
  readonly maxAppendSize?: number;
}

const TRANSIENT = new Set([
  'unavailable',
  'cancelled',
  'deadline-exceeded',
  'timeout',
  'unknown',
  'no-answer',
  'not-leader',
]);
/** What the driver says when it had no connection on which to send anything. */
const NOT_SENT = /No connection established|Failed to discover|Name resolution failed/;

/** What an error of the driver means for the call at `where`, the address: settled, final, or worth another try. */
export function meaningOf(error: unknown, where: string): Meaning {
  if (error instanceof StoreError) return { kind: 'final', error };
  const { type, message = '', actualVersion, maxAppendSize = 0 } = error as DriverError;
  if (type === 'stream-not-found' || type === 'no-stream') return { kind: 'missing' };
  if (type === 'stream-deleted') return { kind: 'deleted' };
  if (type === 'wrong-expected-version') {
    return { kind: 'conflict', actual: typeof actualVersion === 'bigint' ? actualVersion : null };
  }
  if (type === 'maximum-append-size-exceeded') {
    return { kind: 'final', error: new AppendTooLarge(maxAppendSize, maxAppendSize, 'bytes') };
  }
  if (type === 'access-denied') return { kind: 'final', error: denied(where, error) };
  if (type !== undefined && !TRANSIENT.has(type)) return { kind: 'final', error: unavailable(where, error) };
  return { kind: 'transient', sent: wasSent(type, message) };
}

/** Whether the request may have reached a server that could act upon it. */
function wasSent(type: string | undefined, message: string): boolean {
  if (type === 'not-leader') return false;
  // When the time is over the driver tells how far the call had come: with an address, it was on its way.
  if (type === 'deadline-exceeded') return message.includes('remote_addr=');
  return !NOT_SENT.test(message);
}

function denied(where: string, cause: unknown): StoreAccessDenied {
  return new StoreAccessDenied(`${where} refuses these credentials. Check name and password in the address.`, {
    cause,
  });
}

/** What went wrong in the tries of one call: each different thing once, so that what says nothing does not hide what tells. */
export class Tries {
  readonly #said = new Set<string>();
  #last: unknown;

  add(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    // Addresses of sockets and times differ from try to try.
    if (this.#said.size < MAX_REASONS && ![...this.#said].some((said) => alike(said, text))) this.#said.add(text);
    this.#last = error;
  }

  /** The store at `where` could not be reached in any of them. */
  unavailable(where: string): StoreUnavailable {
    const said = [...this.#said].join('; ');
    return new StoreUnavailable(
      `The event store at ${where} does not answer (${said}). See that it runs and can be reached.`,
      { cause: this.#last },
    );
  }
}

const MAX_REASONS = 4;

function alike(one: string, other: string): boolean {
  return one.replace(/\d+/g, '#') === other.replace(/\d+/g, '#');
}

function unavailable(where: string, cause: unknown): StoreUnavailable {
  const tries = new Tries();
  tries.add(cause);
  return tries.unavailable(where);
}
