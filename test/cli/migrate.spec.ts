import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@bitacora/event-store';
import { FakeEventStore } from '@bitacora/event-store/testing';
import { Client } from '../e2e/support/client.js';
import { ServerProcess } from '../e2e/support/process.js';
import { bitacora, withFolder } from './tools.js';

// Several processes start in some of these tests.

/** Fills a store with so many commands in turn over a few streams, of access among them. */
async function fill(address: string, commands: number): Promise<void> {
  const store = await openStore(address);
  for (let i = 0; i < commands; i += 1) {
    const stream = i % 20 === 0 ? 'access-keys' : `encounter-${i % 7}`;
    const add = Array.from({ length: 1 + (i % 3) }, (_, n) => ({
      id: randomUUID(),
      type: 'NoteAdded',
      data: { n, text: `Ñu 🐦 ${'x'.repeat(i % 50)}` },
      metadata: { command: `${i}` },
    }));
    await store.append(stream, add, (await store.head(stream)) ?? 'no_stream');
  }
  await store.close();
}

async function logOf(address: string): Promise<unknown[]> {
  const store = await openStore(address);
  const log: unknown[] = [];
  for await (const { stream, revision, id, type, data, metadata } of store.readAll()) {
    log.push([stream, Number(revision), id, type, data, metadata]);
  }
  await store.close();
  return log;
}

async function withCluster<T>(use: (fake: FakeEventStore) => Promise<T>): Promise<T> {
  const fake = await FakeEventStore.start({ delayMs: 20 });
  try {
    return await use(fake);
  } finally {
    await fake.stop();
  }
}

/** The hash that a run says it has verified. */
const hashIn = (lines: readonly string[]): string | undefined => /SHA-256 ([0-9a-f]{64})$/m.exec(lines.join('\n'))?.[1];

describe('bitacora migrate', () => {
  it('takes a file to EventStoreDB and back, the same event by event', () =>
    withFolder({}, (folder) =>
      withCluster(async (fake) => {
        const [here, back] = [`sqlite:${join(folder, 'here.db')}`, `sqlite:${join(folder, 'back.db')}`];
        await fill(here, 150);
        const there = await bitacora(['migrate', '--from', here, '--to', fake.url]);
        expect(there).toMatchObject({ code: 0, err: [] });
        expect(there.out[0]).toMatch(/^\d+ events in 8 streams$/);
        expect(there.out.some((line) => /^\d+ of \d+ events are there$/.test(line))).toBe(true);
        const again = await bitacora(['migrate', '--from', fake.url, '--to', back]);
        expect(again).toMatchObject({ code: 0, err: [] });
        expect(hashIn(again.out)).toBe(hashIn(there.out));
        const log = await logOf(here);
        expect(await logOf(fake.url)).toEqual(log);
        expect(await logOf(back)).toEqual(log);
      }),
    ));

  it('killed in the middle goes on where it was, and run once more does nothing', () =>
    withFolder({}, (folder) =>
      withCluster(async (fake) => {
        const here = `sqlite:${join(folder, 'here.db')}`;
        await fill(here, 80);
        const total = (await logOf(here)).length;
        fake.plan.add({ at: 'append', kind: 'delay', times: 1_000_000 });
        const args = ['apps/cli/bin/bitacora.mjs', 'migrate', '--from', here, '--to', fake.url];
        for (const part of [total / 4, total / 2]) {
          const child = spawn(process.execPath, args, { stdio: 'ignore' });
          const ended = once(child, 'close');
          while (fake.model.log.length < part) await new Promise((resolve) => setImmediate(resolve));
          child.kill('SIGKILL');
          await ended;
          expect(fake.model.log.length).toBeLessThan(total);
        }
        fake.plan.clear();
        const { code, out } = await bitacora(['migrate', '--from', here, '--to', fake.url]);
        expect(code).toBe(0);
        expect(out[1]).toMatch(/^\d+ of them are there already$/);
        expect(await logOf(fake.url)).toEqual(await logOf(here));
        const repeated = await bitacora(['migrate', '--from', here, '--to', fake.url]);
        expect(repeated.out[1]).toBe(`${total} of them are there already`);
        expect(fake.model.log).toHaveLength(total);
      }),
    ));

  it('gives a server over the new store the combats as they were, with their keys', () =>
    withFolder({}, (folder) =>
      withCluster(async (fake) => {
        const file = join(folder, 'here.db');
        const first = new ServerProcess({ BITACORA_STORE: `sqlite:${file}` });
        const before = new Client(await first.url());
        const id = await before.create();
        const key = { 'idempotency-key': 'start' };
        await before.command(id, { type: 'start' }, key);
        await before.command(id, { type: 'rollInitiative' });
        const view = await before.get(`/v1/encounters/${id}`);
        first.kill('SIGTERM');
        await first.ended;

        const { code, out } = await bitacora(['migrate', '--from', `sqlite:${file}`, '--to', fake.url]);
        expect([code, out.at(-1)]).toEqual([0, `take ${file}.keys along as well, and name it in BITACORA_KEY_FILE`]);
        const second = new ServerProcess({ BITACORA_STORE: fake.url, BITACORA_KEY_FILE: `${file}.keys` });
        const after = new Client(await second.url());
        expect((await after.get(`/v1/encounters/${id}`)).body).toEqual(view.body);
        const replayed = await after.command(id, { type: 'start' }, key);
        expect(replayed.status).toBe(200);
        expect((await after.get(`/v1/encounters/${id}`)).body.revision).toBe(view.body.revision);
        expect((await after.get('/.well-known/bitacora-keys')).body.keys).toHaveLength(1);
        const undone = await after.command(id, { type: 'undo' });
        expect(undone.body.revision).toBe(Number(view.body.revision) + 1);
        second.kill('SIGTERM');
        expect(await second.ended).toBe(0);
      }),
    ));

  it('refuses a target that has other data, names the stream, and leaves it as it was', () =>
    withFolder({}, async (folder) => {
      const [here, there] = [`sqlite:${join(folder, 'here.db')}`, `sqlite:${join(folder, 'there.db')}`];
      await fill(here, 30);
      await fill(there, 3);
      const before = await logOf(there);
      const { code, err } = await bitacora(['migrate', '--from', here, '--to', there]);
      expect(code).toBe(1);
      expect(err.join('\n')).toMatch(
        /the target has other data in stream (access-keys|encounter-[12]), from event 1 on/,
      );
      expect(await logOf(there)).toEqual(before);
    }));

  it('says plainly what it cannot do: no such file, no such server, the same store twice, a store in memory', () =>
    withFolder({}, async (folder) => {
      const [here, typo] = [join(folder, 'here.db'), join(folder, 'typo.db')];
      await fill(`sqlite:${here}`, 3);
      const said = async (from: string, to: string): Promise<[number | null, string]> => {
        const { code, err } = await bitacora(['migrate', '--from', from, '--to', to]);
        return [code, err.join('\n')];
      };
      expect(await said(`sqlite:${typo}`, 'esdb://127.0.0.1:1?tls=false')).toEqual([
        1,
        `bitacora: there is no file ${typo}`,
      ]);
      expect(existsSync(typo)).toBe(false);
      const [code, why] = await said(`sqlite:${here}`, 'esdb://127.0.0.1:1?tls=false');
      expect([code, why]).toEqual([1, expect.stringContaining('STORE_UNAVAILABLE') as string]);
      expect(await said(`sqlite:${here}`, `sqlite:${folder}/../${folder.split('/').at(-1)}/here.db`)).toEqual([
        2,
        expect.stringContaining('the same store') as string,
      ]);
      expect(await said('memory:', `sqlite:${here}`)).toEqual([2, expect.stringContaining('--from must be') as string]);
      const { code: usage, err } = await bitacora(['migrate', '--from', `sqlite:${here}`]);
      expect([usage, err[0]]).toEqual([2, expect.stringContaining('--to <STORE> is missing') as string]);
    }));

  it('explains itself, in English and in Spanish', async () => {
    const english = await bitacora(['migrate', '--help'], { LANG: 'en_GB.UTF-8' });
    const spanish = await bitacora(['migrate', '--help'], { LANG: 'es_ES.UTF-8' });
    expect([english.code, spanish.code]).toEqual([0, 0]);
    expect(english.out[0]).toContain('Usage: bitacora migrate [options]');
    expect(spanish.out[0]).toContain('Uso: bitacora migrate [opciones]');
    expect(spanish.out.filter((line) => english.out.includes(line))).toEqual([]);
  });
});
