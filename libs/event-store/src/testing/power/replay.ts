/** What the shim wrote down: a write, truncation, sync, removal of a file, or an answer that the writer gave. */
export interface Recorded {
  readonly kind: 'w' | 't' | 's' | 'u' | 'a';
  readonly name: string;
  readonly offset: number;
  readonly bytes: Buffer;
}

export function parseLog(log: Buffer): Recorded[] {
  const found: Recorded[] = [];
  for (let at = 0; at < log.length;) {
    const kind = String.fromCharCode(log[at] as number) as Recorded['kind'];
    const length = log.readUInt16LE(at + 1);
    const name = log.toString('utf8', at + 3, at + 3 + length);
    at += 3 + length;
    const size = log.readUInt32LE(at + 8);
    found.push({ kind, name, offset: Number(log.readBigUInt64LE(at)), bytes: log.subarray(at + 12, at + 12 + size) });
    at += 12 + size;
  }
  return found;
}

interface File {
  durable: Buffer;
  pending: Recorded[];
}

const SECTOR = 512;

/**
 * The disk as it may look after a power cut: what was synced is there; of what was not, anything may be there, wholly or in
 * part. Removals count as done at once.
 */
export class CutDisk {
  readonly #files = new Map<string, File>();

  play(op: Recorded): void {
    // The shared-memory file is an index that SQLite makes anew.
    if (op.name.endsWith('-shm')) return;
    if (op.kind === 'u') {
      this.#files.delete(op.name);
      return;
    }
    let file = this.#files.get(op.name);
    if (file === undefined) this.#files.set(op.name, (file = { durable: Buffer.alloc(0), pending: [] }));
    if (op.kind !== 's') file.pending.push(op);
    else {
      file.durable = file.pending.reduce(applied, file.durable);
      file.pending = [];
    }
  }

  /** The files after a cut here. `random` gives numbers from 0 to 1. */
  cut(random: () => number): Map<string, Buffer> {
    const chance = [0, 0.5, 0.9][Math.floor(random() * 3)] ?? 0;
    const files = new Map<string, Buffer>();
    for (const [name, { durable, pending }] of this.#files) {
      const survived = pending.filter(() => random() < chance).map((op) => (random() < 0.2 ? torn(op, random) : op));
      files.set(name, survived.reduce(applied, durable));
    }
    return files;
  }
}

function torn(op: Recorded, random: () => number): Recorded {
  const sectors = Math.floor((random() * op.bytes.length) / SECTOR);
  return op.kind === 'w' ? { ...op, bytes: op.bytes.subarray(0, sectors * SECTOR) } : op;
}

function applied(content: Buffer, { kind, offset, bytes }: Recorded): Buffer {
  if (kind === 't') {
    return Buffer.concat([content.subarray(0, offset), Buffer.alloc(Math.max(0, offset - content.length))]);
  }
  const result = Buffer.alloc(Math.max(content.length, offset + bytes.length));
  content.copy(result);
  bytes.copy(result, offset);
  return result;
}
