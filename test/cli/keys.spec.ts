import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../e2e/support/process.js';
import { bitacora } from './tools.js';

describe('bitacora keys', () => {
  let folder: string;
  let env: Record<string, string>;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bitacora-keys-'));
    env = { BITACORA_STORE: `sqlite:${join(folder, 'events.db')}` };
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes a key that a running server takes at once, lists it without its secret, and ends it', async () => {
    const server = new ServerProcess({ ...env, BITACORA_AUTH: 'keys' });
    const url = await server.url();
    const status = async (key: string): Promise<number> =>
      (await fetch(`${url}/v1/encounters`, { headers: { authorization: `Bearer ${key}` } })).status;

    const made = await bitacora(['keys', 'create', 'Mesa 1'], env);
    const [key = ''] = made.out;
    const id = key.split('.')[1] ?? '';
    expect([made.code, made.out.length]).toEqual([0, 1]);
    expect(made.err[0]).toContain(id);
    expect(await status(key)).toBe(200);

    const list = await bitacora(['keys', 'list'], env);
    expect(list.out).toEqual([expect.stringMatching(new RegExp(`^${id}  \\d{4}-.*Z  Mesa 1$`))]);

    expect((await bitacora(['keys', 'revoke', id], env)).code).toBe(0);
    expect(await status(key)).toBe(401);
    expect((await bitacora(['keys', 'list'], env)).out).toEqual([]);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it.each([
    [['revoke', 'none'], 1, 'there is no key none'],
    [['create', '\u001b[31m'], 2, 'the name must have'],
    [['create'], 2, 'the argument NAME is missing'],
  ])('called with %j exits %i and says why', async (args, code, said) => {
    const run = await bitacora(['keys', ...args], env);
    expect([run.code, run.out]).toEqual([code, []]);
    expect(run.err[0]).toContain(said);
  });

  it('keeps no keys where nothing is kept', async () => {
    const run = await bitacora(['keys', 'create', 'x'], { BITACORA_STORE: 'memory:', LANG: 'es_ES' });
    expect([run.code, run.err[0]]).toEqual([2, expect.stringContaining('no guarda claves')]);
  });
});
