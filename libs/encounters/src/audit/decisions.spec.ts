import { isRefusal, type DomainEvent } from '@bitacora/engine';
import type { Command, RuleSet } from '@bitacora/engine';
import { openTable, playGame, seededDice } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { divergence } from './decisions.js';

const GAMES = 12;

/** What a log holds of events. */
function logged(events: readonly DomainEvent[]): DomainEvent[] {
  return JSON.parse(JSON.stringify(events)) as DomainEvent[];
}

function tableOf(rules: RuleSet, fighters: Parameters<typeof openTable>[1]) {
  const table = openTable(rules, fighters, {}, seededDice(1));
  return { does: (command: Command) => table.does(command), encounter: () => table.encounter };
}

describe('deciding a recorded command again', () => {
  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'gives the recorded events for every command of random games of %s',
    (_, rules) => {
      const wrong: unknown[] = [];
      let commands = 0;
      for (let seed = 1; seed <= GAMES; seed += 1) {
        playGame({
          rules,
          seed,
          combatants: 4,
          rounds: 3,
          watch: ({ id, command, before, result }) => {
            if (isRefusal(result) || result.events.length === 0) return;
            commands += 1;
            const found = divergence(before, logged(result.events), rules, id);
            if (found !== null) wrong.push({ seed, command, found });
          },
        });
      }
      expect(commands).toBeGreaterThan(100);
      expect(wrong).toEqual([]);
    },
  );

  it('tells the setback die of the disoriented from those that the table has added', () => {
    const rules = rulesets.get('star-wars-ffg')!;
    const fighters = ['ana', 'bo', 'cy'].map((id) => ({
      id,
      name: id,
      kind: 'pc' as const,
      stats: { presence: 2, cool: 1, willpower: 2, vigilance: 1 },
    }));
    const { does, encounter } = tableOf(rules, fighters);
    does({ type: 'applyCondition', combatant: 'ana', name: 'disoriented' });
    does({ type: 'applyCondition', combatant: 'bo', name: 'afraid' });
    does({ type: 'start' });
    const before = encounter();
    const events = does({
      type: 'rollInitiative',
      pools: { ana: { setback: 1 }, bo: { setback: 2 }, cy: { boost: 1 } },
    });
    expect(divergence(before, logged(events), rules, 'again')).toBeNull();
  });

  it('names the first event that the rules do not give, and what they give', () => {
    const rules = rulesets.all()[0]!;
    const found: unknown[] = [];
    playGame({
      rules,
      seed: 5,
      combatants: 4,
      rounds: 2,
      watch: ({ id, before, result }) => {
        if (isRefusal(result)) return;
        const events = logged(result.events);
        const index = events.findIndex((event) => event.type === 'PassStarted' && event.data.order.length > 1);
        if (index < 0) return;
        const { data } = events[index] as Extract<DomainEvent, { type: 'PassStarted' }>;
        const forged = events.with(index, {
          type: 'PassStarted',
          data: { ...data, order: [...data.order].reverse() },
        });
        found.push([index, divergence(before, forged, rules, id)]);
      },
    });
    expect(found.length).toBeGreaterThan(0);
    for (const [index, divergent] of found as [number, unknown][]) {
      expect(divergent).toMatchObject({ index, expected: { type: 'PassStarted' } });
    }
  });
});
