import { KeyFileError } from '@bitacora/encounters';
import { StoreError } from '@bitacora/event-store';
import { ConfigError, readConfig, type Config } from './config.js';
import type { RunningServer } from './server.js';

/** How long calls in flight have, in milliseconds: the process ends within ten seconds of the signal. */
const PATIENCE = 8_000;

/** Says what is wrong in plain words, and ends. */
function giveUp(reason: string): never {
  console.error(`Bitácora cannot start. ${reason}`);
  process.exit(1);
}

function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) giveUp(error.message);
    throw error;
  }
}

function reasonOf(error: unknown, { host, port }: Config): string {
  const { code } = error as { readonly code?: unknown };
  if (code === 'EADDRINUSE')
    return `Something listens on ${host}:${port} already. Choose another BITACORA_PORT (0: any free one).`;
  if (code === 'EACCES') return `This user may not listen on ${host}:${port}. Choose another BITACORA_PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Choose another BITACORA_HOST.`;
  if (error instanceof StoreError) return `${error.message} (BITACORA_STORE, ${error.code})`;
  if (error instanceof KeyFileError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function closeOnSignals(server: RunningServer): void {
  const close = (): void => {
    setTimeout(() => process.exit(0), PATIENCE).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
}

const config = configuration();
// What is wrong with the configuration is said before the framework is loaded.
try {
  const { startServer } = await import('./server.js');
  const server = await startServer(config);
  closeOnSignals(server);
  console.log(`Bitácora listens on ${server.url}`);
} catch (error) {
  giveUp(reasonOf(error, config));
}
