import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitacora, bitacoraUntil, withApi, withFake, withFolder } from './tools.js';

const event = (revision: number) => ({
  revision,
  type: 'NoteAdded',
  at: '2030-01-01T00:00:00.000Z',
  data: { text: `note\n${String(revision)}` },
});

const message = (revision: number) =>
  `id: ${String(revision)}\nevent: NoteAdded\ndata: ${JSON.stringify(event(revision))}\n\n`;

describe('bitacora tail', () => {
  it('prints one line an event and, after a cut, goes on after the last that it has printed', async () => {
    const asked: (string | undefined)[] = [];
    await withFake(
      (request, response) => {
        const after = Number(request.headers['last-event-id'] ?? 0);
        asked.push(`${String(request.url)} after ${String(after)}`);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`: hello\n\n${message(after + 1)}${message(after + 2)}id: ${String(after + 3)}\ndata: {"cut`);
        if (after < 9) setImmediate(() => response.destroy());
      },
      async (url) => {
        const { code, out } = await bitacoraUntil(4, ['tail', 'a b', '--url', url, '--after', '7']);
        expect(code).toBe(0);
        expect(out).toEqual(
          [8, 9, 10, 11].map(
            (n) => `${String(n).padStart(5)} 2030-01-01T00:00:00.000Z NoteAdded text=note\\u{a}${String(n)}`,
          ),
        );
        expect(asked).toEqual(['/v1/encounters/a%20b/events after 7', '/v1/encounters/a%20b/events after 9']);
      },
    );
  });

  it('follows a real encounter from the beginning, as JSON', async () => {
    await withApi('memory:', async (url) => {
      await bitacora(['play', 'test/scenarios/d20/full-round.yaml', '--url', url]);
      const { items } = (await (await fetch(`${url}/v1/encounters`)).json()) as { items: { id: string }[] };
      const { out } = await bitacoraUntil(3, ['tail', items[0]!.id, '--url', url, '--json']);
      const events = out.map((line) => JSON.parse(line) as { revision: number; type: string });
      expect(events.slice(0, 2)).toMatchObject([
        { revision: 1, type: 'EncounterCreated' },
        { revision: 2, type: 'CombatantAdded' },
      ]);
    });
  });

  it('ends at once for an encounter that is not there', async () => {
    await withApi('memory:', async (url) => {
      const { code, err } = await bitacora(['tail', 'nobody', '--url', url]);
      expect({ code, err }).toEqual({ code: 1, err: [expect.stringContaining('bitacora: ENCOUNTER_NOT_FOUND: ')] });
    });
  });
});

describe('bitacora export', () => {
  it('writes the same to a file as to standard output, and it verifies', async () => {
    await withFolder({}, async (folder) => {
      await withApi('memory:', async (url) => {
        await bitacora(['play', 'test/scenarios/d20/full-round.yaml', '--url', url]);
        const { items } = (await (await fetch(`${url}/v1/encounters`)).json()) as { items: { id: string }[] };
        const file = join(folder, 'log.ndjson');
        const toFile = await bitacora(['export', items[0]!.id, '--url', url, '--out', file]);
        const { out } = await bitacora(['export', items[0]!.id, '--url', url]);
        expect(toFile).toEqual({ code: 0, out: [], err: [`written to ${file}`] });
        expect(readFileSync(file, 'utf8')).toBe(`${out.join('\n')}\n`);
        expect(JSON.parse(out[0]!)).toMatchObject({ kind: 'export', encounter: items[0]!.id });
        expect((await bitacora(['verify', file])).out).toEqual([expect.stringContaining(`OK  ${items[0]!.id}: `)]);
      });
    });
  });

  it('leaves no file behind when the answer is cut short, and says so', async () => {
    await withFolder({}, async (folder) => {
      await withFake(
        (_, response) => {
          response.writeHead(200, { 'content-type': 'application/x-ndjson' });
          response.write(`${JSON.stringify(event(1))}\n`);
          setTimeout(() => response.destroy(), 50);
        },
        async (url) => {
          const file = join(folder, 'log.ndjson');
          const { code, err } = await bitacora(['export', 'x', '--url', url, '--out', file]);
          expect(code).toBe(1);
          expect(err[0]).toContain('the answer was cut short');
          expect(existsSync(file)).toBe(false);
          expect(readdirSync(folder)).toEqual([]);
          expect((await bitacora(['export', 'x', '--url', url])).err[0]).toContain('the answer was cut short');
        },
      );
    });
  });

  it('sends the token as a bearer, from the option or from the environment', async () => {
    const tokens: (string | undefined)[] = [];
    await withFake(
      (request, response) => {
        tokens.push(request.headers.authorization);
        response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end();
      },
      async (url) => {
        await bitacora(['export', 'x', '--url', url, '--token', 'one']);
        await bitacora(['export', 'x', '--url', url], { BITACORA_TOKEN: 'two' });
        await bitacora(['export', 'x', '--url', url]);
        expect(tokens).toEqual(['Bearer one', 'Bearer two', undefined]);
      },
    );
  });
});
