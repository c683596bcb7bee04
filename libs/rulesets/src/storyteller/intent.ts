import { malformed, type ActionField, type Command, type Json, type JsonObject, type Refusal } from '@bitacora/engine';

const MAX_ACTIONS = 20;
const MAX_TEXT = 2000;

const TEXT: JsonObject = { type: 'string', maxLength: MAX_TEXT };

/** The fields of an intent: what a combatant will do in the round (ST-6). */
export const INTENT_FIELDS: readonly ActionField[] = [
  {
    name: 'actions',
    type: 'own',
    required: true,
    title: {
      en: 'All that it will do, the first action first',
      es: 'Todo lo que hará, empezando por la primera acción',
    },
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_ACTIONS,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: { label: TEXT, defensive: { type: 'boolean' }, celerity: { type: 'boolean' } },
      },
    },
  },
  {
    name: 'disciplines',
    type: 'own',
    title: { en: 'Disciplines activated', es: 'Disciplinas activadas' },
    schema: { type: 'array', maxItems: MAX_ACTIONS, items: TEXT },
  },
  {
    name: 'willpower',
    type: 'own',
    title: { en: 'Willpower spent', es: 'Fuerza de Voluntad gastada' },
    schema: { type: 'integer', minimum: 0, maximum: 1 },
  },
  {
    name: 'delay',
    type: 'boolean',
    title: { en: 'Wait to see what the others do', es: 'Esperar a ver qué hacen los demás' },
  },
];

/** The shape of an intent: what the combatant does, the first action first (ST-6). */
export function intentShape(command: Command): Refusal | null {
  if (command.type !== 'declare' || command.action.kind !== 'intent') return null;
  if (command.outcome !== undefined) return malformed('/outcome', 'outcomeOfIntent');
  const { actions, disciplines, willpower, delay } = command.action;
  const problem = actionsProblem(actions) ?? disciplinesProblem(disciplines);
  if (problem !== null) return problem;
  if (willpower !== undefined && willpower !== 0 && willpower !== 1)
    return malformed('/action/willpower', 'notInRange', { min: 0, max: 1 });
  return delay === undefined || typeof delay === 'boolean' ? null : malformed('/action/delay', 'notABoolean');
}

function actionsProblem(actions: Json | undefined): Refusal | null {
  if (!Array.isArray(actions) || actions.length < 1 || actions.length > MAX_ACTIONS) {
    return malformed('/action/actions', actions === undefined ? 'missing' : 'listLength', { min: 1, max: MAX_ACTIONS });
  }
  for (const [i, action] of (actions as readonly Json[]).entries()) {
    const at = `/action/actions/${String(i)}`;
    if (typeof action !== 'object' || action === null || Array.isArray(action)) return malformed(at, 'notAnObject');
    const { label, defensive, celerity, ...rest } = action as JsonObject;
    const unknown = Object.keys(rest)[0];
    if (unknown !== undefined)
      return malformed(`${at}/${unknown}`, 'unknownField', { allowed: ['label', 'defensive', 'celerity'] });
    if (label !== undefined && !isText(label)) return malformed(`${at}/label`, 'notSuchAText', { maxLength: MAX_TEXT });
    if (defensive !== undefined && typeof defensive !== 'boolean') return malformed(`${at}/defensive`, 'notABoolean');
    if (celerity !== undefined && typeof celerity !== 'boolean') return malformed(`${at}/celerity`, 'notABoolean');
  }
  return null;
}

function disciplinesProblem(disciplines: Json | undefined): Refusal | null {
  if (disciplines === undefined) return null;
  const fits =
    Array.isArray(disciplines) && disciplines.length <= MAX_ACTIONS && (disciplines as readonly Json[]).every(isText);
  return fits ? null : malformed('/action/disciplines', 'notSuchAList', { max: MAX_ACTIONS });
}

function isText(value: Json): boolean {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}
