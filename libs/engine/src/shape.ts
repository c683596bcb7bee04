import type { Action, Command, CommandOf, MoveInOrder, RollInitiative } from './command.js';
import type { Json } from './json.js';
import { malformed, type Refusal } from './refusal.js';
import type { ActionField, RuleSet } from './ruleset.js';

const ROLL_FIELDS = [
  'skills',
  'pools',
  'results',
  'scores',
  'celerity',
] as const satisfies readonly (keyof RollInitiative)[];
const MAX_TEXT = 2000;

/** Refuses what has the wrong shape for the family: fields of another family, and fields that its actions need or do not know. Runs before every other check. */
export function shapeRefusal(rules: RuleSet, command: Command): Refusal | null {
  if (command.type === 'rollInitiative') return foreignRollField(rules, command) ?? rules.shape?.(command) ?? null;
  if (command.type === 'declare')
    return actionShape(rules, command.action, '/action') ?? rules.shape?.(command) ?? null;
  if (command.type === 'moveInOrder') return moveShape(command);
  return rules.shape?.(command) ?? null;
}

/** A move is before or after one other entry. */
function moveShape({ key, before, after }: MoveInOrder): Refusal | null {
  if ((before === undefined) === (after === undefined)) return malformed('/before', 'beforeOrAfter');
  return (before ?? after) === key ? malformed(before === undefined ? '/after' : '/before', 'besideItself') : null;
}

function foreignRollField(rules: RuleSet, command: RollInitiative): Refusal | null {
  const foreign = ROLL_FIELDS.find((field) => command[field] !== undefined && !rules.initiative.fields.includes(field));
  return foreign === undefined
    ? null
    : malformed(`/${foreign}`, 'unknownField', { allowed: ['rolls', 'only', ...rules.initiative.fields] });
}

/** Checks an action's fields against its kind; a kind that is not known is left to the turn's own check. */
function actionShape(
  rules: { readonly actions: Pick<RuleSet['actions'], 'kinds'> },
  action: Action,
  pointer: string,
): Refusal | null {
  if (typeof action.kind !== 'string' || action.kind === '') return malformed(`${pointer}/kind`, 'missing');
  if (action.label !== undefined && !isText(action.label))
    return malformed(`${pointer}/label`, 'notSuchAText', { maxLength: MAX_TEXT });
  if (!Object.hasOwn(rules.actions.kinds, action.kind)) return null;
  return fieldsShape(rules.actions.kinds[action.kind] ?? [], action, ['kind', 'label'], pointer);
}

/** Checks an action whose kind is free, or not this check's to judge: it has one, a label that is a text, and of others only `fields`. */
export function freeActionShape(action: Action, fields: readonly ActionField[]): Refusal | null {
  const { kind, label } = action;
  const named = actionShape({ actions: { kinds: {} } }, { kind, ...(label !== undefined && { label }) }, '/action');
  return named ?? fieldsShape(fields, action, ['kind', 'label'], '/action');
}

/** Checks a `prepare`: its action with `fields`, and a condition that says something. */
export function prepareShape(
  { action, condition, moving }: CommandOf<'prepare'>,
  fields: readonly ActionField[],
): Refusal | null {
  const wrong = freeActionShape(action, fields);
  if (wrong !== null) return wrong;
  if (condition === undefined) return malformed('/condition', 'missing');
  if (!isText(condition) || condition === '') return malformed('/condition', 'notSuchAText', { maxLength: MAX_TEXT });
  return moving === undefined || typeof moving === 'boolean' ? null : malformed('/moving', 'notABoolean');
}

/** Checks `given` against `fields`; `others` are allowed besides. */
function fieldsShape(
  fields: readonly ActionField[],
  given: Readonly<Record<string, Json | undefined>>,
  others: readonly string[],
  pointer: string,
): Refusal | null {
  const allowed = [...others, ...fields.map((f) => f.name)];
  const unknown = Object.keys(given).find((name) => !allowed.includes(name));
  if (unknown !== undefined) return malformed(`${pointer}/${unknown}`, 'unknownField', { allowed });
  for (const field of fields) {
    const value = given[field.name];
    if (value === undefined || value === null) {
      if (field.required === true) return malformed(`${pointer}/${field.name}`, 'missing');
      continue;
    }
    const problem = fieldProblem(field, value, `${pointer}/${field.name}`);
    if (problem !== null) return problem;
  }
  return null;
}

function fieldProblem(field: ActionField, value: Json, pointer: string): Refusal | null {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : malformed(pointer, 'notABoolean');
    case 'text':
      return isText(value) ? null : malformed(pointer, 'notSuchAText', { maxLength: MAX_TEXT });
    case 'choice':
      return typeof value === 'string' && field.choices?.includes(value) === true
        ? null
        : malformed(pointer, 'notAChoice', { choices: field.choices ?? [] });
    case 'own':
      return null;
    case 'task':
      return taskProblem(value, pointer);
  }
}

function taskProblem(value: Json, pointer: string): Refusal | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed(pointer, 'notAnObject');
  const { id, timeframe, ...rest } = value as Record<string, Json>;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined)
    return malformed(`${pointer}/${unknown}`, 'unknownField', { allowed: ['id', 'timeframe'] });
  if (id !== undefined && (!isText(id) || id === ''))
    return malformed(`${pointer}/id`, 'notSuchAText', { maxLength: MAX_TEXT });
  const fits =
    timeframe === undefined ||
    (Number.isSafeInteger(timeframe) && (timeframe as number) >= 1 && (timeframe as number) <= 1_000_000);
  return fits ? null : malformed(`${pointer}/timeframe`, 'notInRange', { min: 1, max: 1_000_000 });
}

function isText(value: Json): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}
