import { bitacora } from './tools.js';

const COMMANDS = ['play', 'tail', 'export', 'import', 'replay', 'simulate'];

describe('bitacora', () => {
  it.each(COMMANDS)('%s explains itself, in English and in Spanish', async (command) => {
    const english = await bitacora([command, '--help'], { LANG: 'en_GB.UTF-8' });
    const spanish = await bitacora([command, '--help'], { LANG: 'en_GB.UTF-8', LC_ALL: 'es_ES.UTF-8' });
    expect([english.code, spanish.code, english.err, spanish.err]).toEqual([0, 0, [], []]);
    expect(english.out[0]).toContain(`Usage: bitacora ${command} [options] <`);
    expect(spanish.out[0]).toContain(`Uso: bitacora ${command} [opciones] <`);
    const shared = spanish.out.filter((line) => english.out.includes(line));
    expect(shared).toEqual([]);
  });

  it('lists its commands and says its version', async () => {
    const { out } = await bitacora(['--help']);
    for (const command of COMMANDS) expect(out.some((line) => line.startsWith(`  ${command} `))).toBe(true);
    expect((await bitacora(['--version'])).out).toEqual(['0.1.0']);
  });

  it.each([
    [[], 'Usage:'],
    [['dance'], 'there is no command dance'],
    [['play'], 'the argument FILE is missing'],
    [['play', 'x.yaml', '--loud'], 'there is no option --loud'],
    [['play', 'x.yaml', '--url'], 'the option --url <URL> needs a value'],
    [['play', 'x.yaml', '--url', 'somewhere'], '--url must be an address'],
    [['tail', 'a', 'b'], 'there are too many arguments'],
    [['tail', 'a', '--after', '-1'], '--after must be a whole number'],
    [['simulate', 'chess'], 'there is no rule set chess; there are eclipse-phase-1e'],
    [['simulate', 'd20', '--rounds', '0'], '--rounds must be a whole number from 1 to 1000'],
  ])('called with %j it exits 2, says why on standard error, and shows no stack', async (args, said) => {
    const { code, out, err } = await bitacora(args);
    expect({ code, out }).toEqual({ code: 2, out: [] });
    expect(err.join('\n')).toContain(said);
    expect(err.join('\n')).not.toMatch(/^\s+at /m);
  });

  it('says in Spanish what is wrong', async () => {
    const { err } = await bitacora(['dance'], { LANG: 'es' });
    expect(err).toEqual(['bitacora: no existe la orden dance', 'véase bitacora --help']);
  });
});

describe('bitacora simulate', () => {
  it('plays the same game for the same seed, and another for another', async () => {
    const report = async (seed: string) =>
      (await bitacora(['simulate', 'vampire-v20', '--rounds', '2', '--seed', seed, '--json'])).out.join('\n');
    const first = await report('5');
    expect(await report('5')).toBe(first);
    expect(await report('6')).not.toBe(first);
    expect(JSON.parse(first)).toMatchObject({ ruleset: 'vampire-v20', seed: 5, finished: true, rounds: 2 });
  });

  it('reports rounds, commands, the last order and refusals in words', async () => {
    const { code, out } = await bitacora([
      'simulate',
      'eclipse-phase-1e',
      '--combatants',
      '3',
      '--rounds',
      '4',
      '--seed',
      '2',
    ]);
    expect(code).toBe(0);
    expect(out.slice(0, 2)).toEqual(['eclipse-phase-1e, seed 2', 'rounds: 4']);
    expect(out.join('\n')).toMatch(/commands: \d+, of which \d+ refused\nevents: \d+\nlast order:\n {2}\S+ \(/);
  });
});
