import { randomUUID } from 'node:crypto';
import type { EventStore, EventToAppend, StoredEvent, AppendResult } from '../../port.js';
import type { JsonObject } from '../../json.js';

/** A store under test. */
export interface ContractStore {
  readonly store: EventStore;
  /** Every stream of the test begins with this, so that a store shared with others can be used. */
  readonly prefix: string;
  /** Another store over the same content: what a restarted process would open. The first one is closed before. */
  reopen(): Promise<EventStore>;
  /** A second store over the same content, open beside the first. */
  another(): Promise<EventStore>;
  dispose(): Promise<void>;
}

export type MakeContractStore = () => Promise<ContractStore>;

export interface ContractOptions {
  /** How many sequences of fifty steps the comparison with the model runs. */
  readonly modelRuns: number;
  /** How many events the heavier cases append: a multiple of 400. */
  readonly load: number;
}

export function event(type = 'Happened', data: JsonObject = {}, metadata: JsonObject = {}): EventToAppend {
  return { id: randomUUID(), type, data, metadata };
}

export function events(count: number): EventToAppend[] {
  return Array.from({ length: count }, (_, i) => event('Happened', { i }));
}

export async function collect(source: AsyncIterable<StoredEvent>, max = Infinity): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  if (max === 0) return found;
  for await (const stored of source) {
    found.push(stored);
    if (found.length >= max) break;
  }
  return found;
}

/** What of a stored event must be the same on every store. */
export function facts({ stream, revision, id, type, data, metadata }: StoredEvent): object {
  return { stream, revision, id, type, data, metadata };
}

/** Appends after whatever is in the stream, again after each conflict: what a command handler does. */
export async function appendAtHead(store: EventStore, stream: string, add: EventToAppend[]): Promise<AppendResult> {
  for (;;) {
    const head = await store.head(stream);
    const result = await store.append(stream, add, head ?? 'no_stream');
    if (result.kind !== 'conflict') return result;
  }
}

/** Opens a store for one test, and closes it whatever happens. */
export function withStore(make: MakeContractStore, test: (given: ContractStore) => Promise<void>): () => Promise<void> {
  return async () => {
    const given = await make();
    try {
      await test(given);
    } finally {
      await given.dispose();
    }
  };
}
