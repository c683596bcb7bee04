import type { JsonObject } from '../json.js';
import type { Position, StoredEvent } from '../port.js';

/** A UUID as text, or its 16 bytes. */
export type EventId = string | Buffer;

/** The 16 bytes of a UUID. */
export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** The text of a UUID of 16 bytes. */
export function idText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A stored event that parses its JSON when it is first asked for, and then keeps it for all readers. */
export class LazyEvent implements StoredEvent {
  #id: EventId;
  #data: JsonObject | undefined;
  #metadata: JsonObject | undefined;

  constructor(
    readonly stream: string,
    readonly revision: bigint,
    readonly position: Position,
    id: EventId,
    readonly type: string,
    readonly dataText: string,
    readonly metadataText: string,
  ) {
    this.#id = id;
  }

  get id(): string {
    return typeof this.#id === 'string' ? this.#id : (this.#id = idText(this.#id));
  }

  get data(): JsonObject {
    return (this.#data ??= JSON.parse(this.dataText) as JsonObject);
  }

  get metadata(): JsonObject {
    return (this.#metadata ??= JSON.parse(this.metadataText) as JsonObject);
  }
}
