import type { Fields } from '@bitacora/engine';

const dots = { en: 'dots', es: 'puntos' };

/** What a combatant of the Storyteller games brings with it. */
export const stats: Fields = {
  dexterity: { type: 'integer', min: 0, max: 10, title: { en: 'Dexterity', es: 'Destreza' }, unit: dots },
  wits: { type: 'integer', min: 0, max: 10, title: { en: 'Wits', es: 'Astucia' }, unit: dots },
  celerity: { type: 'integer', min: 0, max: 10, default: 0, title: { en: 'Celerity', es: 'Celeridad' }, unit: dots },
  willpower: {
    type: 'integer',
    min: 0,
    max: 10,
    optional: true,
    title: { en: 'Willpower left', es: 'Fuerza de Voluntad restante' },
    unit: { en: 'points', es: 'puntos' },
  },
  health: {
    type: 'integer',
    min: 0,
    max: 7,
    optional: true,
    title: { en: 'Health levels lost', es: 'Niveles de salud perdidos' },
    unit: { en: 'levels', es: 'niveles' },
  },
};

/** What one encounter may change. */
export const options: Fields = {
  furtherActions: {
    type: 'choice',
    choices: ['passes', 'inARow'],
    default: 'passes',
    title: { en: 'Further actions at the end of the turn', es: 'Acciones adicionales al final del turno' },
    choiceTitles: {
      passes: {
        en: 'One each by turns, in the order of initiative',
        es: 'Una cada uno por vueltas, en orden de iniciativa',
      },
      inARow: {
        en: 'All of each in a row, in the order of initiative',
        es: 'Todas seguidas cada uno, en orden de iniciativa',
      },
    },
  },
  secretDeclarations: {
    type: 'boolean',
    default: false,
    title: {
      en: 'What the others declare shows when all have declared',
      es: 'Lo que declaran los demás se ve cuando todos han declarado',
    },
  },
};
