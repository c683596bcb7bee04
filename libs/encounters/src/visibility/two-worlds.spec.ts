import type { Command } from '@bitacora/engine';
import { rulesets } from '@bitacora/rulesets';
import { openStep, openWorld, seededRandom, somebody, uuid, type World } from '../testing/worlds.js';

/** All pairs with `BITACORA_WORLDS=2000`. */
const PAIRS = Number(process.env.BITACORA_WORLDS ?? 100);
const STEPS = 40;

/** Byte for byte what the table gets, a line an event; a blank line between two frames. */
function transcript(world: World): readonly string[] {
  return world.frames.flatMap(({ events }) => [...events.map((event) => JSON.stringify(event)), '']);
}

/** A view by parts, a line each. */
function lines(world: World): readonly string[] {
  return Object.entries(world.shown).map(([part, value]) => `${part}: ${JSON.stringify(value)}`);
}

/** What the hidden do takes no time, so that only what they do could show. */
function timeOf(step: number): string {
  return new Date(Date.UTC(2026, 0, 1) + step * 1000).toISOString();
}

const all = rulesets.all();

describe('two worlds that differ only in hidden combatants show the table the same bytes', () => {
  it.each(Array.from({ length: PAIRS }, (_, i) => i))('pair %i', (seed) => {
    const rules = all[seed % all.length];
    if (rules === undefined) throw new Error('no rule set');
    const random = seededRandom(seed + 1);
    const table = Array.from({ length: 2 + random.below(2) }, (_, i) => somebody(rules, random, `t${i}`, false));
    const secret = (n: number) => Array.from({ length: n }, (_, i) => somebody(rules, random, `x${seed}-${i}`, true));
    const options = {};
    const worlds = [
      openWorld(rules, table, secret(random.below(2)), options, seededRandom(seed + 7)),
      openWorld(rules, table, secret(1 + random.below(2)), options, seededRandom(seed + 8)),
    ] as const;
    const told: Command[] = [];
    for (let step = 1; step <= STEPS; step += 1) {
      for (const world of worlds) world.quiet(timeOf(step - 1));
      expect(transcript(worlds[1])).toEqual(transcript(worlds[0]));
      expect(lines(worlds[1])).toEqual(lines(worlds[0]));
      const command = openStep(worlds[0], rules, random);
      if (command === null) break;
      told.push(command);
      const accepted = worlds.map((world) => world.send(world.truly(command), uuid(step), timeOf(step)));
      expect({ told, accepted: accepted[1] }).toEqual({ told, accepted: accepted[0] });
    }
    for (const world of worlds) world.quiet(timeOf(told.length));
    expect(transcript(worlds[1])).toEqual(transcript(worlds[0]));
  });
});
