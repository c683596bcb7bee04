import { openEncounters, ServerKeys, type CallContext, type Encounters, type Viewer } from '@bitacora/encounters';
import { faultyStore, randomFight } from '@bitacora/encounters/testing';
import { openStore, type EventStore, type EventToAppend } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../e2e/support/client.js';
import { ServerProcess } from '../e2e/support/process.js';

const DEATHS = 50;
const KILLS = 4;
const ADMIN: Viewer = { role: 'admin', combatants: [], actor: 'admin' };

function call(): CallContext {
  return { viewer: ADMIN, requestId: 'request' };
}

/** A server that dies when it is about to append; what it would have written is told. */
async function dyingServer(
  store: EventStore,
  keys: ServerKeys,
): Promise<{ readonly encounters: Encounters; readonly written: EventToAppend[][] }> {
  const written: EventToAppend[][] = [];
  const faulty = faultyStore(store);
  const dying: EventStore = {
    ...faulty,
    append: async (_stream, events) => {
      written.push([...events]);
      throw new Error('the server died');
    },
  };
  const encounters = await openEncounters({ store: dying, rulesets, keys, clock: () => new Date(), ids: randomUUID });
  return { encounters, written };
}

describe('a server that dies between rolling and appending', () => {
  it.each(['eclipse-phase-1e', 'star-wars-ffg', 'd20'])(
    `never gives another roll of %s, though it dies ${DEATHS} times`,
    async (ruleset) => {
      const store = await openStore('memory:');
      const keys = ServerKeys.ephemeral();
      const living = await openEncounters({ store, rulesets, keys, clock: () => new Date(), ids: randomUUID });
      const id = await randomFight(living, rulesets.get(ruleset)!, 4, 12, false);
      const seen = new Set<string>();
      for (let death = 0; death < DEATHS; death += 1) {
        const { encounters, written } = await dyingServer(store, keys);
        await expect(encounters.execute(id, { type: 'roll', dice: '20d100' }, call())).rejects.toThrow(
          'the server died',
        );
        const faces = written.flat().map(({ data }) => (data['roll'] as { faces: number[] } | undefined)?.faces);
        expect(faces[0]).toHaveLength(20);
        seen.add(JSON.stringify(faces));
        await encounters.close();
      }
      const done = await living.execute(id, { type: 'roll', dice: '20d100' }, call());
      if (done.kind !== 'done') throw new Error(done.kind);
      seen.add(JSON.stringify(done.events.map(({ data }) => (data['roll'] as { faces: number[] }).faces)));
      expect(seen.size).toBe(1);
      await living.close();
    },
  );

  it(`gives no other roll though it is killed by the system ${KILLS} times, from before the roll to behind it`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bitacora-reroll-'));
    const env = { BITACORA_STORE: `sqlite:${join(folder, 'bitacora.db')}` };
    const roll = { type: 'roll', dice: '20d100' };
    const key = { 'idempotency-key': 'the-roll' };
    let id = '';
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = new ServerProcess(env);
      const client = new Client(await server.url());
      if (id === '') id = await client.create();
      const sent = client.command(id, roll, key).catch(() => null);
      if (kill % 2 === 1) await sent;
      server.kill('SIGKILL');
      await sent;
      await server.ended;
    }
    const server = new ServerProcess(env);
    const client = new Client(await server.url());
    await client.command(id, roll, key);
    await client.command(id, { type: 'end' });
    const { body } = await client.get(`/v1/encounters/${id}/events?type=DiceRolled`);
    expect(body.items).toHaveLength(1);
    // Once the seed is known, the only roll there is has to be the one that it gives.
    expect((await client.get(`/v1/encounters/${id}/audit`)).body).toMatchObject({ ok: true, rolls: { verified: 1 } });
    server.kill('SIGTERM');
    await server.ended;
    rmSync(folder, { recursive: true, force: true });
  });
});
