import { settle } from './agenda.js';
import { declareHandler, endTurn, mayResolve, resolve, veto } from './commands/actions.js';
import { applyCondition, removeCondition } from './commands/conditions.js';
import { advance, contributeSeed, end, mayAdvance, mayStart, note, redo, start, undo } from './commands/flow.js';
import { heal, setStatus, wound } from './commands/harm.js';
import { adjustInitiative, mayDecideTie, mayRoll, moveInOrder, rollInitiative } from './commands/initiative.js';
import { rollDice } from './commands/roll.js';
import { addCombatant, enlist, nameProblem, removeCombatant, updateCombatant } from './commands/roster.js';
import { SHARED_COMMANDS, type CombatantData, type Command, type CommandName, type CommandOf } from './command.js';
import type { Dice } from './dice/port.js';
import { openDraft, type Draft, type Facts } from './draft.js';
import type { Core, Encounter } from './encounter.js';
import type { DomainEvent } from './event.js';
import { EMPTY } from './evolve.js';
import type { JsonObject } from './json.js';
import { malformed, refuse, type Refusal } from './refusal.js';
import type { Handler, RuleSet } from './ruleset.js';
import { checkFields } from './schema.js';
import { shapeRefusal } from './shape.js';
import { gateRefusal } from './turn/may-act.js';

/** An accepted command: its events, in order, and the encounter after them. No events: it would change nothing. */
export interface Decision {
  readonly events: readonly DomainEvent[];
  readonly encounter: Encounter;
}

/** What decides besides the command and the encounter: the rules, the dice, and the command's id. */
export interface DecisionContext {
  readonly rules: RuleSet;
  readonly dice: Dice;
  readonly commandId: string;
  /** Facts that the log adds: what the end reveals, a commitment to new seeds. */
  readonly facts?: Facts;
}

/** What an encounter is made of. */
export interface Creation {
  readonly id: string;
  readonly name: string;
  readonly options?: JsonObject;
  readonly combatants?: readonly CombatantData[];
  /** Facts that the log adds to the first event and the engine does not read. */
  readonly extra?: JsonObject;
}

/** Makes an encounter with its combatants; all options are resolved and recorded (G-14). */
export function create(creation: Creation, { rules, dice, commandId }: DecisionContext): Decision | Refusal {
  const { id, name, combatants = [], extra = {} } = creation;
  const wrongName = nameProblem(name, '/name');
  if (wrongName !== null) return wrongName;
  const options = checkFields(rules.options, creation.options ?? {});
  if (!options.ok)
    return malformed(`/options${options.problem.pointer}`, options.problem.problem, options.problem.params);
  const draft = openDraft(EMPTY, rules, dice, commandId);
  draft.emit('EncounterCreated', { ...extra, id, name, ruleset: rules.id, options: options.value });
  for (const [i, data] of combatants.entries()) {
    const refused = enlist(draft, data, `/combatants/${String(i)}`, true, false);
    if (refused !== null) return refused;
  }
  return { events: draft.events, encounter: draft.encounter };
}

/**
 * What `command` leads to: its events and the encounter after them, or why it is refused. Pure:
 * randomness comes in as `dice`, and its outcomes are in the events. A refusal changes nothing.
 */
export function decide(command: Command, encounter: Encounter, context: DecisionContext): Decision | Refusal {
  const draft = attempt(command, encounter, context);
  if ('refused' in draft) return draft;
  if (draft.events.length > 0 && command.type !== 'undo' && command.type !== 'redo') settle(draft);
  return { events: draft.events, encounter: draft.encounter };
}

/** Why `command` would be refused; null where it would not. For an encounter that is a part of the truth, of which nothing else must be decided. */
export function refusalOf(command: Command, encounter: Encounter, context: DecisionContext): Refusal | null {
  const draft = attempt(command, encounter, context);
  return 'refused' in draft ? draft : null;
}

function attempt(command: Command, encounter: Encounter, context: DecisionContext): Draft | Refusal {
  const { rules, dice, commandId, facts } = context;
  if (!knows(rules, encounter.now, command.type))
    return refuse('NOT_IN_RULESET', 'G-13', { command: command.type, ruleset: rules.id });
  const draft = openDraft(encounter, rules, dice, commandId, facts);
  return shapeRefusal(rules, command) ?? perform(draft, command) ?? draft;
}

/** Whether the rule set knows the command (G-13). */
export function knows(rules: RuleSet, core: Core, command: CommandName): boolean {
  if ((SHARED_COMMANDS as readonly string[]).includes(command)) return true;
  return Object.hasOwn(rules.handlers, command) && (rules.knows?.(core, command) ?? true);
}

/** The handler of a turn command. */
function handlerOf(rules: RuleSet, command: CommandName): Handler | undefined {
  const own = Object.hasOwn(rules.handlers, command) ? rules.handlers[command] : undefined;
  const shared = command === 'declare' ? declareHandler(rules) : command === 'endTurn' ? endTurn : undefined;
  return (own ?? shared) as Handler | undefined;
}

function perform(draft: Draft, command: Command): Refusal | null {
  const { core, rules, encounter } = draft;
  switch (command.type) {
    case 'undo':
      return undo(draft, command);
    case 'redo':
      return redo(draft, command);
    case 'start':
      return mayStart(core) ?? start(draft);
    case 'rollInitiative':
      return notRunning(core) ?? rollInitiative(draft, command);
    case 'decideTie':
      return mayDecideTie(core, rules) ?? decideTie(draft, command);
    case 'advance':
      return mayAdvance(core) ?? advance(draft);
    case 'resolve':
      return resolve(draft, command);
    case 'veto':
      return veto(draft, command);
    default:
      return hasGate(command) ? performGated(draft, command) : (ended(encounter.now) ?? performFree(draft, command));
  }
}

function performGated(draft: Draft, command: Extract<Command, { combatant: string }>): Refusal | null {
  const handler = handlerOf(draft.rules, command.type);
  if (handler === undefined) throw new Error(`no handler for ${command.type}`);
  const { combatant } = command;
  const refused =
    gateRefusal(draft.core, combatant, command.type, handler.gate ?? 'turn') ??
    handler.first?.(draft.core, command) ??
    handler.may(draft.core, combatant);
  return refused ?? handler.run(draft, command);
}

type Free = Exclude<
  Command['type'],
  'undo' | 'redo' | 'start' | 'rollInitiative' | 'decideTie' | 'advance' | 'resolve' | 'veto'
>;

const FREE: { readonly [T in Free]?: (draft: Draft, command: CommandOf<T>) => Refusal | null } = {
  addCombatant,
  updateCombatant,
  removeCombatant,
  wound,
  heal,
  setStatus,
  applyCondition,
  removeCondition,
  adjustInitiative,
  moveInOrder,
  roll: rollDice,
  note,
  contributeSeed,
  end,
};

function hasGate(command: Command): command is Extract<Command, { combatant: string }> {
  return !Object.hasOwn(FREE, command.type);
}

function performFree(draft: Draft, command: Command): Refusal | null {
  const run = FREE[command.type as Free] as (draft: Draft, command: Command) => Refusal | null;
  return run(draft, command);
}

function decideTie(draft: Draft, command: CommandOf<'decideTie'>): Refusal | null {
  const handler = draft.rules.handlers.decideTie;
  return handler === undefined ? null : handler.run(draft, command);
}

function notRunning(core: Core): Refusal | null {
  if (core.status === 'setup') return refuse('NOT_RUNNING', 'G-13');
  return ended(core);
}

function ended(core: Core): Refusal | null {
  return core.status === 'ended' ? refuse('ENCOUNTER_ENDED', 'G-13') : null;
}

/** Why the game master's `command` would be refused for its name alone; null where it would not. */
export function masterRefusal(
  encounter: Encounter,
  rules: RuleSet,
  command: 'start' | 'rollInitiative' | 'decideTie' | 'advance' | 'undo' | 'redo' | 'end',
): Refusal | null {
  const { now: core, past, future } = encounter;
  if (!knows(rules, core, command)) return refuse('NOT_IN_RULESET', 'G-13');
  switch (command) {
    case 'start':
      return mayStart(core);
    case 'rollInitiative':
      return mayRoll(core, rules);
    case 'decideTie':
      return mayDecideTie(core, rules);
    case 'advance':
      return mayAdvance(core);
    case 'undo':
      return past === null ? refuse('NOTHING_TO_UNDO', 'G-13') : null;
    case 'redo':
      return future === null ? refuse('NOTHING_TO_REDO', 'G-13') : null;
    case 'end':
      return ended(core);
  }
}

/** Why `id`'s turn command would be refused for its name alone; null where it would not. */
export function turnRefusal(core: Core, rules: RuleSet, command: CommandName, id: string): Refusal | null {
  if (!knows(rules, core, command)) return refuse('NOT_IN_RULESET', 'G-13');
  if (command === 'resolve') return mayResolve(core, rules, id);
  const handler = handlerOf(rules, command);
  if (handler === undefined) return refuse('NOT_IN_RULESET', 'G-13');
  return gateRefusal(core, id, command, handler.gate ?? 'turn') ?? handler.may(core, id);
}
