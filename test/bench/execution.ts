import type { Command } from '@bitacora/engine';
import { rowsOf, writeBare, type Row } from './bare.js';
import { createBench, fight, openFresh, send } from './data.js';
import { rate, type Section } from './harness.js';

const COMBATANTS = 6;
const WARM_UP = 4;

/** (b) A command until it is durable, in one encounter and in 64 at once, against bare group commits of the same bytes. */
export async function execution(): Promise<Section[]> {
  return [await section(1, 600), await section(64, 100)];
}

async function section(encounters: number, commandsEach: number): Promise<Section> {
  const script = fight(COMBATANTS, commandsEach);
  const commands = encounters * commandsEach;
  // One store for all rounds, as a server has one: what is compared is its work, not its start.
  const opened = await openFresh();
  await play(opened, script, encounters);
  const rows = (await rowsOf(opened.store)).slice((1 + COMBATANTS) * encounters);
  const groups = grouped(rows, encounters);
  const bytes = rows.reduce((sum, row) => sum + row.slice(2).join('').length, 0);
  return {
    id: 'b',
    title: `execute to durable, ${encounters} encounter${encounters > 1 ? 's at once' : ''}, in process`,
    unit: 'commands/s',
    better: 'higher',
    warmUp: WARM_UP,
    targets: encounters > 1 ? { execute: 0.4 } : {},
    note: `${commands} commands of a fight of ${COMBATANTS}: ${(rows.length / commands).toFixed(1)} events and ${Math.round(bytes / commands)} bytes a command`,
    subjects: [
      { name: 'bare group commits', round: () => rate(commands, () => writeBare(groups)) },
      { name: 'execute', round: () => play(opened, script, encounters) },
    ],
    close: opened.close,
  };
}

/** Plays the script in so many new encounters at once; answers the commands a second. */
async function play(
  { encounters }: Awaited<ReturnType<typeof openFresh>>,
  script: readonly Command[],
  count: number,
): Promise<number> {
  const ids = await Promise.all(Array.from({ length: count }, () => createBench(encounters, COMBATANTS)));
  return rate(script.length * count, () =>
    Promise.all(
      ids.map(async (id) => {
        for (const command of script) await send(encounters, id, command);
      }),
    ),
  );
}

/** As many commands in one commit as are under way at once. */
function grouped(rows: readonly Row[], commands: number): Row[][] {
  const groups: Row[][] = [];
  let seen = new Set<unknown>();
  for (const row of rows) {
    seen.add((JSON.parse(row[5]) as { command: unknown }).command);
    if (seen.size > commands || groups.length === 0) {
      groups.push([]);
      seen = new Set([(JSON.parse(row[5]) as { command: unknown }).command]);
    }
    groups.at(-1)?.push(row);
  }
  return groups;
}
