import type { Fields, JsonObject, Patch } from '@bitacora/engine';

const dice = { en: 'dice', es: 'dados' };
const ranks = { en: 'ranks', es: 'rangos' };
const points = { en: 'points', es: 'puntos' };
const SKILLS = ['vigilance', 'cool'] as const;
const skillTitles = { vigilance: { en: 'Vigilance', es: 'Alerta' }, cool: { en: 'Cool', es: 'Frialdad' } };

/** What a combatant of Star Wars brings with it. */
export const stats: Fields = {
  presence: { type: 'integer', min: 1, max: 6, title: { en: 'Presence', es: 'Presencia' }, unit: dice },
  willpower: { type: 'integer', min: 1, max: 6, title: { en: 'Willpower', es: 'Voluntad' }, unit: dice },
  cool: { type: 'integer', min: 0, max: 5, title: { en: 'Cool', es: 'Frialdad' }, unit: ranks },
  vigilance: { type: 'integer', min: 0, max: 5, title: { en: 'Vigilance', es: 'Alerta' }, unit: ranks },
  initiativeSkill: {
    type: 'choice',
    choices: SKILLS,
    choiceTitles: skillTitles,
    optional: true,
    title: {
      en: 'Skill for its own initiative, where it is not the encounter’s',
      es: 'Habilidad para su iniciativa, si no es la del encuentro',
    },
  },
  strain: {
    type: 'integer',
    min: 0,
    max: 999,
    default: 0,
    title: { en: 'Strain suffered', es: 'Tensión sufrida' },
    unit: points,
  },
  strainThreshold: {
    type: 'integer',
    min: 0,
    max: 999,
    optional: true,
    title: { en: 'Strain threshold', es: 'Umbral de tensión' },
    unit: points,
  },
  woundThreshold: {
    type: 'integer',
    min: 0,
    max: 999,
    optional: true,
    title: { en: 'Wound threshold', es: 'Umbral de heridas' },
    unit: points,
  },
};

/** What one encounter may change. */
export const options: Fields = {
  initiativeSkill: {
    type: 'choice',
    choices: SKILLS,
    choiceTitles: skillTitles,
    default: 'vigilance',
    title: { en: 'Skill for initiative', es: 'Habilidad para la iniciativa' },
  },
  slots: {
    type: 'boolean',
    default: false,
    title: {
      en: 'Results make slots that each side fills as it likes',
      es: 'Los resultados crean turnos que cada bando reparte a su gusto',
    },
  },
};

/** A combatant comes with its strain; above its threshold it comes incapacitated (SW-7). */
export function enlist(_: JsonObject, given: JsonObject): Patch & { readonly status?: 'incapacitated' } {
  const strain = Number(given.strain);
  const over = given.strainThreshold !== undefined && strain > Number(given.strainThreshold);
  return { resources: { strain }, ...(over && { status: 'incapacitated' as const }) };
}
