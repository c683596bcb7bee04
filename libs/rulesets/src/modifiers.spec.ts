import type { Json } from '@bitacora/engine';
import { openTable, randomCombatant, seededDice, seededRandom } from '@bitacora/engine/testing';
import { rulesets } from './registry.js';

describe("a roll's total is its faces and its modifiers, whatever words the table uses for its reasons", () => {
  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))('%s', (id, rules) => {
    const combatants = ['a', 'b'].map((name) => randomCombatant(rules, seededRandom(3), name));
    const options = id === 'yokai-senso' ? { initiativeDice: '2d12' } : {};
    const bare = combatants.map((c) => ({
      ...c,
      stats: Object.fromEntries<Json | undefined>(Object.entries(c.stats).filter(([s]) => s !== 'initiative')),
    }));
    const table = openTable(rules, bare, options, seededDice(4));
    for (const reason of ['roll', 'opening']) table.does({ type: 'adjustInitiative', combatant: 'a', by: 7, reason });
    table.does({ type: 'start' });
    if (table.view.pending.rolls.length === 0) return;
    const events = table.does({ type: 'rollInitiative' });
    const rolls = events.flatMap((event) => (event.type === 'InitiativeRolled' ? event.data.rolls : []));
    const summed = rolls.filter((r) => r.total !== null && r.faces.length > 0 && r.detail?.pool === undefined);
    for (const r of summed) {
      const sum = [...r.faces, ...r.modifiers.map((m) => m.value)].reduce((all, one) => all + one, 0);
      expect({ roll: r, total: r.total }).toEqual({ roll: r, total: sum });
    }
  });
});
