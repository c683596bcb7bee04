import type { EntryState, Handler, RuleSet } from '@bitacora/engine';
import { openTable, playGame, scriptedDice, type Game } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { checkGame } from './check.js';
import { wrongWith } from './minimal.js';
import { checkFold, checkStory, effective } from './story.js';

function rulesOf(id: string): RuleSet {
  const rules = rulesets.get(id);
  if (rules === undefined) throw new Error(`no rule set ${id}`);
  return rules;
}

/** What the first game out of many that goes wrong does wrong. */
function firstWrong(rules: RuleSet): string | null {
  for (let seed = 0; seed < 300; seed += 1) {
    const game: Game = { rules, seed, combatants: 1 + (seed % 4), rounds: 2 };
    const wrong = wrongWith(game, checkGame);
    if (wrong !== null) return wrong;
  }
  return null;
}

const eclipsePhase = rulesOf('eclipse-phase-1e');
const turnoDeJuego = rulesOf('turno-de-juego');
const starWars = rulesOf('star-wars-ffg');
const yokai = rulesOf('yokai-senso');
const vampire = rulesOf('vampire-v20');

/** Eclipse Phase where Moxie, spent at any time, lets every entry wait that is `acting`, or `out`. */
function moxieWakes(state: EntryState): RuleSet {
  const spendMoxie: Handler<'spendMoxie'> = {
    gate: 'free',
    may: () => null,
    run: (draft) => {
      const order = draft.core.order.map((group) => ({
        ...group,
        opened: group.opened && !group.entries.some((e) => e.state === 'acting' && state === 'acting'),
        entries: group.entries.map((e) => (e.state === state ? { ...e, state: 'waiting' as const } : e)),
      }));
      draft.emit('OrderChanged', { order, reason: 'moxie', rule: 'EP-6' });
      return null;
    },
  };
  return { ...eclipsePhase, handlers: { ...eclipsePhase.handlers, spendMoxie } };
}

/** Rule sets with one thing broken, and what must be found. */
const BROKEN: readonly (readonly [string, RuleSet, string])[] = [
  [
    'a place forgotten',
    {
      ...eclipsePhase,
      order: { ...eclipsePhase.order, places: (core, pass) => eclipsePhase.order.places(core, pass).slice(1) },
    },
    'every active combatant has its due places in a pass, and nobody else',
  ],
  [
    'reactions without end',
    { ...yokai, handlers: { ...yokai.handlers, react: { ...yokai.handlers.react!, may: () => null } } },
    'one reaction a round',
  ],
  [
    'a command that is never accepted',
    {
      ...eclipsePhase,
      actions: {
        ...eclipsePhase.actions,
        check: (core) => ({ refused: true, code: 'ACTION_LIMIT', rule: core.id, params: {} }),
      },
    },
    'what `available` lists is accepted with some fields',
  ],
  [
    'energy without end',
    { ...turnoDeJuego, actions: { ...turnoDeJuego.actions, may: () => null, check: () => null } },
    'no resource is ever negative',
  ],
  [
    'maneuvers without end',
    { ...starWars, actions: { ...starWars.actions, check: () => null } },
    'never more than 1 action in one activation',
  ],
  ['a turn begun anew', moxieWakes('acting'), 'who has begun its turn goes on with it'],
  ['one who is out and waits', moxieWakes('out'), 'who is not active does not wait for a turn (G-3)'],
];

describe('the checks of random games', () => {
  it.each(BROKEN)('find %s', (_, rules, property) => {
    expect(firstWrong(rules)).toBe(property);
  });

  const played = playGame({ rules: eclipsePhase, seed: 11, combatants: 3, rounds: 2 });

  it('find an event that a store has lost', () => {
    expect(() => checkFold(played.log.slice(0, -1), played.encounter)).toThrow('the fold of the log is the live state');
    expect(() => checkFold(played.log, played.encounter)).not.toThrow();
  });

  it('find an entry that comes up twice', () => {
    const events = effective(played.log);
    const at = events.findIndex((event) => event.type === 'TurnEnded');
    const twice = events.toSpliced(
      at,
      0,
      events.find((event) => event.type === 'TurnStarted')!,
    );
    expect(() => checkStory(twice, eclipsePhase.family)).toThrow('nobody acts twice in a pass');
    expect(() => checkStory(events, eclipsePhase.family)).not.toThrow();
  });

  it('find a pass that ends too early', () => {
    const events = effective(played.log);
    const at = events.findIndex((event) => event.type === 'TurnStarted');
    const ended = events.find((event) => event.type === 'RoundEnded')!;
    expect(() => checkStory(events.toSpliced(at, 0, ended), eclipsePhase.family)).toThrow(
      'a pass is over when every entry has had its turn',
    );
  });

  it('find declarations that are not made from the slowest up', () => {
    const stats = { dexterity: 2, wits: 2 };
    const combatants = ['ana', 'bo'].map((id) => ({ id, name: id, kind: 'pc' as const, stats }));
    const fight = openTable(vampire, combatants, {}, scriptedDice(9, 2));
    fight.does({ type: 'start' });
    fight.does({ type: 'rollInitiative' });
    for (const combatant of ['bo', 'ana']) {
      fight.does({ type: 'declare', combatant, action: { kind: 'intent', actions: [{}] } });
    }
    const [first = -1, second = -1] = fight.log.flatMap((event, i) => (event.type === 'ActionDeclared' ? [i] : []));
    const swapped = fight.log.with(first, fight.log[second]!).with(second, fight.log[first]!);
    expect(() => checkStory(fight.log, vampire.family)).not.toThrow();
    expect(() => checkStory(swapped, vampire.family)).toThrow('declarations are made in exact reverse order');
  });

  it('replay the same game from the same seed', () => {
    const again = playGame({ rules: eclipsePhase, seed: 11, combatants: 3, rounds: 2 });
    expect(again.log).toEqual(played.log);
  });
});
