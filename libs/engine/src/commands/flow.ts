import { endRound, passOver, startRound } from '../agenda.js';
import type { CommandOf, ContributeSeed, End, Note } from '../command.js';
import type { Draft } from '../draft.js';
import type { Core } from '../encounter.js';
import { malformed, refuse, type Refusal } from '../refusal.js';
import { expireRoundConditions } from '../turn/activation.js';
import { pendingRefusal, statusRefusal } from '../turn/may-act.js';

/** Refuses `start`: once only, and with somebody who could act (G-13). */
export function mayStart(core: Core): Refusal | null {
  if (core.status === 'ended') return refuse('ENCOUNTER_ENDED', 'G-13');
  if (core.status === 'running') return refuse('ALREADY_STARTED', 'G-13');
  const someone = core.combatants.some((c) => c.status === 'active' && !c.sidelined);
  return someone ? null : refuse('NO_COMBATANTS', 'G-13');
}

/** `start`: the first round begins. */
export function start(draft: Draft): Refusal | null {
  draft.emit('EncounterStarted', {});
  expireRoundConditions(draft, 0);
  startRound(draft, 1);
  return null;
}

/** Refuses `advance` where there is nothing to close (G-13). */
export function mayAdvance(core: Core): Refusal | null {
  const refused = statusRefusal(core) ?? pendingRefusal(core.clock.stage);
  if (refused !== null) return refused;
  const waits = core.clock.stage === 'close' || (core.clock.stage === 'standby' && core.frames.length === 0);
  return waits ? null : refuse('NOTHING_TO_ADVANCE', 'G-13', { stage: core.clock.stage });
}

/** `advance`: closes a stage that waits for nobody but might be used. */
export function advance(draft: Draft): Refusal | null {
  if (draft.core.clock.stage === 'close') endRound(draft);
  else passOver(draft);
  return null;
}

/** `note`: whatever the table wants to remember. */
export function note(draft: Draft, { text }: Note): Refusal | null {
  draft.emit('NoteAdded', { text });
  return null;
}

const MAX_SEED_BYTES = 256;

/** `contributeSeed`: a player's own seed for the server's dice, before the start. */
export function contributeSeed(draft: Draft, { seed }: ContributeSeed): Refusal | null {
  if (draft.core.status !== 'setup') return refuse('ALREADY_STARTED', 'G-13');
  const bytes = utf8Length(seed);
  if (bytes === null || bytes < 1 || bytes > MAX_SEED_BYTES) {
    return malformed('/seed', 'seedLength', { min: 1, max: MAX_SEED_BYTES });
  }
  draft.emit('SeedContributed', { seed });
  return null;
}

/** The length of `text` in UTF-8, or null where it has half a surrogate pair. */
function utf8Length(text: string): number | null {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) return null;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** `end`: clock and order stay as they were. */
export function end(draft: Draft, { reason }: End): Refusal | null {
  draft.emit('EncounterEnded', { reason: reason ?? null, ...draft.ending });
  return null;
}

/** `undo`: takes back the last command that is not undone. */
export function undo(draft: Draft, _: CommandOf<'undo'>): Refusal | null {
  const { past } = draft.encounter;
  if (past === null) return refuse('NOTHING_TO_UNDO', 'G-13');
  draft.emit('CommandUndone', { undone: past.command });
  return null;
}

/** `redo`: brings back the command that was undone last. */
export function redo(draft: Draft, _: CommandOf<'redo'>): Refusal | null {
  const { future } = draft.encounter;
  if (future === null) return refuse('NOTHING_TO_REDO', 'G-13');
  draft.emit('CommandRedone', { redone: future.command });
  return null;
}
