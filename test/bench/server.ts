import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, so that it has a core of its own. */
export interface BenchServer {
  readonly url: string;
  /** From the start of the process to its address, in milliseconds. */
  readonly startMs: number;
  /** What the process holds in memory now, in bytes. */
  resident(): number;
  stop(): Promise<void>;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
}

const API = join(dirname(createRequire(import.meta.url).resolve('@bitacora/api')), 'main.js');
const BARE = fileURLToPath(new URL('./bare-server.js', import.meta.url));

/** Our server upon `store`. */
export function startApi(store = 'memory:', environment: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const own = {
    BITACORA_STORE: store,
    BITACORA_PORT: '0',
    BITACORA_LOG: 'error',
    BITACORA_CONNECTIONS: '100000',
    NODE_ENV: 'production',
  };
  return start(API, { ...own, ...environment });
}

/** What is left of a server without a product: Fastify for calls, `ws` for broadcasts. */
export function startBare(): Promise<BenchServer> {
  return start(BARE, { NODE_ENV: 'production' });
}

async function start(main: string, environment: Readonly<Record<string, string>>): Promise<BenchServer> {
  const since = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, main], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  };
  return {
    url,
    startMs: performance.now() - since,
    resident: () => 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('The server did not start.');
}
