import { StoreError, type EventStore } from '../index.js';
import { collect, events } from '../testing/contract/harness.js';
import { FakeEventStore } from '../testing/esdb/fake-event-store.js';
import { EventStoreDb } from './esdb-store.js';

const STORED = 40;

/** Every kind of read of a stream of forty, as a number that says whether it was whole; null for a typed error. */
function reads(store: EventStore): Promise<number | null>[] {
  const all = [
    store.head('encounter-1').then((head) => Number(head ?? -1n) + 1),
    store.readStreamPage('encounter-1', 0n, 500).then((page) => page.length),
    collect(store.readStream('encounter-1')).then((found) => found.length),
    collect(store.readAll()).then((found) => found.length),
  ];
  return all.map((read) =>
    read.catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'STORE_UNAVAILABLE') return null;
      throw error;
    }),
  );
}

it('reads that are cut, or called off because others were cut, are whole or an error: never shorter than the stream', async () => {
  const fake = await FakeEventStore.start();
  const before = await EventStoreDb.open(fake.url, { callMs: 30_000 });
  await before.append('encounter-1', events(STORED), 'no_stream');
  await before.close();
  const store = await EventStoreDb.open(fake.url, { callMs: 1_000, tryMs: 300 });
  for (let round = 0; round < 6; round += 1) {
    const asked = Array.from({ length: 6 }, () => reads(store)).flat();
    for (let i = 0; i < round % 4; i += 1) await new Promise((resolve) => setImmediate(resolve));
    if (round === 3) await fake.down();
    else fake.cut();
    const found = await Promise.all([...asked, ...reads(store)]);
    expect(found.filter((count) => count !== null && count !== STORED)).toEqual([]);
    if (round === 3) await fake.up();
  }
  await store.close();
  await fake.stop();
});
