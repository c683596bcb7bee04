import { sameJson, type CombatantView, type Condition, type Json, type View } from '@bitacora/engine';

/** What can differ between two states of an encounter. */
export const DIFFERENCES = [
  'status',
  'clock',
  'order',
  'acting',
  'suspended',
  'combatantAdded',
  'combatantRemoved',
  'name',
  'side',
  'hidden',
  'combatantStatus',
  'wounds',
  'resource',
  'initiative',
  'stats',
  'delayed',
  'prepared',
  'reserveDie',
  'sidelined',
  'withdrawn',
  'conditionBegun',
  'conditionEnded',
  'declared',
  'declaration',
] as const;

/** One of {@link DIFFERENCES}. */
export type DifferenceKind = (typeof DIFFERENCES)[number];

/** One thing that is not as it was. */
export interface Difference {
  readonly what: DifferenceKind;
  /** Whose it is; null for what is the encounter's. */
  readonly combatant: string | null;
  /** Of which several there are: a resource's name, a stat's, a condition's or a declaration's number. */
  readonly key: string | null;
  readonly from: Json;
  readonly to: Json;
}

/** What changed between two revisions of an encounter, as one viewer sees it. */
export interface EncounterDiff {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly Difference[];
}

/** What is different in `after` from what it was in `before`; empty where nothing is, but for the revision. */
export function diffOf(before: View, after: View): EncounterDiff {
  const whole: readonly (readonly [DifferenceKind, Json, Json])[] = [
    ['status', before.status, after.status],
    ['clock', { ...before.clock }, { ...after.clock }],
    ['order', orderOf(before), orderOf(after)],
    ['acting', before.acting, after.acting],
    ['suspended', before.suspended, after.suspended],
  ];
  return {
    from: before.revision,
    to: after.revision,
    changes: [
      ...whole.flatMap(([what, from, to]) => difference(what, null, null, from, to)),
      ...combatantsDiff(before.combatants, after.combatants),
      ...conditionsDiff(before.conditions, after.conditions),
      ...declarationsDiff(before, after),
    ],
  };
}

function difference(
  what: DifferenceKind,
  combatant: string | null,
  key: string | null,
  from: Json,
  to: Json,
): readonly Difference[] {
  return sameJson(from, to) ? [] : [{ what, combatant, key, from, to }];
}

/** The groups with what a table would say of each entry. */
function orderOf({ order }: View): Json {
  return order.map(({ entries }) =>
    entries.map(({ key, score, state, combatant }) => ({ key, combatant, score, state })),
  );
}

function combatantsDiff(before: readonly CombatantView[], after: readonly CombatantView[]): readonly Difference[] {
  const then = new Map(before.map((c) => [c.id, c]));
  const now = new Map(after.map((c) => [c.id, c]));
  const gone = before.filter((c) => !now.has(c.id));
  return [
    ...gone.flatMap((c) => difference('combatantRemoved', c.id, null, { name: c.name }, null)),
    ...after.flatMap((c) => {
      const old = then.get(c.id);
      return old === undefined ? difference('combatantAdded', c.id, null, null, { name: c.name }) : oneDiff(old, c);
    }),
  ];
}

function oneDiff(before: CombatantView, after: CombatantView): readonly Difference[] {
  const { id } = after;
  const fields: readonly (readonly [DifferenceKind, Json, Json])[] = [
    ['name', before.name, after.name],
    ['side', before.side, after.side],
    ['hidden', before.hidden, after.hidden],
    ['combatantStatus', before.status, after.status],
    ['wounds', before.wounds, after.wounds],
    ['initiative', before.initiative.score, after.initiative.score],
    ['delayed', before.delayed, after.delayed],
    ['prepared', plain(before.prepared), plain(after.prepared)],
    ['reserveDie', plain(before.reserveDie), plain(after.reserveDie)],
    ['sidelined', before.sidelined, after.sidelined],
    ['withdrawn', before.withdrawn, after.withdrawn],
  ];
  return [
    ...fields.flatMap(([what, from, to]) => difference(what, id, null, from, to)),
    ...keyed('resource', id, before.resources, after.resources),
    ...keyed('stats', id, before.stats, after.stats),
  ];
}

function keyed(
  what: DifferenceKind,
  id: string,
  before: Readonly<Record<string, Json | undefined>>,
  after: Readonly<Record<string, Json | undefined>>,
): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => difference(what, id, name, before[name] ?? null, after[name] ?? null));
}

function conditionsDiff(before: readonly Condition[], after: readonly Condition[]): readonly Difference[] {
  const without = (some: readonly Condition[], others: readonly Condition[]) =>
    some.filter((c) => !others.some((other) => other.id === c.id));
  return [
    ...without(before, after).flatMap((c) => difference('conditionEnded', c.combatant, c.id, plain(c), null)),
    ...without(after, before).flatMap((c) => difference('conditionBegun', c.combatant, c.id, null, plain(c))),
  ];
}

function declarationsDiff(before: View, after: View): readonly Difference[] {
  const then = new Map(before.declarations.map((d) => [d.id, d]));
  const now = new Set(after.declarations.map((d) => d.id));
  const gone = before.declarations.filter((d) => !now.has(d.id));
  return [
    ...gone.flatMap((d) =>
      difference('declared', d.combatant, d.id, plain({ action: d.action, state: d.state }), null),
    ),
    ...after.declarations.flatMap((d) => {
      const old = then.get(d.id);
      if (old === undefined)
        return difference('declared', d.combatant, d.id, null, plain({ action: d.action, state: d.state }));
      return difference('declaration', d.combatant, d.id, old.state, d.state);
    }),
  ];
}

function plain(value: object | null): Json {
  return value as unknown as Json;
}
