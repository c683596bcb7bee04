import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Stands for `curl` where there is none: as much of it as the samples use. An event stream ends after what comes first. */
const CURL = `#!/usr/bin/env node
const args = process.argv.slice(2);
const headers = {};
let url, body;
for (let i = 0; i < args.length; i += 1) {
  if (args[i] === '-H') { const [name, value] = args[(i += 1)].split(': '); headers[name] = value; }
  else if (args[i] === '-d') body = args[(i += 1)];
  else if (!args[i].startsWith('-')) url = args[i];
}
const answer = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body });
let text = '';
for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  if (headers.Accept === 'text/event-stream' && text.includes('id: 12')) break;
}
process.stdout.write(text, () => process.exit());
`;

interface Seen {
  readonly acting: readonly string[];
  readonly available: Readonly<Record<string, readonly string[]>>;
}

const folder = mkdtempSync(join(tmpdir(), 'bitacora-readme-'));
/** For what has to find this repository's packages. */
const here = mkdtempSync('.cache/readme-');
const store = `sqlite:${join(folder, 'keys.db')}`;
const servers: ChildProcess[] = [];
let open = '';
let closed = '';

async function serve(settings: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, BITACORA_PORT: '0', BITACORA_LOG: 'silent', ...settings };
  const server = spawn(process.execPath, ['apps/api/dist/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  servers.push(server);
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error('The server did not start.');
}

/** The code block after the mark \`<!-- WHAT: NAME -->\`, for the server at \`address\`. */
function sample(file: string, name: string, address: string, what = 'run'): string {
  const block = new RegExp(`<!-- ${what}: ${name} -->\\s*\`\`\`\\w+\\n([^]*?)\`\`\``).exec(
    readFileSync(file, 'utf8'),
  )?.[1];
  if (block === undefined) throw new Error(`${file} has no sample ${name}`);
  return block.replaceAll('127.0.0.1:3000', address.replace('http://', ''));
}

function run(script: string): string {
  const env = { ...process.env, BITACORA_STORE: store, PATH: `${folder}:${process.env.PATH ?? ''}` };
  return execFileSync('sh', ['-e', '-c', script], { encoding: 'utf8', env });
}

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs']);
  writeFileSync(join(folder, 'curl'), CURL, { mode: 0o755 });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  open = await serve({ BITACORA_STORE: 'memory:' });
  closed = await serve({ BITACORA_STORE: store, BITACORA_AUTH: 'keys' });
}, 60_000);

afterAll(() => {
  for (const server of servers) server.kill();
  for (const made of [folder, here]) rmSync(made, { recursive: true, force: true });
});

describe.each(['README.md', 'README.es.md'])('%s', (file) => {
  it('gives a first combat in five calls, and says what they print', () => {
    const printed = run(sample(file, 'first-combat', open));
    expect(printed).toBe(sample(file, 'first-combat', open, 'said'));
    const seen = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Seen);
    expect(seen.map(({ acting }) => acting.length)).toEqual([0, 1, 1, 1]);
  });

  it('has nothing in the first combat that a shell takes otherwise when it is pasted', () => {
    expect(sample(file, 'first-combat', open)).not.toMatch(/^\s*#|!|’/m);
  });

  it('follows that combat as an event stream and over GraphQL, to its end', () => {
    const play = `${sample(file, 'first-combat', open)}\n`;
    expect(run(`${play}${sample(file, 'stream', open)}`)).toMatch(/\nid: 11\n[^]*\nid: 12\n/);
    const follow = join(here, 'follow.mjs');
    writeFileSync(follow, sample(file, 'follow', open));
    const lines = run(`${play}send '{"type": "end"}'\nnode ${follow} $ID`).trim().split('\n');
    expect(lines.at(-1)).toBe('13 EncounterEnded []');
  });

  it('gives a player and a spectator their tokens', () => {
    const given = run(sample(file, 'keys', closed))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly role: string; readonly token: string });
    expect(given.map(({ role }) => role)).toEqual(['player', 'spectator']);
    expect(given.every(({ token }) => token.startsWith('bt.'))).toBe(true);
  });

  it('links only to pages that are there', () => {
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#]+)\)/g)]
      .map((m) => m[1] ?? '')
      .filter((link) => !link.startsWith('http'));
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});

it('README.md shows commands of the terminal that run', () => {
  expect(run(sample('README.md', 'terminal', open))).toMatch(/^\d+ passed, 0 failed$/m);
}, 60_000);
