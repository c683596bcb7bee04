import { view, type Encounter, type RuleSet, type View } from '@bitacora/engine';
import type { EventEnvelope } from './envelope.js';

/** Who looks: decides what is seen and which revisions are counted. */
export type Role = 'admin' | 'gm' | 'player' | 'spectator';

/** Somebody who sends commands or looks. */
export interface Viewer {
  readonly role: Role;
  /** The ids of the combatants that it owns. */
  readonly combatants: readonly string[];
  /** Its name in the log and the scope of its idempotency keys: `admin`, or an access id. Never a secret. */
  readonly actor: string;
}

/** Viewers with the same scope see the same, byte for byte: what was made for one serves the others. */
export function scopeOf(_viewer: Viewer): string {
  return 'all';
}

/** The encounter as `viewer` may see it. With {@link eventsFor}, the one way out of this library. */
export function viewFor(_viewer: Viewer, encounter: Encounter, rules: RuleSet): View {
  return view(encounter, rules);
}

/** Those of `events` that `viewer` may see, as it may see them. */
export function eventsFor(_viewer: Viewer, events: readonly EventEnvelope[]): readonly EventEnvelope[] {
  return events;
}
