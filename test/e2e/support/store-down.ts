import { openStore, StoreUnavailable, type EventStore } from '@bitacora/event-store';

/** A store in memory that can be put out of reach. */
export interface StoreWithSwitch {
  readonly store: EventStore;
  setDown(isDown: boolean): void;
}

/** Opens one. */
export async function storeWithSwitch(): Promise<StoreWithSwitch> {
  const memory = await openStore('memory:');
  let down = false;
  const store: EventStore = {
    append: async (...args) => {
      if (down) throw new StoreUnavailable('The store is down.');
      return memory.append(...args);
    },
    health: async () => (down ? { ok: false, store: 'memory', reason: 'It is down.' } : memory.health()),
    readStream: (...args) => memory.readStream(...args),
    readStreamPage: (...args) => memory.readStreamPage(...args),
    head: (stream) => memory.head(stream),
    readAll: (...args) => memory.readAll(...args),
    subscribeAll: (...args) => memory.subscribeAll(...args),
    retire: (stream) => memory.retire(stream),
    close: () => memory.close(),
  };
  return { store, setDown: (isDown) => void (down = isDown) };
}
