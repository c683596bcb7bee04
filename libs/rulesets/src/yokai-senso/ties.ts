import { refuse, type Core, type Handler, type Json, type JsonObject, type Spec } from '@bitacora/engine';

/** The game master's rulings of this round, oldest first (YS-2). */
function rulingsOfRound(core: Core): readonly (readonly string[])[] {
  const rulings = core.memory.rulings as JsonObject | undefined;
  return rulings?.round === core.clock.round ? (rulings.orders as unknown as readonly (readonly string[])[]) : [];
}

/** The last ruling of this round that names `id`. */
function rulingOn(core: Core, id: string): readonly string[] | undefined {
  return rulingsOfRound(core).findLast((order) => order.includes(id));
}

/** The place that the game master gave `id` this round: higher goes first, 0 where there was no ruling (YS-2). */
export function placeByRuling(core: Core, id: string): number {
  const order = rulingOn(core, id);
  return order === undefined ? 0 : order.length - order.indexOf(id);
}

/** The sets that are equal in score and CDE and that no ruling of this round puts in order (YS-2). */
export function tiedSets(core: Core, specs: readonly Spec[]): readonly (readonly string[])[] {
  const sets = new Map<string, string[]>();
  for (const { rank, combatant } of specs) {
    const key = rank.slice(0, 2).join(' ');
    sets.set(key, [...(sets.get(key) ?? []), String(combatant)]);
  }
  return [...sets.values()].filter((ids) => ids.length > 1 && !isRuled(core, ids));
}

function isRuled(core: Core, ids: readonly string[]): boolean {
  const ruling = rulingOn(core, String(ids[0]));
  return ruling !== undefined && ids.every((id) => rulingOn(core, id) === ruling);
}

/** `decideTie`: who of one tied set goes before whom, in this round only (YS-2). */
export function decideTie(pending: (core: Core) => readonly (readonly string[])[]): Handler<'decideTie'> {
  return {
    may: () => null,
    run: (draft, { order }) => {
      const { core } = draft;
      const sets = pending(core);
      if (!sets.some((ids) => isSameSet(ids, order))) {
        return refuse('INVALID_TIE_ORDER', 'YS-2', { given: order, pending: sets as unknown as Json });
      }
      const orders = [...rulingsOfRound(core), order];
      draft.emit('TieDecided', { order, memory: { rulings: { round: core.clock.round, orders } } });
      return null;
    },
  };
}

function isSameSet(ids: readonly string[], order: readonly string[]): boolean {
  return ids.length === order.length && ids.every((id) => order.includes(id));
}
