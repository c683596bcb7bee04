import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Stands for `curl` where there is none: as much of it as the samples use. */
const CURL = `#!/usr/bin/env node
const args = process.argv.slice(2);
const headers = {};
let url, body;
for (let i = 0; i < args.length; i += 1) {
  if (args[i] === '-H') { const [name, value] = args[(i += 1)].split(': '); headers[name] = value; }
  else if (args[i] === '-d') body = args[(i += 1)];
  else if (!args[i].startsWith('-')) url = args[i];
}
fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body }).then((r) => r.text()).then((t) => process.stdout.write(t));
`;

interface Answer {
  readonly code?: string;
  readonly encounter: {
    readonly acting: readonly string[];
    readonly order: readonly { readonly entries: readonly { readonly key: string }[] }[];
  };
}

const folder = mkdtempSync(join(tmpdir(), 'bitacora-readme-'));
let server: ChildProcess;
let address = '';

/** The code block after the mark \`<!-- run: NAME -->\`. */
function sample(file: string, name: string): string {
  const block = new RegExp(`<!-- run: ${name} -->\\s*\`\`\`sh\\n([^]*?)\`\`\``).exec(readFileSync(file, 'utf8'))?.[1];
  if (block === undefined) throw new Error(`${file} has no sample ${name}`);
  return block.replaceAll('http://127.0.0.1:3000', address);
}

function run(script: string): string {
  const path = `${folder}:${process.env.PATH ?? ''}`;
  return execFileSync('sh', ['-e', '-c', script], { encoding: 'utf8', env: { ...process.env, PATH: path } });
}

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs']);
  writeFileSync(join(folder, 'curl'), CURL, { mode: 0o755 });
  const env = { ...process.env, BITACORA_STORE: 'memory:', BITACORA_PORT: '0', BITACORA_LOG: 'silent' };
  server = spawn(process.execPath, ['apps/api/dist/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    address = /http:\/\/\S+/.exec(line)?.[0] ?? '';
    if (address !== '') break;
  }
});

afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['README.md', 'README.es.md'])('%s', (file) => {
  it('gives a first combat in five calls, with the order and the acting combatant in the answers', () => {
    const answers = run(sample(file, 'first-combat'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined, undefined, undefined]);
    const [, rolled, , ended] = answers;
    expect(rolled?.encounter.order.length).toBeGreaterThan(0);
    expect(rolled?.encounter.acting).toEqual(['ana']);
    expect(ended?.encounter.acting).toHaveLength(1);
    expect(ended?.encounter.acting).not.toEqual(['ana']);
  });

  it('links only to pages that are there', () => {
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#]+)\)/g)]
      .map((m) => m[1] ?? '')
      .filter((link) => !link.startsWith('http'));
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});

it('README.md shows commands of the terminal that run', () => {
  expect(run(sample('README.md', 'terminal'))).toMatch(/^\d+ passed, 0 failed$/m);
});
