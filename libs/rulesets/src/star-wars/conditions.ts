import type { Core } from '@bitacora/engine';

/** The conditions that mean something to the rules (SW-11); any other name is the table's own. */
export type KnownCondition = 'staggered' | 'immobilized' | 'disoriented';

/** Whether `id` is under the condition `name` (SW-11). */
export function hasCondition(core: Core, id: string | null, name: KnownCondition): boolean {
  return core.conditions.some((c) => c.combatant === id && c.name === name);
}
