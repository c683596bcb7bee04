import {
  StoreUnavailable,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type EventToAppend,
  type Expected,
} from '@bitacora/event-store';

/**
 * What an append meets: `before`: it is lost on the way there, `after`: its answer is lost on the way back, `down`: the store
 * cannot be reached, `lost`: nobody can ever say what became of it, though it was stored.
 */
export type Fault = 'before' | 'after' | 'down' | 'lost';

/** A store whose appends meet the faults that a test has planned, one an append, oldest first. */
export interface FaultyStore extends EventStore {
  plan(...faults: readonly (Fault | null)[]): void;
  /** Called before every append with its number, from 1. */
  beforeAppend: ((append: number) => Promise<void>) | null;
}

/** Puts faults before `store`. */
export function faultyStore(store: EventStore): FaultyStore {
  const planned: (Fault | null)[] = [];
  let appends = 0;
  const faulty: FaultyStore = {
    beforeAppend: null,
    plan: (...faults) => void planned.push(...faults),
    append: async (stream, events, expected, options) => {
      appends += 1;
      await faulty.beforeAppend?.(appends);
      const fault = planned.shift() ?? null;
      return fault === null
        ? store.append(stream, events, expected, options)
        : fail(fault, [stream, events, expected, options]);
    },
    readStream: (...args) => store.readStream(...args),
    readStreamPage: (...args) => store.readStreamPage(...args),
    head: (stream) => store.head(stream),
    readAll: (options) => store.readAll(options),
    subscribeAll: (options) => store.subscribeAll(options),
    retire: (stream) => store.retire(stream),
    health: () => store.health(),
    close: () => store.close(),
  };
  const fail = async (
    fault: Fault,
    append: [string, readonly EventToAppend[], Expected, AppendOptions | undefined],
  ): Promise<AppendResult> => {
    if (fault === 'down') throw new StoreUnavailable('The store is down.');
    if (fault !== 'before') await store.append(...append);
    if (fault !== 'lost') return { kind: 'unknown', resolve: () => store.append(...append) };
    const unknown: AppendResult = { kind: 'unknown', resolve: async () => unknown };
    return unknown;
  };
  return faulty;
}
