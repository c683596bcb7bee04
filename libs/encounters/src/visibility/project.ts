import { evolve, evolveCore, type Core, type DomainEvent, type Encounter, type RuleSet } from '@bitacora/engine';
import { v5 } from 'uuid';
import { recorded, type EventEnvelope } from '../envelope.js';
import { eventIds } from '../identity.js';
import { maskedEvent } from './events.js';
import type { Shown as ShownEvent } from './moment.js';
import { unseenIn, type Frame, type Shown, type Sight, type State, type Step } from './sight.js';
import { maskedOrder, shownStage } from './mask.js';

/** These begin a frame of their own: what they start may have waited for a hidden one, and then came alone. */
const BEGIN = new Set([
  'StageEntered',
  'PassStarted',
  'TurnStarted',
  'RoundEnded',
  'RoundStarted',
  'DelayedActionLost',
  'PreparedActionLost',
  'ReserveDieLost',
  'ConditionExpired',
  'SeedCommitted',
]);

/** Who stands in a scope's log for what comes by itself. */
const AGENDA = 'agenda';
const AGENDA_NAMESPACE = '0b6c0a52-52a0-4f43-8f4e-2f5f0a9a3c11';

/** What a scope sees of a command, and what goes along to the next one. */
export interface Projected {
  readonly frames: readonly Frame[];
  readonly state: State;
}

/** The state before anything has happened. */
export function beginning(encounter: Encounter): State {
  const turns = { count: 0, shown: new Map<number, number>() };
  return { encounter, pass: 0, stage: 'setup', withheld: {}, order: null, turns, past: null, future: null };
}

/**
 * What a scope sees of one command's events, numbered on from `revision`: no frame, one, or several. A pure function of what
 * it may see: two pasts that differ only in hidden things give the same frames.
 */
export function project(
  state: State,
  revision: number,
  events: readonly EventEnvelope[],
  rules: RuleSet,
  sight: Sight,
): Projected {
  const [first] = events;
  if (first?.type === 'CommandUndone') return undone(state, revision, first);
  if (first?.type === 'CommandRedone') return redone(state, revision, first);
  const drafts: Draft[] = [];
  let now: Shown = shownOf(state);
  for (const event of events) {
    const encounter = evolve(now.encounter, recorded(event));
    if (event.type === 'CombatantRemoved') sight.lose(event.data.combatant as string, now.encounter.now);
    const stage = shownStage(encounter.now, rules, now.stage, sight);
    const { shown, ...seen } = maskedEvent(event, now, { encounter, stage }, sight);
    now = { encounter, stage, ...seen, ...shownPass(encounter, now, shown, sight) };
    for (const one of shown) addTo(drafts, one, event, event === first);
    // What hidden ones do after it changes nothing of a frame.
    if (shown.length > 0)
      for (const draft of drafts) if (draft === drafts.at(-1) || draft.after === null) draft.after = now;
  }
  const frames = numbered(drafts, revision, now.encounter.now.id);
  return { frames, state: remembering(state, now, frames) };
}

function shownOf({ encounter, pass, stage, withheld, order, turns }: Shown): Shown {
  return { encounter, pass, stage, withheld, order, turns };
}

/** The state after a command; the creation is none, and cannot be undone. */
function remembering(state: State, now: Shown, frames: readonly Frame[]): State {
  if (state.encounter.revision === 0) return { ...now, past: null, future: null };
  const steps = frames.map((frame): Step => {
    const command = frame.events[0]?.command ?? '';
    return { command, isOwn: command === now.encounter.command, after: shownOf(frame) };
  });
  return { ...now, past: { before: shownOf(state), steps, rest: state.past }, future: null };
}

/** Takes back, newest first, every frame that the undone command led to, each in a frame of its own: a hidden one's were commands of their own. */
function undone(state: State, revision: number, event: EventEnvelope): Projected {
  const encounter = evolve(state.encounter, recorded(event));
  const { past } = state;
  if (past === null) throw new Error('an undo without a command that was seen');
  const now = { ...past.before, encounter };
  const drafts = past.steps.map((step, i): Draft => {
    const after = i === 0 ? now : (past.steps[i - 1] as Step).after;
    return draftOf('CommandUndone', { undone: step.command }, event, !step.isOwn, after);
  });
  const frames = numbered(drafts.reverse(), revision, encounter.now.id);
  const future = { before: past.before, steps: past.steps, after: shownOf(state), rest: state.future };
  return { frames, state: { ...now, past: past.rest, future } };
}

/** Brings them back, oldest first. */
function redone(state: State, revision: number, event: EventEnvelope): Projected {
  const encounter = evolve(state.encounter, recorded(event));
  const { future } = state;
  if (future === null) throw new Error('a redo without a command that was seen');
  const now = { ...future.after, encounter };
  const drafts = future.steps.map((step, i) =>
    draftOf(
      'CommandRedone',
      { redone: step.command },
      event,
      !step.isOwn,
      i === future.steps.length - 1 ? now : step.after,
    ),
  );
  const frames = numbered(drafts, revision, encounter.now.id);
  const past = { before: future.before, steps: future.steps, rest: state.past };
  return { frames, state: { ...now, past, future: future.rest } };
}

/** The pass that is shown and its order: one in which only hidden ones act is none, and what is shown in it belongs to the one before. */
function shownPass(
  { now: core }: Encounter,
  before: Shown,
  shown: readonly ShownEvent[],
  sight: Sight,
): Pick<Shown, 'pass' | 'order'> {
  const isSeen = core.order.length === 0 || maskedOrder(core.order, unseenIn(core, sight)).length > 0;
  if (isSeen) return { pass: core.clock.pass, order: null };
  const { now } = before.encounter;
  const kept = { ...core, order: maskedOrder(before.order ?? now.order, unseenIn(now, sight)) };
  const { order } = shown.filter(({ type }) => IN_PLACE.has(type)).reduce(evolved, kept);
  return { pass: before.pass, order };
}

/** These change an entry where it stands, or take it away. */
const IN_PLACE = new Set(['CombatantRemoved', 'DelayedActionLost', 'DelayedActionTaken', 'TurnEnded', 'TurnForfeited']);

function evolved(core: Core, event: ShownEvent): Core {
  return evolveCore(core, event as unknown as DomainEvent);
}

interface Draft {
  readonly isAgenda: boolean;
  readonly events: { readonly shown: ShownEvent; readonly cause: EventEnvelope }[];
  after: Shown | null;
}

function draftOf(
  type: ShownEvent['type'],
  data: ShownEvent['data'],
  cause: EventEnvelope,
  isAgenda: boolean,
  after: Shown,
): Draft {
  return { isAgenda, events: [{ shown: { type, data }, cause }], after };
}

function addTo(drafts: Draft[], shown: ShownEvent, cause: EventEnvelope, isFirst: boolean): void {
  const open = drafts.at(-1);
  const goesOn = shown.released === true && open?.events.at(-1)?.shown.released === true;
  const begins = BEGIN.has(shown.type) || (shown.released === true && !goesOn);
  // What follows from a command that is not shown itself comes by itself; one who takes a slot begins its turn by its command.
  const isAgenda = shown.type === 'TurnStarted' && isFirst ? false : begins || (open === undefined && !isFirst);
  if (open === undefined || begins) drafts.push({ isAgenda, events: [{ shown, cause }], after: null });
  else open.events.push({ shown, cause });
}

function numbered(drafts: readonly Draft[], revision: number, id: string): readonly Frame[] {
  let at = revision;
  return drafts.map(({ isAgenda, events, after }) => {
    const cause = events[0]?.cause as EventEnvelope;
    const command = isAgenda ? v5(JSON.stringify([id, at + 1]), AGENDA_NAMESPACE) : cause.command;
    const ids = eventIds(command, events.length);
    const shown = events.map((event, index): EventEnvelope => {
      at += 1;
      const { version, at: time, actor } = event.cause;
      const { type, data } = event.shown;
      return {
        revision: at,
        position: String(at),
        id: ids[index] ?? '',
        type,
        version,
        at: time,
        actor: isAgenda ? AGENDA : actor,
        command,
        data,
      };
    });
    return { ...(after as Shown), revision: at, events: shown };
  });
}
