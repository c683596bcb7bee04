import { decide, isRefusal, view, type Encounter, type RuleSet } from '@bitacora/engine';
import { playGame, scriptedDice } from '@bitacora/engine/testing';
import { storytellerGames } from './index.js';

const MOST = 40;

/** How often `id` can defend from here on in this round, one time after the other; what refuses the next time. */
function defences(rules: RuleSet, from: Encounter, id: string): { readonly times: number; readonly then: string } {
  let encounter = from;
  for (let times = 0; times < MOST; times += 1) {
    const context = { rules, dice: scriptedDice(), commandId: `defence ${String(times)}` };
    const made = decide({ type: 'defend', combatant: id }, encounter, context);
    if (isRefusal(made)) return { times, then: made.code };
    encounter = made.encounter;
    if (encounter.now.clock.round !== from.now.clock.round) return { times: times + 1, then: 'a new round' };
  }
  return { times: MOST, then: 'never' };
}

describe('`actionsLeft` (ST-9)', () => {
  it.each(storytellerGames.map((rules) => [rules.id, rules] as const))(
    'in random fights of %s is how often one can still defend in the round',
    (_, rules) => {
      const wrong: unknown[] = [];
      let commands = 0;
      for (const seed of [1, 2, 3, 4, 5, 6])
        playGame({
          rules,
          seed,
          combatants: 3,
          rounds: 3,
          watch: ({ before }) => {
            commands += 1;
            if (commands % 5 > 0 || !['actions', 'standby'].includes(before.now.clock.stage)) return;
            for (const { id, resources } of view(before, rules).combatants) {
              const { times, then } = defences(rules, before, id);
              const ends = ['NO_ACTION_LEFT', 'NOT_ACTING', 'OUT_OF_ACTION', 'a new round'].includes(then);
              if (times !== resources.actionsLeft || !ends) wrong.push({ seed, id, times, then, resources });
            }
          },
        });
      expect(wrong).toEqual([]);
      expect(commands).toBeGreaterThan(100);
    },
  );
});
