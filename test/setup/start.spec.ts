import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
let clone: string;

function write(file: string, text: string | Buffer): void {
  mkdirSync(dirname(join(clone, file)), { recursive: true });
  writeFileSync(join(clone, file), text);
}

function start(...args: string[]): { code: number | null; out: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(clone, 'scripts/start.mjs'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
  });
  return { code: status, out: stdout.trim() };
}

/** A small repository with these very scripts and packages, marked as installed: no test may run npm on shared packages. */
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'bitacora-setup-'));
  cpSync(join(repository, 'scripts'), join(clone, 'scripts'), { recursive: true });
  const lock = readFileSync(join(repository, 'package-lock.json'));
  write('package-lock.json', lock);
  write('.cache/installed-lock', createHash('sha256').update(lock).digest('hex'));
  write('package.json', '{"type":"module"}');
  write('libs/lib/src/index.ts', 'export const x = 1;');
  write('apps/api/src/word.ts', "export const word: string = 'one';");
  write('apps/api/src/main.ts', "import { word } from './word.js'; console.log(word, ...process.argv.slice(2));");
  symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));
});

afterEach(() => rmSync(clone, { recursive: true }));

it('a first start builds what it needs, wherever it is called from, and hands the arguments on', () => {
  expect(start('a', '--b')).toEqual({ code: 0, out: 'one a --b' });
});

it('a start after a change of one source runs the change', () => {
  start();
  write('apps/api/src/word.ts', "export const word: string = 'two!';");
  expect(start().out).toBe('two!');
});

it('a start puts back a compiled file that somebody removed', () => {
  start();
  rmSync(join(clone, 'apps/api/dist/word.js'));
  expect(start().out).toBe('one');
});

it('a compiled file goes when its source goes, and specs are never compiled', () => {
  write('apps/api/src/old.ts', 'export {};');
  write('apps/api/src/word.spec.ts', 'export {};');
  start();
  expect(existsSync(join(clone, 'apps/api/dist/old.js'))).toBe(true);
  expect(existsSync(join(clone, 'apps/api/dist/word.spec.js'))).toBe(false);
  rmSync(join(clone, 'apps/api/src/old.ts'));
  start();
  expect(existsSync(join(clone, 'apps/api/dist/old.js'))).toBe(false);
  expect(existsSync(join(clone, 'apps/api/dist/old.js.map'))).toBe(false);
});

it("the server's exit code is the exit code of the start", () => {
  write('apps/api/src/main.ts', 'process.exitCode = 7;');
  expect(start().code).toBe(7);
});

function writeServer(): void {
  write(
    'apps/api/src/main.ts',
    "const on = setInterval(() => 0, 1e6); process.on('SIGTERM', () => { clearInterval(on); console.log('bye'); }); console.log('up');",
  );
}

/** Starts a command, does `stop` once the server says that it is up, and resolves with all it said until nobody holds its output. */
async function untilItEnds(command: string, args: string[], stop: (started: ChildProcess) => void): Promise<string> {
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const started = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  let out = '';
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (text.includes('up')) stop(started);
  });
  await once(started, 'close');
  return `${out}${String(started.exitCode ?? started.signalCode)}`;
}

it('a signal reaches the server itself, because it is the same process', async () => {
  writeServer();
  const script = join(clone, 'scripts/start.mjs');
  expect(await untilItEnds(process.execPath, [script], (server) => server.kill('SIGTERM'))).toBe('up\nbye\n0');
});

it("a server whose npm was told to end does not stay behind: it ends when npm's shell has gone", async () => {
  writeServer();
  const line = `"${process.execPath}" "${join(clone, 'scripts/start.mjs')}"; exit`;
  expect(await untilItEnds('sh', ['-c', line], (shell) => shell.kill('SIGTERM'))).toBe('up\nbye\nSIGTERM');
});
