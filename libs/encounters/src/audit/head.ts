import { createHash, createPublicKey, verify } from 'node:crypto';
import type { StoredEvent } from '@bitacora/event-store';
import { metadataOf } from '../envelope.js';
import type { Head, ServerKeys } from './keys.js';

/** A head with the key that signed it. */
export interface SignedHead extends Head {
  /** The 32 raw bytes in base64url without padding. */
  readonly publicKey: string;
}

/** What the last event of an imported log keeps of the head that came with it. */
export type KeptHead = Pick<SignedHead, 'key' | 'publicKey' | 'signature'>;

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether the head's signature is that of its key, and the key's id its own (docs/audit.md, 3). */
export function isSigned(encounter: string, { revision, hash, key, publicKey, signature }: SignedHead): boolean {
  const raw = Buffer.from(publicKey, 'base64url');
  if (raw.length !== 32 || createHash('sha256').update(raw).digest('hex').slice(0, 16) !== key) return false;
  const message = Buffer.concat([
    Buffer.from(`bitacora/head/v1\0${encounter}\0${String(revision)}\0`),
    Buffer.from(hash, 'hex'),
  ]);
  const spki = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });
  return verify(null, message, spki, Buffer.from(signature, 'base64url'));
}

/** The head after `last`: the one that it was imported with while nothing has followed, else signed by this server. */
export function headAfter(keys: ServerKeys, encounter: string, last: StoredEvent): SignedHead {
  const { proof, head } = metadataOf(last);
  const revision = Number(last.revision) + 1;
  if (head !== undefined) return { revision, hash: proof.hash, ...head };
  return { ...keys.sign(encounter, revision, proof.hash), publicKey: keys.public.publicKey };
}
