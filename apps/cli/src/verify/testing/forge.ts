import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Any object of JSON. */
export type Data = Record<string, unknown>;

/** The content of an event, as the tests make it. */
export interface Made {
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  readonly command: string;
  readonly data: Data;
}

/** A signing key, with the public half as an export writes it. */
export interface Signer {
  readonly id: string;
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** How a log becomes an export. */
export interface Sealing {
  readonly signer: Signer;
  readonly scope?: 'full' | 'viewer';
  /** Revisions whose content stays out. */
  readonly withhold?: readonly number[];
}

/** Canonical JSON for the tests: sorted keys, nothing else. */
export function jcs(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** SHA-256 of bytes written as hexadecimal and of texts, in hexadecimal. */
export function sha(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** A new key pair. */
export function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { id: sha(raw).slice(0, 16), publicKey: raw.toString('base64url'), privateKey };
}

/** 32 bytes that follow from a label. */
export function seedOf(label: string): Buffer {
  return Buffer.from(sha(`seed of ${label}`), 'hex');
}

const u32 = (n: number) => Buffer.from(n.toString(16).padStart(8, '0'), 'hex');
const field = (bytes: Buffer) => [u32(bytes.length), bytes];
const text = (t: string) => Buffer.from(t, 'utf8');

/** What a server publishes of a seed. */
export function committed(seed: Buffer): string {
  return sha(...field(text('bitacora/dice/commit/v1')), seed);
}

/** The face that a seed gives. */
export function thrown(
  seed: Buffer,
  encounter: string,
  players: readonly string[],
  roll: number,
  die: number,
  faces: number,
  purpose: string,
): number {
  let counter = 0;
  for (;;) {
    const hmac = createHmac('sha256', seed);
    const fields = [text('bitacora/dice/die/v1'), text(encounter), u32(players.length), ...players.map(text)];
    fields.push(u32(roll), u32(die), u32(faces), text(purpose), u32(counter));
    for (const part of fields.flatMap(field)) hmac.update(part);
    const [high = 0, low = 0] = hmac.digest();
    const word = high * 256 + low;
    if (word < Math.floor(65_536 / faces) * faces) return (word % faces) + 1;
    counter += 1;
  }
}

/** The lines of an export of `events`, each without its line feed. */
export function seal(encounter: string, ruleset: string, events: readonly Made[], sealing: Sealing): string[] {
  const { signer, scope = 'full', withhold = [] } = sealing;
  let hash = sha(Buffer.from([2]), 'bitacora/chain/v1', Buffer.from([0]), encounter);
  const lines = [jcs({ encounter, format: 'bitacora/export/v1', kind: 'export', ruleset, scope })];
  for (const event of events) {
    const salt = sha(`salt of ${encounter} ${event.revision}`).slice(0, 32);
    const leaf = sha(Buffer.from([0]), Buffer.from(salt, 'hex'), jcs(event));
    hash = sha(Buffer.from([1]), Buffer.from(hash, 'hex'), Buffer.from(leaf, 'hex'));
    const { revision } = event;
    lines.push(
      withhold.includes(revision)
        ? jcs({ kind: 'withheld', proof: { hash, leaf }, revision })
        : jcs({ event, kind: 'event', proof: { hash, salt } }),
    );
  }
  return [...lines, headLine(encounter, events.length, hash, signer)];
}

/** A signed head line. */
export function headLine(encounter: string, revision: number, hash: string, signer: Signer): string {
  const { id: key, publicKey, privateKey } = signer;
  const said = Buffer.concat([text(`bitacora/head/v1\0${encounter}\0${revision}\0`), Buffer.from(hash, 'hex')]);
  const signature = sign(null, said, privateKey).toString('base64url');
  return jcs({ encounter, hash, key, kind: 'head', publicKey, revision, signature });
}

/** The hash that a line of an export proves. */
export function hashIn(line: string | undefined): string {
  const record = JSON.parse(line ?? '') as { hash?: string; proof?: { hash: string } };
  return record.proof?.hash ?? record.hash ?? '';
}

/** Lines as a file holds them. */
export function fileOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
