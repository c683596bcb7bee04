import type { Fields } from '@bitacora/engine';

const points = { en: 'points', es: 'puntos' };

/** What a combatant of Eclipse Phase brings with it. */
export const stats: Fields = {
  intuition: { type: 'integer', min: 0, max: 99, title: { en: 'Intuition', es: 'Intuición' }, unit: points },
  reflexes: { type: 'integer', min: 0, max: 99, title: { en: 'Reflexes', es: 'Reflejos' }, unit: points },
  speed: {
    type: 'integer',
    min: 1,
    max: 4,
    default: 1,
    title: { en: 'Speed', es: 'Velocidad' },
    unit: { en: 'Action Phases', es: 'Fases de Acción' },
  },
  moxie: {
    type: 'integer',
    min: 0,
    max: 99,
    default: 0,
    title: { en: 'Moxie left', es: 'Moxie restante' },
    unit: points,
  },
  modifiers: {
    type: 'modifiers',
    title: {
      en: 'Modifiers of Initiative: morph, implants, drugs, psi',
      es: 'Modificadores de Iniciativa: morfo, implantes, drogas, psi',
    },
  },
};

/** What one encounter may change. */
export const options: Fields = {
  woundPenalty: {
    type: 'integer',
    min: 0,
    max: 99,
    default: 1,
    title: { en: 'Initiative lost by each wound', es: 'Iniciativa perdida por cada herida' },
    unit: points,
  },
  quickActionLimit: {
    type: 'integer',
    min: 0,
    max: 99,
    default: 3,
    title: { en: 'Quick Actions in one activation', es: 'Acciones Rápidas en una activación' },
  },
};
