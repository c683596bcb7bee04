import { createHash } from 'node:crypto';

/** SHA-256 over `parts`, one after the other. */
export function hash(...parts: readonly Uint8Array[]): Buffer {
  const sha = createHash('sha256');
  for (const part of parts) sha.update(part);
  return sha.digest();
}
