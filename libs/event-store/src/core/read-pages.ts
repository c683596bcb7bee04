import type { ReadStreamOptions, StoredEvent } from '../port.js';

/** A stream of an embedded store, read in one go. Both throw `StreamNotFound`, `StreamRetired` and `StoreClosed`. */
export interface StreamPages<E extends StoredEvent> {
  /** The revision of the last event. */
  last(stream: string): number;
  /** The events from revision `from` on, at most `max`, going forward. */
  page(stream: string, from: number, max: number): E[];
}

const PAGE = 500;

/** `readStream` over {@link StreamPages}: in pages of 500, so that a long stream does not stand in memory at once. */
export async function* readPages<E extends StoredEvent>(
  pages: StreamPages<E>,
  stream: string,
  options: ReadStreamOptions,
): AsyncGenerator<StoredEvent, void, undefined> {
  const last = pages.last(stream);
  const backward = options.direction === 'backward';
  let at = Number(options.from ?? (backward ? last : 0));
  if (backward) at = Math.min(at, last);
  let left = options.max ?? Infinity;
  while (left > 0 && at >= 0 && !options.signal?.aborted) {
    const size = Math.min(PAGE, left, backward ? at + 1 : PAGE);
    const events = pages.page(stream, backward ? at + 1 - size : at, size);
    if (backward) events.reverse();
    for (const event of events) {
      if (options.signal?.aborted) return;
      yield event;
    }
    if (events.length < size) return;
    left -= size;
    at += backward ? -size : size;
  }
}
