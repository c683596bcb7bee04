import { type Verified } from '../encounter.js';
import { Fault, type FaultValues } from '../fault.js';
import { NOTHING_KNOWN, verifyExport, type Expectations } from '../verify.js';
import { fileOf } from './forge.js';

/** What a check says: what was verified, and the fault that stopped it. */
export interface Said {
  readonly verified: readonly Verified[];
  readonly code: string;
  readonly line: number | null;
  readonly revision: number | null;
  readonly values: FaultValues;
}

/** Verifies a file held in memory, in chunks of `chunk` bytes. */
export async function check(
  file: Uint8Array | string,
  expectations: Expectations = NOTHING_KNOWN,
  chunk = 65_536,
): Promise<Said> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const verified: Verified[] = [];
  try {
    await verifyExport(chunksOf(bytes, chunk), expectations, (one) => verified.push(one));
    return { verified, code: 'OK', line: null, revision: null, values: {} };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { verified, code: error.code, ...error.place, values: error.values };
  }
}

/** Verifies lines. */
export function checkLines(lines: readonly string[], expectations?: Expectations): Promise<Said> {
  return check(fileOf(lines), expectations);
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
