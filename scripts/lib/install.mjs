import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';

const lockFile = join(root, 'package-lock.json');
const installedLockFile = join(root, 'node_modules/.package-lock.json');
const sqliteBinary = join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');
const markerFile = join(root, '.cache/installed-lock');

/** Makes `node_modules` what the lock file says, ready to run; costs a few milliseconds when it already is. */
export async function ensureInstalled() {
  await ensurePackages();
  await ensureCompiled();
}

/** As {@link ensureInstalled}, but for what must be compiled: enough for everything that does not open a database. */
export async function ensurePackages() {
  const lockHash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const marked = existsSync(markerFile) && readFileSync(markerFile, 'utf8') === lockHash;
  if (!(marked && existsSync(installedLockFile)) && !isInstalled()) {
    await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  }
  if (marked) return;
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(markerFile, lockHash);
}

/** Compiles what the packages bring as source, where it is not yet. */
export async function ensureCompiled() {
  if (!existsSync(sqliteBinary)) await npm('rebuild', 'better-sqlite3');
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

/** Runs npm; ends this process with a message where it fails. */
async function npm(...args) {
  console.error(`bitacora: npm ${args.join(' ')} (the first time takes about a minute)`);
  const { code, output } = await run('npm', args, {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    // What is compiled from source may use every core.
    env: { JOBS: 'max', ...process.env },
  });
  if (code === 0) return;
  console.error(`bitacora: npm ${args[0]} failed; the messages above say why. ${output}`.trimEnd());
  process.exit(code > 0 ? code : 1);
}
