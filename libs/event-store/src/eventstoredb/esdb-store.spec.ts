import { randomUUID } from 'node:crypto';
import type { EventStore } from '../port.js';
import { describeEventStore, type MakeContractStore } from '../testing/contract.js';
import { FakeEventStore } from '../testing/esdb/fake-event-store.js';
import { EventStoreDb } from './esdb-store.js';

/** A machine with much else to do is no reason to give up. */
const PATIENT = { callMs: 30_000 };

const at =
  (url: string, prefix: string, after: () => Promise<void>): MakeContractStore =>
  async () => {
    const opened: EventStore[] = [];
    const open = async (): Promise<EventStore> => {
      const store = await EventStoreDb.open(url, PATIENT);
      opened.push(store);
      return store;
    };
    const store = await open();
    return {
      store,
      prefix,
      reopen: async () => {
        await store.close();
        return open();
      },
      another: open,
      dispose: async () => {
        await Promise.all(opened.map((each) => each.close()));
        await after();
      },
    };
  };

describeEventStore(
  'eventstoredb, against the fake server,',
  async () => {
    const fake = await FakeEventStore.start();
    return at(fake.url, 't-', () => fake.stop())();
  },
  { modelRuns: 20, load: 1_600 },
);

const { EVENTSTORE_URL } = process.env;
if (EVENTSTORE_URL !== undefined) {
  describeEventStore(
    'eventstoredb, against a real server,',
    async () => at(EVENTSTORE_URL, `test-${randomUUID()}-`, async () => undefined)(),
    { modelRuns: 20, load: 1_600 },
  );
}
