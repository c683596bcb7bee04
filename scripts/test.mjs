import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureCompiled, ensurePackages } from './lib/install.mjs';
import { endWithNpm } from './lib/npm-parent.mjs';
import { root } from './lib/paths.mjs';
import { count, resultFile } from './lib/result.mjs';
import { runJest } from './lib/run.mjs';

// Without arguments: every check, then every test. With arguments: jest alone, with these.
const jestArgs = process.argv.slice(2);

endWithNpm();
await ensurePackages();
const compiled = ensureCompiled();
await ensureBuilt();
process.exitCode = jestArgs.length > 0 ? await runOnly(jestArgs) : await runAll();

async function runOnly(args) {
  await compiled;
  return (await runJest(args)).code;
}

async function runAll() {
  const report = join(root, '.cache/jest.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (const file of [report, resultFile]) rmSync(file, { force: true });

  const failedChecks = await runChecks();
  await compiled;
  const { code } = await runJest(['--json', `--outputFile=${report}`]);
  const result = count(report, failedChecks);
  writeFileSync(resultFile, JSON.stringify(result));
  if (failedChecks.length > 0) console.error(`\nFailed besides the tests: ${failedChecks.join(', ')}`);
  return result.failed > 0 ? 1 : code;
}
