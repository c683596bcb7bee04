import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a run of a tool came to. */
export interface Run {
  readonly code: number | null;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

type Env = Readonly<Record<string, string>>;

/** Starts `file` of the repository; without variables of the environment that would change what it says. */
function start(file: string, args: readonly string[], env: Env): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [file, ...args], { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(child: ChildProcess): Promise<Run> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  return { code, out: lines(out), err: lines(err) };
}

/** Runs `bitacora` to its end. */
export function bitacora(args: readonly string[], env: Env = {}): Promise<Run> {
  return ended(start('apps/cli/bin/bitacora.mjs', args, env));
}

/** Runs `bitacora`, with `stdout` for its output, in a group of processes of its own; resolves to what it says besides, and its group. */
export async function bitacoraInto(
  stdout: number | 'pipe',
  args: readonly string[],
  started: (child: ChildProcess) => void = () => undefined,
): Promise<Run & { readonly group: number }> {
  const child = spawn(process.execPath, ['apps/cli/bin/bitacora.mjs', ...args], {
    detached: true,
    stdio: ['ignore', stdout, 'pipe'],
  });
  started(child);
  return { ...(await ended(child)), group: child.pid ?? 0 };
}

/** Runs `bitacora` and stops it like a user as soon as it has printed so many lines. */
export async function bitacoraUntil(lines: number, args: readonly string[]): Promise<Run> {
  const child = start('apps/cli/bin/bitacora.mjs', args, {});
  let seen = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    seen += chunk.toString().split('\n').length - 1;
    if (seen >= lines) child.kill('SIGINT');
  });
  return ended(child);
}

/** Runs a tool of the repository, such as the demo. */
export function tool(source: string, env: Env): Promise<Run> {
  return ended(start('scripts/run.mjs', [source], env));
}

/** A real server upon `store` while `use` runs. */
export async function withApi<T>(store: string, use: (url: string) => Promise<T>): Promise<T> {
  const child = start('apps/api/dist/main.js', [], { BITACORA_STORE: store, BITACORA_PORT: '0' });
  const closed = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/u.exec(chunk.toString())?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error('the server did not start')));
  });
  try {
    return await use(url);
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
}

/** A server that answers as a test says while `use` runs. */
export async function withFake<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A folder of its own that goes when `use` has ended; `files` are written into it. */
export async function withFolder<T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bitacora-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
