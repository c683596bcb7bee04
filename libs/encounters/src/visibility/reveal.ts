import { sameJson, type Combatant, type JsonObject } from '@bitacora/engine';
import { maskedOrder } from './mask.js';
import { renumbered, shownCondition, shownDeclaration, type Moment, type Shown } from './moment.js';
import { inSecret } from './secrets.js';
import { unseenIn } from './sight.js';

/** What shows when somebody is revealed, who comes in, or hidden, who is gone; undefined where a change is neither. */
export function visibilityChanged(moment: Moment): readonly Shown[] | undefined {
  const { data, after } = moment;
  const id = data.combatant as string;
  const change = (data.changes as JsonObject).hidden;
  const c = after.combatants.find((one) => one.id === id);
  if (c === undefined || change === undefined) return undefined;
  if (change === true)
    return [{ type: 'CombatantRemoved', data: { combatant: id, reason: null, entries: shownKeys(id, moment) } }];
  return [
    { type: 'CombatantAdded', data: revealData(c) },
    ...revealedConditions(id, moment),
    ...revealedDeclarations(id, moment),
    ...revealedPlace(moment),
    ...revealedTurn(id, moment),
  ];
}

function revealedPlace({ before, after, hidden, sight }: Moment): readonly Shown[] {
  const order = maskedOrder(after.order, unseenIn(after, sight));
  if (sameJson(maskedOrder(before.order, hidden), order)) return [];
  return [
    { type: 'OrderChanged', data: { reason: 'visibility', rule: 'G-17', order: order as unknown as JsonObject } },
  ];
}

/** Under which keys `id` itself has places in the order that is shown: a slot is nobody’s own. */
export function shownKeys(id: string, { order, hidden }: Moment): readonly string[] {
  return maskedOrder(order, hidden)
    .flatMap((group) => group.entries)
    .filter(({ combatant, entry, key }) => combatant === id && key === (entry === 'main' ? id : `${id}:${entry}`))
    .map(({ key }) => key);
}

/** One that is revealed comes in as it is now; how it became so stays hidden. */
function revealData(c: Combatant): JsonObject {
  const {
    id,
    name,
    kind,
    side,
    sidelined,
    stats,
    came,
    status,
    wounds,
    initiative,
    scoredRound,
    resources,
    delayed,
    prepared,
    reserveDie,
    withdrawn,
  } = c;
  const set = { [id]: { initiative, scoredRound, resources, delayed, prepared, reserveDie, withdrawn } };
  return {
    combatant: { id, name, kind, side, sidelined, stats },
    came,
    arriving: false,
    status,
    wounds,
    set,
  } as unknown as JsonObject;
}

function revealedConditions(id: string, moment: Moment): readonly Shown[] {
  return moment.after.conditions
    .filter((c) => c.combatant === id)
    .map((c): Shown => ({ type: 'ConditionApplied', data: { condition: shownCondition(c, moment) } }));
}

function revealedDeclarations(id: string, moment: Moment): readonly Shown[] {
  if (inSecret(moment.before, moment.stages.before)) return [];
  return moment.after.open
    .filter((d) => d.combatant === id && d.state === 'declared')
    .map((d): Shown => ({ type: 'ActionDeclared', data: { declaration: shownDeclaration(d, moment) } }));
}

function revealedTurn(id: string, moment: Moment): readonly Shown[] {
  return moment.after.frames.flatMap((frame) =>
    frame.members
      .filter((m) => m.combatant === id && !m.done)
      .map((m): Shown => {
        const turn = renumbered(
          { activation: m.id, key: m.key, combatant: id, entry: m.entry },
          moment,
          unseenIn(moment.after, moment.sight),
        );
        return { type: 'TurnStarted', data: { source: m.source, turns: [turn] } };
      }),
  );
}
