import { pendingRolls, rulingsOf } from './agenda.js';
import { MASTER_COMMANDS, TURN_COMMANDS } from './command.js';
import { masterRefusal, turnRefusal } from './decide.js';
import {
  orderIsKnown,
  type Clock,
  type Combatant,
  type Condition,
  type Core,
  type Declaration,
  type Encounter,
  type Entry,
  type Frame,
} from './encounter.js';
import { own, type JsonObject, type Text } from './json.js';
import type { Reason, RuleSet } from './ruleset.js';
import { SHARED_WORDS } from './shared-rules.js';

/** A reason in the words of the game, in both languages. */
export type ReasonView = Reason & { readonly text: Text };

/** An entry as clients see it, with why it stands where it stands. */
export type EntryView = Entry & { readonly why: readonly ReasonView[] };

/** A combatant as clients see it. */
export type CombatantView = Pick<
  Combatant,
  | 'id'
  | 'name'
  | 'kind'
  | 'side'
  | 'status'
  | 'hidden'
  | 'sidelined'
  | 'withdrawn'
  | 'stats'
  | 'initiative'
  | 'wounds'
  | 'resources'
  | 'prepared'
  | 'reserveDie'
> & { readonly delayed: { readonly round: number; readonly pass: number } | null };

/** A declaration as clients see it. */
export type DeclarationView = Pick<Declaration, 'id' | 'combatant' | 'action' | 'state' | 'outcome'>;

/** The encounter as clients see it: nothing but the fold of its events. */
export interface View {
  readonly id: string;
  readonly name: string;
  readonly ruleset: string;
  readonly options: JsonObject;
  readonly status: Core['status'];
  readonly revision: number;
  readonly clock: Clock;
  readonly order: readonly { readonly entries: readonly EntryView[] }[];
  readonly acting: readonly string[];
  readonly suspended: readonly (readonly string[])[];
  readonly pending: {
    readonly rolls: readonly string[];
    readonly tie: readonly (readonly string[])[];
    readonly declarations: readonly string[];
  };
  readonly combatants: readonly CombatantView[];
  readonly conditions: readonly Condition[];
  readonly declarations: readonly DeclarationView[];
  readonly available: Readonly<Record<string, readonly string[]>>;
}

/** The view of `encounter`: a pure function of its state. */
export function view(encounter: Encounter, rules: RuleSet): View {
  const { now: core, revision } = encounter;
  return {
    id: core.id,
    name: core.name,
    ruleset: core.ruleset,
    options: core.options,
    status: core.status,
    revision,
    clock: core.clock,
    order: orderView(core, rules),
    acting: isActingStage(core) ? keysOf(core.frames.at(-1)) : [],
    suspended: isActingStage(core) ? core.frames.slice(0, -1).map(keysOf) : [],
    pending: pendingView(core, rules),
    combatants: core.combatants.map((c) => combatantView(c, { ...c.resources, ...rules.derived?.(core, c) })),
    conditions: core.conditions,
    // Many times quicker than `flat`.
    declarations: ([] as DeclarationView[]).concat(...declarationLists(core)),
    available: available(encounter, rules),
  };
}

function isActingStage(core: Core): boolean {
  return core.status === 'running' && (core.clock.stage === 'actions' || core.clock.stage === 'standby');
}

function keysOf(frame: Frame | undefined): readonly string[] {
  return (frame?.members ?? []).filter((m) => !m.done && m.combatant !== null).map((m) => m.key);
}

/** The game master’s own move comes before every other reason (G-17). */
const MOVED: Reason = { rule: 'G-17', what: 'moved', value: null };

function orderView(core: Core, rules: RuleSet): View['order'] {
  if (!orderIsKnown(core)) return [];
  return core.order.map((group) => ({
    entries: group.entries.map((entry) => ({
      ...entry,
      why: [...(group.moved ? [MOVED] : []), ...rules.explain(core, entry)].map((reason) => said(reason, rules)),
    })),
  }));
}

/** A reason with its sentence; a word that the game does not have is the table's own. */
function said(reason: Reason, { labels }: RuleSet): ReasonView {
  const { what, value } = reason;
  const word = own(labels.parts, what) ?? own(SHARED_WORDS, what) ?? { en: what, es: what };
  const worth = value === null ? '' : ` ${value < 0 ? '−' : ''}${String(Math.abs(value))}`;
  return { ...reason, text: { en: `${word.en}${worth}`, es: `${word.es}${worth}` } };
}

function pendingView(core: Core, rules: RuleSet): View['pending'] {
  if (core.status !== 'running') return { rolls: [], tie: [], declarations: [] };
  const { stage } = core.clock;
  return {
    rolls: stage === 'initiative' ? pendingRolls(core, rules) : [],
    tie: stage === 'tie' ? rulingsOf(core, rules) : [],
    declarations: stage === 'declaration' ? inOrderOfAddition(core, rules.order.declarers?.(core) ?? []) : [],
  };
}

function inOrderOfAddition(core: Core, ids: readonly string[]): readonly string[] {
  return core.combatants.map((c) => c.id).filter((id) => ids.includes(id));
}

function combatantView(c: Combatant, resources: Combatant['resources']): CombatantView {
  const {
    id,
    name,
    kind,
    side,
    status,
    hidden,
    sidelined,
    withdrawn,
    stats,
    initiative,
    wounds,
    prepared,
    reserveDie,
  } = c;
  const delayed = c.delayed === null ? null : { round: c.delayed.round, pass: c.delayed.pass };
  return {
    id,
    name,
    kind,
    side,
    status,
    hidden,
    sidelined,
    withdrawn,
    stats,
    initiative,
    wounds,
    resources,
    delayed,
    prepared,
    reserveDie,
  };
}

/** All declarations in lists, oldest first. What is long over stands in the same lists from state to state, so that whatever was made of one serves again. */
export function declarationLists({ closed, open }: Core): readonly (readonly DeclarationView[])[] {
  return [...closed.sealed, closed.tail, open].map(listView);
}

const listed = new WeakMap<readonly Declaration[], readonly DeclarationView[]>();

function listView(declarations: readonly Declaration[]): readonly DeclarationView[] {
  const known = listed.get(declarations);
  if (known !== undefined) return known;
  const list = declarations.map(({ id, combatant, action, state, outcome }) => ({
    id,
    combatant,
    action,
    state,
    outcome,
  }));
  listed.set(declarations, list);
  return list;
}

/** What each may do now: exact for the turn commands by combatant, and under `""` for the game master's. */
export function available(encounter: Encounter, rules: RuleSet): View['available'] {
  const { now: core } = encounter;
  const mine = (id: string) =>
    TURN_COMMANDS.filter((command) => command !== 'veto' && turnRefusal(core, rules, command, id) === null);
  return Object.fromEntries([
    ...core.combatants.map((c): [string, readonly string[]] => [c.id, core.status === 'running' ? mine(c.id) : []]),
    ['', MASTER_COMMANDS.filter((command) => masterRefusal(encounter, rules, command) === null)],
  ]);
}
