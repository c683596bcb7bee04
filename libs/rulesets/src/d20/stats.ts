import type { Fields } from '@bitacora/engine';

/** What a combatant of a d20 game brings with it. */
export const stats: Fields = {
  modifier: {
    type: 'integer',
    min: -99,
    max: 99,
    default: 0,
    title: { en: 'Initiative modifier', es: 'Modificador de iniciativa' },
    unit: { en: 'points', es: 'puntos' },
  },
};

/** Nothing can be switched. */
export const options: Fields = {};
