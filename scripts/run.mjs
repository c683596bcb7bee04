import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, outputOf } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

// Usage: node scripts/run.mjs <source file, such as test/bench/main.ts> [arguments for it]
const [source] = process.argv.splice(2, 1);

await ensureInstalled();
await ensureBuilt();
await import(pathToFileURL(join(root, outputOf(source))).href);
