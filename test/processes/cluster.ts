import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeEventStore } from '@bitacora/event-store/testing';
import { Client } from '../e2e/support/client.js';
import { ServerProcess } from '../e2e/support/process.js';

/** A server's process and somebody who calls it. */
export interface Member {
  readonly process: ServerProcess;
  readonly client: Client;
}

/** Several servers over one store. */
export interface Cluster {
  readonly members: readonly Member[];
  /** The fake server of the store, where the store is one. */
  readonly fake: FakeEventStore | null;
  /** Starts one more server over the same store. */
  join(environment?: Readonly<Record<string, string>>): Promise<Member>;
  /** Ends every server and removes the store. */
  end(): Promise<void>;
}

/** What the servers keep their events in. */
export type Store = 'a SQLite file' | 'EventStoreDB (the fake)';

/** Starts so many servers over a new store. */
export async function startCluster(store: Store, count: number): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'bitacora-processes-'));
  const fake = store === 'a SQLite file' ? null : await FakeEventStore.start();
  const shared = {
    BITACORA_STORE: fake?.url ?? `sqlite:${join(folder, 'bitacora.db')}`,
    BITACORA_KEY_FILE: join(folder, 'shared.keys'),
  };
  const all: Member[] = [];
  const another: Cluster['join'] = async (environment = {}) => {
    const process = new ServerProcess({ ...shared, ...environment });
    const member = { process, client: new Client(await process.url()) };
    all.push(member);
    return member;
  };
  const members = await Promise.all(Array.from({ length: count }, () => another()));
  const end = async (): Promise<void> => {
    for (const { process } of all) process.kill('SIGTERM');
    await Promise.all(all.map(({ process }) => process.ended));
    await fake?.stop();
    rmSync(folder, { recursive: true });
  };
  return { members, fake, join: another, end };
}
