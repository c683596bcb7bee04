import {
  refusalOf,
  refuse,
  type Command,
  type Dice,
  type Json,
  type JsonObject,
  type Refusal,
  type RuleSet,
} from '@bitacora/engine';
import { completed } from '../identity.js';
import type { CommandInput } from '../types.js';
import type { SeenLog } from './seen-log.js';
import { unseenIn } from './sight.js';

/** Only whether a command is refused is asked of these. */
const NO_MATTER: Dice = { face: () => 1 };

/**
 * A command of one who does not see everything as the encounter understands it, or why it is refused: judged by what is seen,
 * as if there were nothing else, so that neither the refusal nor its facts depend on anything hidden.
 */
export function judged(input: CommandInput, id: string, log: SeenLog, rules: RuleSet): Command | Refusal {
  const seen = log.judging;
  const command = completed(input, id, seen);
  const refused = refusalOf(command, seen, { rules, dice: NO_MATTER, commandId: id });
  return refused ?? translated(command, log);
}

/** The same with the true numbers of declarations and conditions. */
function translated(command: Command, { sight }: SeenLog): Command {
  switch (command.type) {
    case 'resolve':
    case 'veto':
      return { ...command, declaration: sight.declarations.behind(command.declaration) ?? command.declaration };
    case 'removeCondition':
      return { ...command, condition: sight.conditions.behind(command.condition) ?? command.condition };
    default:
      return command;
  }
}

/** A refusal that comes of something hidden, as what it looks like: that one's turn has not come. */
export function neutral(command: CommandInput, refusal: Refusal, { truth, sight }: SeenLog): Refusal {
  if ('combatant' in command && typeof command.combatant === 'string')
    return refuse('NOT_ACTING', 'G-13', { combatant: command.combatant, acting: [] });
  const hidden = unseenIn(truth, sight);
  return { ...refusal, params: withoutHidden(refusal.params, hidden) as JsonObject };
}

function withoutHidden(value: Json, hidden: ReadonlySet<string>): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).filter((one) => !isHidden(one, hidden)).map((one) => withoutHidden(one, hidden));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value as JsonObject).filter(([key, one]) => !hidden.has(key) && !isHidden(one, hidden));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutHidden(one as Json, hidden)]));
}

function isHidden(value: Json | undefined, hidden: ReadonlySet<string>): boolean {
  return typeof value === 'string' && hidden.has(value.replace(/:[^:]*$/u, ''));
}
