import { freshDatabase, removeDatabases } from './data.js';
import type { Section } from './harness.js';
import { startApi, startBare, type BenchServer } from './server.js';

/** (f) From the start of the process to its address, and what it holds when nobody calls. */
export async function startUp(): Promise<Section[]> {
  const measured = async (
    start: () => Promise<BenchServer>,
    figure: (server: BenchServer) => number,
  ): Promise<number> => {
    const server = await start();
    const value = figure(server);
    await server.stop();
    return value;
  };
  const api = (): Promise<BenchServer> => startApi(`sqlite:${freshDatabase()}`);
  const mebibytes = (server: BenchServer): number => server.resident() / 1024 / 1024;
  const time = (server: BenchServer): number => server.startMs;
  return [
    {
      id: 'f',
      title: 'start of the process to its address',
      unit: 'ms',
      better: 'lower',
      subjects: [
        { name: 'bare Fastify and ws', round: () => measured(startBare, time) },
        { name: 'Bitácora on a new SQLite file', round: () => measured(api, time) },
      ],
      close: async () => removeDatabases(),
    },
    {
      id: 'f',
      title: 'idle memory',
      unit: 'MiB',
      better: 'lower',
      note: 'resident memory of the process when it has told its address',
      subjects: [
        { name: 'bare Fastify and ws', round: () => measured(startBare, mebibytes) },
        { name: 'Bitácora on a new SQLite file', round: () => measured(api, mebibytes) },
      ],
      close: async () => removeDatabases(),
    },
  ];
}
