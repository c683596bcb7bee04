import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { serve } from '../e2e/support/server.js';
import { all, parseDockerfile } from './dockerfile.js';
import { settingsIn, settingsOfServer } from './settings.js';

const text = readFileSync('docker/Dockerfile', 'utf8');
const stages = parseDockerfile(text);
const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

/** The arguments of `["a", "b"]`. */
const exec = (given: string | undefined): string[] => JSON.parse(/\[.*\]$/.exec(given ?? '')?.[0] ?? '[]') as string[];

describe('the image', () => {
  it('is made in stages, each from an earlier one or from a pinned slim image that the program runs on', () => {
    const known: string[] = [];
    const least = engines.node.replace('>=', '').split('.').map(Number) as [number, number];
    for (const { name, from } of stages) {
      if (!known.includes(from)) {
        const [, major, minor] = /^node:(\d+)\.(\d+)\.\d+-[a-z]+-slim$/.exec(from) ?? [];
        expect([from, Number(major), Number(minor) >= least[1]]).toEqual([from, least[0], true]);
      }
      known.push(name);
    }
    expect(known).toEqual(['build', 'demo', 'pruned', 'runtime']);
  });

  it('takes only what is there', () => {
    for (const { name, instructions } of stages) {
      const before = stages
        .slice(
          0,
          stages.findIndex((stage) => stage.name === name),
        )
        .map((stage) => stage.name);
      for (const copy of instructions.filter(({ keyword }) => keyword === 'COPY')) {
        const [, stage, source = ''] = /^(?:--from=(\S+) )?(\S+) \S+$/.exec(copy.text) ?? [];
        if (stage !== undefined) expect(before).toContain(stage);
        expect([source, existsSync(source.replace(/^\/app\//, ''))]).toEqual([source, true]);
      }
    }
  });

  it('runs scripts that exist, and programs that are compiled from sources that exist', () => {
    const run = [...text.matchAll(/npm run (\w+)/g)].map((found) => found[1] ?? '');
    const [npm, word, demo = ''] = exec(all(stages, 'demo', 'CMD').at(-1));
    expect([npm, word]).toEqual(['npm', 'run']);
    expect([...run, demo].filter((script) => scripts[script] === undefined)).toEqual([]);
    const [node, flag = '', main = ''] = exec(all(stages, 'runtime', 'CMD').at(-1));
    expect(node).toBe('node');
    expect(scripts['start']).toContain(flag);
    expect(existsSync(main.replace('/dist/', '/src/').replace(/\.js$/, '.ts'))).toBe(true);
  });

  it.each(['runtime', 'demo'])('as %s is nobody’s root', (name) => {
    const users = all(stages, name, 'USER');
    expect(users).toEqual(['node']);
    const own = stages.find((stage) => stage.name === name)?.instructions ?? [];
    const after = own.slice(own.findIndex(({ keyword }) => keyword === 'USER'));
    expect(after.filter(({ keyword }) => ['RUN', 'COPY'].includes(keyword))).toEqual([]);
  });

  it('keeps no tools and no sources', () => {
    expect(all(stages, 'pruned', 'RUN').join('\n')).toContain('npm prune --omit=dev');
    expect(all(stages, 'runtime', 'RUN').join('\n')).not.toMatch(/apt-get|npm/);
    expect(stages.at(-1)?.name).toBe('runtime');
  });

  it('sets what the server knows, and reads nothing else', () => {
    const known = settingsOfServer();
    expect(settingsIn(text).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('the health check', () => {
  const [check = ''] = all(stages, 'runtime', 'HEALTHCHECK');
  const [, program = ''] = exec(check);

  async function exitCode(port: string): Promise<unknown> {
    const child = spawn(process.execPath, [program], { env: { BITACORA_PORT: port } });
    return (await once(child, 'close'))[0];
  }

  it('is 0 for a server that is ready and 1 where there is none', async () => {
    expect(check).toMatch(/^--interval=\d+s --timeout=\d+s --start-period=\d+s --retries=\d+ CMD \["node", /);
    const server = await serve();
    const { port } = new URL(server.url);
    expect(await exitCode(port)).toBe(0);
    await server.close();
    expect(await exitCode(port)).toBe(1);
  });
});
