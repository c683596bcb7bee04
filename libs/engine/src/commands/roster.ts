import type { AddCombatant, CombatantData, RemoveCombatant, UpdateCombatant } from '../command.js';
import type { Draft } from '../draft.js';
import { anybodyAble, combatantOf, theCombatant, type Combatant, type Core } from '../encounter.js';
import type { EventData, Patch } from '../event.js';
import { own, sameJson, type JsonObject } from '../json.js';
import { malformed, refuse, type Refusal } from '../refusal.js';
import type { RuleSet } from '../ruleset.js';
import { checkFields } from '../schema.js';
import { cancel, endActivation } from '../turn/activation.js';
import { unknownCombatant } from '../turn/may-act.js';
import { refreshOrder } from '../turn/order.js';
import { initiativeAfter, isMidRound, withInitiative } from '../turn/score.js';

const MAX_NAME = 200;
const MAX_ID = 100;
const MAX_COMBATANTS = 200;

/** Refuses a name that is empty or longer than 200 code points (G-11). */
export function nameProblem(name: string, pointer: string): Refusal | null {
  const length = [...name].length;
  return length >= 1 && length <= MAX_NAME
    ? null
    : malformed(pointer, 'nameLength', { min: 1, max: MAX_NAME, given: length });
}

/** Refuses an id that could not be told from an entry's key, that cannot be written, or that is no key of an object in JSON. */
function idProblem(id: string, pointer: string): Refusal | null {
  const fits = id.length >= 1 && id.length <= MAX_ID && id !== '__proto__' && !/[:\p{Cc}\p{Zl}\p{Zp}]/u.test(id);
  return fits ? null : malformed(pointer, 'badId', { max: MAX_ID });
}

/** The complete stats, or why they are refused (`INVALID_STATS`). */
function checkedStats(rules: RuleSet, options: JsonObject, stats: JsonObject, pointer: string): JsonObject | Refusal {
  const checked = checkFields(rules.stats, stats);
  const problem = checked.ok ? (rules.checkStats?.(options, checked.value) ?? null) : checked.problem;
  if (problem !== null) return invalidStats(`${pointer}${problem.pointer}`, problem.problem, problem.params);
  return checked.ok ? checked.value : {};
}

function invalidStats(pointer: string, problem: string, params: JsonObject): Refusal {
  return { ...refuse('INVALID_STATS', 'G-13', { ...params, problem, pointer }), pointer };
}

/** Refuses a place beside the fight where the family has no way into it (YS-11): a field of another family. */
function sidelinedProblem(rules: RuleSet, { sidelined }: CombatantData, at: string): Refusal | null {
  if (sidelined !== true || Object.hasOwn(rules.handlers, 'join')) return null;
  return malformed(`${at}/sidelined`, 'unknownField', { allowed: ['id', 'name', 'kind', 'side', 'stats', 'hidden'] });
}

/** Drafts the coming in of a combatant. `at`: where it stands in the body, for what is wrong with it. */
export function enlist(
  draft: Draft,
  data: CombatantData,
  at: string,
  came: boolean,
  arriving: boolean,
): Refusal | null {
  const { core, rules } = draft;
  const wrong =
    idProblem(data.id, `${at}/id`) ?? nameProblem(data.name, `${at}/name`) ?? sidelinedProblem(rules, data, at);
  if (wrong !== null) return wrong;
  if (combatantOf(core, data.id) !== undefined || core.removed.includes(data.id)) {
    return refuse('DUPLICATE_COMBATANT', 'G-9', { combatant: data.id });
  }
  if (core.combatants.length >= MAX_COMBATANTS) return malformed(at, 'tooMany', { max: MAX_COMBATANTS });
  const stats = checkedStats(rules, core.options, data.stats, `${at}/stats`);
  if ('refused' in stats) return stats as unknown as Refusal;
  const { status = 'active', wounds = 0, ...patch } = rules.enlist(core.options, stats);
  const added: EventData['CombatantAdded'] = {
    combatant: { ...data, stats },
    came,
    arriving,
    status: status,
    wounds,
    set: { [data.id]: patch },
  };
  const initiative = initiativeAfter(draft, 'CombatantAdded', added, data.id);
  draft.emit('CombatantAdded', {
    ...added,
    set: { [data.id]: { ...patch, ...(initiative !== null && { initiative }) } },
  });
  return null;
}

/** `addCombatant`: at once before the start, in a round's first stage, when asked, or while nobody is active; else for the next round (G-8). */
export function addCombatant(draft: Draft, { combatantData, when }: AddCombatant): Refusal | null {
  const { core } = draft;
  const midRound = isMidRound(core);
  const atOnce = core.status === 'setup' || !anybodyAble(core) || (when === undefined ? !midRound : when === 'now');
  return enlist(draft, combatantData, '/combatantData', atOnce, atOnce && midRound);
}

/** `updateCombatant`: merges `stats` and `resources`; what equals what is there changes nothing. */
export function updateCombatant(draft: Draft, { combatant: id, changes, reason }: UpdateCombatant): Refusal | null {
  const { core, rules } = draft;
  const unknown = unknownCombatant(core, id);
  if (unknown !== null) return unknown;
  const c = theCombatant(core, id);
  const wrongName = changes.name === undefined ? null : nameProblem(changes.name, '/changes/name');
  if (wrongName !== null) return wrongName;
  const stats =
    changes.stats === undefined
      ? c.stats
      : checkedStats(rules, core.options, { ...c.stats, ...changes.stats }, '/changes/stats');
  if ('refused' in stats) return stats as unknown as Refusal;
  const restated =
    rules.restat === undefined || sameJson(stats, c.stats) ? {} : rules.restat(core, { ...c, stats }, c.stats);
  const resources = { ...restated.resources, ...(changes.resources as Record<string, number> | undefined) };
  const wrong = resourceProblem(rules, core, { ...c, stats }, resources);
  if (wrong !== null) return wrong;
  const patch = changedPatch(c, { ...restated, stats, ...(Object.keys(resources).length > 0 && { resources }) });
  const shown = changedFields(c, changes);
  if (Object.keys(shown).length === 0 && Object.keys(patch).length === 0) return null;
  const said: JsonObject = {
    ...shown,
    ...(patch.stats !== undefined && { stats: patch.stats }),
    ...(patch.resources !== undefined && { resources: patch.resources }),
  };
  draft.emit(
    'CombatantChanged',
    withInitiative(
      draft,
      'CombatantChanged',
      { combatant: id, changes: said, reason: reason ?? null, set: { [id]: patch } },
      id,
    ),
  );
  rules.moments.changed?.(draft, id, c);
  refreshOrder(draft, 'stats', 'G-17', { ids: [id], cause: 'stats' });
  return null;
}

function changedFields(c: Combatant, { name, side, hidden }: UpdateCombatant['changes']): JsonObject {
  return {
    ...(name !== undefined && name !== c.name && { name }),
    ...(side !== undefined && side !== c.side && { side }),
    ...(hidden !== undefined && hidden !== c.hidden && { hidden }),
  };
}

function changedPatch(c: Combatant, patch: Patch): Patch {
  const { resources, ...rest } = patch;
  const changed = Object.entries(resources ?? {}).filter(([name, value]) => own(c.resources, name) !== value);
  const others = Object.entries(rest).filter(
    ([name, value]) => !sameJson((c as unknown as Record<string, unknown>)[name], value),
  );
  return {
    ...(Object.fromEntries(others) as Patch),
    ...(changed.length > 0 && { resources: Object.fromEntries(changed) }),
  };
}

function resourceProblem(
  rules: RuleSet,
  core: Core,
  c: Combatant,
  resources: Readonly<Record<string, number>>,
): Refusal | null {
  const known = rules.resources(core, c);
  for (const [name, value] of Object.entries(resources)) {
    const bounds = own(known, name);
    if (bounds === undefined)
      return malformed(`/changes/resources/${name}`, 'unknownField', { allowed: Object.keys(known) });
    if (!Number.isSafeInteger(value) || value < bounds.min || value > bounds.max) {
      return invalidStats(`/changes/resources/${name}`, 'notInRange', {
        min: bounds.min,
        max: bounds.max,
        given: value,
      });
    }
  }
  return null;
}

/** `removeCombatant`: it goes with its entries and conditions; what it was doing ends (G-9). */
export function removeCombatant(draft: Draft, { combatant: id, reason }: RemoveCombatant): Refusal | null {
  const { core, rules } = draft;
  const unknown = unknownCombatant(core, id);
  if (unknown !== null) return unknown;
  const slots = rules.order.takers !== undefined;
  const entries = core.order
    .flatMap((g) => g.entries)
    .filter((e) => (slots ? e.key === id && e.combatant === id && e.entry === 'main' : e.combatant === id));
  const memory = rules.moments.leaves?.(core, id) as EventData['CombatantRemoved']['memory'];
  draft.emit('CombatantRemoved', {
    combatant: id,
    reason: reason ?? null,
    entries: entries.map((e) => e.key),
    ...(memory !== undefined && { memory }),
  });
  for (const frame of core.frames) {
    for (const m of frame.members) if (m.combatant === id && !m.done) endActivation(draft, m, 'removed');
  }
  for (const declaration of draft.core.open)
    if (declaration.combatant === id && declaration.state === 'declared') cancel(draft, declaration);
  refreshOrder(draft, 'removed', 'G-9', null);
  return null;
}
