import type { JsonObject } from '@bitacora/engine';
import type { Scope } from './visibility/sight.js';

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

/** Whether `viewer` sees everything; all others see what their scope is shown. Who is nobody that we know sees no more than the table. */
export function seesAll({ role }: Viewer): boolean {
  return role === 'admin' || role === 'gm';
}

/** Viewers with the same scope see the same of every encounter, byte for byte: what was made for one serves the others. */
export function scopeOf(viewer: Viewer): string {
  return seesAll(viewer) ? 'all' : `table:${JSON.stringify([...viewer.combatants].sort())}`;
}

/** What a viewer who does not see everything sees of an encounter with these options, and a name for it. */
export function tableScope(
  { combatants }: Viewer,
  options: JsonObject,
): { readonly name: string; readonly scope: Scope } {
  const owned = options.secretDeclarations === true ? [...new Set(combatants)].sort() : [];
  return { name: owned.length === 0 ? 'table' : `table:${JSON.stringify(owned)}`, scope: { owned } };
}
