import type { RunningServer } from '@bitacora/api';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitacora, withFolder } from '../cli/tools.js';
import { Client, docking } from '../e2e/support/client.js';
import { serve } from '../e2e/support/server.js';

const GHOST = 'ghost-of-the-hold';

describe('what a player takes away', () => {
  let server: RunningServer;
  let master: Client;
  let id: string;
  let player: Readonly<Record<string, string>>;

  beforeAll(async () => {
    server = await serve();
    master = new Client(server.url);
    const ghost = {
      id: GHOST,
      name: GHOST,
      kind: 'npc',
      hidden: true,
      stats: { intuition: 15, reflexes: 15, speed: 2 },
    };
    id = await master.create({ ...docking, combatants: [...docking.combatants, ghost] });
    const { body } = await master.post(`/v1/encounters/${id}/access`, { role: 'player', combatants: ['ana'] });
    player = { authorization: `Bearer ${String(body.token)}` };
    await master.command(id, { type: 'start' });
    await master.command(id, { type: 'rollInitiative' });
    await master.command(id, { type: 'wound', combatant: GHOST, source: GHOST });
    await master.command(id, { type: 'note', text: 'seen by all' });
    for (let i = 0; i < 4; i += 1) {
      const { body: view } = await master.get(`/v1/encounters/${id}`);
      const [acting] = Object.values(view.acting ?? {}) as unknown as string[];
      if (acting !== undefined) await master.command(id, { type: 'endTurn', combatant: acting });
    }
    await master.command(id, { type: 'end' });
  });
  afterAll(() => server.close());

  const PATHS = ['export', 'diff?from=1', 'rolls.csv', 'turns.csv', 'wounds.csv'];

  it.each(PATHS)('by %s tells nothing of who is hidden', async (path) => {
    const told = await master.get(`/v1/encounters/${id}/${path}`);
    expect([told.status, told.text.includes(GHOST)]).toEqual([200, true]);
    const shown = await master.get(`/v1/encounters/${id}/${path}`, player);
    expect([shown.status, shown.text.includes(GHOST)]).toEqual([200, false]);
  });

  it('as a story or as all exports tells nothing of it either', async () => {
    const story = await master.get(`/v1/encounters/${id}/events`, { ...player, accept: 'text/plain' });
    expect(story.text).toContain('Ana comes in.');
    expect(story.text).not.toContain(GHOST);
    const all = await master.get('/v1/export', player);
    expect(all.text).toBe((await master.get(`/v1/encounters/${id}/export`, player)).text);
  });

  it('verifies offline with the head that the player was given, and is a copy of its own', async () => {
    await withFolder({}, async (folder) => {
      const file = join(folder, 'mine.ndjson');
      const { text } = await master.get(`/v1/encounters/${id}/export`, player);
      expect(text.split('\n')[0]).toContain('"scope":"viewer"');
      writeFileSync(file, text);
      const { revision, hash } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as {
        revision: number;
        hash: string;
      };
      const { code, err } = await bitacora(['verify', file, '--head', `${String(revision)}:${hash}`]);
      expect({ code, err }).toEqual({ code: 0, err: [] });
      const taken = await master.send('POST', '/v1/import', text, { 'content-type': 'application/x-ndjson' });
      expect(taken.body).toMatchObject({ code: 'IMPORT_REFUSED', errors: [{ pointer: '/1' }] });
    });
  });

  it('leaves to the audit the dice of the hidden, which are checked though their seed is never shown', async () => {
    const { body } = await master.get(`/v1/encounters/${id}/audit`);
    expect(body).toMatchObject({ ok: true, rolls: { verified: 3, unrevealed: 0 } });
    await withFolder({}, async (folder) => {
      const file = join(folder, 'all.ndjson');
      writeFileSync(file, (await master.get(`/v1/encounters/${id}/export`)).text);
      const { code, out } = await bitacora(['verify', file]);
      expect({ code, out }).toEqual({
        code: 0,
        out: [expect.stringContaining('2 rolls verified, 1 not verifiable (1 hidden')],
      });
    });
  });

  it('is not the audit, and brings nothing in', async () => {
    expect((await master.get(`/v1/encounters/${id}/audit`, player)).body).toMatchObject({ code: 'FORBIDDEN' });
    const sent = await master.send('POST', '/v1/import', '', { ...player, 'content-type': 'application/x-ndjson' });
    expect(sent.body).toMatchObject({ code: 'FORBIDDEN' });
    const other = await master.create();
    expect((await master.get(`/v1/encounters/${other}/export`, player)).body).toMatchObject({
      code: 'ENCOUNTER_NOT_FOUND',
    });
  });
});
