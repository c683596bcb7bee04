import { openEncounters, ServerKeys, type AuditReport, type Encounters, type Viewer } from '@bitacora/encounters';
import { randomFight } from '@bitacora/encounters/testing';
import { openStore, type EventStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ADMIN: Viewer = { role: 'admin', combatants: [], actor: 'admin' };

/** Changes made to the file behind the server's back: the SQL, the revision that it names, and what is wrong there. */
const DAMAGES: readonly (readonly [string, string, number, string])[] = [
  [
    'a changed fact',
    `UPDATE events SET data = replace(data, 'a last roll', 'a lost roll') WHERE data LIKE '%a last roll%'`,
    -1,
    'HASH',
  ],
  [
    'another actor',
    `UPDATE events SET metadata = json_set(metadata, '$.actor', 'somebody') WHERE revision = 4`,
    5,
    'HASH',
  ],
  [
    'another time',
    `UPDATE events SET metadata = json_set(metadata, '$.at', '2020-01-01T00:00:00.000Z') WHERE revision = 4`,
    5,
    'HASH',
  ],
  ['another type', `UPDATE events SET type = 'NoteAdded' WHERE revision = 6`, 7, 'HASH'],
  ['another version', `UPDATE events SET metadata = json_set(metadata, '$.version', 2) WHERE revision = 6`, 7, 'HASH'],
  [
    'another command',
    `UPDATE events SET metadata = json_set(metadata, '$.command', (SELECT json_extract(metadata, '$.command') FROM events WHERE revision = 0)) WHERE revision = 6`,
    7,
    'COMMAND_SPLIT',
  ],
  [
    'another salt',
    `UPDATE events SET metadata = json_set(metadata, '$.proof.salt', '00000000000000000000000000000000') WHERE revision = 6`,
    7,
    'HASH',
  ],
  [
    'a salt in capitals',
    `UPDATE events SET metadata = json_set(metadata, '$.proof.salt', upper(json_extract(metadata, '$.proof.salt'))) WHERE revision = 6`,
    7,
    'NO_PROOF',
  ],
  [
    'another hash',
    `UPDATE events SET metadata = json_set(metadata, '$.proof.hash', '${'0'.repeat(64)}') WHERE revision = 6`,
    7,
    'HASH',
  ],
  ['no proof', `UPDATE events SET metadata = json_remove(metadata, '$.proof') WHERE revision = 6`, 7, 'NO_PROOF'],
  ['broken data', `UPDATE events SET data = substr(data, 1, 10) WHERE revision = 6`, 7, 'UNREADABLE'],
  ['broken metadata', `UPDATE events SET metadata = 'x' WHERE revision = 6`, 7, 'UNREADABLE'],
  ['metadata that is none', `UPDATE events SET metadata = 'null' WHERE revision = 6`, 7, 'UNREADABLE'],
  ['a deleted event', `DELETE FROM events WHERE revision = 6`, 7, 'REVISION_GAP'],
  ['the first event deleted', `DELETE FROM events WHERE revision = 0`, 1, 'REVISION_GAP'],
  [
    'two events swapped',
    `UPDATE events SET data = CASE revision WHEN 1 THEN (SELECT data FROM events WHERE revision = 2) ELSE (SELECT data FROM events WHERE revision = 1) END WHERE revision IN (1, 2)`,
    2,
    'HASH',
  ],
  [
    'an event put in',
    `INSERT INTO events SELECT (SELECT max(position) FROM events) + 1, stream, (SELECT max(revision) FROM events) + 1, appended, randomblob(16), type, data, metadata FROM events WHERE revision = 5`,
    0,
    'COMMAND_SPLIT',
  ],
];

describe('a file that was changed behind the server’s back', () => {
  let folder: string;
  let file: string;
  let keys: ServerKeys;
  let id: string;
  let length: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bitacora-corrupt-'));
    file = join(folder, 'good.db');
    keys = ServerKeys.ephemeral();
    const { encounters, store } = await open(file);
    id = await randomFight(encounters, rulesets.all()[0]!, 21, 30);
    length = Number(await store.head(`encounter-${id}`)) + 1;
    await close(encounters, store);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function open(path: string): Promise<{ encounters: Encounters; store: EventStore }> {
    const store = await openStore(`sqlite:${path}`);
    const encounters = await openEncounters({ store, rulesets, keys, clock: () => new Date(), ids: randomUUID });
    return { encounters, store };
  }

  async function close(encounters: Encounters, store: EventStore): Promise<void> {
    await encounters.close();
    await store.close();
  }

  function damaged(sql: string): string {
    const path = join(folder, `${randomUUID()}.db`);
    copyFileSync(file, path);
    const db = new Database(path);
    // Ids of events are compared where they are kept, as their bytes.
    const { changes } = db.prepare(sql).run();
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    expect(changes).toBeGreaterThan(0);
    return path;
  }

  async function audited(path: string): Promise<AuditReport | null> {
    const { encounters, store } = await open(path);
    try {
      return await encounters.archive.audit(id, ADMIN);
    } finally {
      await close(encounters, store);
    }
  }

  it('is audited clean before', async () => {
    expect(await audited(file)).toMatchObject({ ok: true, events: length, problem: null });
  });

  it.each(DAMAGES)('is found and named: %s', async (_, sql, revision, code) => {
    const report = await audited(damaged(sql));
    const at = revision > 0 ? revision : revision === 0 ? length + 1 : length - 1;
    expect(report).toMatchObject({ ok: false, head: null, problem: { code, revision: at } });
  });

  it('is found where its end was cut off while the server runs, and with a kept head otherwise', async () => {
    const path = join(folder, 'cut.db');
    copyFileSync(file, path);
    const { encounters, store } = await open(path);
    const before = await encounters.archive.audit(id, ADMIN);
    await encounters.load(id, {}, ADMIN);
    const db = new Database(path);
    db.prepare('DELETE FROM events WHERE revision >= ?').run(length - 3);
    db.close();
    expect(await encounters.archive.audit(id, ADMIN)).toMatchObject({
      ok: false,
      problem: { code: 'CUT_OFF', revision: length - 2 },
    });
    await close(encounters, store);
    const again = await open(path);
    const { revision = 0, hash = '' } = before?.head ?? {};
    expect(await again.encounters.archive.audit(id, ADMIN, [{ revision, hash }])).toMatchObject({
      problem: { code: 'CUT_OFF' },
    });
    await close(again.encounters, again.store);
  });

  it('is nothing wrong where what it says is the same: white space between the facts', async () => {
    const report = await audited(damaged(`UPDATE events SET data = data || ' ' WHERE revision = 3`));
    expect(report).toMatchObject({ ok: true });
  });
});
