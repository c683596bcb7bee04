import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyFileError, ServerKeys } from './keys.js';

const folder = mkdtempSync(join(tmpdir(), 'bitacora-keys-'));
const hash = 'ab'.repeat(32);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('makes keys at the first start, for the owner alone, and finds them again', () => {
  const file = join(folder, 'deep', 'keys.json');
  const first = ServerKeys.open(file);
  const again = ServerKeys.open(file);
  expect(again.public).toEqual(first.public);
  expect(again.seedsOf('e1', 0)).toEqual(first.seedsOf('e1', 0));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('signs a head that verifies with the public key, and no other head, at once or beside the event loop', async () => {
  const keys = ServerKeys.ephemeral();
  const head = keys.sign('e1', 17, hash);
  expect(await keys.signed('e1', 17, hash)).toEqual(head);
  const raw = Buffer.from(keys.public.publicKey, 'base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
  const message = (encounter: string, revision: number) =>
    Buffer.concat([Buffer.from(`bitacora/head/v1\0${encounter}\0${revision}\0`), Buffer.from(hash, 'hex')]);
  const signature = Buffer.from(head.signature, 'base64url');
  expect(verify(null, message('e1', 17), key, signature)).toBe(true);
  expect(verify(null, message('e1', 18), key, signature)).toBe(false);
  expect(verify(null, message('e2', 17), key, signature)).toBe(false);
});

it('derives seeds of 32 bytes that differ by encounter, epoch and visibility', () => {
  const keys = ServerKeys.ephemeral();
  const all = [keys.seedsOf('e1', 0), keys.seedsOf('e1', 1), keys.seedsOf('e2', 0)].flatMap((s) => [s.open, s.hidden]);
  expect(all.every((seed) => seed.length === 32)).toBe(true);
  expect(new Set(all.map((seed) => Buffer.from(seed).toString('hex'))).size).toBe(6);
});

it.each(['', '{}', 'not JSON', '{"format":"bitacora/keys/v1","signingKey":"AA","secret":"AA"}'])(
  'refuses a file that is not its own and leaves it as it is: %j',
  (text) => {
    const file = join(folder, 'other.json');
    writeFileSync(file, text);
    expect(() => ServerKeys.open(file)).toThrow(KeyFileError);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
