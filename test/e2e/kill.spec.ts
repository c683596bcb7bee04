import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Body } from './support/client.js';
import { ServerProcess } from './support/process.js';

const KILLS = 20;
const CLIENTS = 8;
/** How many answers a server gives before it is killed; different each time, so that it dies at different moments. */
const answersBefore = (kill: number): number => 10 + ((kill * 37) % 90);

/** What one client was told, and what it may not have been told. */
interface Ledger {
  readonly encounter: string;
  /** Notes that were acknowledged, with the revision that the answer named. */
  readonly acknowledged: Map<string, number>;
  /** The note whose answer did not come. */
  unsure: string | null;
}

/** Sends notes until the server is gone; each has a text and a key of its own, and one without an answer is sent again first. */
async function load(client: Client, ledger: Ledger, answered: () => void): Promise<void> {
  for (;;) {
    const text = ledger.unsure ?? randomUUID();
    ledger.unsure = text;
    try {
      const { status, body } = await client.command(
        ledger.encounter,
        { type: 'note', text },
        { 'idempotency-key': text },
      );
      if (status === 503) return;
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      ledger.acknowledged.set(text, Number(body.revision));
      ledger.unsure = null;
      answered();
    } catch (error) {
      if ((error as Error).message === 'fetch failed') return;
      throw error;
    }
  }
}

async function wholeLog(client: Client, id: string): Promise<Body[]> {
  const { text } = await client.get(`/v1/encounters/${id}/events`, { accept: 'application/x-ndjson' });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Body);
}

it(`every acknowledged event is there, once and in order, after ${KILLS} kills under load`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitacora-kill-'));
  const store = `sqlite:${join(folder, 'bitacora.db')}`;
  const ledgers: Ledger[] = [];
  let acknowledged = 0;

  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = new ServerProcess({ BITACORA_STORE: store });
    const client = new Client(await server.url());
    while (ledgers.length < CLIENTS)
      ledgers.push({ encounter: await client.create(), acknowledged: new Map(), unsure: null });
    let left = answersBefore(kill);
    const answered = (): void => {
      acknowledged += 1;
      left -= 1;
      if (left === 0) server.kill('SIGKILL');
    };
    await Promise.all(ledgers.map((ledger) => load(client, ledger, answered)));
    expect(await server.ended).toBe('SIGKILL');
  }

  const server = new ServerProcess({ BITACORA_STORE: store });
  const client = new Client(await server.url());
  let unsureButThere = 0;
  for (const ledger of ledgers) {
    const log = await wholeLog(client, ledger.encounter);
    expect(log.map((event) => event.revision)).toEqual(log.map((_, i) => i + 1));
    const notes = log.filter((event) => String(event.type) === 'NoteAdded');
    const texts = notes.map((event) => String(event.data?.text));
    expect(new Set(texts).size).toBe(texts.length);
    const told = new Map(notes.map((event) => [String(event.data?.text), Number(event.revision)]));
    const unsure = ledger.unsure !== null && told.delete(ledger.unsure);
    if (unsure) unsureButThere += 1;
    expect([...told]).toEqual([...ledger.acknowledged]);
  }
  expect(acknowledged).toBeGreaterThan(KILLS * 10);
  expect(unsureButThere).toBeLessThanOrEqual(CLIENTS);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  rmSync(folder, { recursive: true });
}, 300_000);
