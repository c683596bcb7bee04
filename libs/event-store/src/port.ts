import type { JsonObject } from './json.js';

/**
 * What the stream must be like for an append to be accepted: the revision of its last event (0-based), or
 * `no_stream` (nothing in it yet), `stream_exists`, or `any`.
 * Retries are safe without limit only with a revision or `no_stream`; with the other two, recognising a retry is best effort.
 */
export type Expected = bigint | 'no_stream' | 'stream_exists' | 'any';

/** A place in the order of the whole store. Opaque: only the store that gave it can read it; no arithmetic, no comparing. */
export type Position = string;

/** An event to be stored. */
export interface EventToAppend {
  /** A UUID. The same command must give the same ids again, so that a retry is recognised. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  /** `$correlationId` and `$causationId` are the reserved names; `$append` is the store's own and refused. */
  readonly metadata: JsonObject;
  /** The JSON of `data`, where the caller has it written already; it is stored as it is, unchecked. */
  readonly dataText?: string | undefined;
  /** As `dataText`, of `metadata`. */
  readonly metadataText?: string | undefined;
}

/** An event as it stands in the store. Shared between readers: never change it. `data` and `metadata` are parsed when first asked for. */
export interface StoredEvent {
  readonly stream: string;
  /** 0-based, dense in its stream. */
  readonly revision: bigint;
  readonly position: Position;
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
  /** The JSON text of `data` as it was stored, for those who only pass it on. */
  readonly dataText: string;
  readonly metadataText: string;
}

/** The events are in the store, durably: put there by this call (`appended`), or by an earlier one that this call repeats (`already`). */
export interface Appended {
  readonly kind: 'appended' | 'already';
  /** The revision of the append's last event. */
  readonly revision: bigint;
  /** The position of the append's last event. */
  readonly position: Position;
  /** The position of each event, where the store knows them without asking. */
  readonly positions?: readonly Position[];
}

/** The stream is not as expected: `actual` is the revision of its last event, or null if there is none. Nothing was stored. */
export interface AppendConflict {
  readonly kind: 'conflict';
  readonly actual: bigint | null;
}

/**
 * Nobody knows yet whether the events were stored. `resolve` finds out, and appends them with the same ids and the same
 * expectation if they were not; it may answer `unknown` again while the store cannot be reached.
 */
export interface AppendUnknown {
  readonly kind: 'unknown';
  resolve(): Promise<AppendResult>;
}

/** What became of an append; whatever else goes wrong is thrown as a `StoreError`. */
export type AppendResult = Appended | AppendConflict | AppendUnknown;

/** Bounds of one append. */
export interface AppendOptions {
  /** Calls the append off if it was not begun yet (`AppendAborted`); afterwards it has no effect. */
  readonly signal?: AbortSignal | undefined;
  /** How long to try, in milliseconds from now. Default 5,000. */
  readonly deadlineMs?: number | undefined;
}

/** Which events of a stream to read. */
export interface ReadStreamOptions {
  /** The first revision to give, inclusive. Default: the first going forward, the last going backward. */
  readonly from?: bigint | undefined;
  readonly direction?: 'forward' | 'backward' | undefined;
  /** How many events at most. */
  readonly max?: number | undefined;
  /** Ends the reading, without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** Events whose stream begins with one of `prefixes` and whose type is one of `types`; what is left out does not restrict. */
export interface EventFilter {
  readonly prefixes?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
}

/** Which events of the whole store to read. */
export interface ReadAllOptions {
  /** Exclusive. Default: from the beginning. */
  readonly after?: Position | undefined;
  readonly filter?: EventFilter | undefined;
  readonly max?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What to follow, from where, and whom to tell of the way. */
export interface SubscribeOptions {
  /** Exclusive; `end` means what comes after the first `next()` was called. Default: from the beginning. */
  readonly after?: Position | 'end' | undefined;
  readonly filter?: EventFilter | undefined;
  /** Ends the subscription, without an error. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called and awaited when a range without matching events was passed: keep it as you keep the positions of events.
   * An error thrown here ends the subscription with that error.
   */
  readonly onCheckpoint?: ((position: Position) => void | Promise<void>) | undefined;
  /** Called and awaited each time the subscription has given all there is and begins to wait for more. */
  readonly onCaughtUp?: (() => void | Promise<void>) | undefined;
}

/** The events of a subscription, one by one or, for those who keep up with all that is written, as many at a time as there are. */
export interface Subscription extends AsyncIterable<StoredEvent> {
  /** The same events in lists, none of them empty. To be used instead of the events themselves, not besides. */
  pages(): AsyncIterable<readonly StoredEvent[]>;
}

/** `ok: false` says in `reason` what is wrong, for people. */
export type StoreHealth =
  | { readonly ok: true; readonly store: string; readonly latencyMs: number }
  | { readonly ok: false; readonly store: string; readonly reason: string };

/**
 * Streams of events with optimistic concurrency, a total order over all of them, and subscriptions that follow it.
 * Every method throws a `StoreError` and nothing else. An event has at most 256 KiB, an append at most 1,000,000 bytes
 * (type, data and metadata as UTF-8), on every store.
 */
export interface EventStore {
  /**
   * Appends all events or none, one after the other. Answers only when they are durable.
   * The same ids and the same expectation again give `already`; a part of an earlier append, or more than it, gives `conflict`.
   * The same id in two streams is no matter.
   */
  append(
    stream: string,
    events: readonly EventToAppend[],
    expected: Expected,
    options?: AppendOptions,
  ): Promise<AppendResult>;
  /** Throws `StreamNotFound` or `StreamRetired` when the iteration begins. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent>;
  /** The quick way to load a stream: at most `max` events from revision `from` on; empty past the end. */
  readStreamPage(stream: string, from: bigint, max: number): Promise<StoredEvent[]>;
  /** The revision of the stream's last event; null if there is no such stream. */
  head(stream: string): Promise<bigint | null>;
  /** All streams in one order, in which each stream's own order is kept. */
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  /**
   * As `readAll`, and then what is appended, as it comes; survives a lost connection by itself. Gives each event once and in order.
   * Pulled by the consumer: who is slow holds a bounded buffer and slows nobody else. Throws `InvalidPosition` when the iteration begins
   * after what is no position; the embedded stores also where it is beyond their end.
   */
  subscribeAll(options?: SubscribeOptions): Subscription;
  /** Closes a stream for good: reading it and appending to it then give `StreamRetired`. What `readAll` still gives of it is up to the store. */
  retire(stream: string): Promise<void>;
  /** Asks the store itself, within two seconds; never throws. */
  health(): Promise<StoreHealth>;
  /** Settles all calls in flight and ends the subscriptions; afterwards every method throws `StoreClosed`. */
  close(): Promise<void>;
}

/** Most bytes of one event: its type, data and metadata in UTF-8. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** Most bytes of one append: type, data and metadata of all its events in UTF-8. */
export const MAX_APPEND_BYTES = 1_000_000;
/** Most events of one append. */
export const MAX_APPEND_EVENTS = 4_096;
/** Most bytes of a stream's name in UTF-8. */
export const MAX_STREAM_NAME_BYTES = 200;
