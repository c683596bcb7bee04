import type { Fields } from '@bitacora/engine';

const points = { en: 'points', es: 'puntos' };
const actions = { en: 'actions a TJ', es: 'acciones por TJ' };

const MOST_INITIATIVE = 10_000;
const MOST_ENERGY = 1_000;

/** What a combatant of Turno de Juego brings with it (TJ-1, TJ-2, TJ-3). */
export const stats: Fields = {
  physicalInitiative: {
    type: 'integer',
    min: 0,
    max: MOST_INITIATIVE,
    title: { en: 'Physical initiative (IF)', es: 'Iniciativa física (IF)' },
    unit: points,
  },
  mentalInitiative: {
    type: 'integer',
    min: 0,
    max: MOST_INITIATIVE,
    title: { en: 'Mental initiative (IM)', es: 'Iniciativa mental (IM)' },
    unit: points,
  },
  physicalEnergy: {
    type: 'integer',
    min: 0,
    max: MOST_ENERGY,
    title: { en: 'Physical energy (EF)', es: 'Energía física (EF)' },
    unit: actions,
  },
  mentalEnergy: {
    type: 'integer',
    min: 0,
    max: MOST_ENERGY,
    title: { en: 'Mental energy (EM)', es: 'Energía mental (EM)' },
    unit: actions,
  },
  physicalAbility: {
    type: 'boolean',
    default: true,
    title: { en: 'Can act physically', es: 'Puede actuar físicamente' },
  },
  mentalAbility: {
    type: 'boolean',
    default: true,
    title: { en: 'Can act mentally: magic, psi or the like', es: 'Puede actuar mentalmente: magia, psiquis o similar' },
  },
};

/** What one encounter may change (TJ-8). */
export const options: Fields = {
  overReserveCounter: {
    type: 'choice',
    choices: ['shared', 'perKind'],
    default: 'shared',
    title: {
      en: 'How defences beyond the reserve are counted',
      es: 'Cómo se cuentan las defensas que sobrepasan la reserva',
    },
    choiceTitles: {
      shared: { en: 'Physical and mental ones together', es: 'Las físicas y las mentales juntas' },
      perKind: { en: 'Physical and mental ones apart', es: 'Las físicas y las mentales por separado' },
    },
  },
};

/** The most energy of a kind that a combatant can have left. */
export const mostEnergy = MOST_ENERGY;
