import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runChecks } from './lib/checks.mjs';
import { runJest } from './lib/run.mjs';

const jestArgs = process.argv.slice(2);
const onlyJest = jestArgs.some((arg) => !arg.startsWith('--json') && !arg.startsWith('--outputFile'));

ensureInstalled();
await ensureBuilt();
const failedChecks = onlyJest ? [] : await runChecks();
const { code } = await runJest(jestArgs);
if (failedChecks.length > 0) console.error(`\nFailed before the tests: ${failedChecks.join(', ')}`);
process.exitCode = failedChecks.length > 0 ? 1 : code;
