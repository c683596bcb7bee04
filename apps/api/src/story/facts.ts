import type {
  Action,
  EventData,
  EventType,
  JsonObject,
  Outcome,
  Prepared,
  RollRecord,
  TurnRecord,
} from '@bitacora/engine';
import type { Params } from '../messages/index.js';
import { shortly, signed, textOf } from './shortly.js';
import type { Memory } from './teller.js';

type Facts<T extends EventType> = (data: EventData[T], memory: Memory) => Params;

interface Whose {
  readonly combatant: string;
}

interface Harm extends Whose {
  readonly count: number;
  readonly wounds: number;
  readonly kind: string | null;
  readonly source: string | null;
}

const who: (data: Whose, memory: Memory) => Params = ({ combatant }, { name }) => ({ who: name(combatant) });

/** A word for a reason: one of ours, or what the table said. */
function reasonIn({ words }: Memory, reason: string | null): string | null {
  return reason === null || reason === '' ? null : words.word(`reason.${reason}`);
}

function actionIn({ words }: Memory, action: Action): string {
  const kind = words.of('actionKinds', action.kind);
  return typeof action.label === 'string' && action.label !== '' ? `${kind}: ${action.label}` : kind;
}

function outcomeIn({ words }: Memory, outcome: Outcome | null): string | null {
  if (outcome === null) return null;
  const { success, text } = outcome;
  const said = [success === undefined ? '' : words.word(success ? 'outcome.success' : 'outcome.failure'), text ?? ''];
  return said.filter((part) => part !== '').join(', ') || null;
}

function turnsIn({ name, words }: Memory, turns: readonly TurnRecord[]): readonly string[] {
  return turns.map(({ combatant, key }) => {
    const entry = key.includes(':') ? key.slice(key.lastIndexOf(':') + 1) : '';
    const label = entry === '' ? '' : words.of('entries', entry);
    return label === '' || label === entry ? name(combatant) : `${name(combatant)} (${label})`;
  });
}

function changesIn({ words }: Memory, changes: JsonObject): readonly string[] {
  return Object.entries(changes).map(([field, value]) => {
    const label = words.word(`field.${field}`);
    if (field === 'hidden') return `${label}: ${words.word(value === true ? 'no' : 'yes')}`;
    if (typeof value !== 'object' || value === null) return `${label}: ${String(value ?? '–')}`;
    const parts = Object.entries(value as JsonObject).map(
      ([name, one]) =>
        `${field === 'resources' ? words.of('resources', name) : words.stat(name)} ${shortly(one, words)}`,
    );
    return `${label}: ${parts.join(', ')}`;
  });
}

const harm = ({ combatant, count, wounds, kind, source }: Harm, { name }: Memory): Params => ({
  who: name(combatant),
  count,
  wounds,
  kind,
  source,
});

const rolls = (data: { readonly rolls: readonly RollRecord[] }, { roll }: Memory): Params => ({
  rolls: data.rolls.map(roll).join('; '),
});

const prepared = (data: Whose & { readonly prepared: Prepared }, memory: Memory): Params => ({
  who: memory.name(data.combatant),
  action: actionIn(memory, data.prepared.action),
  condition: data.prepared.condition,
});

const condition = (
  { combatant, name: called }: Whose & { readonly name: string },
  { name, words }: Memory,
): Params => ({
  who: name(combatant),
  condition: words.of('conditions', called),
});

const FACTS: { readonly [T in EventType]: Facts<T> } = {
  EncounterCreated: ({ name }, { words }) => ({ name, ruleset: words.rules.names[words.language] }),
  CombatantAdded: ({ combatant: { name, side }, came }, { words }) => ({
    who: name,
    side,
    comes: came
      ? { en: 'comes in', es: 'entra' }[words.language]
      : { en: 'will come in later', es: 'entrará más adelante' }[words.language],
  }),
  CombatantChanged: ({ combatant, changes, reason }, memory) => ({
    who: memory.name(combatant),
    what: changesIn(memory, changes).join('; ') || null,
    reason: reasonIn(memory, reason),
  }),
  CombatantRemoved: ({ combatant, reason }, { name }) => ({ who: name(combatant), reason }),
  EncounterStarted: () => ({}),
  RoundStarted: ({ round }, { words }) => ({ round: words.round, number: round }),
  InitiativeRolled: rolls,
  TieBreakRolled: rolls,
  TieDecided: ({ order }, { name }) => ({ order: order.map((id) => name(id)).join(', ') }),
  StageEntered: ({ stage }, { words }) => ({ stage: words.of('stages', stage) }),
  PassStarted: ({ pass, order }, memory) => ({
    pass: memory.words.pass,
    number: pass,
    order: memory.order(order) || null,
  }),
  OrderChanged: ({ reason, rule, order }, memory) => {
    const told = memory.order(order) || null;
    return rule === 'G-8' && told !== null ? { arrived: told } : { reason: reasonIn(memory, reason), order: told };
  },
  TurnStarted: ({ turns }, memory) => ({ turns: turnsIn(memory, turns).join(', ') }),
  ActionDeclared: ({ declaration: { combatant, action } }, { name, words }) => ({
    who: name(combatant),
    kind: words.of('actionKinds', action.kind),
    label: action.label === '' ? null : action.label,
  }),
  ActionResolved: ({ combatant, declaration, outcome, opposedBy }, memory) => ({
    who: memory.name(combatant),
    action: memory.action(declaration),
    outcome: outcomeIn(memory, outcome),
    opponents: opposedBy.map((id) => memory.name(id)),
  }),
  ActionVetoed: ({ combatant, declaration, reason }, { name, action }) => ({
    who: name(combatant),
    action: action(declaration),
    reason,
  }),
  ActionCancelled: ({ combatant, declaration }, { name, action }) => ({
    who: name(combatant),
    action: action(declaration),
  }),
  TurnEnded: ({ combatant, reason }, memory) => ({
    who: memory.name(combatant),
    reason: reason === 'ended' ? null : reasonIn(memory, reason),
  }),
  ActionDelayed: who,
  DelayedActionTaken: who,
  DelayedActionLost: ({ combatant, reason }, memory) => ({
    who: memory.name(combatant),
    reason: reasonIn(memory, reason),
  }),
  TurnForfeited: ({ combatant }, { name }) => ({ who: name(combatant) }),
  DefenceMade: ({ combatant, kind, label, difficulty }, { name, words }) => ({
    who: name(combatant),
    kind: kind === null ? null : words.of('actionKinds', kind),
    label,
    difficulty,
  }),
  ReactionMade: ({ combatant, action }, { name, words }) => ({
    who: name(combatant),
    kind: action.kind === undefined ? null : words.of('actionKinds', textOf(action.kind)),
    label: action.label,
  }),
  ActionPrepared: prepared,
  PreparedActionTriggered: prepared,
  PreparedActionWaived: prepared,
  PreparedActionLost: (data, memory) => ({ ...prepared(data, memory), reason: reasonIn(memory, data.reason) }),
  RecoveryStarted: who,
  ReserveDieRolled: ({ combatant, reserveDie }, { name }) => ({ who: name(combatant), value: reserveDie.value }),
  ReserveDieApplied: ({ combatant, value }, { name }) => ({ who: name(combatant), value }),
  ReserveDieLost: ({ combatant, value, reason }, memory) => ({
    who: memory.name(combatant),
    value,
    reason: reasonIn(memory, reason),
  }),
  CombatantWithdrew: ({ combatant, how, total, success }, { name, words }) => ({
    who: name(combatant),
    how: words.word(`how.${how}`),
    total,
    success: words.word(success ? 'outcome.success' : 'outcome.failure'),
  }),
  CombatantJoined: ({ combatant, score }, { name }) => ({ who: name(combatant), score }),
  MoxieSpent: ({ combatant, left }, { name }) => ({ who: name(combatant), left }),
  StrainSuffered: ({ combatant, amount, strain }, { name }) => ({
    who: name(combatant),
    change: signed(amount),
    strain,
  }),
  EnergySpent: ({ combatant, kind, amount, left }, { name, words }) => ({
    who: name(combatant),
    kind: words.of('actionKinds', kind),
    amount,
    left,
  }),
  WoundsInflicted: harm,
  WoundsHealed: harm,
  StatusChanged: ({ combatant, status, reason }, memory) => ({
    who: memory.name(combatant),
    status: memory.words.word(`status.${status}`),
    reason: reasonIn(memory, reason),
  }),
  ConditionApplied: ({ condition: { combatant, name: called, until } }, { name, words }) => ({
    who: name(combatant),
    condition: words.of('conditions', called),
    ...(until !== null && {
      boundary: words.word(`boundary.${until.boundary}`),
      of: until.of === null ? null : name(until.of),
      round: words.round,
      number: until.round,
    }),
  }),
  ConditionRemoved: condition,
  ConditionExpired: condition,
  InitiativeAdjusted: ({ combatant, by, reason, score }, memory) => ({
    who: memory.name(combatant),
    change: signed(by),
    reason: reasonIn(memory, reason),
    score,
  }),
  DiceRolled: ({ expression, label, roll, result }, { name, words }) => ({
    who: roll.combatant === null ? null : name(roll.combatant),
    dice: expression,
    label: label === '' ? null : label,
    result: resultIn(words, roll.total, roll.faces, result),
    by: words.word(`by.${roll.by}`),
  }),
  NoteAdded: ({ text }) => ({ text }),
  SeedContributed: ({ seed }) => ({ seed }),
  SeedCommitted: ({ dice }) => ({ commitment: dice.commitment }),
  RoundEnded: ({ round }, { words }) => ({ round: words.round, number: round }),
  CommandUndone: ({ undone }, { firstOf }) => ({ number: firstOf(undone) }),
  CommandRedone: ({ redone }, { firstOf }) => ({ number: firstOf(redone) }),
  EncounterEnded: ({ reason, reveal }) => ({ reason, seed: (reveal as JsonObject | undefined)?.seed }),
};

/** A sum with its faces, or the symbols of a narrative pool. */
function resultIn(words: Memory['words'], total: number | null, faces: readonly number[], result: JsonObject): string {
  if (total !== null) return `${String(total)} (${faces.join(', ')})`;
  const symbols = Object.entries(result).filter(([, count]) => typeof count === 'number' && count !== 0);
  return `${symbols.map(([symbol, count]) => `${words.word(`symbol.${symbol}`)} ${textOf(count)}`).join(', ') || '–'} (${faces.join(', ')})`;
}

/** What stands in the sentence of an event of `type`. */
export function factsOf<T extends EventType>(type: T, data: EventData[T], memory: Memory): Params {
  return FACTS[type](data, memory);
}
