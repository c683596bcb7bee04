import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commandTime } from './command-time.js';
import { removeDatabases } from './data.js';
import { execution } from './execution.js';
import { fanOut } from './fan-out.js';
import { folding } from './folding.js';
import { measure, table, type Figures, type Section } from './harness.js';
import { processes } from './processes.js';
import { queries } from './queries.js';
import { rest } from './rest.js';
import { startUp } from './start-up.js';
import { stores } from './stores.js';

// Usage: npm run bench -- [letters, such as b e] [--rounds 7] [--json FILE]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, json: { type: 'string' } },
});

/** Each part makes its sections when its turn comes, so that none measures while another's data are in memory. */
const PARTS: Readonly<Record<string, readonly (() => Promise<Section[]>)[]>> = {
  a: [folding],
  b: [execution, rest],
  c: [queries],
  d: [fanOut],
  e: [commandTime],
  f: [startUp],
  g: [stores],
  h: [processes],
};

const all: Figures[] = [];
const asked = Object.entries(PARTS).filter(([letter]) => positionals.length === 0 || positionals.includes(letter));
for (const part of asked.flatMap(([, parts]) => parts)) {
  for (const section of await part()) {
    const figures = await measure(section, Number(values.rounds));
    console.log(`\n${table(section, figures)}`);
    all.push(...figures);
  }
  removeDatabases();
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(all, null, 2));
