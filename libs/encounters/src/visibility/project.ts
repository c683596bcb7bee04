import { evolve, type Encounter, type RuleSet } from '@bitacora/engine';
import { v5 } from 'uuid';
import { recorded, type EventEnvelope } from '../envelope.js';
import { eventIds } from '../identity.js';
import { maskedEvent, type Shown } from './events.js';
import { hiddenIn, type Frame, type Sight, type State } from './sight.js';
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
  return { encounter, pass: 0, stage: 'setup', withheld: {} };
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
  const drafts: Draft[] = [];
  let now = state;
  for (const event of events) {
    const encounter = evolve(now.encounter, recorded(event));
    const stage = shownStage(encounter.now, rules, now.stage);
    const { shown, withheld } = maskedEvent(event, now, { encounter, stage }, sight);
    now = { encounter, withheld, stage, pass: shownPass(encounter, now.pass) };
    for (const one of shown) addTo(drafts, one, event, event === events[0]);
    const open = drafts.at(-1);
    if (open !== undefined) open.state = now;
  }
  return { frames: numbered(drafts, revision, now.encounter.now.id, sight), state: now };
}

/** The pass that is shown: one in which only hidden ones act is none. */
function shownPass({ now: core }: Encounter, before: number): number {
  if (core.order.length === 0) return core.clock.pass;
  return maskedOrder(core.order, hiddenIn(core)).length > 0 ? core.clock.pass : before;
}

interface Draft {
  readonly isAgenda: boolean;
  readonly events: { readonly shown: Shown; readonly cause: EventEnvelope }[];
  state: State | null;
}

function addTo(drafts: Draft[], shown: Shown, cause: EventEnvelope, isFirst: boolean): void {
  const open = drafts.at(-1);
  const begins = BEGIN.has(shown.type) || shown.released === true;
  // What follows from a command that is not shown itself comes by itself.
  const isAgenda = begins || (open === undefined && !isFirst);
  if (open === undefined || begins) drafts.push({ isAgenda, events: [{ shown, cause }], state: null });
  else open.events.push({ shown, cause });
}

function numbered(drafts: readonly Draft[], revision: number, id: string, sight: Sight): readonly Frame[] {
  let at = revision;
  return drafts.map(({ isAgenda, events, state }) => {
    const cause = events[0]?.cause as EventEnvelope;
    const command = isAgenda ? v5(JSON.stringify([id, at + 1]), AGENDA_NAMESPACE) : cause.command;
    if (!sight.commands.has(cause.command)) sight.commands.set(cause.command, command);
    const ids = eventIds(command, events.length);
    const shown = events.map((event, index): EventEnvelope => {
      at += 1;
      const { version, at: time, actor } = event.cause;
      const { type, data } = event.shown;
      const author = isAgenda ? AGENDA : actor;
      return {
        revision: at,
        position: String(at),
        id: ids[index] ?? '',
        type,
        version,
        at: time,
        actor: author,
        command,
        data,
      };
    });
    return { ...(state as State), revision: at, events: shown };
  });
}
