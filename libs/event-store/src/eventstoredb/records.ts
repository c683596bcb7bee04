import type { RecordedEvent, Position as DriverPosition } from '@eventstore/db-client';
import { RESERVED_KEY, type PreparedAppend } from '../core/prepare.js';
import { InvalidPosition, StoreCorrupt } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Position, StoredEvent } from '../port.js';

/** What the last event of each append carries, so that a retry can be told from the append itself, and a part from the whole. */
export interface Mark {
  readonly count: number;
  readonly attempt: string;
}

/** Writes the mark into the metadata's JSON. The key is refused in the metadata of callers. */
function withMark(metadata: string, mark: Mark): string {
  const rest = metadata === '{}' ? '' : `${metadata.slice(1, -1)},`;
  return `{${rest}"${RESERVED_KEY}":"${mark.count}/${mark.attempt}"}`;
}

/** The mark that the last event of an append of ours carries; null for any other event. */
export function markOf(event: RecordedEvent): Mark | null {
  const text = isRecord(event.metadata) ? event.metadata[RESERVED_KEY] : undefined;
  const [, count, attempt] = (typeof text === 'string' && /^(\d+)\/(.+)$/.exec(text)) || [];
  return count === undefined || attempt === undefined ? null : { count: Number(count), attempt };
}

/** The events of an append as the driver takes them. */
export function toDriver(append: PreparedAppend, attempt: string): object[] {
  const last = append.events.length - 1;
  return append.events.map(({ id, type, data, metadata }, i) => ({
    id,
    type,
    contentType: 'application/json',
    data: JSON.parse(data) as unknown,
    metadata: bytesOf(i === last ? withMark(metadata, { count: append.events.length, attempt }) : metadata),
  }));
}

/** A plain Uint8Array: the driver would take a Buffer for an object and write it as JSON. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The driver's position as the port gives it: `COMMIT/PREPARE`. */
export function toPosition({ commit, prepare }: DriverPosition): Position {
  return `${commit}/${prepare}`;
}

/** The driver's position. Throws `InvalidPosition` for what {@link toPosition} did not write. */
export function fromPosition(position: Position): DriverPosition {
  const [, commit, prepare] = /^(\d{1,20})\/(\d{1,20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) throw new InvalidPosition(position);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

/** Whether an event is none of ours to give out: the server's own, or not JSON. */
export function isForeign(event: RecordedEvent | undefined): boolean {
  return event === undefined || event.streamId.startsWith('$') || event.type.startsWith('$') || !event.isJson;
}

/** An event that the driver has parsed already; its JSON text is written again when somebody asks. */
class ParsedEvent implements StoredEvent {
  constructor(
    readonly stream: string,
    readonly revision: bigint,
    readonly position: Position,
    readonly id: string,
    readonly type: string,
    readonly data: JsonObject,
    readonly metadata: JsonObject,
  ) {}

  get dataText(): string {
    return JSON.stringify(this.data);
  }

  get metadataText(): string {
    return JSON.stringify(this.metadata);
  }
}

/** Throws {@link StoreCorrupt} where the server's answer is no event that could have been appended through the port. */
export function toStored(event: RecordedEvent): StoredEvent {
  const { streamId, revision, id, type, data, position } = event;
  const metadata: unknown = event.metadata ?? {};
  if (!isRecord(data) || !isRecord(metadata) || position === undefined) {
    throw new StoreCorrupt(`Event ${revision} of stream ${streamId} is not JSON as this program writes it.`);
  }
  const own = Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== RESERVED_KEY));
  return new ParsedEvent(streamId, revision, toPosition(position), id, type, data, own);
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
