import {
  activationOf,
  compareRanks,
  declareAction,
  delayNow,
  isAhead,
  isRefusal,
  notInStage,
  refuse,
  theCombatant,
  unknownKind,
  type Action,
  type Activation,
  type ActionRules,
  type Combatant,
  type Core,
  type Declaration,
  type Draft,
  type Group,
  type Handler,
  type JsonObject,
  type Outcomes,
  type Refusal,
} from '@bitacora/engine';
import { standingOf } from './initiative.js';
import { INTENT_FIELDS } from './intent.js';
import {
  belongs,
  celerityLeft,
  declaredBy,
  extraKey,
  hasDeclared,
  isFurtherNow,
  leaveOrder,
  takesPart,
} from './plan.js';
import type { Variant } from './variant.js';

/** Those who may declare now: of those who have not, the lowest group in the order, then those whose place has passed, the lowest first (ST-6, ST-10). */
export function declarers(core: Core): readonly string[] {
  const open = core.combatants.filter((c) => takesPart(core, c) && !hasDeclared(core, c));
  const lowest = core.order.findLast((g) =>
    g.entries.some((e) => e.entry === 'main' && open.some((c) => c.id === e.combatant)),
  );
  const now = lowest === undefined ? lowestOf(core, open) : open.filter((c) => isIn(lowest, c));
  return now.map((c) => c.id);
}

function isIn(group: Group, c: Combatant): boolean {
  return group.entries.some((e) => e.combatant === c.id);
}

function lowestOf(core: Core, open: readonly Combatant[]): readonly Combatant[] {
  const rank = (c: Combatant) => standingOf(core, c).rank;
  return open.filter((c) => open.every((other) => compareRanks(rank(c), rank(other)) <= 0));
}

/** `declare`: in stage `declaration`, or in Dark Ages first in one's own activation, once. */
export function declareHandler(variant: Variant, actions: ActionRules): Handler<'declare'> {
  const rules = { actions };
  return {
    gate: variant.declaresFirst ? 'declaration' : 'turn',
    first: (core, { combatant: id, action }) =>
      (variant.declaresFirst ? notDeclaring(core, id) : null) ?? unknownKind(rules, action),
    may: (core, id) => (variant.declaresFirst ? notDeclaring(core, id) : declaredAlready(core, id)),
    run: (draft, { combatant: id, action }) => {
      const c = theCombatant(draft.core, id);
      const activation = activationOf(draft.core, id);
      const refused = intentRefusal(draft.core, c, action, activation);
      if (isRefusal(refused)) return refused;
      declareIntent(draft, id, action, variant.declaresFirst ? null : (activation?.id ?? null));
      if (activation !== undefined && action.delay === true) delayNow(draft, activation);
      return null;
    },
  };
}

function notDeclaring(core: Core, id: string): Refusal | null {
  if (core.clock.stage !== 'declaration') return notInStage(id, 'declaration', 'ST-6');
  const now = declarers(core);
  return now.includes(id) ? null : refuse('NOT_YOUR_DECLARATION', 'ST-6', { combatant: id, declaring: now });
}

function declaredAlready(core: Core, id: string): Refusal | null {
  return hasDeclared(core, theCombatant(core, id)) ? refuse('ACTION_LIMIT', 'ST-6', { combatant: id }) : null;
}

function intentRefusal(core: Core, c: Combatant, action: Action, activation: Activation | undefined): Refusal | null {
  const wanted = (action.actions as readonly JsonObject[]).filter((a) => a.celerity === true).length;
  const left = celerityLeft(core, c);
  if (wanted > left) return refuse('ACTION_LIMIT', 'ST-6', { combatant: c.id, celerity: left });
  if (action.delay === true && c.status !== 'active')
    return refuse('OUT_OF_ACTION', 'G-1', { combatant: c.id, status: c.status });
  if (action.delay === true && ((activation?.delayed ?? null) !== null || c.delayed !== null))
    return refuse('ALREADY_ACTED', 'G-15', { combatant: c.id });
  const none = action.willpower === 1 && c.resources.willpower === 0;
  return none ? refuse('NO_WILLPOWER', 'ST-6', { combatant: c.id }) : null;
}

/** Each action becomes a declaration; what holds for the whole intent stands in the first. */
function declareIntent(draft: Draft, id: string, action: Action, activation: number | null): void {
  const { actions, ...whole } = action;
  let further = firstFurther(draft.core, theCombatant(draft.core, id)) - 1;
  for (const [i, one] of (actions as readonly JsonObject[]).entries()) {
    const beside = i > 0 && one.defensive === true;
    if (i > 0 && !beside) further += 1;
    const place = i === 0 ? 0 : beside ? null : further;
    declareAction(draft, id, { ...(i === 0 ? whole : {}), kind: 'intent', ...one, place }, activation, null);
  }
}

/** The place of the first further action: in pass 2, or for one who declares later in the pass that runs, if its place there is ahead, or in the next (G-8, ST-7). */
function firstFurther(core: Core, c: Combatant): number {
  const { pass } = core.clock;
  if (pass === 1) return 1;
  const spec = { key: extraKey(c.id), combatant: c.id, entry: 'extra', ...standingOf(core, c) };
  return isAhead(core, spec) ? pass - 1 : pass;
}

/** What declaring, and a veto of all that one has declared, leave in memory. */
function outcomesOf(
  variant: Variant,
  core: Core,
  declaration: Declaration,
  becomes: 'declared' | 'vetoed' | 'cancelled',
): Outcomes {
  const { combatant: id, action } = declaration;
  if (becomes === 'declared' && action.place === 0)
    return { set: { [id]: declaredPatch(core, theCombatant(core, id), action) } };
  if (becomes === 'declared') return isFurtherNow(core, declaration) ? { set: { [id]: { arriving: true } } } : {};
  return becomes === 'vetoed' ? vetoOutcomes(variant, core, declaration) : {};
}

/** A veto of the first action takes the waiting back that it said; one of all that there was asks its owner again while there is the stage for it. */
function vetoOutcomes(variant: Variant, core: Core, { action, combatant: id, id: vetoed }: Declaration): Outcomes {
  const others = declaredBy(core, id).filter((d) => d.id !== vetoed);
  const asksAgain =
    others.every((d) => d.state === 'vetoed') && (!variant.declaresFirst || core.clock.stage === 'declaration');
  if (asksAgain) return { set: { [id]: { memory: { declared: null, delays: null } } } };
  return action.delay === true ? { set: { [id]: { memory: { delays: null } } } } : {};
}

function declaredPatch(core: Core, c: Combatant, action: Action): NonNullable<Outcomes['set']>[string] {
  const { round } = core.clock;
  const willpower = c.resources.willpower;
  return {
    memory: { declared: round, ...(action.delay === true && { delays: round }) },
    ...(action.willpower === 1 && willpower !== undefined && { resources: { willpower: willpower - 1 } }),
  };
}

/** The actions of the Storyteller games: intents, declared ahead. */
export function actionRules(variant: Variant): ActionRules {
  return {
    kinds: { intent: INTENT_FIELDS },
    may: () => null,
    check: () => null,
    belongs,
    outcomes: (core, declaration, becomes) => outcomesOf(variant, core, declaration, becomes),
    vetoed: (draft, declaration) => {
      leaveOrder(draft, declaration, 'veto', 'ST-7');
    },
  };
}
