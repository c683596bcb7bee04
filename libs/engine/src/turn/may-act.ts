import {
  combatantOf,
  isAble,
  type Activation,
  type Combatant,
  type Core,
  type Frame,
  type Stage,
} from '../encounter.js';
import { refuse, type Refusal } from '../refusal.js';
import type { Gate, RuleSet } from '../ruleset.js';

/** The commands that one who was taken out while it acts in a group may still send (G-1). */
const STILL = ['declare', 'resolve', 'endTurn'];

/** The innermost open group or interrupt: the one answer to «whose turn is it?». */
export function topFrame(core: Core): Frame | undefined {
  return core.frames.at(-1);
}

/** The activation in which `id` may act now. */
export function activationOf(core: Core, id: string): Activation | undefined {
  return topFrame(core)?.members.find((m) => m.combatant === id && !m.done && m.started);
}

/** Whether `id` is acting or suspended: nobody interrupts itself (G-13). */
export function isEngaged(core: Core, id: string): boolean {
  return core.frames.some((f) => f.members.some((m) => m.combatant === id && !m.done));
}

/** Whether `id` acts, or is suspended, in a group that came up with two or more entries: taken out, it still finishes (G-1). */
export function finishesAnyway(core: Core, id: string): boolean {
  return core.frames.some(
    (f) => f.kind === 'group' && f.members.length > 1 && f.members.some((m) => m.combatant === id && !m.done),
  );
}

/** The refusal of a stage that waits for rolls, rulings or declarations (G-13). */
export function pendingRefusal(stage: Stage): Refusal | null {
  if (stage === 'initiative') return refuse('INITIATIVE_PENDING', 'G-13');
  if (stage === 'tie') return refuse('TIE_PENDING', 'G-13');
  if (stage === 'declaration') return refuse('DECLARATION_PENDING', 'G-13');
  return null;
}

/** The refusal by the encounter's status. */
export function statusRefusal(core: Core): Refusal | null {
  if (core.status === 'setup') return refuse('NOT_RUNNING', 'G-13');
  if (core.status === 'ended') return refuse('ENCOUNTER_ENDED', 'G-13');
  return null;
}

/** Refuses ids that are not in, or no longer. */
export function unknownCombatant(core: Core, id: string): Refusal | null {
  return combatantOf(core, id) === undefined ? refuse('UNKNOWN_COMBATANT', 'G-13', { combatant: id }) : null;
}

/** Refuses `id` for not being the one whose turn it is; one whose turn it is, for what it cannot do then. */
export function notActing(core: Core, id: string): Refusal {
  if (activationOf(core, id) !== undefined) return refuse('NOT_ACTING', 'G-13', { combatant: id, itself: id });
  const acting =
    topFrame(core)
      ?.members.filter((m) => !m.done && m.combatant !== null)
      .map((m) => m.key) ?? [];
  return refuse('NOT_ACTING', 'G-13', { combatant: id, acting });
}

/** Refuses what `rule` gives a stage of its own in any other one. */
export function notInStage(id: string, stage: Stage, rule: string): Refusal {
  return refuse('NOT_ACTING', rule, { combatant: id, during: stage });
}

/** The gate before a turn command, in the order of rule G-13; null lets it pass. */
export function gateRefusal(core: Core, id: string, command: string, gate: Gate): Refusal | null {
  const refused = statusRefusal(core) ?? unknownCombatant(core, id);
  if (refused !== null) return refused;
  const c = combatantOf(core, id) as Combatant;
  const still = STILL.includes(command) && finishesAnyway(core, id);
  if (c.status !== 'active' && !still) return refuse('OUT_OF_ACTION', 'G-3', { combatant: id, status: c.status });
  if (gate === 'free') return null;
  const waits = gate === 'declaration' && core.clock.stage === 'declaration' ? null : pendingRefusal(core.clock.stage);
  if (waits !== null) return waits;
  return gate === 'turn' && activationOf(core, id) === undefined ? notActing(core, id) : null;
}

/** Whether `c` has the initiative that this moment asks for. */
export function hasScore(core: Core, rules: RuleSet, c: Combatant): boolean {
  if (rules.initiative.given?.(core, c) === true) return true;
  return rules.initiative.lasts === 'encounter' ? c.scoredRound !== null : c.scoredRound === core.clock.round;
}

/** Those who can have turns but must roll first, in the order in which they were added. */
export function withoutScore(core: Core, rules: RuleSet): readonly string[] {
  return core.combatants.filter((c) => isAble(c) && !hasScore(core, rules, c)).map((c) => c.id);
}
