import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../port.js';
import { describeEventStore } from '../testing/contract.js';
import { SqliteStore } from './sqlite-store.js';

describeEventStore('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitacora-'));
  const opened: EventStore[] = [];
  const open = async (): Promise<EventStore> => {
    const store = await SqliteStore.open(join(folder, 'store.db'));
    opened.push(store);
    return store;
  };
  const store = await open();
  return {
    store,
    prefix: 't-',
    reopen: async () => {
      await store.close();
      return open();
    },
    another: open,
    dispose: async () => {
      await Promise.all(opened.map((each) => each.close()));
      rmSync(folder, { recursive: true });
    },
  };
});
