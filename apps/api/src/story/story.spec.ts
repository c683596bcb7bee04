import { diffOf, type EventEnvelope } from '@bitacora/encounters';
import { EMPTY, EVENT_TYPES, evolve, SHARED_RULES, view, type Recorded, type RuleSet } from '@bitacora/engine';
import { playGame } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, placeholders, sentence, variants, type Sentences } from '../messages/index.js';
import { DIFFERENCE_TEXTS, differenceText } from './differences.js';
import { citedIn } from './rules.js';
import { STORY } from './sentences.js';
import { storyOf } from './stream.js';
import { Teller } from './teller.js';
import { Vocabulary, WORDS } from './words.js';

const root = join(import.meta.dirname, '../../../..');
const CORPUS = join(root, 'test/events/corpus');

function envelope(event: Recorded, i: number): EventEnvelope {
  const at = '2026-01-01T00:00:00.000Z';
  const data = JSON.parse(JSON.stringify(event.data)) as EventEnvelope['data'];
  return {
    revision: i + 1,
    position: '',
    id: '',
    version: 1,
    at,
    actor: 'admin',
    type: event.type,
    command: event.command,
    data,
  };
}

function game(rules: RuleSet, seed: number): EventEnvelope[] {
  return playGame({ rules, seed, combatants: 4, rounds: 3 }).log.map(envelope);
}

/** What must stand in no line: holes, and words of programs. */
const HOLES = /[{}\n\r]|ownTurn|undefined|\bnull\b|NaN|\[object|reason\.|status\.|field\.|stage\./;

const games = rulesets.all().flatMap((rules) => [1, 2, 3].map((seed) => [rules.id, seed, rules] as const));

describe('the story', () => {
  it.each(games)(
    'of a random fight of %s (%i) has a whole line for every event, in both languages',
    (_, seed, rules) => {
      const events = game(rules, seed);
      for (const language of LANGUAGES) {
        const teller = new Teller(rules, language);
        const lines = events.map((event) => teller.line(event));
        expect(lines.filter((line) => HOLES.test(line))).toEqual([]);
        lines.forEach((line, i) => expect(line).toMatch(new RegExp(`^ *${String(i + 1)} {2}\\S.*[.:\\])]$|Nota|Note`)));
        // The last way to say it is for data that nobody knows: no event of ours needs it.
        const vague = events.filter((event, i) => {
          const all = variants(STORY[event.type], language);
          return all.length > 1 && lines[i]?.slice(7).replace(/ \[.*\]$/, '') === all.at(-1);
        });
        expect(vague.map((event) => event.type).filter((type) => type !== 'EncounterEnded')).toEqual([]);
      }
    },
  );

  it('tells every type of event that was ever recorded, in both languages', () => {
    const told = new Set<string>();
    for (const file of readdirSync(CORPUS).filter((name) => name.endsWith('.events.ndjson'))) {
      const lines = readFileSync(join(CORPUS, file), 'utf8').trimEnd().split('\n');
      const events = lines.map((line) => JSON.parse(line) as Recorded & { metadata: { command: string } });
      const rules = rulesets.get((events[0]?.data as { ruleset: string }).ruleset)!;
      for (const language of LANGUAGES) {
        const teller = new Teller(rules, language);
        events.forEach((event, i) => {
          const line = teller.line(envelope({ ...event, command: event.metadata.command }, i));
          expect(line).not.toMatch(HOLES);
          told.add(event.type);
        });
      }
    }
    expect([...told].sort()).toEqual([...EVENT_TYPES].sort());
  });

  it.each(Object.entries({ ...STORY, ...DIFFERENCE_TEXTS }))(
    'says %s in both languages with the same facts',
    (_, sentences: Sentences) => {
      const [english = [], spanish = []] = LANGUAGES.map((language) => variants(sentences, language));
      expect(spanish.map((text) => placeholders(text).sort())).toEqual(
        english.map((text) => placeholders(text).sort()),
      );
      for (const language of LANGUAGES) expect(placeholders(sentence(sentences, language))).toEqual([]);
      expect(spanish).not.toEqual(english);
    },
  );

  it('cites only rules that there are', () => {
    for (const rules of rulesets.all()) {
      const known = new Set([...rules.rules, ...SHARED_RULES].map((rule) => rule.id));
      expect(citedIn(rules).filter((id) => !known.has(id))).toEqual([]);
    }
  });

  it('does not say that the order changes where somebody came in whose place may have passed', () => {
    const entry = { key: 'ana', combatant: 'ana', entry: 'main', score: 9, rank: [9], state: 'acting' } as const;
    const order = [{ entries: [entry], opened: true, moved: false }];
    const data = { order, reason: 'arrival', rule: 'G-8' };
    const lines = LANGUAGES.map((language) =>
      new Teller(rulesets.get('d20')!, language).line(envelope({ type: 'OrderChanged', command: 'k1', data }, 0)),
    );
    expect(lines[0]).toContain('has its place where that is still to come: ana 9');
    expect(lines[1]).toContain('ocupa su lugar si aún está por venir: ana 9');
  });

  it('has a word for every reason that the rules give of themselves', () => {
    const text = ['libs/engine/src', 'libs/rulesets/src']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
      )
      .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|testing/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const patterns = [
      /refreshOrder\(draft, '(\w+)'/g,
      /reason: '(\w+)'/g,
      /losePrepared\(draft, \w+, '(\w+)'/g,
      /leaveOrder\(draft, \w+, '(\w+)'/g,
      /changeStatus\(draft, [\w.]+, '\w+', '(\w+)'/g,
    ];
    const reasons = [
      ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
    ];
    expect(reasons.length).toBeGreaterThan(10);
    expect(Object.keys(WORDS)).toEqual(
      expect.arrayContaining(reasons.filter((reason) => reason !== 'none').map((reason) => `reason.${reason}`)),
    );
  });

  it('uses the words of the game, and the table’s own where the game has none', () => {
    const words = new Vocabulary(rulesets.get('eclipse-phase-1e')!, 'es');
    expect([
      words.round,
      words.pass,
      words.of('actionKinds', 'complex'),
      words.of('parts', 'Implant'),
      words.of('stages', 'tie'),
    ]).toEqual(['Turno de Acción', 'Fase de Acción', 'Acción Compleja', 'Implant', 'Empates']);
  });

  it('keeps what a table wrote on one line, and whole', () => {
    const rules = rulesets.all()[0]!;
    const text = `a\u001b[2J\nb\u2028c ${'x'.repeat(1_000)}`;
    const event = envelope({ type: 'NoteAdded', data: { text }, command: 'k' }, 0);
    expect(new Teller(rules, 'en').tell(event)).toBe(`Note: a [2J b c ${'x'.repeat(1_000)}`);
  });

  it('shows what only a newer program knows as unknown, by its name, and what it has changed without facts', () => {
    const rules = rulesets.all()[0]!;
    const weather = envelope({ type: 'WeatherChanged', data: {}, command: 'k' } as unknown as Recorded, 0);
    expect(new Teller(rules, 'es').tell(weather)).toBe('Algo que esta versión no conoce: WeatherChanged.');
    const odd = envelope({ type: 'TurnStarted', data: { who: 'ana' }, command: 'k' } as unknown as Recorded, 0);
    expect(new Teller(rules, 'en').tell(odd)).toBe('A turn begins.');
  });

  it('of what is not wanted is heard and not told', async () => {
    const rules = rulesets.all()[0]!;
    const events = game(rules, 1);
    const lines: string[] = [];
    for await (const line of storyOf(
      (async function* () {
        yield* events;
      })(),
      rules,
      'en',
      (event) => event.type === 'TurnStarted',
    ))
      lines.push(line);
    expect(lines).toHaveLength(events.filter((event) => event.type === 'TurnStarted').length);
    expect(lines[0]).toContain('Combatant');
  });
});

describe('a difference', () => {
  it.each(games)(
    'of two states of a random fight of %s (%i) is a whole sentence, in both languages',
    (_, seed, rules) => {
      let encounter = EMPTY;
      const views = playGame({ rules, seed, combatants: 4, rounds: 2 }).log.map((event) => {
        encounter = evolve(encounter, event);
        return view(encounter, rules);
      });
      const kinds = new Set<string>();
      for (let i = 8; i < views.length; i += 7) {
        for (const [before, after] of [
          [views[i - 8]!, views[i]!],
          [views[i]!, views[i - 8]!],
        ] as const) {
          for (const change of diffOf(before, after).changes) {
            kinds.add(change.what);
            for (const language of LANGUAGES) {
              const text = differenceText(change, { before, after, rules }, language);
              expect(text).not.toMatch(HOLES);
              expect(text).toMatch(/\.$/);
            }
          }
        }
      }
      expect([...kinds]).toEqual(expect.arrayContaining(['status', 'clock', 'order']));
      expect(diffOf(views[3]!, views[3]!).changes).toEqual([]);
    },
  );
});
