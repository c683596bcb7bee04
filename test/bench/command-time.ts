import type { CommandInput, Encounters } from '@bitacora/encounters';
import { createBench, openFresh, removeDatabases, send } from './data.js';
import { median, type Section } from './harness.js';

const COMBATANTS = 6;
const LENGTHS = [10, 1_000, 20_000];
const COMMANDS = 100;

/** (e) The time of a command in encounters of different length: it must not grow. */
export async function commandTime(): Promise<Section[]> {
  const { encounters, close } = await openFresh();
  const [short, ...longer] = await Promise.all(LENGTHS.map((length) => ofLength(encounters, length)));
  const times = new Map<string, number[]>();
  /** Command by command in turn, so that the disk's moods are the same for all. */
  const roundOf = async (): Promise<void> => {
    const ids = [await ofLength(encounters, LENGTHS[0] ?? 0), ...longer];
    ids.forEach((_, i) => times.set(nameOf(i), []));
    for (let n = 0; n < COMMANDS; n += 1) {
      for (const [i, id] of ids.entries()) {
        const begun = performance.now();
        await send(encounters, id, commandOf(n));
        times.get(nameOf(i))?.push((performance.now() - begun) * 1_000);
      }
    }
  };
  if (short === undefined) throw new Error('no lengths');
  const subject = (i: number) => ({ name: nameOf(i), round: async () => median(times.get(nameOf(i)) ?? []) });
  const first = {
    name: nameOf(0),
    round: async () => {
      await roundOf();
      return median(times.get(nameOf(0)) ?? []);
    },
  };
  return [
    {
      id: 'e',
      title: 'a command until it is durable, by the length of the encounter',
      unit: 'µs',
      better: 'lower',
      targets: Object.fromEntries(LENGTHS.slice(1).map((_, i) => [nameOf(i + 1), 1.2])),
      subjects: [first, ...LENGTHS.slice(1).map((_, i) => subject(i + 1))],
      close: async () => {
        await close();
        removeDatabases();
      },
    },
  ];
}

function nameOf(index: number): string {
  return `${LENGTHS[index]} events`;
}

async function ofLength(encounters: Encounters, events: number): Promise<string> {
  const id = await createBench(encounters, COMBATANTS);
  await send(encounters, id, { type: 'start' });
  for (let i = COMBATANTS + 3; i < events; i += 1) await send(encounters, id, commandOf(i));
  return id;
}

function commandOf(number: number): CommandInput {
  const combatant = `c${1 + ((number >> 1) % COMBATANTS)}`;
  return number % 2 === 0 ? { type: 'wound', combatant } : { type: 'heal', combatant };
}
