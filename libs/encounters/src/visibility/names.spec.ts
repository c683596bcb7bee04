import type { RuleSet } from '@bitacora/engine';
import { nextCommand, randomCombatant, randomOptions, seededRandom, type SeededRandom } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { ADMIN, by, openTest } from '../testing/index.js';
import type { CommandInput, Encounters } from '../types.js';
import type { Viewer } from '../viewer.js';

const GAMES = 6;
const COMMANDS = 50;
const HIDDEN = 'lurker';
const SPECTATOR: Viewer = { role: 'spectator', combatants: [], actor: 'spectator' };

async function begun(encounters: Encounters, rules: RuleSet, random: SeededRandom): Promise<string> {
  for (;;) {
    const combatants = ['a', 'b', HIDDEN, 'c'].map((id) => ({
      ...randomCombatant(rules, random, id),
      hidden: id === HIDDEN,
    }));
    const options = { ...randomOptions(rules, random), ...('slots' in rules.options && { slots: true }) };
    const made = await encounters.create({ name: 'Random', ruleset: rules.id, options, combatants }, by());
    if (made.kind === 'done') return made.folded.id;
  }
}

/** Whether the table would hear of the hidden one from the game master itself. */
function tells(command: CommandInput): boolean {
  const { changes, reason, text, label } = command as Readonly<Record<string, unknown>>;
  return [changes, reason, text, label].some((said) => /lurker|"hidden":false/u.test(JSON.stringify(said ?? null)));
}

describe('whatever happens, and after each of it', () => {
  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'neither events nor views of %s name one who is never revealed, gone or not',
    async (_, rules) => {
      for (let seed = 1; seed <= GAMES; seed += 1) {
        const random = seededRandom(seed);
        const encounters = await openTest();
        const id = await begun(encounters, rules, random);
        for (let i = 0; i < COMMANDS; i += 1) {
          const loaded = await encounters.load(id, {}, ADMIN);
          if (loaded.kind !== 'found') throw new Error(loaded.kind);
          const isLeaving = seed % 2 === 0 && i === COMMANDS / 2;
          const command: CommandInput = isLeaving
            ? { type: 'removeCombatant', combatant: HIDDEN }
            : nextCommand(loaded.folded.view(ADMIN), rules, random);
          if (!tells(command)) await encounters.execute(id, command, by());
        }
        const { items } = (await encounters.events(id, { limit: 1_000 }, SPECTATOR)) ?? { items: [] };
        expect(items.map((event) => JSON.stringify(event)).filter((text) => text.includes(HIDDEN))).toEqual([]);
        for (const { revision } of items) {
          const seen = await encounters.load(id, { revision }, SPECTATOR);
          if (seen.kind !== 'found') throw new Error(seen.kind);
          expect(seen.folded.viewJson(SPECTATOR)).not.toContain(HIDDEN);
        }
        await encounters.close();
      }
    },
  );
});
