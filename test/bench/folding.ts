import { EMPTY, evolve, type Recorded } from '@bitacora/engine';
import Database from 'better-sqlite3';
import { createBench, fight, openBench, openFresh, removeDatabases, send } from './data.js';
import { openStore } from '@bitacora/event-store';
import { rate, type Section } from './harness.js';

const COMBATANTS = 6;
const COMMANDS = 4_000;

/** (a) Folding an encounter's log: in memory, and read from SQLite. */
export async function folding(): Promise<Section[]> {
  const { path, encounters, close } = await openFresh();
  const id = await createBench(encounters, COMBATANTS);
  for (const command of fight(COMBATANTS, COMMANDS)) await send(encounters, id, command);
  await close();
  const texts = new Database(path, { readonly: true }).prepare(
    'SELECT type, data, metadata FROM events ORDER BY revision',
  );
  const log = (texts.raw().all() as string[][]).map(parsed);
  const count = log.length;
  const inMemory: Section = {
    id: 'a',
    title: `fold of ${count} events in memory`,
    unit: 'events/s',
    better: 'higher',
    subjects: [
      { name: 'parse JSON only', round: () => rate(count, () => (texts.raw().all() as string[][]).map(parsed)) },
      { name: 'fold', round: () => rate(count, () => log.reduce(evolve, EMPTY)) },
    ],
  };
  const stored: Section = {
    id: 'a',
    title: `read, parse and fold ${count} events from SQLite`,
    unit: 'events/s',
    better: 'higher',
    subjects: [
      { name: 'bare select and parse', round: () => rate(count, () => (texts.raw().all() as string[][]).map(parsed)) },
      { name: 'load', round: () => loadCold(path, id, count) },
    ],
    close: async () => removeDatabases(),
  };
  return [inMemory, stored];
}

function parsed([type, data, metadata]: readonly string[]): Recorded {
  const { command } = JSON.parse(metadata ?? '') as { command: string };
  return { type, data: JSON.parse(data ?? '') as unknown, command } as Recorded;
}

async function loadCold(path: string, id: string, count: number): Promise<number> {
  const store = await openStore(`sqlite:${path}`);
  const encounters = await openBench(store);
  while (!(await encounters.ready()).ok) await new Promise(setImmediate);
  const perSecond = await rate(count, () => encounters.load(id));
  await encounters.close();
  await store.close();
  return perSecond;
}
