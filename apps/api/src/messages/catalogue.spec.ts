import { REFUSAL_CODES } from '@bitacora/engine';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODES, LANGUAGES, languageOf, placeholders, PROBLEMS, sentence, variants, type Sentences } from './index.js';

const root = join(import.meta.dirname, '../../../..');

function sources(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n');
}

function words(text: string, ...patterns: readonly RegExp[]): string[] {
  return [...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')))];
}

const all: [string, Sentences][] = [
  ...Object.entries(CODES).map(([code, entry]): [string, Sentences] => [code, entry.detail]),
  ...Object.entries(PROBLEMS),
];

describe('the catalogue', () => {
  it('has a sentence for every refusal of the engine', () => {
    expect(Object.keys(CODES)).toEqual(expect.arrayContaining([...REFUSAL_CODES]));
  });

  it('has a sentence for every problem that the engine and the rule sets name', () => {
    const text = `${sources('libs/engine/src')}\n${sources('libs/rulesets/src')}`;
    const found = words(
      text,
      /malformed\(\s*(?:[^,()]|\([^)]*\))+,\s*'(\w+)'/g,
      /malformed\([^;]*?\? '(\w+)' : '/g,
      /malformed\([^;]*?\? '\w+' : '(\w+)'/g,
      /problem: '(\w+)'/g,
      /wrong\([^,]+, '(\w+)'/g,
    );
    expect(found.length).toBeGreaterThan(10);
    expect(Object.keys(PROBLEMS)).toEqual(expect.arrayContaining(found));
  });

  it('has a sentence for everything that can be wrong with written dice', () => {
    const [type = ''] = /type DiceProblemCode =[^;]+;/.exec(sources('libs/engine/src/dice')) ?? [];
    const found = words(type, /'(\w+)'/g);
    expect(found).toHaveLength(21);
    expect(Object.keys(PROBLEMS)).toEqual(expect.arrayContaining(found));
  });

  it('has a sentence for everything that the edges name', () => {
    const text = sources('apps/api/src');
    const found = words(text, /problem: '(\w+)'/g, /wrong\((?:name, )?'(\w+)'/g);
    expect(found.length).toBeGreaterThan(10);
    expect(Object.keys(PROBLEMS)).toEqual(expect.arrayContaining(found));
  });

  it.each(all)('says %s in both languages, with the same facts, and in the end without any', (_, sentences) => {
    const [english, spanish] = LANGUAGES.map((language) => variants(sentences, language));
    expect(spanish).toHaveLength(english?.length ?? 0);
    expect(spanish?.map((text) => placeholders(text).sort())).toEqual(
      english?.map((text) => placeholders(text).sort()),
    );
    for (const language of LANGUAGES) {
      const said = sentence(sentences, language);
      expect(said).toMatch(/[.:]$/);
      expect(placeholders(said)).toEqual([]);
    }
  });

  it.each(Object.entries(CODES))('gives %s a title in both languages', (_, { title }) => {
    expect(title.en).not.toBe('');
    expect(title.es).not.toBe(title.en);
  });
});

describe('a sentence', () => {
  const sentences: Sentences = { en: ['{who} has {list}.', '{who} has nothing.', 'Nobody.'], es: 'Nadie.' };

  it('is the first one whose facts are all there', () => {
    expect(sentence(sentences, 'en', { who: 'Ana', list: ['a', 'b'] })).toBe('Ana has a, b.');
    expect(sentence(sentences, 'en', { who: 'Ana', list: [] })).toBe('Ana has nothing.');
    expect(sentence(sentences, 'en')).toBe('Nobody.');
  });

  it('cuts what a caller sent too long of', () => {
    expect(sentence(sentences, 'en', { who: 'x'.repeat(1_000) }).length).toBeLessThan(200);
  });

  it('does not read what a caller sent as a template', () => {
    expect(sentence(sentences, 'en', { who: '{list}' })).toBe('{list} has nothing.');
  });
});

describe('what a rule refuses', () => {
  it.each([
    ['BAD_ROLL', { combatant: 'ren', field: 'scores' }, 'give it in scores', 'indíquese en scores'],
    ['ACTION_LIMIT', { combatant: 'ana', celerity: 1 }, 'most 1 ', 'máximo 1 '],
    ['ACTION_LIMIT', { kind: 'action', readied: 'move' }, 'readied: move', 'preparado: move'],
    ['ACTION_LIMIT', { combatant: 'ana', condition: 'staggered' }, 'condition staggered of ana', 'condición staggered'],
    [
      'MANEUVER_LIMIT',
      { combatant: 'ana', condition: 'immobilized' },
      'allows no maneuver',
      'permite ninguna maniobra',
    ],
    ['NOT_ACTING', { combatant: 'ana', slot: 'npc' }, 'one for npc', 'es para npc'],
    ['NO_MOXIE', { combatant: 'ana' }, 'no Moxie left', 'no le queda Moxie'],
    ['NOT_YOUR_DECLARATION', { combatant: 'ana', declaring: ['bo'] }, 'now: bo', 'ahora: bo'],
    ['REACTION_CANNOT_MOVE', { kind: 'parry', allowed: ['dodge'] }, 'move: dodge', 'moverse: dodge'],
    ['NOT_ACTING', { combatant: 'ana', acting: ['bo'] }, 'acting: bo', 'actúa: bo'],
    ['NOT_ACTING', { combatant: 'ana', during: 'close' }, 'only in the stage close', 'solo en la etapa close'],
    ['NOT_ACTING', { combatant: 'ana', itself: 'ana' }, 'ana is acting, but', 'ana está actuando, pero'],
    ['NOT_RECOVERING', { combatant: 'ren' }, 'not recovering', 'no se está recomponiendo'],
  ] as const)('%s is told with what the rule says of it: %j', (code, params, en, es) => {
    expect(sentence(CODES[code].detail, 'en', params)).toContain(en);
    expect(sentence(CODES[code].detail, 'es', params)).toContain(es);
  });
});

describe('the language', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['es', 'es'],
    ['es-ES,es;q=0.9,en;q=0.8', 'es'],
    ['en;q=0.5, es;q=0.7', 'es'],
    ['en, es', 'en'],
    ['es, en', 'es'],
    ['fr, es;q=0.2', 'es'],
    ['fr', 'en'],
    ['es;q=0', 'en'],
    ['en;q=0, *', 'es'],
    ['*', 'en'],
    ['es;q=nonsense', 'en'],
    [';;;,,,=', 'en'],
  ])('for %j is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
