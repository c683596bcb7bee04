import type {
  AllStreamSubscription,
  Filter,
  RecordedEvent,
  ResolvedEvent,
  Position as DriverPosition,
} from '@eventstore/db-client';
import { matches } from '../core/follow.js';
import { pause } from '../core/iterable.js';
import { StoreAccessDenied } from '../errors.js';
import type { EventFilter, StoredEvent, SubscribeOptions } from '../port.js';
import { isSettled, type Driver, type DriverModule } from './driver.js';
import { NoAnswer } from './faults.js';
import { Backoff } from './patience.js';
import { fromPosition, isForeign, toPosition, toStored } from './records.js';

/** In what comes out of the driver's stream: its events, and our own notes between them, in their order. */
type Item =
  ResolvedEvent | { readonly note: 'caught-up' } | { readonly note: 'checkpoint'; readonly at: DriverPosition };

const LONGEST_PAUSE_MS = 2_000;
/** Server side, a checkpoint comes after so many times 32 events that did not match. */
const CHECKPOINT_INTERVAL = 4;
/** How many events may be passed over on our side before a checkpoint is given. */
const SKIPPED = 128;
/** How far a silent subscription is looked after. */
const WATCH_PAGE = 500;

/**
 * Follows `$all` from a position, over lost connections: the driver ends every subscription with its connection and
 * brings none back. What was given last is where the next subscription begins, so nothing is given twice or left out.
 */
export class Follower {
  #at: DriverPosition | null = null;
  #skipped = 0;
  readonly #backoff = new Backoff(LONGEST_PAUSE_MS);

  constructor(
    readonly driver: Driver,
    readonly options: SubscribeOptions,
    readonly signal: AbortSignal,
  ) {}

  async *run(): AsyncGenerator<readonly StoredEvent[], void, undefined> {
    const { after } = this.options;
    this.driver.open();
    if (after === 'end') this.#at = await this.#end();
    else if (after !== undefined) this.#at = fromPosition(after);
    while (!this.#ended()) {
      const subscription = this.#subscribe();
      try {
        yield* this.#drain(subscription);
      } catch (error) {
        if (error instanceof CallerError) throw error.cause;
        if (this.#ended()) return;
        const meaning = this.driver.meaningOf(error);
        if (meaning.kind === 'final' && (meaning.error instanceof StoreAccessDenied || meaning.error === error)) {
          throw meaning.error;
        }
      } finally {
        release(subscription);
      }
      if (!this.#ended()) await this.#backoff.wait(Infinity, this.signal);
    }
  }

  #ended(): boolean {
    return this.signal.aborted || this.driver.closed;
  }

  async #end(): Promise<DriverPosition | null> {
    const found = await this.driver.patiently((limits) => this.driver.allPage('end', 1, limits));
    return isSettled(found) ? null : (found[0]?.position ?? null);
  }

  #subscribe(): AllStreamSubscription {
    const { client, address } = this.driver;
    const subscription = client.subscribeToAll({
      fromPosition: this.#at ?? 'start',
      credentials: address.credentials,
      filter: serverFilter(this.driver.module, this.options.filter, (to, at) => push(to, { note: 'checkpoint', at })),
    });
    // An error that comes when nobody listens any more must not be the process's.
    subscription.on('error', () => undefined);
    // The events before it may still stand in the stream's buffer, so the note goes through the stream as well.
    subscription.on('caughtUp' as never, () => push(subscription, { note: 'caught-up' }));
    return subscription;
  }

  async *#drain(subscription: AllStreamSubscription): AsyncGenerator<readonly StoredEvent[], void, undefined> {
    const stop = (): void => void subscription.destroy();
    this.signal.addEventListener('abort', stop, { once: true });
    if (this.#ended()) stop();
    try {
      const items = (subscription as AsyncIterable<Item>)[Symbol.asyncIterator]();
      for (;;) {
        const next = await this.#watched(items.next());
        if (next.done || this.#ended()) return;
        this.#backoff.reset();
        if ('note' in next.value) await this.#noted(next.value);
        else yield* this.#given(next.value.event);
      }
    } finally {
      this.signal.removeEventListener('abort', stop);
    }
  }

  /** Waits for what comes next; now and then, when nothing does, looks whether something should have come. */
  async #watched<T>(next: Promise<T>): Promise<T> {
    for (;;) {
      const quiet = new AbortController();
      const first = await Promise.race([
        next.then((item) => ({ item })),
        pause(this.driver.patience.watchMs, quiet.signal).then(() => undefined),
      ]).finally(() => quiet.abort());
      if (first !== undefined) return first.item;
      if (!this.#ended() && (await this.#hasMissed())) throw new NoAnswer('the subscription has fallen silent');
    }
  }

  /** What did not match counts as passed, so that the next look begins after it. */
  async #hasMissed(): Promise<boolean> {
    const from = this.#at;
    const limits = this.driver.limits(performance.now() + this.driver.patience.callMs);
    const found = await this.driver.allPage(from ?? 'start', WATCH_PAGE, limits);
    const missed = found.some((event) => {
      const isNew = event.position !== undefined && (from === null || event.position.commit > from.commit);
      return isNew && !isForeign(event) && matches(toStored(event), this.options.filter);
    });
    if (!missed) this.#at = found.at(-1)?.position ?? from;
    return missed;
  }

  async *#given(event: RecordedEvent | undefined): AsyncGenerator<readonly StoredEvent[], void, undefined> {
    if (event?.position === undefined) return;
    const stored = isForeign(event) ? undefined : toStored(event);
    const wanted = stored !== undefined && matches(stored, this.options.filter);
    if (wanted) yield [stored];
    this.#at = event.position;
    this.#skipped = wanted ? 0 : this.#skipped + 1;
    if (this.#skipped >= SKIPPED) await this.#checkpoint();
  }

  async #noted(item: Exclude<Item, ResolvedEvent>): Promise<void> {
    if (item.note === 'checkpoint') {
      if (this.#at !== null && item.at.commit < this.#at.commit) return;
      this.#at = item.at;
      return this.#checkpoint();
    }
    if (this.#skipped > 0) await this.#checkpoint();
    await callerDoes(() => this.options.onCaughtUp?.());
  }

  async #checkpoint(): Promise<void> {
    this.#skipped = 0;
    const at = this.#at;
    if (at !== null) await callerDoes(() => this.options.onCheckpoint?.(toPosition(at)));
  }
}

/** An error out of the caller's own function, which is to reach the caller as it is. */
class CallerError extends Error {}

async function callerDoes(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new CallerError('', { cause: error });
  }
}

function push(subscription: { push(item: unknown): boolean }, item: Item): void {
  subscription.push(item);
}

function release(subscription: AllStreamSubscription): void {
  void subscription.unsubscribe().catch(() => undefined);
  subscription.destroy();
}

/** The server sorts out by stream or by type, not by both; what remains is done here. */
function serverFilter(
  module: DriverModule,
  filter: EventFilter | undefined,
  reached: (subscription: { push(item: unknown): boolean }, at: DriverPosition) => void,
): Filter {
  const common = {
    checkpointInterval: CHECKPOINT_INTERVAL,
    checkpointReached: (subscription: unknown, at: DriverPosition): void =>
      reached(subscription as { push(item: unknown): boolean }, at),
  };
  if (filter?.prefixes !== undefined && filter.prefixes.length > 0) {
    return module.streamNameFilter({ ...common, prefixes: [...filter.prefixes] });
  }
  if (filter?.types !== undefined && filter.types.length > 0) {
    return module.eventTypeFilter({ ...common, prefixes: [...filter.types] });
  }
  return module.excludeSystemEvents(common);
}
