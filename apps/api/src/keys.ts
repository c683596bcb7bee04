import { ServerKeys } from '@bitacora/encounters';

/** Where the keys are when the store is not on this machine. */
const ELSEWHERE = 'data/bitacora.keys';

/** The server's keys: beside a store that is a file, of this process alone for a store in memory. Throws `KeyFileError`. */
export function openKeys(store: string): ServerKeys {
  if (store === 'memory:') return ServerKeys.ephemeral();
  const [, file] = /^sqlite:(.+)$/s.exec(store) ?? [];
  return ServerKeys.open(file === undefined ? ELSEWHERE : `${file}.keys`);
}
