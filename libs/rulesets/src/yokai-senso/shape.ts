import {
  actionShape,
  fieldsShape,
  malformed,
  type Action,
  type Command,
  type CommandOf,
  type Refusal,
} from '@bitacora/engine';
import { MOVING, OPPOSED } from './active.js';
import { isScore } from './initiative.js';
import { SCORE } from './stats.js';

const MAX_CONDITION = 2000;

/** What the commands of this family need, and what they do not know. */
export function shape(command: Command): Refusal | null {
  switch (command.type) {
    case 'prepare':
      return prepareShape(command);
    case 'react':
      return looseAction(command.action);
    case 'withdraw':
      return withdrawShape(command);
    case 'join':
      return command.score === undefined || isScore(command.score)
        ? null
        : malformed('/score', 'notInRange', { ...SCORE, given: command.score });
    default:
      return null;
  }
}

/** An action whose kind is free and of which it need not be said whether it is on the move. */
function looseAction(action: Action): Refusal | null {
  const { kind, label, ...rest } = action;
  const named = actionShape({ actions: { kinds: {} } }, { kind, ...(label !== undefined && { label }) }, '/action');
  return named ?? fieldsShape([MOVING, OPPOSED], rest, [], '/action');
}

function prepareShape({ action, condition, moving }: CommandOf<'prepare'>): Refusal | null {
  const wrong = looseAction(action);
  if (wrong !== null) return wrong;
  if (condition === undefined) return malformed('/condition', 'missing');
  if (typeof condition !== 'string' || condition === '' || condition.length > MAX_CONDITION) {
    return malformed('/condition', 'notSuchAText', { maxLength: MAX_CONDITION });
  }
  return moving === undefined || typeof moving === 'boolean' ? null : malformed('/moving', 'notABoolean');
}

function withdrawShape({ how, total }: CommandOf<'withdraw'>): Refusal | null {
  if (how === undefined) return malformed('/how', 'missing');
  if (how !== 'hide' && how !== 'stepAside') return malformed('/how', 'notAChoice', { choices: ['hide', 'stepAside'] });
  if (how === 'hide' && total === undefined) return malformed('/total', 'missing');
  return total === undefined || isScore(total) ? null : malformed('/total', 'notInRange', { ...SCORE, given: total });
}
