import { randomUUID } from 'node:crypto';
import { openStore, type EventStore, type EventToAppend } from '@bitacora/event-store';
import { FakeEventStore } from '@bitacora/event-store/testing';
import { freshDatabase, removeDatabases } from './data.js';
import { rate, type Section, type Subject } from './harness.js';

/** As many appends under way as a busy evening has encounters. */
const AT_ONCE = 32;
const APPENDS = 1_600;
const EVENTS = 2_000;
const FAKE = 'eventstoredb (a fake: says what the driver costs, nothing of a server)';

interface Opened {
  readonly store: EventStore;
  readonly close: () => Promise<void>;
}

const STORES: readonly { readonly name: string; readonly open: () => Promise<Opened> }[] = [
  { name: 'memory', open: () => opened('memory:') },
  { name: 'sqlite, FULL', open: () => opened(`sqlite:${freshDatabase()}`) },
  {
    name: FAKE,
    open: async () => {
      const fake = await FakeEventStore.start();
      const { store, close } = await opened(fake.url);
      return {
        store,
        close: async () => {
          await close();
          await fake.stop();
        },
      };
    },
  },
];

async function opened(address: string): Promise<Opened> {
  const store = await openStore(address);
  return { store, close: () => store.close() };
}

/** (g) Appends and reads through each store, as the port has them. */
export async function stores(): Promise<Section[]> {
  const close = async (): Promise<void> => removeDatabases();
  return [
    {
      id: 'g',
      title: `append to durable, ${AT_ONCE} streams at once`,
      unit: 'appends/s',
      better: 'higher',
      note: 'one event of 300 bytes an append',
      subjects: each((open) => withStore(open, appending)),
      close,
    },
    {
      id: 'g',
      title: 'append to durable, one after the other',
      unit: 'appends/s',
      better: 'higher',
      subjects: each((open) => withStore(open, appendingInTurn)),
      close,
    },
    {
      id: 'g',
      title: `read a stream of ${EVENTS} events, parsed`,
      unit: 'events/s',
      better: 'higher',
      subjects: each((open) => withStore(open, reading)),
      close,
    },
  ];
}

function each(round: (open: () => Promise<Opened>) => Promise<number>): [Subject, ...Subject[]] {
  return STORES.map(({ name, open }) => ({ name, round: () => round(open) })) as [Subject, ...Subject[]];
}

async function withStore(open: () => Promise<Opened>, use: (store: EventStore) => Promise<number>): Promise<number> {
  const { store, close } = await open();
  const figure = await use(store);
  await close();
  return figure;
}

async function appending(store: EventStore): Promise<number> {
  const streams = Array.from({ length: AT_ONCE }, (_, i) => `encounter-${i}`);
  return rate(APPENDS, () => Promise.all(streams.map((stream) => fill(store, stream, APPENDS / AT_ONCE))));
}

function appendingInTurn(store: EventStore): Promise<number> {
  return rate(APPENDS / AT_ONCE, () => fill(store, 'encounter-1', APPENDS / AT_ONCE));
}

async function reading(store: EventStore): Promise<number> {
  for (let at = 0; at < EVENTS; at += 500) {
    const add = Array.from({ length: 500 }, event);
    await store.append('encounter-1', add, at === 0 ? 'no_stream' : BigInt(at - 1));
  }
  return rate(EVENTS, async () => {
    let sum = 0;
    for await (const { data } of store.readStream('encounter-1')) sum += Object.keys(data).length;
    if (sum === 0) throw new Error('nothing was read');
  });
}

async function fill(store: EventStore, stream: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const { kind } = await store.append(stream, [event()], i === 0 ? 'no_stream' : BigInt(i - 1));
    if (kind !== 'appended') throw new Error(kind);
  }
}

function event(): EventToAppend {
  const data = { text: 'x'.repeat(150), combatant: 'ana' };
  return { id: randomUUID(), type: 'NoteAdded', data, metadata: { command: randomUUID(), actor: 'admin', version: 1 } };
}
