import { readConfig, startServer, type Config, type Parts, type RunningServer } from '@bitacora/api';

/** A server of our own on any free port, with a store in memory. */
export function serve(parts: Parts = {}, config: Partial<Config> = {}): Promise<RunningServer> {
  const own = readConfig({ BITACORA_PORT: '0', BITACORA_STORE: 'memory:', BITACORA_LOG: 'silent' });
  return startServer({ ...own, ...config }, parts);
}
