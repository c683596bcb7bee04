import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'bitacora-ci-'));
  for (const folder of ['apps', 'libs', '.cache']) mkdirSync(join(clone, folder));
  cpSync(join(repository, 'scripts'), join(clone, 'scripts'), { recursive: true });
});

afterEach(() => rmSync(clone, { recursive: true }));

function summary(result: { passed: number; failed: number; skipped: number } | null, status: number) {
  if (result) writeFileSync(join(clone, '.cache/test-result.json'), JSON.stringify(result));
  const run = spawnSync(process.execPath, [join(clone, 'scripts/ci-summary.mjs'), String(status)], {
    encoding: 'utf8',
  });
  return { last: run.stdout.trim().split('\n').at(-1), code: run.status };
}

it('the last line has the numbers and nothing else', () => {
  expect(summary({ passed: 5, failed: 0, skipped: 0 }, 0)).toEqual({ last: '5 passed, 0 failed', code: 0 });
  expect(summary({ passed: 5, failed: 0, skipped: 2 }, 0)).toEqual({ last: '5 passed, 0 failed, 2 skipped', code: 0 });
});

it('a failure is a failure for the caller too', () => {
  expect(summary({ passed: 5, failed: 1, skipped: 0 }, 1)).toEqual({ last: '5 passed, 1 failed', code: 1 });
});

it('a run that left no numbers is one failure, whatever its status says', () => {
  expect(summary(null, 0)).toEqual({ last: '0 passed, 1 failed', code: 1 });
});

it('a run that broke after its tests is never reported as clean', () => {
  expect(summary({ passed: 5, failed: 0, skipped: 0 }, 134)).toEqual({ last: '5 passed, 1 failed', code: 1 });
});
