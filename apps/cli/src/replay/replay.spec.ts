import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from '../run.js';
import { textsIn, type Language } from '../texts.js';
import { drawOrder, type DrawnView } from './draw.js';
import { playByKeys, playByTime, stepAfter, type Film } from './player.js';
import { keyOf, type Key } from './terminal.js';

async function* pressed(...keys: readonly Key[]): AsyncGenerator<Key, void, undefined> {
  yield* keys;
}

const film: Film = { length: 3, screen: async (step) => `step ${String(step)}` };

describe('a replay', () => {
  it.each<[readonly Key[], readonly number[]]>([
    [[], [0]],
    [
      ['next', 'next', 'back'],
      [0, 1, 2, 1],
    ],
    [
      ['back', 'next', 'next', 'next', 'next'],
      [0, 1, 2],
    ],
    [
      ['last', 'first', 'last'],
      [0, 2, 0, 2],
    ],
    [
      ['next', 'quit', 'next'],
      [0, 1],
    ],
  ])('by the keys %j shows the steps %j, each once', async (keys, steps) => {
    const shown: string[] = [];
    await playByKeys(film, pressed(...keys), (screen) => void shown.push(screen));
    expect(shown).toEqual(steps.map((step) => `step ${String(step)}`));
  });

  it('by time shows every step, with a pause between two', async () => {
    const shown: string[] = [];
    await playByTime(
      film,
      async () => void shown.push('–'),
      (screen) => void shown.push(screen),
      new AbortController().signal,
    );
    expect(shown).toEqual(['step 0', '–', 'step 1', '–', 'step 2']);
  });

  it('of nothing shows nothing', async () => {
    const shown: string[] = [];
    await playByKeys({ ...film, length: 0 }, pressed('next'), (screen) => void shown.push(screen));
    expect(shown).toEqual([]);
    expect(stepAfter(0, 'next', 1)).toBe(0);
  });

  it.each([
    [{ name: 'space' }, 'next'],
    [{ name: 'right' }, 'next'],
    [{ name: 'left' }, 'back'],
    [{ name: 'q' }, 'quit'],
    [{ name: 'c', ctrl: true }, 'quit'],
    [{ name: 'x' }, null],
    [{ name: 'space', ctrl: true }, null],
    [{ name: 'toString' }, null],
    [{}, null],
  ])('reads the key %j as %j', (key, meaning) => {
    expect(keyOf(key)).toBe(meaning);
  });
});

const view = (states: readonly string[]): DrawnView & { ruleset: string } => ({
  name: 'Docking bay',
  ruleset: 'd20',
  clock: { round: 1, pass: 1, stage: 'actions' },
  order: [
    { entries: [{ key: 'ana', combatant: 'ana', score: 15, state: states[0]! }] },
    {
      entries: [
        { key: 'bo', combatant: 'bo', score: 9, state: states[1]! },
        { key: 'cy:extra', combatant: 'cy', score: 9, state: states[1]! },
      ],
    },
  ],
  combatants: [
    { id: 'ana', name: 'Ana', status: 'active', wounds: 0 },
    { id: 'bo', name: 'Bo \u001b[31m', status: 'dead', wounds: 2 },
    { id: 'cy', name: 'Cy', status: 'active', wounds: 0 },
  ],
  conditions: [{ combatant: 'bo', name: 'prone' }],
});

describe('the drawn order', () => {
  it('has a line an entry, ties together, and says who is hurt, in nothing that steers a terminal', () => {
    const [first, second, third] = drawOrder(view(['acted', 'acting']), textsIn('es').replay);
    expect(first).toMatch(/^ {4}Ana +15 {2}ha actuado$/);
    expect(second).toMatch(/^ ▸┌ Bo \\u\{1b\}\[31m +9 {2}actúa {2}· heridas 2, muerto, prone$/);
    expect(third).toMatch(/^ ▸└ Cy \(extra\) +9 {2}actúa$/);
  });
});

/** A server that knows one fight of three events. */
async function withServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const views = [view(['waiting', 'waiting']), view(['acting', 'waiting']), view(['acted', 'acting'])];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    response.setHeader('content-type', url.pathname.endsWith('/events') ? 'text/plain' : 'application/json');
    if (url.pathname.endsWith('/events')) return void response.end('    1  One.\n    2  Two.\n    3  Three. [G-1]\n');
    const text = (en: string) => ({ en, es: en });
    const labels = { round: text('Round'), pass: text('Turns'), stages: [{ key: 'actions', ...text('Acts') }] };
    const body = url.pathname.startsWith('/v1/rulesets')
      ? { labels }
      : views[Number(url.searchParams.get('revision')) - 1];
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function replayed(args: readonly string[], keys?: readonly Key[], language: Language = 'en') {
  const out: string[] = [];
  const screens: string[] = [];
  const err: string[] = [];
  const code = await withServer((url) =>
    run(['replay', 'e1', '--url', url, ...args], {
      env: {},
      language,
      texts: textsIn(language),
      out: (line) => void out.push(line),
      err: (line) => void err.push(line),
      signal: new AbortController().signal,
      ...(keys && { terminal: { show: (screen) => void screens.push(screen), keys: () => pressed(...keys) } }),
    }),
  );
  return { code, out, screens, err };
}

describe('bitacora replay', () => {
  it('on a terminal shows the fight at each step, forth and back', async () => {
    const { code, screens } = await replayed([], ['next', 'next', 'back', 'quit']);
    expect(code).toBe(0);
    expect(screens.map((screen) => screen.split('\n')[0])).toEqual([
      'Docking bay  1/3',
      'Docking bay  2/3',
      'Docking bay  3/3',
      'Docking bay  2/3',
    ]);
    expect(screens[2]).toContain('Round 1, Turns 1, Acts');
    expect(screens[2]).toContain('    1  One.\n    2  Two.\n    3  Three. [G-1]\n');
    expect(screens[1]).toMatch(/▸ {2}Ana/);
  });

  it('goes on by itself where a speed is given', async () => {
    const { screens } = await replayed(['--speed', '1000'], ['quit']);
    expect(screens).toHaveLength(3);
  });

  it('without a terminal tells it line by line, with the order where it is another one', async () => {
    const { out } = await replayed(['--from', '2', '--to', '3']);
    expect(out).toHaveLength(2);
    expect(out[0]).toMatch(/^ {4}2 {2}Two\.\n {4}Ana|^ {4}2 {2}Two\.\n ▸/);
    expect(out[1]).toContain('Three. [G-1]\n');
  });

  it('says where there is nothing to show', async () => {
    expect(await replayed(['--from', '9'])).toMatchObject({ code: 1, err: ['bitacora: there are no such events'] });
    expect(await replayed(['--speed', 'fast'])).toMatchObject({ code: 2 });
  });
});
