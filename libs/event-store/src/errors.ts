/** The stable codes of {@link StoreError}. */
export type StoreErrorCode =
  | 'EVENT_TOO_LARGE'
  | 'APPEND_TOO_LARGE'
  | 'INVALID_STREAM_NAME'
  | 'INVALID_APPEND'
  | 'INVALID_POSITION'
  | 'INVALID_STORE_URL'
  | 'DUPLICATE_EVENT_ID'
  | 'STREAM_NOT_FOUND'
  | 'STREAM_RETIRED'
  | 'APPEND_ABORTED'
  | 'STORE_UNAVAILABLE'
  | 'STORE_CORRUPT'
  | 'STORE_INCOMPATIBLE'
  | 'STORE_ACCESS_DENIED'
  | 'STORE_CLOSED';

/** Every error that a store throws is one of these; `code` is stable, the text is for people. */
export abstract class StoreError extends Error {
  abstract readonly code: StoreErrorCode;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** One event is over {@link MAX_EVENT_BYTES}. Nothing was stored. */
export class EventTooLarge extends StoreError {
  readonly code = 'EVENT_TOO_LARGE';

  constructor(
    readonly index: number,
    readonly bytes: number,
    readonly limit: number,
  ) {
    super(`Event ${index} of the append has ${bytes} bytes; the limit is ${limit}.`);
  }
}

/** The events of one append together are over {@link MAX_APPEND_BYTES}, or too many. Nothing was stored. */
export class AppendTooLarge extends StoreError {
  readonly code = 'APPEND_TOO_LARGE';

  constructor(
    readonly size: number,
    readonly limit: number,
    readonly unit: 'bytes' | 'events',
  ) {
    super(`The append has ${size} ${unit}; the limit is ${limit}.`);
  }
}

/** The stream's name is empty, longer than 200 bytes, starts with `$`, or holds control characters or lone surrogates. */
export class InvalidStreamName extends StoreError {
  readonly code = 'INVALID_STREAM_NAME';

  constructor(
    readonly stream: string,
    reason: string,
  ) {
    super(`The stream name ${JSON.stringify(stream.slice(0, 80))} ${reason}.`);
  }
}

/** The append can be right on no store: an empty list, an id that is no UUID, data that is not JSON … Nothing was stored. */
export class InvalidAppend extends StoreError {
  readonly code = 'INVALID_APPEND';
}

/** A position that this kind of store never gave out. */
export class InvalidPosition extends StoreError {
  readonly code = 'INVALID_POSITION';

  constructor(readonly position: string) {
    super(`${JSON.stringify(position.slice(0, 80))} is no position of this store.`);
  }
}

/** The address of a store, or an option in it, makes no sense. */
export class InvalidStoreUrl extends StoreError {
  readonly code = 'INVALID_STORE_URL';
}

/**
 * An id of the append is in the stream already, elsewhere than a retry would find it. Nothing was stored.
 * The embedded stores always see it; EventStoreDB looks only where a retry would stand.
 */
export class DuplicateEventId extends StoreError {
  readonly code = 'DUPLICATE_EVENT_ID';

  constructor(
    readonly stream: string,
    readonly eventId: string,
    readonly revision: bigint,
  ) {
    super(`Event ${eventId} is in stream ${stream} already, at revision ${revision}.`);
  }
}

/** There is no such stream: nothing was ever appended to it. */
export class StreamNotFound extends StoreError {
  readonly code = 'STREAM_NOT_FOUND';

  constructor(readonly stream: string) {
    super(`There is no stream ${stream}.`);
  }
}

/** The stream was closed for good by `retire`. */
export class StreamRetired extends StoreError {
  readonly code = 'STREAM_RETIRED';

  constructor(readonly stream: string) {
    super(`The stream ${stream} was retired.`);
  }
}

/** The caller's signal was aborted before the append was begun. Nothing was stored. */
export class AppendAborted extends StoreError {
  readonly code = 'APPEND_ABORTED';

  constructor() {
    super('The append was called off before it was begun.');
  }
}

/** The store cannot be reached or cannot write now. Nothing was stored; trying again later may work. */
export class StoreUnavailable extends StoreError {
  readonly code = 'STORE_UNAVAILABLE';
}

/** The store's content is damaged, or is not a store of ours at all. Trying again does not help. */
export class StoreCorrupt extends StoreError {
  readonly code = 'STORE_CORRUPT';
}

/** The store was written by a newer version of this program. */
export class StoreIncompatible extends StoreError {
  readonly code = 'STORE_INCOMPATIBLE';
}

/** The store refused our credentials. */
export class StoreAccessDenied extends StoreError {
  readonly code = 'STORE_ACCESS_DENIED';
}

/** `close` was called on this store before. */
export class StoreClosed extends StoreError {
  readonly code = 'STORE_CLOSED';

  constructor() {
    super('The store is closed.');
  }
}
