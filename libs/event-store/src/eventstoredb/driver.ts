import type {
  EventStoreDBClient,
  ReadRevision,
  RecordedEvent,
  ResolvedEvent,
  Position as DriverPosition,
} from '@eventstore/db-client';
import type * as driver from '@eventstore/db-client';
import { StoreClosed } from '../errors.js';
import type { Address } from './address.js';
import { meaningOf, NoAnswer, Tries, type Meaning } from './faults.js';
import { Backoff, within } from './patience.js';

/** The driver's package, which is loaded only when an address asks for it. */
export type DriverModule = typeof driver;

/** What a call can come to besides its result. */
export type Settled = Extract<Meaning, { kind: 'missing' | 'deleted' | 'conflict' }>;

/** Whether a call has come to something else than its result. */
export function isSettled(value: object | undefined): value is Settled {
  return value !== undefined && 'kind' in value;
}

/** How long to wait, in milliseconds. */
export interface Patience {
  /** For one try, before the next one. Default 1,500. */
  readonly tryMs: number;
  /** For a call that changes nothing, or an append without a deadline of its own. Default 5,000. */
  readonly callMs: number;
  /** For a subscription that is silent, before it is looked after. Default 2,000. */
  readonly watchMs: number;
}

/** The defaults of {@link Patience}. */
export const PATIENCE: Patience = { tryMs: 1_500, callMs: 5_000, watchMs: 2_000 };
/** Our own timer comes after the driver's, which is the more telling one. */
const GRACE_MS = 300;
const RENEW_EVERY_MS = 1_000;

/** At most `max` events of a stream, from revision `from` on or back. */
export interface PageRequest {
  readonly from: ReadRevision;
  readonly max: number;
  readonly backward: boolean;
}

/** The driver's client with our limits, our retries and our errors. */
export class Driver {
  closed = false;
  client: EventStoreDBClient;
  #renewals = 0;
  #renewed = 0;

  /** Throws where the driver does not take the connection string. */
  constructor(
    readonly module: DriverModule,
    readonly address: Address,
    readonly patience: Patience,
  ) {
    this.client = module.EventStoreDBClient.connectionString(address.url);
  }

  /**
   * What an error means; where it says that no connection could be made, the next try gets a new client. The driver's own
   * waits longer and longer between connections, up to two minutes: a server that has come back would not be noticed.
   */
  meaningOf(error: unknown): Meaning {
    const meaning = meaningOf(error, this.address.shown);
    if (meaning.kind === 'transient' && !meaning.sent) this.#renew();
    return meaning;
  }

  #renew(): void {
    const now = performance.now();
    if (this.closed || now - this.#renewed < RENEW_EVERY_MS) return;
    this.#renewed = now;
    this.#renewals = (this.#renewals + 1) % 1_000;
    const old = this.client;
    // The waiting is shared by all connections with the same settings; another timeout by a millisecond is another setting.
    this.client = this.module.EventStoreDBClient.connectionString(withTimeout(this.address.url, this.#renewals));
    void old.dispose();
  }

  /** The limits of one try that is to end by `until`. */
  limits(until: number): CallLimits {
    const deadline = Math.max(1, Math.min(this.patience.tryMs, until - performance.now()));
    return { deadline, credentials: this.address.credentials, requiresLeader: true };
  }

  /** One try of a call that has one answer, with the driver's deadline and ours. */
  try<T>(until: number, work: (limits: CallLimits) => Promise<T>): Promise<T> {
    const limits = this.limits(until);
    return within(limits.deadline + GRACE_MS, work(limits));
  }

  /**
   * Tries something that may be done twice until it works or `until` has come; gives meanings other than transient back.
   * `work` keeps the limits itself: a long page may take long, as long as it comes.
   */
  async patiently<T>(
    work: (limits: CallLimits) => Promise<T>,
    until = performance.now() + this.patience.callMs,
  ): Promise<T | Settled> {
    const backoff = new Backoff(500);
    const tries = new Tries();
    for (;;) {
      this.open();
      try {
        return await work(this.limits(until));
      } catch (error) {
        const meaning = this.meaningOf(error);
        if (meaning.kind === 'final') throw meaning.error;
        if (meaning.kind !== 'transient') return meaning;
        tries.add(error);
        if (performance.now() >= until) throw tries.unavailable(this.address.shown);
        await backoff.wait(until);
      }
    }
  }

  /** Events of one stream: a page. */
  page(stream: string, { from, max, backward }: PageRequest, limits: CallLimits): Promise<RecordedEvent[]> {
    const direction = backward ? ('backwards' as const) : ('forwards' as const);
    const { credentials, requiresLeader } = limits;
    const options = { direction, fromRevision: from, maxCount: max, credentials, requiresLeader };
    return drain(this.client.readStream(stream, options), limits.deadline);
  }

  /** Events of all streams, the server's own among them: a page. `from` is inclusive going forward. */
  allPage(from: DriverPosition | 'start' | 'end', max: number, limits: CallLimits): Promise<RecordedEvent[]> {
    const direction = from === 'end' ? ('backwards' as const) : ('forwards' as const);
    const { credentials, requiresLeader } = limits;
    return drain(
      this.client.readAll({ direction, fromPosition: from, maxCount: max, credentials, requiresLeader }),
      limits.deadline,
    );
  }

  open(): void {
    if (this.closed) throw new StoreClosed();
  }

  /** Lets go of the client. The driver waits for each of its streams to finish, and one that was cut may never do so. */
  async close(): Promise<void> {
    this.closed = true;
    await within(this.patience.tryMs, this.client.dispose()).catch(() => undefined);
  }
}

/** How the driver is to make one call: its deadline in milliseconds, as whom, and whether only the leader may answer. */
export interface CallLimits {
  readonly deadline: number;
  readonly credentials: { readonly username: string; readonly password: string };
  readonly requiresLeader: boolean;
}

function withTimeout(url: string, more: number): string {
  const [base = '', query = ''] = url.split('?');
  const options = query.split('&').filter((each) => each !== '');
  const isTimeout = (each: string): boolean => /^keep[_-]?alive[_-]?timeout=/i.test(each);
  const given = Number(options.find(isTimeout)?.split('=')[1] ?? 10_000);
  const rest = options.filter((each) => !isTimeout(each));
  return `${base}?${[...rest, `keepAliveTimeout=${Math.max(0, given) + more}`].join('&')}`;
}

interface DriverStream extends AsyncIterable<ResolvedEvent> {
  on(event: 'error', listener: () => void): unknown;
  destroy(error?: Error): unknown;
  cancel(): Promise<void>;
}

/** The call below the driver's stream. */
interface GrpcCall {
  once(event: 'status', listener: (status: { readonly code: number }) => void): unknown;
}

const OK = 0;

/**
 * Takes all of a read. The driver sets no limit to a read, so it is given up when nothing has come for `idleMs`; and an
 * error that comes after that must not be the process's. A call that was called off with its connection ends in the driver
 * without an error, like a whole one: only the call's own status tells them apart.
 */
async function drain(stream: DriverStream, idleMs: number): Promise<RecordedEvent[]> {
  let code: number | undefined;
  stream.on('error', () => undefined);
  // The driver's types leave out that its stream is one of Node's, into which the call is piped.
  (stream as unknown as NodeJS.EventEmitter).once('pipe', (call: GrpcCall) =>
    call.once('status', (status) => (code = status.code)),
  );
  const events: RecordedEvent[] = [];
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(idleMs, iterator.next());
      if (next.done && code === OK) return events;
      if (next.done) throw new NoAnswer('the read was cut');
      if (next.value.event !== undefined) events.push(next.value.event);
    }
  } catch (error) {
    void stream.cancel().catch(() => undefined);
    stream.destroy();
    throw error;
  }
}
