import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change, Encounters } from '@bitacora/encounters';
import { ADMIN, by, done, given, note, openTest } from '@bitacora/encounters/testing';
import { openStore, type EventStore } from '@bitacora/event-store';

/** As a client does whose command met with a conflict. */
async function sendPatiently(encounters: Encounters, id: string, text: string): Promise<void> {
  while ((await encounters.execute(id, note(text), by())).kind === 'conflict');
}

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('encounters in a SQLite file', () => {
  let folder: string;
  let opened: { encounters: Encounters; store: EventStore }[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bitacora-'));
    opened = [];
  });
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As another process would open it. */
  const open = async (synchronous: 'FULL' | 'NORMAL' = 'FULL'): Promise<Encounters> => {
    const store = await openStore(`sqlite:${join(folder, 'test.db')}`, { synchronous });
    const encounters = await openTest(store, { clock: () => new Date() });
    opened.push({ encounters, store });
    return encounters;
  };

  const close = async (): Promise<void> => {
    for (const { encounters, store } of opened.splice(0)) {
      await encounters.close();
      await store.close();
    }
  };

  it('gives after a restart every encounter as it was, and answers to old keys', async () => {
    const first = await open();
    const ids = await Promise.all(Array.from({ length: 20 }, () => given(first, 3, { type: 'start' })));
    const key = by({ idempotencyKey: randomUUID() });
    const answers = await Promise.all(ids.map((id) => first.execute(id, { type: 'rollInitiative' }, key)));
    await close();
    const second = await open();
    for (const [i, id] of ids.entries()) {
      const before = done(answers[i] as (typeof answers)[number]);
      const again = done(await second.execute(id, { type: 'rollInitiative' }, key));
      expect(again).toMatchObject({ replayed: true, revision: before.revision });
      expect(again.events).toEqual(JSON.parse(JSON.stringify(before.events)));
      expect(again.folded.view(ADMIN)).toEqual(before.folded.view(ADMIN));
    }
    expect(await second.list({}, ADMIN)).toMatchObject({ kind: 'page' });
  });

  it('says in the answer what the log says, positions included', async () => {
    const encounters = await open();
    const id = await given(encounters, 3);
    const answers = [
      await encounters.execute(id, { type: 'start' }, by()),
      await encounters.execute(id, { type: 'rollInitiative' }, by()),
    ].map(done);
    const page = await encounters.events(id, { after: 4 }, ADMIN);
    expect(JSON.parse(JSON.stringify(answers.flatMap((a) => a.events)))).toEqual(page?.items);
  });

  it('lets two processes write to the same encounters, and followers of either see each command once and in order', async () => {
    const processes = [await open(), await open()] as const;
    const ids = await Promise.all(Array.from({ length: 4 }, () => given(processes[0], 1)));
    const each = 60;
    const last = 2 + 2 * each;
    const follow = async (encounters: Encounters, id: string, after: number): Promise<Change[]> => {
      const changes: Change[] = [];
      for await (const change of (await encounters.follow(id, { after }, ADMIN)) ?? []) {
        changes.push(change);
        if (change.revision === last) return changes;
      }
      return changes;
    };
    const following = processes.flatMap((encounters) =>
      ids.flatMap((id) => [follow(encounters, id, 0), follow(encounters, id, 2)]),
    );
    const writing = processes.flatMap((encounters) =>
      ids.map(async (id) => {
        for (let i = 0; i < each; i += 1) await sendPatiently(encounters, id, String(i));
      }),
    );
    await Promise.all(writing);
    for (const changes of await Promise.all(following)) {
      const [first] = changes[0]?.events ?? [];
      expect(changes.flatMap((c) => c.events.map((e) => e.revision))).toEqual(upTo(first?.revision ?? 0, last));
      expect(changes.every((c) => c.folded.revision === c.revision)).toBe(true);
    }
  });

  it('goes from history to live without gap or repeat under load, for followers who come at any time', async () => {
    const encounters = await open();
    const id = await given(encounters, 2);
    const total = 400;
    const followers: Promise<number[]>[] = [];
    const follow = async (after: number): Promise<number[]> => {
      const seen: number[] = [];
      for await (const change of (await encounters.follow(id, { after }, ADMIN)) ?? []) {
        seen.push(...change.events.map((e) => e.revision));
        if (change.revision === total + 3) break;
      }
      return seen;
    };
    const writing = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < total / 8; i += 1) {
        done(await encounters.execute(id, note(String(i)), by()));
        if (i % 10 === 0) followers.push(follow(3));
      }
    });
    await Promise.all(writing);
    for (const seen of await Promise.all(followers)) expect(seen).toEqual(upTo(4, total + 3));
  });

  it('gives any state of a long encounter quickly once it has been read', async () => {
    const encounters = await open('NORMAL');
    const id = await given(encounters, 1);
    const all = Array.from({ length: 1_500 }, (_, i) => encounters.execute(id, note(String(i)), by()));
    await Promise.all(all);
    await close();
    const again = await open();
    await again.load(id);
    const reads = [];
    for (let revision = 1; revision < 1_500; revision += 97) {
      const begun = performance.now();
      expect(await again.load(id, { revision })).toMatchObject({ kind: 'found', folded: { revision } });
      reads.push(performance.now() - begun);
    }
    expect(reads.sort((a, b) => a - b)[reads.length >> 1]).toBeLessThan(50);
  });
});
