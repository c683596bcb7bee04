import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { SEED_BYTES, type DiceSeeds } from '../dice/index.js';

/** The last revision of an encounter and the chain's hash there, signed (docs/audit.md, 3). */
export interface Head {
  readonly revision: number;
  /** In hex. */
  readonly hash: string;
  /** The id of the key that signed. */
  readonly key: string;
  /** Base64url without padding. */
  readonly signature: string;
}

/** A public key as `/.well-known/bitacora-keys` lists it. */
export interface PublicKey {
  readonly id: string;
  readonly algorithm: 'Ed25519';
  /** The 32 raw bytes in base64url without padding. */
  readonly publicKey: string;
}

/** The key file is not one, or cannot be read or written. */
export class KeyFileError extends Error {
  constructor(file: string, reason: string) {
    super(`The key file ${file} ${reason}`);
    this.name = 'KeyFileError';
  }
}

const FORMAT = 'bitacora/keys/v1';
const SECRET_BYTES = 32;
const SALT_BYTES = 16;
const RAW_KEY_BYTES = 32;
const HEAD_TAG = 'bitacora/head/v1';

const signBeside = promisify(sign);

function messageOf(encounter: string, revision: number, hash: string): Buffer {
  return Buffer.concat([Buffer.from(`${HEAD_TAG}\0${encounter}\0${String(revision)}\0`), Buffer.from(hash, 'hex')]);
}

/** What a server keeps beside its store: a key to sign heads, and a secret from which each encounter's dice seeds follow. */
export class ServerKeys {
  readonly public: PublicKey;
  readonly #private: KeyObject;
  readonly #secret: Buffer;

  private constructor(privateKey: KeyObject, secret: Buffer) {
    this.#private = privateKey;
    this.#secret = secret;
    const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-RAW_KEY_BYTES);
    const id = createHash('sha256').update(raw).digest('hex').slice(0, 16);
    this.public = { id, algorithm: 'Ed25519', publicKey: raw.toString('base64url') };
  }

  /** New keys that nobody keeps: for stores in memory and for tests. */
  static ephemeral(): ServerKeys {
    return new ServerKeys(generateKeyPairSync('ed25519').privateKey, randomBytes(SECRET_BYTES));
  }

  /**
   * The keys of `file`; made there, for the owner's eyes only, when there is no such file. Several processes that start at once agree on one.
   * @throws KeyFileError when the file is something else, or cannot be read or made.
   */
  static open(file: string): ServerKeys {
    const known = readIfThere(file);
    if (known !== null) return ServerKeys.#parsed(file, known);
    const fresh = generateKeyPairSync('ed25519').privateKey;
    const text = JSON.stringify({
      format: FORMAT,
      signingKey: fresh.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
      secret: randomBytes(SECRET_BYTES).toString('base64url'),
    });
    makeOnce(file, `${text}\n`);
    return ServerKeys.#parsed(file, readIfThere(file) ?? '');
  }

  /** Signs the head of an encounter. */
  sign(encounter: string, revision: number, hash: string): Head {
    return this.#head(revision, hash, sign(null, messageOf(encounter, revision, hash), this.#private));
  }

  /** As {@link sign}, beside the event loop: each answer to a command has a head. */
  async signed(encounter: string, revision: number, hash: string): Promise<Head> {
    return this.#head(revision, hash, await signBeside(null, messageOf(encounter, revision, hash), this.#private));
  }

  #head(revision: number, hash: string, signature: Buffer): Head {
    return { revision, hash, key: this.public.id, signature: signature.toString('base64url') };
  }

  /** The dice seeds of an encounter's epoch: the same whenever they are asked for, so that a crash between rolling and appending gives no other roll. */
  seedsOf(encounter: string, epoch: number): DiceSeeds {
    return { open: this.#seed('open', encounter, epoch), hidden: this.#seed('hidden', encounter, epoch) };
  }

  /** The salt of event `revision` in the chain of one scope of viewers: follows from the secret, so that their chain is always the same. */
  viewerSalt(encounter: string, scope: string, revision: number): string {
    const message = JSON.stringify(['bitacora/viewer-salt/v1', encounter, scope, revision]);
    return createHmac('sha256', this.#secret)
      .update(message)
      .digest('hex')
      .slice(0, 2 * SALT_BYTES);
  }

  #seed(visibility: string, encounter: string, epoch: number): Buffer {
    const info = JSON.stringify(['bitacora/seed/v1', visibility, encounter, epoch]);
    return Buffer.from(hkdfSync('sha256', this.#secret, Buffer.alloc(0), info, SEED_BYTES));
  }

  static #parsed(file: string, text: string): ServerKeys {
    try {
      const { format, signingKey, secret } = JSON.parse(text) as Record<string, unknown>;
      if (format !== FORMAT || typeof signingKey !== 'string' || typeof secret !== 'string') throw new Error('format');
      const bytes = Buffer.from(secret, 'base64url');
      if (bytes.length !== SECRET_BYTES) throw new Error('secret');
      const key = createPrivateKey({ key: Buffer.from(signingKey, 'base64url'), format: 'der', type: 'pkcs8' });
      return new ServerKeys(key, bytes);
    } catch {
      throw new KeyFileError(
        file,
        'is not a key file of Bitácora. Put the right one there, or move it away to have new keys made.',
      );
    }
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new KeyFileError(file, `cannot be read: ${(error as Error).message}`);
  }
}

/** Makes `file` with `text` unless it is there already; nobody ever reads half of it. */
function makeOnce(file: string, text: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new KeyFileError(file, `cannot be made: ${(error as Error).message}`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
