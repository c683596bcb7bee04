import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a token begins with: an application's key, an access to an encounter, a ticket for a stream. */
export type Kind = 'bk' | 'bt' | 'bs';

/** A token's parts: its kind, the public id that it is found by, and the secret. */
export interface Token {
  readonly kind: Kind;
  readonly id: string;
  readonly secret: string;
}

const BYTES = 32;
const FORM = /^(bk|bt|bs)\.([0-9A-Za-z-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/** A new secret: 256 random bits. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** The text of a token. */
export function textOf({ kind, id, secret }: Token): string {
  return `${kind}.${id}.${secret}`;
}

/** The parts of a token; null for anything that never was one. */
export function parseToken(text: string): Token | null {
  const [, kind, id, secret] = FORM.exec(text) ?? [];
  return kind === undefined || id === undefined || secret === undefined ? null : { kind: kind as Kind, id, secret };
}

/** What is kept of a secret: SHA-256, in hex. Nothing slower is needed, as nobody can guess 256 random bits. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether `secret` is the one that `hash` was made of; takes as long whatever they are. */
export function matches(secret: string, hash: string): boolean {
  const given = createHash('sha256').update(secret).digest();
  const kept = Buffer.from(hash, 'hex');
  return kept.length === given.length && timingSafeEqual(given, kept);
}
