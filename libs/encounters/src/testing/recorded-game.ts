import type { JsonObject, Recorded } from '@bitacora/engine';
import type { EventStore, EventToAppend } from '@bitacora/event-store';
import { v5 } from 'uuid';
import { STREAM_PREFIX } from '../names.js';

const NAMESPACE = '6f1c1f3e-2f0b-4d0e-9b5e-0d4a8d1f2c11';
const PROOF = { salt: '00'.repeat(16), hash: '00'.repeat(32) };
const CHUNK = 400;

/** Puts a log that the engine alone made into a store as encounter `id`, a second between two events; its chain proves nothing. */
export async function storeLog(store: EventStore, id: string, log: readonly Recorded[]): Promise<void> {
  for (let at = 0; at < log.length; at += CHUNK) {
    const events = log.slice(at, at + CHUNK).map(({ type, data, command }, i): EventToAppend => ({
      id: v5(`${id} ${String(at + i)}`, NAMESPACE),
      type,
      data: (type === 'EncounterCreated' ? { ...data, id } : data) as unknown as JsonObject,
      metadata: {
        version: 1,
        at: timeOf(at + i + 1),
        actor: 'admin',
        command: v5(`${id} ${command}`, NAMESPACE),
        requestId: 'recorded',
        proof: PROOF,
      },
    }));
    const result = await store.append(STREAM_PREFIX + id, events, at === 0 ? 'no_stream' : BigInt(at - 1));
    if (result.kind !== 'appended') throw new Error(result.kind);
  }
}

/** When event `revision` of such a log was. */
export function timeOf(revision: number): string {
  return new Date(Date.UTC(2026, 0, 1) + revision * 1_000).toISOString();
}
