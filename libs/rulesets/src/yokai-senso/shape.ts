import { freeActionShape, malformed, prepareShape, type Command, type CommandOf, type Refusal } from '@bitacora/engine';
import { MOVING, OPPOSED } from './active.js';
import { isScore } from './initiative.js';
import { SCORE } from './stats.js';

/** What the commands of this family need, and what they do not know. */
export function shape(command: Command): Refusal | null {
  switch (command.type) {
    case 'prepare':
      return prepareShape(command, [MOVING, OPPOSED]);
    case 'react':
      return freeActionShape(command.action, [MOVING, OPPOSED]);
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

function withdrawShape({ how, total }: CommandOf<'withdraw'>): Refusal | null {
  if (how === undefined) return malformed('/how', 'missing');
  if (how !== 'hide' && how !== 'stepAside') return malformed('/how', 'notAChoice', { choices: ['hide', 'stepAside'] });
  if (how === 'hide' && total === undefined) return malformed('/total', 'missing');
  return total === undefined || isScore(total) ? null : malformed('/total', 'notInRange', { ...SCORE, given: total });
}
