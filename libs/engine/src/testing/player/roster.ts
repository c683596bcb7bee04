import type { CombatantData } from '../../command.js';
import type { Json, JsonObject } from '../../json.js';
import type { RuleSet } from '../../ruleset.js';
import type { Field, Fields } from '../../schema.js';
import type { SeededRandom } from '../seeded.js';
import { between, chance, pick } from './chance.js';

/** Most numbers lie this close to their least, so that ties and empty reserves are common. */
const NEAR = 4;
const FAR = 12;

/** Texts that follow a grammar, by the name of their field. */
const TEXTS: Readonly<Record<string, readonly string[]>> = { initiativeDice: ['1d4', '2d6', '1d12+1'] };

/** A combatant of `rules` that might be at any table, with stats in the ranges that the rule set describes. */
export function randomCombatant(rules: RuleSet, random: SeededRandom, id: string): CombatantData {
  return {
    id,
    name: `Combatant ${id}`,
    kind: pick(random, ['pc', 'npc']),
    stats: randomStats(rules, random),
    ...(chance(random, 20) && { side: pick(random, ['left', 'right']) }),
    ...(chance(random, 5) && { hidden: true }),
    ...('withdraw' in rules.handlers && chance(random, 15) && { sidelined: true }),
  };
}

/** Stats of `rules`, complete or with some left to their defaults. */
function randomStats(rules: RuleSet, random: SeededRandom): JsonObject {
  return randomObject(rules.stats, random);
}

/** One stat of `rules`, changed. */
export function randomStat(rules: RuleSet, random: SeededRandom): JsonObject {
  const name = pick(random, Object.keys(rules.stats));
  return { [name]: randomValue(name, rules.stats[name] as Field, random) };
}

/** Options of `rules`: mostly the defaults, sometimes any. */
export function randomOptions(rules: RuleSet, random: SeededRandom): JsonObject {
  return chance(random, 40) ? {} : randomObject(rules.options, random);
}

function randomObject(fields: Fields, random: SeededRandom): JsonObject {
  const given = Object.entries(fields).filter(([, field]) => !mayStayAway(field) || chance(random, 50));
  return Object.fromEntries(given.map(([name, field]) => [name, randomValue(name, field, random)]));
}

function mayStayAway(field: Field): boolean {
  return field.optional === true || field.type === 'modifiers' || ('default' in field && field.default !== undefined);
}

function randomValue(name: string, field: Field, random: SeededRandom): Json {
  switch (field.type) {
    case 'integer': {
      const least = Math.max(field.min, Math.min(0, field.max));
      return between(random, least, Math.min(field.max, least + (chance(random, 75) ? NEAR : FAR)));
    }
    case 'boolean':
      return chance(random, 50);
    case 'choice':
      return pick(random, field.choices);
    case 'text':
      return pick(random, TEXTS[name] ?? [field.default ?? '']);
    case 'modifiers':
      return [{ what: 'Implant', value: between(random, -2, 2) }];
  }
}
