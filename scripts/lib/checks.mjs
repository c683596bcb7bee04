import { runNode } from './run.mjs';

const checks = {
  types: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'],
  lint: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'],
  format: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  dependencies: ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'apps', 'libs', 'test'],
};

/** Runs every check, two at a time; resolves to the names of those that failed. */
export async function runChecks() {
  const waiting = Object.entries(checks);
  const failed = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command] = next;
      const { code, output, seconds } = await runNode(command, { capture: true });
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
      if (code === 0) continue;
      failed.push(name);
      console.log(output);
    }
  };
  await Promise.all([worker(), worker()]);
  return failed;
}
