import type { Draft } from './draft.js';
import { anybodyAble, isAble, NO_INITIATIVE, type Core } from './encounter.js';
import type { EventData, Patch } from './event.js';
import { evolveCore } from './evolve-core.js';
import { sameJson } from './json.js';
import type { RuleSet, Spec } from './ruleset.js';
import { beginActivation, cancel, expireRoundConditions, nextGroup, openGroup } from './turn/activation.js';
import { withoutScore } from './turn/may-act.js';
import {
  actTogether,
  arrivalSpecs,
  buildOrder,
  entriesAhead,
  isUsable,
  lastOpened,
  placeArrivals,
  specOf,
  specsOf,
} from './turn/order.js';

/** More automatic steps than any command can cause; reaching it is a fault of a rule set. */
const MAX_STEPS = 10_000;

/** Takes every step that happens by itself, until somebody must choose or nothing can happen (G-5, G-6, G-7). */
export function settle(draft: Draft): void {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) if (!step(draft)) return;
  throw new Error(`the agenda of ${draft.rules.id} does not come to rest`);
}

/** One automatic step; false when somebody must choose. */
function step(draft: Draft): boolean {
  const { core, rules } = draft;
  if (core.status !== 'running') return false;
  const { stage } = core.clock;
  if (pendingRolls(core, rules).length > 0) return waitFor(draft, 'initiative');
  if (stage === 'initiative') return leaveInitiative(draft);
  if (stage === 'tie') return rulingsOf(core, rules).length === 0 && beginFirstPass(draft);
  if (placeArrivals(draft)) return true;
  if ((rules.order.declarers?.(core) ?? []).length > 0) return waitFor(draft, 'declaration');
  if (stage === 'declaration') return enter(draft, core.resume ?? 'actions', null);
  if (core.frames.length > 0) return stepFrame(draft);
  if (stage === 'actions') return stepActions(draft);
  if (stage === 'standby') return !anybodyHolds(core) && passOver(draft);
  return rules.moments.closeIsUsed?.(core) !== true && endRound(draft);
}

function enter(
  draft: Draft,
  stage: EventData['StageEntered']['stage'],
  resume: EventData['StageEntered']['resume'],
): true {
  draft.emit('StageEntered', { stage, resume });
  return true;
}

function waitFor(draft: Draft, stage: 'initiative' | 'declaration'): boolean {
  const { clock, resume } = draft.core;
  if (clock.stage === stage) return false;
  return enter(draft, stage, resume ?? clock.stage);
}

/** Whom stage `initiative` waits for now: first those without a score, then those who must break a tie by dice. In the order in which they were added. */
export function pendingRolls(core: Core, rules: RuleSet): readonly string[] {
  if (core.status !== 'running') return [];
  const missing = withoutScore(core, rules);
  if (missing.length > 0 || rules.initiative.tieBreaks === undefined) return missing;
  const due = rules.initiative.tieBreaks(core, specsAtStake(core, rules));
  return due.length === 0 ? due : core.combatants.map((c) => c.id).filter((id) => due.includes(id));
}

/** The places whose ties matter now: those that still wait and those of newcomers, or those of the pass to come. */
function specsAtStake(core: Core, rules: RuleSet): readonly Spec[] {
  if (core.order.length === 0) return specsOf(core, rules, 1);
  const waiting = entriesAhead(core).filter((e) => e.state === 'waiting');
  if (waiting.length > 0 || core.frames.length > 0)
    return [...waiting.map((e) => specOf(core, rules, e)), ...arrivalSpecs(core, rules)];
  const next = rules.order.nextPass(core);
  return next === null ? [] : specsOf(core, rules, next);
}

/** The sets that the game master must rule on before the pass (YS-2). */
export function rulingsOf(core: Core, rules: RuleSet): readonly (readonly string[])[] {
  if (core.status !== 'running' || rules.initiative.rulings === undefined) return [];
  return rules.initiative.rulings(core, specsOf(core, rules, 1));
}

function leaveInitiative(draft: Draft): boolean {
  const { core, rules } = draft;
  if (core.resume !== null) return enter(draft, core.resume, null);
  if (!anybodyAble(core)) return newcomersComeIn(draft);
  if (rulingsOf(core, rules).length > 0) return enter(draft, 'tie', null);
  return beginFirstPass(draft);
}

/** While nobody who has come in is active, those who joined for the next round come in at once (G-8). */
function newcomersComeIn(draft: Draft): boolean {
  const late = draft.core.combatants.filter((c) => isAble({ ...c, came: true }));
  if (late.length === 0) return false;
  const set = Object.fromEntries(late.map((c): [string, Patch] => [c.id, { came: true }]));
  draft.emit('StageEntered', { stage: 'initiative', resume: null, set });
  return true;
}

/** A round in which those who are active can do nothing at all is exhausted at once; the next one waits for their rolls (G-6). */
function beginFirstPass(draft: Draft): boolean {
  const { core, rules } = draft;
  const someoneCan = rules.order
    .places(core, 1)
    .some((p) => (p.combatant === null ? anybodyAble(core) : isUsable(core, rules, p)));
  if (someoneCan) return startPass(draft, 1);
  return rules.initiative.lasts === 'round' && anybodyAble(core) && endRound(draft);
}

function startPass(draft: Draft, pass: number): true {
  const { core, rules } = draft;
  const order = buildOrder(specsOf(core, rules, pass), actTogether(core, rules));
  const memory = rules.moments.passStarts?.(core) as EventData['PassStarted']['memory'];
  draft.emit('PassStarted', {
    ...(memory !== undefined && { memory }),
    order,
    pass,
    round: core.clock.round,
    stage: 'actions',
  });
  return true;
}

function stepFrame(draft: Draft): boolean {
  const top = draft.core.frames.at(-1);
  const fresh = top?.members.find((m) => !m.started && !m.done);
  if (fresh !== undefined) {
    beginActivation(draft, fresh);
    return true;
  }
  const slot = top?.members.find((m) => m.combatant === null && !m.done);
  if (slot === undefined || (draft.rules.order.takers?.(draft.core, slot) ?? []).length > 0) return false;
  draft.emit('TurnForfeited', { key: slot.key, combatant: null, activation: slot.id, rule: 'SW-9' });
  return true;
}

function stepActions(draft: Draft): boolean {
  const { core } = draft;
  const group = nextGroup(core, lastOpened(core.order) + 1);
  if (group !== undefined) {
    openGroup(draft, group);
    return true;
  }
  return anybodyHolds(core) ? enter(draft, 'standby', null) : passOver(draft);
}

/** Whether somebody could still take a delayed action (EP-12, ST-8). */
function anybodyHolds(core: Core): boolean {
  return core.combatants.some((c) => c.delayed !== null);
}

/** Goes on to the next pass, to stage `close`, or to the next round. */
export function passOver(draft: Draft): true {
  const { core, rules } = draft;
  const next = rules.order.nextPass(core);
  if (next !== null) return startPass(draft, next);
  rules.moments.lastTurnEnded?.(draft);
  return rules.moments.closeIsUsed?.(draft.core) === true ? enter(draft, 'close', null) : endRound(draft);
}

/** Ends the round with all that ends with it, and starts the next one at its first stage. */
export function endRound(draft: Draft): true {
  const { round } = draft.core.clock;
  draft.emit('RoundEnded', { round });
  for (const declaration of draft.core.open) if (declaration.state === 'declared') cancel(draft, declaration);
  draft.rules.moments.roundEnds?.(draft);
  expireRoundConditions(draft, round);
  startRound(draft, round + 1);
  return true;
}

/** Starts a round at stage `initiative`, with what comes back and what is forgotten. */
export function startRound(draft: Draft, round: number): void {
  const { core, rules } = draft;
  const given = rules.moments.roundStarts?.(core, round) ?? {};
  const begun = evolveCore(core, { type: 'RoundStarted', data: { round, set: given } });
  const set = { ...given };
  for (const c of begun.combatants) {
    const initiative =
      rules.initiative.lasts === 'round' && rules.initiative.given?.(begun, c) !== true
        ? NO_INITIATIVE
        : rules.initiative.of(begun, c);
    const patch: Patch = sameJson(initiative, c.initiative) ? {} : { initiative };
    if (Object.keys(patch).length > 0) set[c.id] = { ...set[c.id], ...patch };
  }
  draft.emit('RoundStarted', { round, ...(Object.keys(set).length > 0 && { set }) });
}
