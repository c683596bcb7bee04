import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { bitacora, bitacoraInto, withApi, withFake, withFolder } from './tools.js';

const SCENARIO = 'test/scenarios/d20/full-round.yaml';

/** A web server that is something else. */
const other: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
};

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

describe('what is read', () => {
  it('is refused by play where it is not UTF-8, or is a link to itself', async () => {
    await withFolder({}, async (folder) => {
      const [latin, loop] = [join(folder, 'latin.yaml'), join(folder, 'loop.yaml')];
      writeFileSync(latin, Buffer.from('name: caf\xe9\nruleset: d20\nsteps: []\n', 'latin1'));
      symlinkSync(loop, loop);
      const { code, out } = await bitacora(['play', latin, loop]);
      expect({ code, out }).toEqual({
        code: 1,
        out: [
          `${latin}: is not UTF-8`,
          expect.stringMatching(/cannot be read \(ELOOP: [^,]+\)$/),
          '0 passed, 2 failed',
        ],
      });
    });
  });

  it('is refused by import where it is empty', async () => {
    await withFolder({ 'empty.ndjson': '' }, async (folder) => {
      const { code, err } = await bitacora(['import', join(folder, 'empty.ndjson')]);
      expect({ code, err }).toEqual({ code: 1, err: [expect.stringContaining('is empty')] });
    });
  });
});

it('what one server exports through a pipe, another imports', async () => {
  await withFolder({}, async (folder) => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await withApi('memory:', async (url) => {
      await bitacora(['play', SCENARIO, '--url', url]);
      const { items } = (await (await fetch(`${url}/v1/encounters`)).json()) as { items: { id: string }[] };
      const [taken] = await Promise.all([
        bitacora(['import', pipe, '--url', url]),
        bitacora(['export', items[0]!.id, '--url', url, '--out', pipe]),
      ]);
      expect(taken).toEqual({ code: 0, out: [expect.stringMatching(/ events, here already$/)], err: [] });
    });
  });
});

describe('a server', () => {
  it.each(['tail', 'export', 'replay'])('that is something else is told as such by %s', async (command) => {
    await withFake(other, async (url) => {
      const { code, out, err } = await bitacora([command, 'x', '--url', url]);
      expect({ code, out }).toEqual({ code: 1, out: [] });
      expect(err).toEqual([`bitacora: what answers at ${url} is no Bitácora server`]);
    });
  });

  it('that is cut off while it tells a fight is told as such', async () => {
    const cut: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' });
      response.write('    1  The comb');
      setTimeout(() => response.destroy(), 50);
    };
    await withFake(cut, async (url) => {
      const { code, err } = await bitacora(['replay', 'x', '--url', url]);
      expect({ code, err }).toEqual({ code: 1, err: [expect.stringContaining('the answer was cut short')] });
    });
  });

  it('that ends a token ends tail, with the reason', async () => {
    let calls = 0;
    const revoking: RequestListener = (_, response) => {
      calls += 1;
      if (calls === 1) return response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
      response.writeHead(401, { 'content-type': 'application/problem+json' });
      return response.end('{"code": "UNAUTHENTICATED", "detail": "No."}');
    };
    await withFake(revoking, async (url) => {
      const { code, err } = await bitacora(['tail', 'x', '--url', url]);
      expect([code, err.at(-1)]).toEqual([1, 'bitacora: UNAUTHENTICATED: No.']);
    });
  });

  it('gets no token that can be none, and it is not shown', async () => {
    const { code, err } = await bitacora(['tail', 'x', '--token', 'secret\nof mine']);
    expect(code).toBe(2);
    expect(err.join('\n')).toContain('the token has characters that no token has');
    expect(err.join('\n')).not.toContain('secret');
  });
});

describe('what is written', () => {
  it('goes where a link leads, or into what is no file, which stays what it is', async () => {
    await withFolder({ 'real.ndjson': '' }, async (folder) => {
      await withApi('memory:', async (url) => {
        await bitacora(['play', SCENARIO, '--url', url]);
        const { items } = (await (await fetch(`${url}/v1/encounters`)).json()) as { items: { id: string }[] };
        const [real, link] = [join(folder, 'real.ndjson'), join(folder, 'link.ndjson')];
        symlinkSync(real, link);
        await bitacora(['export', items[0]!.id, '--url', url, '--out', link]);
        const pipe = join(folder, 'pipe');
        execFileSync('mkfifo', [pipe]);
        const read = readFile(pipe, 'utf8');
        expect((await bitacora(['export', items[0]!.id, '--url', url, '--out', pipe])).code).toBe(0);
        expect(await read).toBe(readFileSync(real, 'utf8'));
        expect(readdirSync(folder).sort()).toEqual(['link.ndjson', 'pipe', 'real.ndjson']);
      });
    });
  });

  it('and finds no room is told so, with 1', async () => {
    const full = existsSync('/dev/full') ? openSync('/dev/full', 'w') : openSync('/dev/null', 'r');
    const { code, err } = await bitacoraInto(full, ['simulate', 'd20']);
    closeSync(full);
    expect({ code, err }).toEqual({ code: 1, err: [expect.stringMatching(/^bitacora: the output cannot be written/)] });
  });

  it('and is not read to its end ends the command, and the server that it started', async () => {
    const run = await bitacoraInto('pipe', ['play', 'test/scenarios'], (child) => {
      child.stdout?.once('data', () => child.stdout?.destroy());
    });
    expect({ code: run.code, err: run.err, alive: isAlive(run.group) }).toEqual({ code: 0, err: [], alive: false });
  });

  it('by keys is no store, where there was none to list', async () => {
    await withFolder({}, async (folder) => {
      const store = { BITACORA_STORE: `sqlite:${join(folder, 'none.db')}` };
      const { code, err } = await bitacora(['keys', 'list'], store);
      expect({ code, err }).toEqual({ code: 1, err: [expect.stringContaining('there is no file')] });
      expect((await bitacora(['keys', 'create', 'a/b'], store)).code).toBe(2);
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});

describe('a command that cannot stop by itself', () => {
  it('leaves signals to the system, which ends it at once', async () => {
    const count = 'process.on("exit", () => console.error(process.listenerCount("SIGINT")))';
    const { err } = await bitacora(['simulate', 'd20'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(count)}`,
    });
    expect(err).toEqual(['0']);
  });
});
