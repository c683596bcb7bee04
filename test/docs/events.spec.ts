import { execFileSync } from 'node:child_process';

it('docs/events.md says what the events are', () => {
  expect(() => execFileSync(process.execPath, ['scripts/events-doc.mjs', '--check'], { stdio: 'pipe' })).not.toThrow();
});
