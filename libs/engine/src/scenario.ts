import type { CombatantData, Command } from './command.js';
import { sameJson, type JsonObject } from './json.js';

/** An encounter as a script: documentation, test and sample data in one (contract, section 7). */
export interface Scenario {
  readonly name: string;
  readonly ruleset: string;
  readonly why?: string;
  readonly description?: string;
  readonly options?: JsonObject;
  readonly combatants: readonly CombatantData[];
  readonly steps: readonly Step[];
}

/** A command and what must come of it. */
export interface Step {
  readonly do: Command;
  readonly expect?: Expectation;
}

/** What must hold after a step; without `error` it must have been accepted. */
export interface Expectation {
  readonly order?: readonly (readonly string[])[];
  readonly waiting?: readonly (readonly string[])[];
  readonly acting?: readonly string[];
  readonly suspended?: readonly (readonly string[])[];
  readonly clock?: JsonObject;
  readonly status?: string;
  /** In this order; others may stand between. */
  readonly events?: readonly string[];
  /** A path in the view to a value; combatants, declarations and conditions by id. */
  readonly at?: JsonObject;
  readonly available?: Readonly<
    Record<string, { readonly has?: readonly string[]; readonly lacks?: readonly string[] }>
  >;
  readonly error?: string;
}

/** What came of a step. `view` is plain JSON, as a client gets it; it may be absent after a refusal. */
export interface Observed {
  readonly view: JsonObject | null;
  readonly events: readonly string[];
  /** The code of the refusal, or null when it was accepted. */
  readonly error: string | null;
}

/** One way in which what came of a step is not what was expected. */
export interface Difference {
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

const KNOWN = ['order', 'waiting', 'acting', 'suspended', 'clock', 'status', 'events', 'at', 'available', 'error'];

/** Where `observed` differs from `expected`; empty when it holds. */
export function differences(expected: Expectation, observed: Observed): readonly Difference[] {
  const found: Difference[] = Object.keys(expected)
    .filter((key) => !KNOWN.includes(key))
    .map((key) => ({ what: key, expected: `one of ${KNOWN.join(', ')}`, actual: key }));
  const check = (what: string, want: unknown, got: unknown) => {
    if (!sameJson(want, got)) found.push({ what, expected: want, actual: got });
  };
  check('error', expected.error ?? null, observed.error);
  if (expected.events !== undefined && !isSubsequence(expected.events, observed.events)) {
    found.push({ what: 'events', expected: expected.events, actual: observed.events });
  }
  if (observed.view !== null) checkView(expected, observed.view, check);
  return found;
}

type Check = (what: string, want: unknown, got: unknown) => void;

function checkView(expected: Expectation, view: JsonObject, check: Check): void {
  const order = view.order as unknown as readonly { entries: readonly { key: string; state: string }[] }[];
  const keys = (wanted: (state: string) => boolean) =>
    order
      .map((g) =>
        g.entries
          .filter((e) => wanted(e.state))
          .map((e) => e.key)
          .sort(),
      )
      .filter((group) => group.length > 0);
  if (expected.order !== undefined)
    check(
      'order',
      sorted(expected.order),
      keys(() => true),
    );
  if (expected.waiting !== undefined)
    check(
      'waiting',
      sorted(expected.waiting),
      keys((state) => state === 'waiting'),
    );
  if (expected.acting !== undefined)
    check('acting', [...expected.acting].sort(), [...(view.acting as readonly string[])].sort());
  if (expected.suspended !== undefined)
    check('suspended', sorted(expected.suspended), sorted(view.suspended as readonly string[][]));
  if (expected.status !== undefined) check('status', expected.status, view.status);
  for (const [field, value] of Object.entries(expected.clock ?? {}))
    check(`clock.${field}`, value, (view.clock as JsonObject)[field]);
  for (const [path, value] of Object.entries(expected.at ?? {})) check(path, value, valueAt(view, path));
  for (const [id, { has = [], lacks = [] }] of Object.entries(expected.available ?? {})) {
    const listed = ((view.available as JsonObject)[id] ?? []) as readonly string[];
    check(
      `available.${id}.has`,
      has,
      has.filter((command) => listed.includes(command)),
    );
    check(
      `available.${id}.lacks`,
      [],
      lacks.filter((command) => listed.includes(command)),
    );
  }
}

function sorted(groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return groups.map((group) => [...group].sort());
}

function isSubsequence(wanted: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const one of all) if (one === wanted[next]) next += 1;
  return next === wanted.length;
}

/** The value at `path` in a view: dots between steps, items of a list by their `id` or `key`, or by index. */
export function valueAt(view: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    if (!Array.isArray(value)) return (value as Record<string, unknown>)[step];
    const byId = (value as readonly Record<string, unknown>[]).find((item) => item.id === step || item.key === step);
    return byId ?? value[Number(step)];
  }, view);
}
