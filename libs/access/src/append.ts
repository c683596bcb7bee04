import { randomUUID } from 'node:crypto';
import { StoreUnavailable, type EventStore, type Expected, type JsonObject } from '@bitacora/event-store';

/** How often an unknown outcome is asked for. */
const ASKS = 3;

/** An event of access. */
export interface AccessEvent {
  readonly type: string;
  readonly data: JsonObject;
}

/** Puts an event into a stream of access; false where the stream is not as `expected`. Throws the store's errors. */
export async function put(
  store: EventStore,
  stream: string,
  { type, data }: AccessEvent,
  expected: Expected = 'any',
): Promise<boolean> {
  let result = await store.append(stream, [{ id: randomUUID(), type, data, metadata: { version: 1 } }], expected);
  for (let asked = 0; result.kind === 'unknown'; asked += 1) {
    if (asked === ASKS) throw new StoreUnavailable('Whether the access was stored cannot be found out now.');
    result = await result.resolve();
  }
  return result.kind !== 'conflict';
}
