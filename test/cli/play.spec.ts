import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bitacora, withApi, withFolder } from './tools.js';

const fight = (steps: string, more = '') => `name: A fight
ruleset: eclipse-phase-1e
${more}combatants:
  - { id: ana, name: Ana, kind: pc, stats: { intuition: 20, reflexes: 20 } }
  - { id: bo, name: Bo, kind: npc, stats: { intuition: 10, reflexes: 10 } }
steps:
${steps}`;

const OPENING = `  - do: { type: start }
  - do: { type: rollInitiative, rolls: { ana: [3], bo: [4] } }
`;

const good = fight(`${OPENING}    expect: { order: [[ana], [bo]], acting: [ana] }
  - do: { type: endTurn, combatant: bo }
    expect: { error: NOT_ACTING, acting: [ana] }
`);

const wrong = fight(`${OPENING}    expect: { order: [[bo], [ana]], clock: { round: 2 } }
  - do: { type: endTurn, combatant: bo }
`);

describe('bitacora play', () => {
  it('plays a folder against a server that it starts by itself, and counts', async () => {
    const folder = 'test/scenarios/eclipse-phase-1e';
    const run = await bitacora(['play', '--quiet', folder]);
    expect(run).toEqual({ code: 0, out: [`${String(readdirSync(folder).length)} passed, 0 failed`], err: [] });
  });

  it('prints every step and where it differs, and exits 1', async () => {
    await withFolder({ 'good.yaml': good, 'wrong.yaml': wrong }, async (folder) => {
      const run = await bitacora(['play', folder]);
      expect(run.code).toBe(1);
      expect(run.out).toEqual([
        `${join(folder, 'good.yaml')}: A fight`,
        '    1 ok      start',
        '    2 ok      rollInitiative {"rolls":{"ana":[3],"bo":[4]}}',
        '    3 ok      endTurn {"combatant":"bo"}',
        `${join(folder, 'wrong.yaml')}: A fight`,
        '    1 ok      start',
        '    2 DIFFERS rollInitiative {"rolls":{"ana":[3],"bo":[4]}}',
        '      order: expected [["bo"],["ana"]], got [["ana"],["bo"]]',
        '      clock.round: expected 2, got 1',
        '    3 DIFFERS endTurn {"combatant":"bo"}',
        expect.stringMatching(/^ {6}error: expected null, got "NOT_ACTING \(.+\)"$/),
        '1 passed, 1 failed',
      ]);
    });
  });

  it('tells only what differs with --quiet', async () => {
    await withFolder({ 'good.yaml': good, 'wrong.yaml': wrong }, async (folder) => {
      const { out } = await bitacora(['play', '--quiet', folder]);
      expect(out[0]).toBe(`${join(folder, 'wrong.yaml')}: A fight`);
      expect(out.filter((line) => line.includes(' ok '))).toEqual([]);
      expect(out.at(-1)).toBe('1 passed, 1 failed');
    });
  });

  it('plays JSON, and plays against the server at the address given', async () => {
    const scenario = {
      name: 'Nothing yet',
      ruleset: 'eclipse-phase-1e',
      steps: [{ do: { type: 'start' }, expect: { error: 'NO_COMBATANTS' } }],
    };
    await withFolder({ 'empty.json': JSON.stringify(scenario, null, '\t') }, async (folder) => {
      await withApi('memory:', async (url) => {
        expect(await bitacora(['play', '--quiet', join(folder, 'empty.json'), '--url', url])).toEqual({
          code: 0,
          out: ['1 passed, 0 failed'],
          err: [],
        });
        const { items } = (await (await fetch(`${url}/v1/encounters`)).json()) as { items: { name: string }[] };
        expect(items.map((item) => item.name)).toEqual(['Nothing yet']);
      });
    });
  });

  it('counts a file that is none, or that the server does not take, as failed, says where it is wrong, and plays the others', async () => {
    const files = {
      '1-syntax.yaml': 'name: [\nruleset: x\n',
      '2-unknown.yaml': fight(OPENING, 'titel: Typo\n'),
      '3-step.yaml': fight(`${OPENING}  - expect: { acting: [ana] }\n`),
      '4-kind.yaml': fight(`  - do: { type: start }\n    expect: { order: ana }\n`),
      '5-ruleset.yaml': good.replace('eclipse-phase-1e', 'no-such-game'),
      '6-good.yaml': good,
    };
    await withFolder(files, async (folder) => {
      const { code, out } = await bitacora(['play', '--quiet', folder, join(folder, 'absent.yaml')]);
      const at = (name: string) => join(folder, name);
      expect(code).toBe(1);
      expect(out).toEqual([
        expect.stringContaining(`${at('1-syntax.yaml')}:2:1: is neither YAML nor JSON`),
        expect.stringContaining(`${at('2-unknown.yaml')}:3:1: titel is not known; known are name, ruleset`),
        `${at('3-step.yaml')}:9:5: steps[2].do is missing`,
        `${at('4-kind.yaml')}:8:15: steps[0].expect.order must be a list of lists of keys`,
        `${at('5-ruleset.yaml')}: A fight`,
        expect.stringContaining('the encounter was not created: RULESET_NOT_FOUND'),
        `${at('absent.yaml')}: cannot be read (ENOENT: no such file or directory)`,
        '1 passed, 6 failed',
      ]);
    });
  });

  it('says in Spanish what is wrong with a file that is no YAML, without a word of the parser’s English', async () => {
    const files = {
      '1-flow.yaml': 'name: [\nruleset: x\n',
      '2-twice.yaml': 'name: x\nname: y\n',
      '3-quote.yaml': 'name: "x\n',
      '4-tab.yaml': 'name:\n\t- x\n',
      '5-alias.yaml': 'name: *nobody\n',
    };
    await withFolder(files, async (folder) => {
      const { out } = await bitacora(['play', '--quiet', folder], { LANG: 'es_ES' });
      expect(out.slice(0, 5).map((line) => line.replace(/^.*?:\d+:\d+: /u, ''))).toEqual([
        'no es YAML ni JSON: la sangría no es la de las líneas vecinas',
        'no es YAML ni JSON: la clave está repetida',
        'no es YAML ni JSON: falta un carácter: unas comillas, una coma, un guion, dos puntos o un espacio',
        'no es YAML ni JSON: hay tabuladores en la sangría',
        'no es YAML ni JSON: sus alias no se pueden resolver',
      ]);
    });
  });

  it('says which server gives no answer', async () => {
    const { code, out, err } = await bitacora(['play', 'test/scenarios/d20', '--url', 'http://127.0.0.1:9']);
    expect({ code, err }).toEqual({
      code: 1,
      err: [expect.stringMatching(/^bitacora: no answer from http:\/\/127\.0\.0\.1:9 \(.+\)$/)],
    });
    expect(out).toHaveLength(1);
  });
});
