import { createPublicKey, verify } from 'node:crypto';
import { canonical, type JsonObject } from './canonical.js';
import { hash } from './hash.js';

const ZERO = Buffer.from([0]);
const ONE = Buffer.from([1]);
const TWO = Buffer.from([2]);

/** `h_0` of an encounter: docs/audit.md, section 2. */
export function chainStart(encounter: string): Buffer {
  return hash(TWO, Buffer.from('bitacora/chain/v1'), ZERO, Buffer.from(encounter));
}

/** The leaf of an event whose content is known. */
export function leafOf(content: JsonObject, salt: Uint8Array): Buffer {
  return hash(ZERO, salt, Buffer.from(canonical(content)));
}

/** The hash of an event, from the one before and its leaf. */
export function link(before: Uint8Array, leaf: Uint8Array): Buffer {
  return hash(ONE, before, leaf);
}

/** The id of a public key of 32 bytes: docs/audit.md, section 3. */
export function keyId(publicKey: Uint8Array): string {
  return hash(publicKey).toString('hex').slice(0, 16);
}

/** What is signed of a head, and by whom. */
export interface SignedHead {
  readonly encounter: string;
  readonly revision: number;
  readonly hash: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

/** Whether the signature of a head verifies with its public key. */
export function isSigned({ encounter, revision, hash: head, publicKey, signature }: SignedHead): boolean {
  const texts = ['bitacora/head/v1', encounter, String(revision)];
  const message = Buffer.concat([...texts.flatMap((text) => [Buffer.from(text), ZERO]), head]);
  try {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}
