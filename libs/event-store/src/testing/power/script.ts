import { createHash } from 'node:crypto';
import type { EventToAppend } from '../../port.js';

export const STREAMS = Array.from({ length: 8 }, (_, i) => `encounter-${i}`);
export const BATCHES = 40;

/** The k-th append of a stream: always the same, so that whoever looks later knows what was meant. One to three events. */
export function batchOf(stream: string, k: number): EventToAppend[] {
  return Array.from({ length: 1 + (k % 3) }, (_, i) => ({
    id: uuid(`${stream} ${k} ${i}`),
    type: 'Happened',
    data: { k, i, text: 'x'.repeat(((k * 37) % 11) * 60) },
    metadata: {},
  }));
}

/** The revision of the last event once the k-th append is stored: three appends have six events. */
export function lastRevision(k: number): bigint {
  const [whole, rest] = [Math.floor((k + 1) / 3), (k + 1) % 3];
  return BigInt(whole * 6 + (rest * (rest + 1)) / 2 - 1);
}

/** What the k-th append expects. */
export function expectedBefore(k: number): bigint | 'no_stream' {
  return k === 0 ? 'no_stream' : lastRevision(k - 1);
}

function uuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
