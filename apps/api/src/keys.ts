import { ServerKeys } from '@bitacora/encounters';
import type { Config } from './config.js';

/** Where the keys are when the store is not on this machine. */
const ELSEWHERE = 'data/bitacora.keys';

/** The server's keys: in the file that was named, else beside a store that is a file, of this process alone for a store in memory. Throws `KeyFileError`. */
export function openKeys({ store, keyFile }: Pick<Config, 'store' | 'keyFile'>): ServerKeys {
  if (keyFile !== null) return ServerKeys.open(keyFile);
  if (store === 'memory:') return ServerKeys.ephemeral();
  const [, file] = /^sqlite:(.+)$/s.exec(store) ?? [];
  return ServerKeys.open(file === undefined ? ELSEWHERE : `${file}.keys`);
}
