import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Where the last whole run of `npm test` leaves its numbers. */
export const resultFile = join(root, '.cache/test-result.json');

/**
 * The numbers of a run, from jest's own report. A check that failed and a file that could not even be
 * loaded count as one failure each; so does a missing report.
 */
export function count(report, failedChecks) {
  if (!existsSync(report)) return { passed: 0, failed: 1 + failedChecks.length, skipped: 0 };
  const jest = JSON.parse(readFileSync(report, 'utf8'));
  return {
    passed: jest.numPassedTests,
    failed: jest.numFailedTests + jest.numRuntimeErrorTestSuites + failedChecks.length,
    skipped: jest.numPendingTests + jest.numTodoTests,
  };
}
