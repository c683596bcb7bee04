import type { Draft } from '../draft.js';
import { combatantOf, theCombatant, type Activation, type Core, type Frame, type Rank } from '../encounter.js';
import { refuse, type Refusal } from '../refusal.js';
import type { Handler } from '../ruleset.js';
import { cancelOpen, expireConditions } from '../turn/activation.js';
import { activationOf, isEngaged, notActing } from '../turn/may-act.js';
import { compareRanks, entryOf } from '../turn/order.js';

/** How a family delays. */
export interface DelayRules {
  /** The rules cited: for `delay`, for `act`. */
  readonly cite: { readonly delay: string; readonly act: string };
  /** Whether the activation is still untouched enough to be delayed (EP-8, ST-8). */
  readonly untouched: (core: Core, activation: Activation) => boolean;
  /** Whether one who acts by interrupt has done nothing yet, so that another acts at the same instant (G-16). */
  readonly sameInstant: (core: Core, activation: Activation) => boolean;
  /** The rank by which those at the same instant go (G-16). */
  readonly rank: (core: Core, id: string) => Rank;
  /** After the delayed action is taken, before the turn begins: what it costs (EP-11). */
  readonly taken?: (draft: Draft, id: string) => void;
}

/** `delay`: the activation ends, its entry stands as `delayed` (EP-8, ST-8). One that took a delayed action cannot be delayed again (G-15). */
export function delayHandler(delay: DelayRules): Handler<'delay'> {
  return {
    may: (core, id) => {
      const activation = activationOf(core, id) as Activation;
      const holds = theCombatant(core, id).delayed !== null;
      if (activation.source === 'delayed') return refuse('ALREADY_ACTED', 'G-15', { combatant: id });
      const fresh = activation.source === 'turn' && !holds && delay.untouched(core, activation);
      return fresh ? null : refuse('ALREADY_ACTED', delay.cite.delay, { combatant: id });
    },
    run: (draft, { combatant: id }) => {
      delayNow(draft, activationOf(draft.core, id) as Activation);
      return null;
    },
  };
}

/** Delays the action of `activation`. */
export function delayNow(draft: Draft, activation: Activation): void {
  const { round, pass } = draft.core.clock;
  const id = activation.combatant ?? '';
  draft.emit('ActionDelayed', {
    combatant: id,
    activation: activation.id,
    delayed: { round, pass, key: activation.entry ?? id },
  });
  if (draft.rules.actions.belongs === undefined) cancelOpen(draft, activation);
  expireConditions(draft, 'endOfTurn', id);
}

/** `act` by one who holds a delayed action: interrupts whoever acts, or acts in `standby` (EP-9, ST-8, G-16). */
export function actHandler(delay: DelayRules): Handler<'act'> {
  return {
    gate: 'pending',
    may: (core, id) => mayTake(core, id, delay),
    run: (draft, { combatant: id }) => {
      takeDelayed(draft, id, delay);
      return null;
    },
  };
}

function mayTake(core: Core, id: string, delay: DelayRules): Refusal | null {
  const c = combatantOf(core, id);
  if (c?.delayed === null || c === undefined) return refuse('NO_DELAYED_ACTION', delay.cite.act, { combatant: id });
  if (isEngaged(core, id)) return notActing(core, id);
  return core.frames.length > 0 || core.clock.stage === 'standby' ? null : notActing(core, id);
}

function takeDelayed(draft: Draft, id: string, delay: DelayRules): void {
  const { core } = draft;
  const { delayed } = theCombatant(core, id);
  if (delayed === null) return;
  const entry = entryOf(core, delayed.key)?.state === 'delayed' ? delayed.key : null;
  const beneath = framesAbove(core, delay, delay.rank(core, id));
  draft.emit('DelayedActionTaken', { combatant: id, delayed, activation: core.activations + 1, entry, beneath });
  delay.taken?.(draft, id);
}

/** How many frames on top go first: those at the same instant with a higher rank (G-16). */
function framesAbove(core: Core, delay: DelayRules, rank: Rank): number {
  const above = [...core.frames].reverse().findIndex((frame) => !goesFirst(core, delay, frame, rank));
  return above < 0 ? core.frames.length : above;
}

function goesFirst(core: Core, delay: DelayRules, frame: Frame, rank: Rank): boolean {
  const member = frame.members[0];
  if (frame.kind !== 'interrupt' || member?.source !== 'delayed' || member.combatant === null) return false;
  return delay.sameInstant(core, member) && compareRanks(delay.rank(core, member.combatant), rank) > 0;
}
