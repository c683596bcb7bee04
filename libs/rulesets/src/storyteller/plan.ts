import {
  entryOf,
  isAble,
  without,
  type Activation,
  type Combatant,
  type Core,
  type Declaration,
  type Draft,
} from '@bitacora/engine';
import { committedCelerity } from './initiative.js';

/** The key of the entry for further actions. */
export function extraKey(id: string): string {
  return `${id}:extra`;
}

/** Whether the round's further actions of one are done in a row, in one pass (ST-7). */
export function inARow(core: Core): boolean {
  return core.options.furtherActions === 'inARow';
}

/** The place of a declared action: 0 the first, n the n-th further one, null for a defensive one beside the first. */
export function placeOf(declaration: Declaration): number | null {
  const { place } = declaration.action;
  return typeof place === 'number' ? place : null;
}

/** What `c` has declared this round. */
export function declaredBy(core: Core, id: string): readonly Declaration[] {
  return core.open.filter((d) => d.combatant === id && d.round === core.clock.round);
}

/** What `c` has declared this round and not yet used. */
export function undecidedBy(core: Core, id: string): readonly Declaration[] {
  return declaredBy(core, id).filter((d) => d.state === 'declared');
}

/** Whether `c` has said what it does this round (ST-6). */
export function hasDeclared(core: Core, c: Combatant): boolean {
  return c.memory.declared === core.clock.round;
}

/** Whether `c` has a part in this round: taken out in it, it has nothing more (ST-10). */
export function takesPart(core: Core, c: Combatant): boolean {
  return isAble(c) && c.scoredRound === core.clock.round && c.outRound !== core.clock.round;
}

/** Further actions still to come that have an entry in pass `pass`. */
export function furtherIn(core: Core, id: string, pass: number): readonly Declaration[] {
  const further = undecidedBy(core, id).filter((d) => (placeOf(d) ?? 0) >= 1);
  return inARow(core) ? further : further.filter((d) => placeOf(d) === pass - 1);
}

/** Whether `declaration` is what `activation` does: the first action, or further ones of its pass (ST-7). */
export function belongs(core: Core, activation: Activation, declaration: Declaration): boolean {
  if (declaration.round !== core.clock.round) return false;
  const key = activation.delayed?.key ?? activation.entry;
  const place = placeOf(declaration);
  if (key === activation.combatant) return place === 0;
  const pass = activation.delayed?.pass ?? core.clock.pass;
  return place !== null && place >= 1 && (inARow(core) || place === pass - 1);
}

/** Whether `declaration` is a further action of the pass that runs. */
export function isFurtherNow(core: Core, declaration: Declaration): boolean {
  const place = placeOf(declaration) ?? 0;
  return place >= 1 && core.clock.pass >= 2 && (inARow(core) || place === core.clock.pass - 1);
}

/** Takes the waiting entry of a further action that is gone out of the order; in a row it stays while others are left. */
export function leaveOrder(draft: Draft, declaration: Declaration, reason: string, rule: string): void {
  const { core } = draft;
  const key = extraKey(declaration.combatant);
  const stays = furtherIn(core, declaration.combatant, core.clock.pass).length > 0;
  if (stays || !isFurtherNow(core, declaration) || entryOf(core, key)?.state !== 'waiting') return;
  draft.emit('OrderChanged', { reason, rule, order: without(core.order, key) });
}

/** Whether `activation` plays the first action of its owner. */
export function playsFirst(activation: Activation): boolean {
  return (activation.delayed?.key ?? activation.entry) === activation.combatant;
}

/** The open activation, acting or suspended, of `id`. */
export function openActivation(core: Core, id: string): Activation | undefined {
  return core.frames.flatMap((f) => f.members).find((m) => m.combatant === id && !m.done);
}

/** Whether the first action of `c` can still be used for a defence: still to come, delayed, or in progress and not resolved, or never to come to one whose place had passed (ST-9, G-8). */
export function firstIsLeft(core: Core, c: Combatant): boolean {
  if (c.memory.firstUsed === core.clock.round) return false;
  const first = declaredBy(core, c.id).find((d) => placeOf(d) === 0 && d.state !== 'vetoed');
  if (first !== undefined) return first.state === 'declared';
  if (c.actedRound !== core.clock.round || c.delayed?.key === c.id) return true;
  const activation = openActivation(core, c.id);
  return activation !== undefined && playsFirst(activation);
}

/** How many committed Celerity actions are left to one who has not declared yet (ST-9). */
export function celerityLeft(core: Core, c: Combatant): number {
  return committedCelerity(core, c) - Number(c.memory.celerityUsed ?? 0);
}

/** How many actions `defend` could still use (ST-9). */
export function actionsLeft(core: Core, c: Combatant): number {
  if (!takesPart(core, c)) return 0;
  const first = firstIsLeft(core, c) ? 1 : 0;
  if (!hasDeclared(core, c)) return first + celerityLeft(core, c);
  return first + undecidedBy(core, c.id).filter((d) => placeOf(d) !== 0).length;
}
