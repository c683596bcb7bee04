import { pendingRolls, rulingsOf } from '../agenda.js';
import type { AdjustInitiative, MoveInOrder, RollInitiative } from '../command.js';
import { checkFaces, type FaceReading } from '../dice/faces.js';
import type { Draft } from '../draft.js';
import type { Core } from '../encounter.js';
import { refuse, type Refusal } from '../refusal.js';
import { own, sameJson } from '../json.js';
import type { RuleSet } from '../ruleset.js';
import { pendingRefusal, statusRefusal, unknownCombatant } from '../turn/may-act.js';
import { alone, entriesAhead, lastOpened, refreshOrder, without } from '../turn/order.js';
import { withInitiative } from '../turn/score.js';

const BY_COMBATANT = ['rolls', 'skills', 'pools', 'results', 'scores', 'celerity'] as const;

/** Refuses `rollInitiative` where no roll is pending. */
export function mayRoll(core: Core, rules: RuleSet): Refusal | null {
  const refused = statusRefusal(core);
  if (refused !== null) return refused;
  return pendingRolls(core, rules).length > 0 ? null : refuse('NO_ROLL_PENDING', 'G-13');
}

/** `rollInitiative`: one batch, what the stage waits for now; whoever is not given faces is rolled by the server, with `only` nobody else. */
export function rollInitiative(draft: Draft, command: RollInitiative): Refusal | null {
  const { core, rules } = draft;
  const named = new Set([
    ...(command.only ?? []),
    ...BY_COMBATANT.flatMap((field) => Object.keys(command[field] ?? {})),
  ]);
  for (const id of named) {
    const unknown = unknownCombatant(core, id);
    if (unknown !== null) return unknown;
  }
  const due = pendingRolls(core, rules);
  const rolling = command.only === undefined ? due : due.filter((id) => command.only?.includes(id));
  for (const id of named) if (!rolling.includes(id)) return refuse('NO_ROLL_PENDING', 'G-13', { combatant: id });
  if (due.length === 0) return refuse('NO_ROLL_PENDING', 'G-13');
  return rolling.length === 0 ? null : rules.initiative.roll(draft, command, rolling);
}

/** The table's faces for `id`: checked (G-10), undefined where none are given. */
export function tableFaces(
  rolls: RollInitiative['rolls'],
  id: string,
  dice: readonly number[],
  reading: FaceReading = {},
): { readonly faces: readonly number[] | undefined } | Refusal {
  const given = own(rolls, id);
  if (given === undefined) return { faces: undefined };
  const checked = checkFaces(given, dice, reading);
  return checked.ok
    ? { faces: checked.faces }
    : refuse('BAD_ROLL', 'G-10', { combatant: id, at: checked.at, problem: checked.code, ...checked.params });
}

/** The table's faces of all `ids`, or the first refusal: nothing is rolled for anyone unless all fit (G-10). */
export function allTableFaces(
  command: Pick<RollInitiative, 'rolls'>,
  ids: readonly string[],
  diceOf: (id: string) => readonly number[],
  reading: FaceReading = {},
): ReadonlyMap<string, readonly number[]> | Refusal {
  const faces = new Map<string, readonly number[]>();
  for (const id of ids) {
    const checked = tableFaces(command.rolls, id, diceOf(id), reading);
    if ('refused' in checked) return checked;
    if (checked.faces !== undefined) faces.set(id, checked.faces);
  }
  return faces;
}

/** `adjustInitiative`: changes the score, and the waiting entries where the family lets it count at once (G-17). For a round before the start means for the first. */
export function adjustInitiative(draft: Draft, { combatant: id, by, reason, lasts }: AdjustInitiative): Refusal | null {
  const { core } = draft;
  const unknown = unknownCombatant(core, id);
  if (unknown !== null) return unknown;
  if (by === 0) return null;
  const round = lasts === 'round' ? Math.max(1, core.clock.round) : null;
  const data = withInitiative(draft, 'InitiativeAdjusted', { combatant: id, by, reason, round, score: null }, id);
  draft.emit('InitiativeAdjusted', { ...data, score: own(data.set, id)?.initiative?.score ?? null });
  refreshOrder(draft, 'adjustment', 'G-17', { ids: [id], cause: round === null ? 'adjustment' : 'roundAdjustment' });
  return null;
}

/** `moveInOrder`: the game master puts a waiting entry before or after another; it becomes a group of its own. */
export function moveInOrder(draft: Draft, { key, before, after, reason }: MoveInOrder): Refusal | null {
  const { core } = draft;
  const refused = statusRefusal(core);
  if (refused !== null) return refused;
  const target = before ?? after ?? key;
  const unknown = unknownKey(core, key) ?? unknownKey(core, target);
  if (unknown !== null) return unknown;
  if (core.clock.stage !== 'declaration') {
    const pending = pendingRefusal(core.clock.stage);
    if (pending !== null) return pending;
  }
  const waiting = entriesAhead(core).filter((e) => e.state === 'waiting');
  const entry = waiting.find((e) => e.key === key);
  if (entry === undefined || !waiting.some((e) => e.key === target)) {
    return refuse('NOT_WAITING', 'G-13', { key: entry === undefined ? key : target });
  }
  const rest = without(core.order, key);
  const at = rest.findIndex((g) => g.entries.some((e) => e.key === target)) + (before === undefined ? 1 : 0);
  const from = Math.max(at, lastOpened(rest) + 1);
  const order = rest.toSpliced(from, 0, alone(entry, true));
  if (!sameJson(order, core.order)) draft.emit('OrderChanged', { order, reason, rule: 'G-17' });
  return null;
}

function unknownKey(core: Core, key: string): Refusal | null {
  const isEntry = core.order.some((g) => g.entries.some((e) => e.key === key));
  return isEntry ? null : unknownCombatant(core, key.replace(/:[^:]*$/u, ''));
}

/** Refuses `decideTie` outside stage `tie` (YS-2). */
export function mayDecideTie(core: Core, rules: RuleSet): Refusal | null {
  const refused = statusRefusal(core);
  if (refused !== null) return refused;
  return core.clock.stage === 'tie' && rulingsOf(core, rules).length > 0 ? null : refuse('INVALID_TIE_ORDER', 'YS-2');
}
