import { DICE_LIMITS, parseExpression, type Fields } from '@bitacora/engine';

/** The lowest and the highest score that can be given; scores may be negative (G-11). */
export const SCORE = { min: -10_000, max: 10_000 } as const;

/** What a combatant of Yôkai Sensô brings with it (YS-1, YS-2). */
export const stats: Fields = {
  cde: {
    type: 'integer',
    min: 0,
    max: 1_000,
    title: { en: 'CDE of Reflexes: initiative', es: 'CDE de Reflejos: iniciativa' },
    unit: { en: 'difficulty', es: 'dificultad' },
  },
  initiative: {
    type: 'integer',
    ...SCORE,
    optional: true,
    title: { en: 'Opening score of initiative, if it has been rolled', es: 'Iniciativa inicial, si ya se ha tirado' },
    unit: { en: 'points', es: 'puntos' },
  },
  initiativeBonus: {
    type: 'integer',
    min: -1_000,
    max: 1_000,
    default: 0,
    title: { en: 'Added to a rolled opening score', es: 'Se suma a la iniciativa inicial tirada' },
    unit: { en: 'points', es: 'puntos' },
  },
};

/** What one encounter may change. */
export const options: Fields = {
  initiativeDice: {
    type: 'text',
    maxLength: DICE_LIMITS.text,
    optional: true,
    check: (text) => parseExpression(text).ok,
    title: { en: 'Dice of the opening score', es: 'Dados de la iniciativa inicial' },
    format: { en: 'a dice expression, such as 2d12', es: 'una expresión de dados, como 2d12' },
  },
};
