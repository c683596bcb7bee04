import {
  actHandler,
  cancel,
  changeStatus,
  delayHandler,
  delayNow,
  finishesAnyway,
  own,
  stat,
  theCombatant,
  type Combatant,
  type Core,
  type DelayRules,
  type Draft,
  type JsonObject,
  type Moments,
  type OrderRules,
  type Patch,
  type Place,
  type RuleSet,
} from '@bitacora/engine';
import { actionRules, declareHandler, declarers } from './declare.js';
import { defend } from './defend.js';
import { explain } from './explain.js';
import { committedCelerity, initiativeRules, standingOf } from './initiative.js';
import { intentShape } from './intent.js';
import {
  actionsLeft,
  belongs,
  declaredBy,
  extraKey,
  furtherIn,
  inARow,
  placeOf,
  takesPart,
  undecidedBy,
} from './plan.js';
import { options, stats } from './stats.js';
import { labels, rules } from './texts.js';
import { INCAPACITATED, VARIANTS, type Variant } from './variant.js';

/** Pass 1 is everyone's first action; each later pass holds the further actions, in the order of initiative (ST-7). */
function places(core: Core, pass: number): readonly Place[] {
  const here = core.combatants.filter((c) => takesPart(core, c));
  if (pass === 1) return here.map((c) => ({ key: c.id, combatant: c.id, entry: 'main' }));
  if (inARow(core) && pass > 2) return [];
  return here
    .filter((c) => furtherIn(core, c.id, pass).length > 0)
    .map((c) => ({ key: extraKey(c.id), combatant: c.id, entry: 'extra' }));
}

function nextPass(core: Core): number | null {
  const last = 1 + Math.max(0, ...core.open.map((d) => placeOf(d) ?? 0));
  for (let pass = core.clock.pass + 1; pass <= last; pass += 1) if (places(core, pass).length > 0) return pass;
  return null;
}

function orderRules(variant: Variant): OrderRules {
  return {
    places,
    nextPass,
    standing: (core, place) => standingOf(core, theCombatant(core, place.combatant ?? '')),
    usable: (core, place) => {
      const c = theCombatant(core, place.combatant ?? '');
      return takesPart(core, c) && (place.entry === 'main' || furtherIn(core, c.id, core.clock.pass).length > 0);
    },
    ...(variant.declaresFirst && { declarers }),
  };
}

const delay: DelayRules = {
  cite: { delay: 'ST-8', act: 'ST-8' },
  untouched: (core, activation) => !resolvedSomething(core, activation),
  sameInstant: (core, activation) => !resolvedSomething(core, activation),
  rank: (core, id) => standingOf(core, theCombatant(core, id)).rank,
};

function resolvedSomething(core: Core, activation: Parameters<DelayRules['untouched']>[1]): boolean {
  return declaredBy(core, activation.combatant ?? '').some(
    (d) => d.state === 'resolved' && belongs(core, activation, d),
  );
}

const moments: Moments = {
  cameUp: (draft, turns) => {
    for (const turn of turns) {
      const c = theCombatant(draft.core, turn.combatant ?? '');
      if (turn.entry === c.id && c.memory.delays === draft.core.clock.round) delayNow(draft, turn);
    }
  },
  roundEnds: (draft) => {
    for (const { id, delayed } of draft.core.combatants) {
      if (delayed !== null) draft.emit('DelayedActionLost', { combatant: id, delayed, reason: 'roundEnded' });
    }
  },
  takenOut: loseActions,
  changed: (draft, id) => {
    const c = theCombatant(draft.core, id);
    const isOut = c.wounds >= INCAPACITATED && c.status === 'active';
    if (isOut && woundsChanged(draft, id)) changeStatus(draft, id, 'incapacitated', 'wounds');
  },
};

/** Whether what was drafted last changed the wounds of `id`: one whom the game master lets act in spite of them stays active otherwise (ST-2). */
function woundsChanged(draft: Draft, id: string): boolean {
  const cause = draft.events.at(-1);
  if (cause?.type !== 'CombatantChanged') return cause?.type === 'WoundsInflicted';
  return own(cause.data.set, id)?.wounds !== undefined;
}

/** One who is taken out loses all that it had left, but for what it is doing in a group (G-1, ST-10). */
function loseActions(draft: Draft, id: string): void {
  const keeps = finishesAnyway(draft.core, id)
    ? draft.core.frames.flatMap((f) => f.members).filter((m) => m.combatant === id && !m.done)
    : [];
  for (const declaration of undecidedBy(draft.core, id)) {
    if (!keeps.some((m) => belongs(draft.core, m, declaration))) cancel(draft, declaration);
  }
}

/** Willpower and wounds follow the stats that they come from. */
function restat(_: Core, c: Combatant, before: JsonObject): Patch {
  const health = stat(c, 'health') - Number(before.health ?? 0);
  const { willpower } = c.stats;
  return {
    ...(health !== 0 && { wounds: Math.min(INCAPACITATED, Math.max(0, c.wounds + health)) }),
    ...(typeof willpower === 'number' && willpower !== before.willpower && { resources: { willpower } }),
  };
}

function storyteller(variant: Variant): RuleSet {
  const actions = actionRules(variant);
  return {
    id: variant.id,
    family: 'storyteller',
    names: variant.names,
    labels,
    rules,
    stats,
    options,
    handlers: { declare: declareHandler(variant, actions), delay: delayHandler(delay), act: actHandler(delay), defend },
    initiative: initiativeRules(variant),
    order: orderRules(variant),
    actions,
    moments,
    shape: intentShape,
    derived: (core, c) => ({
      celerity: takesPart(core, c) ? committedCelerity(core, c) : 0,
      actionsLeft: actionsLeft(core, c),
    }),
    maxWounds: () => INCAPACITATED,
    resources: (_, c) =>
      c.resources.willpower === undefined && c.stats.willpower === undefined ? {} : { willpower: { min: 0, max: 10 } },
    enlist: (_, given) => ({
      wounds: Number(given.health ?? 0),
      ...(given.health === INCAPACITATED && { status: 'incapacitated' as const }),
      ...(typeof given.willpower === 'number' && { resources: { willpower: given.willpower } }),
    }),
    restat,
    explain,
  };
}

/** The three Storyteller games: one family, three small tables. */
export const storytellerGames: readonly RuleSet[] = VARIANTS.map(storyteller);
