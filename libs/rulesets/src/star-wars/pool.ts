import {
  malformed,
  own,
  stat,
  type Combatant,
  type Command,
  type CommandOf,
  type Core,
  type NarrativePool,
  type PoolAdjustment,
  type Refusal,
} from '@bitacora/engine';
import { hasCondition } from './conditions.js';

/** The skills with which initiative is checked. */
export type Skill = 'cool' | 'vigilance';

const CHARACTERISTICS: Readonly<Record<Skill, string>> = { cool: 'presence', vigilance: 'willpower' };
const MAX_ADDED = 20;
const MAX_GIVEN = 999;

/** The skill that `c` uses: what the command says, else its own, else the encounter's (SW-1). */
export function skillOf(core: Core, c: Combatant, skills: CommandOf<'rollInitiative'>['skills']): Skill {
  return own(skills, c.id) ?? ((c.stats.initiativeSkill ?? core.options.initiativeSkill) as Skill);
}

/** The dice of a simple check (SW-2); who is disoriented throws one setback die more (SW-11). */
export function poolOf(
  core: Core,
  c: Combatant,
  skill: Skill,
  { boost = 0, setback = 0 }: PoolAdjustment = {},
): NarrativePool {
  const [characteristic, ranks] = [stat(c, CHARACTERISTICS[skill]), stat(c, skill)];
  const proficiency = Math.min(characteristic, ranks);
  return {
    proficiency,
    ability: Math.max(characteristic, ranks) - proficiency,
    boost,
    setback: setback + (hasCondition(core, c.id, 'disoriented') ? 1 : 0),
    difficulty: 0,
    challenge: 0,
    force: 0,
  };
}

/** Refuses what does not fit the fields of `rollInitiative` that are this family's own (SW-1 to SW-3). */
export function rollShape(command: Command): Refusal | null {
  if (command.type !== 'rollInitiative') return null;
  for (const [id, skill] of Object.entries(command.skills ?? {})) {
    if (!Object.hasOwn(CHARACTERISTICS, skill))
      return malformed(`/skills/${id}`, 'notAChoice', { choices: Object.keys(CHARACTERISTICS), given: skill });
  }
  for (const [id, pool] of Object.entries(command.pools ?? {})) {
    const wrong = numbersShape({ ...pool }, ['boost', 'setback'], [], 0, MAX_ADDED, `/pools/${id}`);
    if (wrong !== null) return wrong;
  }
  for (const [id, result] of Object.entries(command.results ?? {})) {
    const fields = ['successes', 'advantages'];
    const wrong = numbersShape({ ...result }, fields, fields, -MAX_GIVEN, MAX_GIVEN, `/results/${id}`);
    if (wrong !== null) return wrong;
    if (own(command.rolls, id) !== undefined) return malformed(`/results/${id}`, 'facesOrResult', { combatant: id });
  }
  return null;
}

function numbersShape(
  given: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
  required: readonly string[],
  min: number,
  max: number,
  pointer: string,
): Refusal | null {
  const unknown = Object.keys(given).find((name) => !allowed.includes(name));
  if (unknown !== undefined) return malformed(`${pointer}/${unknown}`, 'unknownField', { allowed });
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) return malformed(`${pointer}/${missing}`, 'missing');
  const wrong = Object.entries(given).find(
    ([, value]) => !Number.isSafeInteger(value) || Number(value) < min || Number(value) > max,
  );
  return wrong === undefined
    ? null
    : malformed(`${pointer}/${wrong[0]}`, 'notInRange', { min, max, given: wrong[1] as number });
}
