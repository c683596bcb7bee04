import type { Draft } from '../draft.js';
import type { Activation, Core, Declaration, Entry, Group } from '../encounter.js';
import type { EventData, TurnRecord } from '../event.js';
import type { Boundary } from '../command.js';
import type { RuleSet } from '../ruleset.js';

/** Why an activation ends. */
export type EndReason = EventData['TurnEnded']['reason'];

/** The declarations that `activation` can resolve or that end with it. */
export function declarationsOf(core: Core, rules: RuleSet, activation: Activation): readonly Declaration[] {
  const belongs = rules.actions.belongs ?? ((_: Core, a: Activation, d: Declaration) => d.activation === a.id);
  return core.open.filter((d) => d.combatant === activation.combatant && belongs(core, activation, d));
}

/** Cancels what was declared for `activation` and not resolved (G-12). */
export function cancelOpen(draft: Draft, activation: Activation): void {
  for (const declaration of declarationsOf(draft.core, draft.rules, activation)) {
    if (declaration.state === 'declared') cancel(draft, declaration);
  }
}

/** Cancels one declaration. */
export function cancel(draft: Draft, declaration: Declaration): void {
  const outcomes = draft.rules.actions.outcomes?.(draft.core, declaration, 'cancelled');
  draft.emit('ActionCancelled', { combatant: declaration.combatant, declaration: declaration.id, ...outcomes });
  draft.rules.actions.cancelled?.(draft, declaration);
}

/** Ends an activation: its turn, what it did not resolve, the conditions that end with it. */
export function endActivation(draft: Draft, activation: Activation, reason: EndReason): void {
  draft.emit('TurnEnded', { ...turnRecord(activation), reason });
  cancelOpen(draft, activation);
  expireConditions(draft, 'endOfTurn', activation.combatant);
}

/** What the log says of an activation. */
function turnRecord({ id, key, combatant, entry }: Activation): TurnRecord {
  return { activation: id, combatant, entry, key };
}

/** Lets a group come up: its waiting entries act at the same time (G-1). */
export function openGroup(draft: Draft, group: Group): void {
  const entries = group.entries.filter((e) => e.state === 'waiting');
  draft.rules.moments.comesUp?.(draft, entries);
  for (const entry of entries) expireConditions(draft, 'startOfTurn', entry.combatant);
  const first = draft.core.activations + 1;
  const turns = entries.map((e, i): TurnRecord => ({
    activation: first + i,
    combatant: e.combatant,
    entry: e.key,
    key: e.key,
  }));
  draft.emit('TurnStarted', { source: 'turn', turns });
  const members = draft.core.frames.at(-1)?.members ?? [];
  draft.rules.moments.cameUp?.(draft, members);
}

/** Begins an activation on top of the stack: an interrupt that has not begun (G-4), or a slot that somebody takes (SW-9). */
export function beginActivation(draft: Draft, activation: Activation): void {
  expireConditions(draft, 'startOfTurn', activation.combatant);
  draft.emit('TurnStarted', { source: activation.source, turns: [turnRecord(activation)] });
}

/** Ends the conditions that a turn of `of` ends in this round. */
export function expireConditions(draft: Draft, boundary: Exclude<Boundary, 'endOfRound'>, of: string | null): void {
  const { conditions, clock } = draft.core;
  for (const c of conditions) {
    if (c.until !== null && c.until.round <= clock.round && c.until.boundary === boundary && c.until.of === of) {
      draft.emit('ConditionExpired', { combatant: c.combatant, condition: c.id, name: c.name });
    }
  }
}

/** Ends the conditions that were to end in `round` or before, whatever their boundary. */
export function expireRoundConditions(draft: Draft, round: number): void {
  for (const c of draft.core.conditions) {
    if (c.until !== null && c.until.round <= round) {
      draft.emit('ConditionExpired', { combatant: c.combatant, condition: c.id, name: c.name });
    }
  }
}

/** The next group that can come up in this pass. */
export function nextGroup(core: Core, from: number): Group | undefined {
  return core.order.slice(from).find((g) => g.entries.some((e: Entry) => e.state === 'waiting'));
}
