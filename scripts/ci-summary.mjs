import { existsSync, readFileSync } from 'node:fs';
import { resultFile } from './lib/result.mjs';

// Usage: node scripts/ci-summary.mjs <exit status of npm test>; prints the numbers and exits true to both.
const status = Number(process.argv[2]);
const found = existsSync(resultFile)
  ? JSON.parse(readFileSync(resultFile, 'utf8'))
  : { passed: 0, failed: 1, skipped: 0 };
const failed = status !== 0 && found.failed === 0 ? 1 : found.failed;

console.log(`npm test ended with status ${status}`);
console.log(`${found.passed} passed, ${failed} failed${found.skipped > 0 ? `, ${found.skipped} skipped` : ''}`);
process.exitCode = failed > 0 || status !== 0 ? 1 : 0;
