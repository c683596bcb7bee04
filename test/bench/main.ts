import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commandTime } from './command-time.js';
import { execution } from './execution.js';
import { folding } from './folding.js';
import { measure, table, type Figures, type Section } from './harness.js';

// Usage: npm run bench -- [letters, such as b e] [--rounds 7] [--json FILE]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, json: { type: 'string' } },
});

/** Each part makes its sections when its turn comes, so that none measures while another's data are in memory. */
const PARTS: Readonly<Record<string, () => Promise<Section[]>>> = { a: folding, b: execution, e: commandTime };

const all: Figures[] = [];
for (const [letter, part] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(letter)) continue;
  for (const section of await part()) {
    const figures = await measure(section, Number(values.rounds));
    console.log(`\n${table(section, figures)}`);
    all.push(...figures);
  }
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(all, null, 2));
