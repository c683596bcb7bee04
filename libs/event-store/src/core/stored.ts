import type { JsonObject } from '../json.js';
import type { Position, StoredEvent } from '../port.js';

/** A stored event that parses its JSON when it is first asked for, and then keeps it for all readers. */
export class LazyEvent implements StoredEvent {
  #data: JsonObject | undefined;
  #metadata: JsonObject | undefined;

  constructor(
    readonly stream: string,
    readonly revision: bigint,
    readonly position: Position,
    readonly id: string,
    readonly type: string,
    readonly dataText: string,
    readonly metadataText: string,
  ) {}

  get data(): JsonObject {
    return (this.#data ??= JSON.parse(this.dataText) as JsonObject);
  }

  get metadata(): JsonObject {
    return (this.#metadata ??= JSON.parse(this.metadataText) as JsonObject);
  }
}
