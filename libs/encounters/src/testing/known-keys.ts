import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerKeys } from '../audit/keys.js';

/** What an Ed25519 key begins with in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Keys that are the same in every run, so that a test that rolls the server's dice can be run again. */
export function knownKeys(): ServerKeys {
  const folder = mkdtempSync(join(tmpdir(), 'bitacora-keys-'));
  const file = join(folder, 'keys');
  const text = JSON.stringify({
    format: 'bitacora/keys/v1',
    signingKey: Buffer.concat([PKCS8, Buffer.alloc(32, 1)]).toString('base64url'),
    secret: Buffer.alloc(32, 2).toString('base64url'),
  });
  try {
    writeFileSync(file, text);
    return ServerKeys.open(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
