import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Context } from '../context.js';
import { Failure } from '../failure.js';

/** Longer than any start on any machine. */
const START_SECONDS = 60;
/** The server itself promises to end within ten seconds. */
const STOP_SECONDS = 12;
const TOLD_LINES = 20;

/** A server of our own. */
export interface Server {
  readonly url: string;
  /** Ends it; resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

/** Starts a server upon `store` on any free port of this machine, open to this machine alone. */
export async function startServer(
  store: string,
  { env, texts, signal }: Pick<Context, 'env' | 'texts' | 'signal'>,
): Promise<Server> {
  const main = fileURLToPath(new URL('./main.js', import.meta.resolve('@bitacora/api')));
  const own = {
    BITACORA_STORE: store,
    BITACORA_HOST: '127.0.0.1',
    BITACORA_PORT: '0',
    BITACORA_AUTH: 'open',
    BITACORA_RATE_LIMIT: '0',
    BITACORA_RATE_LIMIT_ADDRESS: '0',
    BITACORA_CORS: '',
  };
  const child = spawn(process.execPath, [main], { env: { ...env, ...own }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  const url = await addressOf(child, said, signal);
  const stop = () => stopped(child);
  if (url !== null) return { url, stop };
  await stop();
  throw new Failure(texts.serverFailed(said.slice(-TOLD_LINES).join('\n')));
}

/** The address that the server prints when it is ready; null if it ends, or prints none in time. */
function addressOf(child: ChildProcess, said: string[], signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), START_SECONDS * 1000);
    const done = (url: string | null) => {
      clearTimeout(timer);
      resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        if (said.length > TOLD_LINES) said.shift();
        const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(line)?.[0];
        if (url !== undefined && stream === child.stdout) done(url);
      });
    }
    child.on('error', () => done(null));
    child.on('close', () => done(null));
    signal.addEventListener('abort', () => done(null));
  });
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000);
  await closed;
  clearTimeout(timer);
}
