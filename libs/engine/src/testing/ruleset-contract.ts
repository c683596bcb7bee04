import { SHARED_COMMANDS, TURN_COMMANDS, type Command, type CommandName } from '../command.js';
import { create, decide, knows } from '../decide.js';
import type { Encounter, Stage } from '../encounter.js';
import { EMPTY, evolve } from '../evolve.js';
import type { Json, JsonObject, Text } from '../json.js';
import { isRefusal, REFUSAL_CODES, type RefusalCode } from '../refusal.js';
import type { RuleSet } from '../ruleset.js';
import { toJsonSchema, type Fields } from '../schema.js';
import { SHARED_RULES, SHARED_WORDS } from '../shared-rules.js';
import { view, type EntryView, type View } from '../view.js';
import { playGame, type Played, type Turn } from './game.js';
import { fill } from './player/fields.js';
import { randomCombatant, randomOptions } from './player.js';
import { scriptedDice } from './scripted.js';
import { seededDice, seededRandom } from './seeded.js';

/** What a spec lends to the contract: the engine imports no validator. */
export interface ContractTools {
  /** Compiles a JSON Schema (2020-12), or throws where it is none; whether a value is valid. */
  readonly validator: (schema: JsonObject) => (value: Json) => boolean;
}

/** Games enough that every stage of every family comes up. */
const GAMES = 12;

const FAMILY_COMMANDS = [
  'delay',
  'act',
  'defend',
  'prepare',
  'trigger',
  'waive',
  'react',
  'recover',
  'reserveDie',
  'withdraw',
  'join',
  'spendMoxie',
  'decideTie',
] as const satisfies readonly CommandName[];

/** The names of what random players say themselves: no words of the rules. */
const TABLE_WORDS = ['higher ground', 'Implant'];

/** The contract that every rule set keeps, as tests. Call it in a spec, with a rule set that is registered or one of your own. */
export function testRuleSetContract(rules: RuleSet, tools: ContractTools): void {
  describe(`the contract of a rule set: ${rules.id}`, () => {
    describeItself(rules, tools);
    checksStats(rules, tools);
    checksCommands(rules);
    playsOn(rules);
  });
}

function describeItself(rules: RuleSet, { validator }: ContractTools): void {
  it('is described in English and Spanish: names, words, fields and rules', () => {
    const { labels, names } = rules;
    const fields = [...Object.values(rules.stats), ...Object.values(rules.options)];
    const texts: readonly (Text | undefined)[] = [
      names,
      labels.round,
      labels.pass,
      ...Object.values(labels.stages),
      ...Object.values(labels.entries ?? {}),
      ...Object.values(labels.resources ?? {}),
      ...Object.values(labels.parts ?? {}),
      ...Object.keys(rules.actions.kinds).map((kind) => labels.actionKinds?.[kind]),
      ...fields.flatMap((field) => [field.title, ...(field.unit === undefined ? [] : [field.unit])]),
      ...fields.flatMap((field) =>
        field.type === 'choice' ? field.choices.map((choice) => field.choiceTitles?.[choice]) : [],
      ),
      ...Object.values(rules.actions.kinds).flatMap((of) =>
        of.map((field) => field.title ?? titleOfShared(field.name)),
      ),
      ...rules.rules,
    ];
    const incomplete = texts.filter((text) => text === undefined || text.en.trim() === '' || text.es.trim() === '');
    expect(incomplete).toEqual([]);
  });

  it('has rules with ids of their own', () => {
    const ids = [...SHARED_RULES, ...rules.rules].map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(rules.rules.length).toBeGreaterThan(0);
  });

  it('has schemas of its stats and options that a validator accepts, with every default valid', () => {
    for (const fields of [rules.stats, rules.options]) {
      const schema = toJsonSchema(fields);
      expect(() => validator(schema)).not.toThrow();
      for (const property of Object.values(schema.properties as Record<string, JsonObject>)) {
        if (property.default === undefined) continue;
        expect([property, validator(property)(property.default)]).toEqual([property, true]);
      }
    }
  });

  it('names its handlers by commands that there are', () => {
    const known: readonly string[] = [...SHARED_COMMANDS, ...FAMILY_COMMANDS];
    expect(Object.keys(rules.handlers).filter((name) => !known.includes(name))).toEqual([]);
  });
}

/** Fields that are the same in every family are described by the edge. */
function titleOfShared(name: string): Text | undefined {
  return name === 'task' || name === 'moving' || name === 'opposed' ? { en: name, es: name } : undefined;
}

function checksStats(rules: RuleSet, { validator }: ContractTools): void {
  const createdWith = (stats: JsonObject, options: JsonObject = {}): RefusalCode | null => {
    const combatants = [{ id: 'ana', name: 'Ana', kind: 'pc' as const, stats }];
    const made = create(
      { id: 'e1', name: 'Test', options, combatants },
      { rules, dice: scriptedDice(), commandId: 'k0' },
    );
    return isRefusal(made) ? made.code : null;
  };
  const sample = randomCombatant(rules, seededRandom(3), 'ana').stats;

  it('accepts the stats that its schema accepts, and no others', () => {
    const accepts = validator(toJsonSchema(rules.stats));
    const random = seededRandom(11);
    for (let i = 0; i < 200; i += 1) {
      const { stats } = randomCombatant(rules, random, 'ana');
      expect([stats, accepts(stats)]).toEqual([stats, true]);
    }
    for (const stats of wrongObjects(rules.stats, sample)) {
      expect([stats, createdWith(stats), accepts(stats)]).toEqual([stats, 'INVALID_STATS', false]);
    }
  });

  it('refuses in a change what it refuses in the beginning', () => {
    const { encounter } = begin(rules);
    for (const stats of wrongObjects(rules.stats, sample)) {
      const result = decide({ type: 'updateCombatant', combatant: 'ana', changes: { stats } }, encounter, {
        rules,
        dice: scriptedDice(),
        commandId: 'k1',
      });
      const missing = Object.keys(stats).length < Object.keys(sample).length;
      if (!missing) expect([stats, isRefusal(result) && result.code]).toEqual([stats, 'INVALID_STATS']);
    }
  });

  it('refuses options beyond their bounds and options that it does not have', () => {
    const accepts = validator(toJsonSchema(rules.options));
    for (const options of wrongObjects(rules.options, {})) {
      expect([options, createdWith(sample, options), accepts(options)]).toEqual([options, 'MALFORMED', false]);
    }
  });

  it('completes the options (G-14)', () => {
    const defaults = Object.entries(rules.options).filter(([, f]) => 'default' in f && f.default !== undefined);
    const { encounter } = begin(rules);
    for (const [name, field] of defaults)
      expect(encounter.now.options[name]).toEqual('default' in field && field.default);
  });
}

/** `sample` with one thing wrong, for every field and every way. */
function wrongObjects(fields: Fields, sample: JsonObject): readonly JsonObject[] {
  const each = Object.entries(fields).flatMap(([name, field]): readonly JsonObject[] => {
    const as = (...values: readonly Json[]) => values.map((value) => ({ ...sample, [name]: value }));
    switch (field.type) {
      case 'integer':
        return as(field.min - 1, field.max + 1, field.min + 0.5, String(field.min), true);
      case 'boolean':
        return as('yes', 1);
      case 'choice':
        return as('none of them', 3);
      case 'text':
        return as('x'.repeat(field.maxLength + 1), 3);
      case 'modifiers':
        return as('none', [{ what: 'x' }], [{ what: '', value: 1 }], [{ what: 'x', value: 0.5 }], [3]);
    }
  });
  const needed = Object.entries(fields).filter(
    ([, f]) => f.optional !== true && f.type !== 'modifiers' && !('default' in f),
  );
  const without = needed.map(([name]) => Object.fromEntries(Object.entries(sample).filter(([key]) => key !== name)));
  return [...each, ...without, { ...sample, toString: 3 }, { ...sample, nothingOfTheKind: 1 }];
}

function begin(rules: RuleSet, options: JsonObject = {}) {
  const random = seededRandom(5);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const combatants = ['ana', 'bo'].map((id) => ({ ...randomCombatant(rules, random, id), sidelined: false }));
    const made = create(
      { id: 'e1', name: 'Test', options, combatants },
      { rules, dice: scriptedDice(), commandId: 'k0' },
    );
    if (!isRefusal(made) && made.encounter.now.combatants.every((c) => c.status === 'active')) return made;
  }
  throw new Error(`no fight of ${rules.id} is accepted`);
}

/** Whom a state is asked about: everybody in it, and somebody who is not. */
function asked(encounter: Encounter): readonly string[] {
  return [...encounter.now.combatants.map((c) => c.id), 'nobody'];
}

function codeOf(rules: RuleSet, encounter: Encounter, command: Command): RefusalCode | null {
  const result = decide(command, encounter, { rules, dice: seededDice(1), commandId: 'probe' });
  return isRefusal(result) ? result.code : null;
}

/** States of all kinds, from random games: before the start, in every stage that comes up, and after the end. */
function statesOf(games: readonly Turn[][]): readonly Encounter[] {
  const perStage = new Map<string, number>();
  return games
    .flat()
    .filter(({ before: { now } }) => {
      const kind = `${now.status} ${now.clock.stage} ${String(now.frames.length)} ${String(now.resume)}`;
      const seen = perStage.get(kind) ?? 0;
      perStage.set(kind, seen + 1);
      return seen < 6;
    })
    .map(({ before }) => before);
}

const memo = new Map<RuleSet, readonly { readonly played: Played; readonly turns: Turn[] }[]>();

function gamesOf(rules: RuleSet) {
  const known = memo.get(rules);
  if (known !== undefined) return known;
  const games = Array.from({ length: GAMES }, (_, i) => {
    const turns: Turn[] = [];
    const played = playGame({
      rules,
      seed: 100 + i,
      combatants: 1 + (i % 4),
      rounds: 3,
      watch: (turn) => turns.push(turn),
    });
    return { played, turns };
  });
  memo.set(rules, games);
  return games;
}

const views = new WeakMap<Encounter, View>();

/** What is seen of a state that the tests look at several times. */
function viewOf(rules: RuleSet, encounter: Encounter): View {
  const seen = views.get(encounter) ?? view(encounter, rules);
  views.set(encounter, seen);
  return seen;
}

const PENDING: Readonly<Partial<Record<Stage, RefusalCode>>> = {
  initiative: 'INITIATIVE_PENDING',
  tie: 'TIE_PENDING',
  declaration: 'DECLARATION_PENDING',
};

function checksCommands(rules: RuleSet): void {
  const states = () => statesOf(gamesOf(rules).map(({ turns }) => turns));
  const command = (encounter: Encounter, name: CommandName, id: string) =>
    fill({ view: view(encounter, rules), rules, random: seededRandom(7) }, name, id);

  it('NOT_IN_RULESET comes before everything else for each command that it does not know (G-13)', () => {
    const foreign = (encounter: Encounter) => FAMILY_COMMANDS.filter((name) => !knows(rules, encounter.now, name));
    for (const encounter of states()) {
      for (const name of foreign(encounter)) {
        expect([name, codeOf(rules, encounter, { type: name, combatant: 'nobody' } as unknown as Command)]).toEqual([
          name,
          'NOT_IN_RULESET',
        ]);
      }
    }
  });

  it('every turn command is checked in the order of rule G-13, in every stage', () => {
    for (const encounter of states()) {
      for (const name of TURN_COMMANDS.filter(
        (n) => knows(rules, encounter.now, n) && n !== 'resolve' && n !== 'veto',
      )) {
        for (const id of asked(encounter))
          expectGate(rules, encounter, name, id, codeOf(rules, encounter, command(encounter, name, id)));
      }
    }
  });

  it('in `resolve` and `veto` the declaration comes right after the encounter’s status (G-13)', () => {
    for (const encounter of states()) {
      const expected = statusCode(encounter) ?? 'UNKNOWN_DECLARATION';
      expect(codeOf(rules, encounter, { type: 'resolve', declaration: 'd999999' })).toBe(expected);
      expect(codeOf(rules, encounter, { type: 'veto', declaration: 'd999999' })).toBe(expected);
    }
  });

  it('`available` lists nothing of another family, and what it does not list is refused', () => {
    for (const encounter of states()) {
      const { available } = view(encounter, rules);
      for (const { id } of encounter.now.combatants) {
        const listed = available[id] ?? [];
        expect(listed.filter((name) => !knows(rules, encounter.now, name as CommandName))).toEqual([]);
        for (const name of TURN_COMMANDS.filter((n) => n !== 'veto' && n !== 'resolve' && !listed.includes(n)))
          expect([name, id, codeOf(rules, encounter, command(encounter, name, id))]).toEqual([
            name,
            id,
            expect.any(String),
          ]);
      }
    }
  });
}

function statusCode({ now }: Encounter): RefusalCode | null {
  if (now.status === 'setup') return 'NOT_RUNNING';
  return now.status === 'ended' ? 'ENCOUNTER_ENDED' : null;
}

/** The first check of rule G-13 that says no decides, but for a body of the wrong shape; what passes them all may be refused by the family's own rules alone. */
function expectGate(
  rules: RuleSet,
  encounter: Encounter,
  name: CommandName,
  id: string,
  code: RefusalCode | null,
): void {
  const { now } = encounter;
  const c = now.combatants.find((one) => one.id === id);
  const finishes = now.frames.some(
    (f) => f.kind === 'group' && f.members.length > 1 && f.members.some((m) => m.combatant === id && !m.done),
  );
  const gate = rules.handlers[name]?.gate ?? 'turn';
  const pending = gate === 'free' ? undefined : PENDING[now.clock.stage];
  const first =
    statusCode(encounter) ??
    (c === undefined ? 'UNKNOWN_COMBATANT' : null) ??
    (c?.status !== 'active' && !(finishes && ['declare', 'endTurn'].includes(name)) ? 'OUT_OF_ACTION' : null) ??
    (gate === 'declaration' && now.clock.stage === 'declaration' ? null : (pending ?? null));
  const said = [name, id, now.clock.stage, code];
  if (code === 'MALFORMED') return;
  if (first !== null) expect(said).toEqual([name, id, now.clock.stage, first]);
  else if (code !== null) expect(REFUSAL_CODES).toContain(code);
}

function playsOn(rules: RuleSet): void {
  const turns = () => gamesOf(rules).flatMap((game) => game.turns);
  const context = (commandId: string) => ({ rules, dice: seededDice(1), commandId });

  it('random games of it come to their end and are never stuck (G-6, G-7)', () => {
    expect(gamesOf(rules).filter(({ played }) => !played.finished)).toEqual([]);
  });

  it('a decision changes nothing of the state that it was made on, and a refusal has a stable code', () => {
    for (const { command, before, result, id } of turns().slice(0, 400)) {
      const frozen = deepFreeze(before);
      const again = decide(command, frozen, { ...context(id), dice: seededDice(9) });
      expect(isRefusal(again)).toBe(isRefusal(result));
      if (isRefusal(again)) expect(REFUSAL_CODES).toContain(again.code);
    }
  });

  it('its events are plain JSON, and their fold is the encounter', () => {
    for (const { played } of gamesOf(rules)) {
      const written = JSON.parse(JSON.stringify(played.log)) as Played['log'];
      expect(written).toStrictEqual(played.log);
      expect(written.reduce(evolve, EMPTY)).toEqual(played.encounter);
    }
  });

  it('every command can be taken back and brought back (undo, redo)', () => {
    for (const { before, result, command } of turns()) {
      if (isRefusal(result) || result.events.length === 0 || command.type === 'undo' || command.type === 'redo')
        continue;
      const undone = decide({ type: 'undo' }, result.encounter, context('u'));
      if (isRefusal(undone)) throw new Error(`undo of ${command.type}: ${undone.code}`);
      expect(undone.encounter.now).toBe(before.now);
      const redone = decide({ type: 'redo' }, undone.encounter, context('r'));
      if (isRefusal(redone)) throw new Error(`redo of ${command.type}: ${redone.code}`);
      expect(redone.encounter.now).toBe(result.encounter.now);
    }
  });

  const ids = new Set([...SHARED_RULES, ...rules.rules].map((rule) => rule.id));

  it('every refusal, every event and every reason cites a rule that exists', () => {
    const cited = new Set<string>();
    for (const { result, before } of turns()) {
      if (isRefusal(result)) cited.add(result.rule);
      for (const group of viewOf(rules, before).order)
        for (const entry of group.entries) for (const reason of entry.why) cited.add(reason.rule);
    }
    for (const { played } of gamesOf(rules))
      for (const { data } of played.log) if ('rule' in data && typeof data.rule === 'string') cited.add(data.rule);
    expect([...cited].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('the reasons of an entry begin with what adds up to its score, also when the score has changed since', () => {
    const wrong = new Set<string>();
    for (const { before } of turns())
      for (const entry of viewOf(rules, before).order.flatMap((group) => group.entries))
        if (!beginsWithSum(entry)) wrong.add(JSON.stringify(entry));
    expect([...wrong].slice(0, 3)).toEqual([]);
  });

  it('every word of a score and of a reason is told in English and Spanish, but for the table’s own', () => {
    const said = new Set<string>();
    for (const { before } of turns()) {
      const seen = viewOf(rules, before);
      for (const c of seen.combatants) for (const part of c.initiative.parts) said.add(part.what);
      for (const group of seen.order)
        for (const entry of group.entries) for (const why of entry.why) said.add(why.what);
    }
    const known = [...Object.keys(rules.labels.parts ?? {}), ...Object.keys(SHARED_WORDS), ...TABLE_WORDS];
    expect([...said].filter((word) => !known.includes(word))).toEqual([]);
  });

  it('every stage, entry and resource that comes up has a name', () => {
    const missing = new Set<string>();
    const { labels } = rules;
    for (const { before } of turns()) {
      const seen = viewOf(rules, before);
      if (seen.clock.stage !== 'setup' && labels.stages[seen.clock.stage] === undefined) missing.add(seen.clock.stage);
      for (const c of seen.combatants)
        for (const name of Object.keys(c.resources)) if (labels.resources?.[name] === undefined) missing.add(name);
      for (const group of seen.order)
        for (const { entry } of group.entries)
          if (entry !== 'main' && labels.entries?.[entry] === undefined) missing.add(entry);
    }
    expect([...missing]).toEqual([]);
  });

  it('the same commands lead to the same events, whatever its options', () => {
    const random = seededRandom(21);
    for (let i = 0; i < 4; i += 1) {
      const options = randomOptions(rules, random);
      expect(JSON.stringify(begin(rules, options).events)).toBe(JSON.stringify(begin(rules, options).events));
    }
    const [first] = gamesOf(rules);
    const again = playGame({ rules, seed: 100, combatants: 1, rounds: 3 });
    expect(again.log).toEqual(first?.played.log);
  });
}

/** Whether the values of the first reasons, those without one aside, add up to the score. */
function beginsWithSum({ score, why }: EntryView): boolean {
  const values = why.flatMap(({ value }) => (value === null ? [] : [value]));
  return values.some((_, i) => values.slice(0, i + 1).reduce((sum, value) => sum + value, 0) === score);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
  return value;
}
