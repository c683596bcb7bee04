import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
const { compiled, removed } = await ensureBuilt();
console.log(`Build is up to date: ${compiled} compiled, ${removed} removed.`);
