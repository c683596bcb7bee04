import { AppendTooLarge, EventTooLarge, InvalidAppend, InvalidStreamName } from '../errors.js';
import { notJson, type JsonObject } from '../json.js';
import {
  MAX_APPEND_BYTES,
  MAX_APPEND_EVENTS,
  MAX_EVENT_BYTES,
  MAX_STREAM_NAME_BYTES,
  type EventToAppend,
  type Expected,
} from '../port.js';

/** An event made ready: checked, and its JSON written once. */
export interface PreparedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** An append that was checked and written as JSON; `bytes` counts type, data and metadata of its events in UTF-8. */
export interface PreparedAppend {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly [PreparedEvent, ...PreparedEvent[]];
  readonly bytes: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const CONTROL = /\p{Cc}/u;
/** Names that need no closer look. */
const PLAIN_NAME = /^[a-zA-Z0-9][a-zA-Z0-9-]{0,99}$/;
/** The types that were found to be right: there are few different ones. */
const types = new Set<string>();
const MOST_TYPES = 1_024;

/** The metadata key in which the adapters may keep what they need to know about an append. */
export const RESERVED_KEY = '$append';

/** Throws {@link InvalidStreamName} unless the name can be used on every store. */
export function checkStreamName(stream: string): void {
  if (PLAIN_NAME.test(stream)) return;
  if (stream === '') throw new InvalidStreamName(stream, 'is empty');
  if (stream.startsWith('$'))
    throw new InvalidStreamName(stream, 'starts with $, which the stores keep for themselves');
  if (CONTROL.test(stream)) throw new InvalidStreamName(stream, 'holds a control character');
  if (!stream.isWellFormed()) throw new InvalidStreamName(stream, 'is no well-formed Unicode');
  const bytes = Buffer.byteLength(stream);
  if (bytes > MAX_STREAM_NAME_BYTES) {
    throw new InvalidStreamName(stream, `has ${bytes} bytes; the limit is ${MAX_STREAM_NAME_BYTES}`);
  }
}

/** Checks an append as every store must, and writes its JSON. Throws typed errors. */
export function prepareAppend(stream: string, events: readonly EventToAppend[], expected: Expected): PreparedAppend {
  checkStreamName(stream);
  checkExpected(expected);
  if (events.length === 0) throw new InvalidAppend('An append needs at least one event.');
  if (events.length > MAX_APPEND_EVENTS) throw new AppendTooLarge(events.length, MAX_APPEND_EVENTS, 'events');
  const sizes = { total: 0 };
  const ready = events.map((event, i) => prepareEvent(event, i, sizes)) as [PreparedEvent, ...PreparedEvent[]];
  if (sizes.total > MAX_APPEND_BYTES) throw new AppendTooLarge(sizes.total, MAX_APPEND_BYTES, 'bytes');
  if (ready.length > 1) checkDistinct(ready);
  return { stream, expected, events: ready, bytes: sizes.total };
}

function checkExpected(expected: Expected): void {
  if (typeof expected === 'bigint' ? expected >= 0n : ['no_stream', 'stream_exists', 'any'].includes(expected)) return;
  throw new InvalidAppend(`${String(expected)} is no expected revision.`);
}

function checkDistinct(events: readonly PreparedEvent[]): void {
  if (new Set(events.map((event) => event.id)).size === events.length) return;
  throw new InvalidAppend('Two events of the append have the same id.');
}

function prepareEvent(event: EventToAppend, index: number, sizes: { total: number }): PreparedEvent {
  const id = idOf(event, index);
  if (!types.has(event.type)) checkType(event, index);
  const data = event.dataText ?? write(event.data, `Event ${index}: data`);
  const metadata = event.metadataText ?? write(event.metadata, `Event ${index}: metadata`);
  if (RESERVED_KEY in event.metadata) throw new InvalidAppend(`Event ${index}: metadata has ${RESERVED_KEY}.`);
  const bytes = Buffer.byteLength(event.type) + Buffer.byteLength(data) + Buffer.byteLength(metadata);
  if (bytes > MAX_EVENT_BYTES) throw new EventTooLarge(index, bytes, MAX_EVENT_BYTES);
  sizes.total += bytes;
  return { id, type: event.type, data, metadata };
}

function idOf({ id }: EventToAppend, index: number): string {
  if (typeof id === 'string') {
    if (UUID.test(id)) return id;
    const small = id.toLowerCase();
    if (UUID.test(small)) return small;
  }
  throw new InvalidAppend(`Event ${index}: the id is no UUID.`);
}

function checkType({ type }: EventToAppend, index: number): void {
  if (typeof type !== 'string' || type === '' || type.startsWith('$') || CONTROL.test(type))
    throw new InvalidAppend(`Event ${index}: ${JSON.stringify(type)} is no event type.`);
  if (types.size < MOST_TYPES) types.add(type);
}

function write(value: JsonObject, what: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidAppend(`${what} is no object.`);
  }
  const wrong = notJson(value);
  if (wrong !== null) throw new InvalidAppend(`${what} is no JSON: ${wrong}.`);
  return JSON.stringify(value);
}
