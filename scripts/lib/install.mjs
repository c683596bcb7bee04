import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const lockFile = join(root, 'package-lock.json');
const installedLockFile = join(root, 'node_modules/.package-lock.json');
const sqliteBinary = join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');
const markerFile = join(root, '.cache/installed-lock');

/** Makes `node_modules` what the lock file says; costs a few milliseconds when it already is. */
export function ensureInstalled() {
  const lockHash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const marked = existsSync(markerFile) && readFileSync(markerFile, 'utf8') === lockHash;
  if (!(marked && existsSync(installedLockFile)) && !isInstalled()) {
    npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
  }
  if (!existsSync(sqliteBinary)) npm('rebuild', 'better-sqlite3');
  if (!marked) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(markerFile, lockHash);
  }
}

/** npm keeps a copy of what it installed: a tree that somebody else installed is recognised by it. */
function isInstalled() {
  if (!existsSync(installedLockFile)) return false;
  const installed = readPackages(installedLockFile);
  return Object.entries(readPackages(lockFile)).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') ||
      wanted.optional === true ||
      wanted.devOptional === true ||
      (installed[path] !== undefined && installed[path].version === wanted.version),
  );
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function npm(...args) {
  console.error(`bitacora: npm ${args.join(' ')} (the first time takes about two minutes)`);
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    // What is compiled from source may use every core.
    env: { JOBS: 'max', ...process.env },
  });
  if (status !== 0) {
    console.error(`bitacora: npm ${args[0]} failed; the messages above say why.`);
    process.exit(status ?? 1);
  }
}
