import { startServer, type Config, type Parts, type RunningServer } from '@bitacora/api';

/** A server of our own on any free port, with a store in memory. */
export function serve(parts: Parts = {}, config: Partial<Config> = {}): Promise<RunningServer> {
  const own: Config = {
    host: '127.0.0.1',
    port: 0,
    store: 'memory:',
    keyFile: null,
    auth: 'open',
    rateLimit: 0,
    logLevel: 'silent',
    ...config,
  };
  return startServer(own, parts);
}
