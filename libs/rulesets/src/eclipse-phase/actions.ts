import {
  actHandler,
  counted,
  delayHandler,
  refuse,
  theCombatant,
  type Action,
  type ActionRules,
  type Activation,
  type Core,
  type Declaration,
  type DelayRules,
  type JsonObject,
  type Outcomes,
  type Refusal,
} from '@bitacora/engine';
import { standingOf } from './initiative.js';

/** What an activation allows: quick actions up to a limit, one complex, any automatic; or one task (EP-7). */
function limitRefusal(core: Core, activation: Activation, { kind }: Action): Refusal | null {
  const kinds = counted(core, activation).map((d) => d.action.kind);
  const has = (...some: readonly string[]) => kinds.some((k) => some.includes(k));
  const limit = Number(core.options.quickActionLimit);
  const refused =
    (kind === 'quick' && (has('task') || kinds.filter((k) => k === 'quick').length >= limit)) ||
    (kind === 'complex' && has('task', 'complex')) ||
    (kind === 'task' && has('task', 'complex', 'quick'));
  return refused ? refuse('ACTION_LIMIT', 'EP-7', { kind, quickActionLimit: limit }) : null;
}

/** How many passes have been spent on the task `id`. */
function passesSpent(core: Core, id: string): number {
  const tasks = (core.memory.tasks ?? {}) as JsonObject;
  return Object.hasOwn(tasks, id) ? Number(tasks[id]) : 0;
}

/** The passes spent on a task, counted on for a declaration that stands and back for one that does not (EP-7). */
function taskOutcomes(core: Core, { action }: Declaration, by: 1 | -1): Outcomes {
  const task = action.task as JsonObject | undefined;
  if (task === undefined) return {};
  const id = task.id as string;
  return { memory: { tasks: { ...(core.memory.tasks as JsonObject | undefined), [id]: passesSpent(core, id) + by } } };
}

/** The actions of Eclipse Phase. */
export const actions: ActionRules = {
  kinds: {
    quick: [],
    complex: [],
    automatic: [],
    task: [
      {
        name: 'task',
        type: 'task',
        title: { en: 'Task and its time frame in passes', es: 'Tarea y su duración en fases' },
      },
    ],
  },
  may: () => null,
  check: limitRefusal,
  complete: (draft, id, action) => {
    if (action.kind !== 'task' || action.task === undefined) return action;
    const task = action.task as JsonObject;
    const taskId = (task.id as string | undefined) ?? id;
    return { ...action, task: { ...task, id: taskId, passes: passesSpent(draft.core, taskId) + 1 } };
  },
  outcomes: (core, declaration, becomes) => taskOutcomes(core, declaration, becomes === 'declared' ? 1 : -1),
};

/** Delaying in Eclipse Phase (EP-8 to EP-11). */
const delay: DelayRules = {
  cite: { delay: 'EP-8', act: 'EP-9' },
  untouched: (core, activation) => counted(core, activation).every((d) => d.action.kind === 'automatic'),
  sameInstant: (core, activation) => counted(core, activation).length === 0,
  rank: (core, id) => standingOf(core, theCombatant(core, id)).rank,
  taken: (draft, id) => {
    const { core } = draft;
    const own = core.order.flatMap((g) => g.entries).find((e) => e.combatant === id && e.state === 'waiting');
    if (own !== undefined)
      draft.emit('TurnForfeited', { key: own.key, combatant: id, activation: null, rule: 'EP-11' });
  },
};

/** `delay` of Eclipse Phase. */
export const delayCommand = delayHandler(delay);

/** `act` of Eclipse Phase. */
export const actCommand = actHandler(delay);
