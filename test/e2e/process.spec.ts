import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, docking } from './support/client.js';
import { ServerProcess } from './support/process.js';
import { Subscriber } from './support/subscriber.js';

// Two processes start in some of these tests.

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bitacora-process-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const sqlite = (): string => `sqlite:${join(folder, 'data/bitacora.db')}`;

describe('a server that starts', () => {
  it('says in one line where it listens, and finds everything again after it was killed', async () => {
    const first = new ServerProcess({ BITACORA_STORE: sqlite() });
    const client = new Client(await first.url());
    const id = await client.create();
    await client.command(id, { type: 'start' });
    const before = await client.get(`/v1/encounters/${id}`);
    expect(first.said).toEqual([`Bitácora listens on ${client.url}`]);
    first.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    const second = new ServerProcess({ BITACORA_STORE: sqlite() });
    const again = new Client(await second.url());
    expect((await again.get(`/v1/encounters/${id}`)).body).toEqual(before.body);
    expect((await again.get('/v1/encounters')).body.items?.map((item) => item.id)).toEqual([id]);
    second.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('keeps its keys for the owner’s eyes', async () => {
    const server = new ServerProcess({ BITACORA_STORE: sqlite() });
    await server.url();
    expect(statSync(join(folder, 'data/bitacora.db.keys')).mode & 0o077).toBe(0);
    server.kill('SIGTERM');
    await server.ended;
  });
});

describe('a server that cannot start says why and ends with 1', () => {
  async function failure(environment: Record<string, string>): Promise<string> {
    const server = new ServerProcess(environment);
    expect(await server.ended).toBe(1);
    expect(server.said.join('\n')).not.toMatch(/^\s+at /m);
    return server.said.join('\n');
  }

  it('for a wrong value', async () => {
    const said = await failure({ BITACORA_PORT: 'http', BITACORA_LOG: 'loud' });
    expect(said).toContain('BITACORA_PORT is "http"; it must be a port from 0 to 65535');
    expect(said).toContain('BITACORA_LOG is "loud"');
  });

  it('for a host that others can reach without keys', async () => {
    expect(await failure({ BITACORA_HOST: '0.0.0.0', BITACORA_AUTH: 'open' })).toContain('BITACORA_AUTH=open');
  });

  it('for a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await failure({ BITACORA_STORE: 'memory:', BITACORA_PORT: String(port) })).toContain(`127.0.0.1:${port}`);
    other.close();
  });

  it('for a database file that is none', async () => {
    const file = join(folder, 'letter.txt');
    writeFileSync(file, 'Dear Ana, this is no database at all. '.repeat(100));
    expect(await failure({ BITACORA_STORE: `sqlite:${file}` })).toContain(file);
  });

  it('for a database that somebody else holds', async () => {
    mkdirSync(join(folder, 'data'));
    const file = join(folder, 'data/bitacora.db');
    const other = new Database(file);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    expect(await failure({ BITACORA_STORE: `sqlite:${file}` })).toContain(file);
    other.close();
  });
});

describe('SIGTERM', () => {
  it('lets what is in flight be answered, ends streams, takes no more and exits with 0', async () => {
    const server = new ServerProcess({ BITACORA_STORE: sqlite() });
    const client = new Client(await server.url());
    const id = await client.create();
    const one = new Subscriber(
      client.url,
      `subscription { encounterChanged(id: "${id}", afterRevision: 0) { revision } }`,
    );
    await one.have(1);
    const answers = Array.from({ length: 20 }, () => client.command(id, { type: 'note', text: 'in flight' }));
    await answers[0];
    const since = performance.now();
    server.kill('SIGTERM');
    const settled = await Promise.allSettled(answers);
    const done = settled.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 200).length;
    expect(await server.ended).toBe(0);
    expect(performance.now() - since).toBeLessThan(10_000);
    expect(await one.ended).toMatchObject({ code: 1001 });
    await expect(client.get('/livez')).rejects.toThrow();

    const again = new ServerProcess({ BITACORA_STORE: sqlite() });
    const { body } = await new Client(await again.url()).get(`/v1/encounters/${id}/events?type=NoteAdded`);
    expect(body.items?.length).toBeGreaterThanOrEqual(done);
    expect(done).toBeGreaterThan(0);
    again.kill('SIGTERM');
    await again.ended;
  });
});

it('a new encounter is the same in a process as in a test', async () => {
  const server = new ServerProcess({ BITACORA_STORE: 'memory:' });
  const made = await new Client(await server.url()).post('/v1/encounters', docking);
  expect(made.status).toBe(201);
  server.kill('SIGINT');
  expect(await server.ended).toBe(0);
});
