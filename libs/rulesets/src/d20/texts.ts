import type { Labels, RuleText } from '@bitacora/engine';

/** The words of the d20 games. */
export const labels: Labels = {
  round: { en: 'Round', es: 'Asalto' },
  pass: { en: 'Round', es: 'Asalto' },
  stages: {
    initiative: { en: 'Initiative', es: 'Iniciativa' },
    actions: { en: 'Turns', es: 'Turnos' },
    standby: { en: 'Delayed turns', es: 'Turnos retrasados' },
  },
  resources: { reaction: { en: 'Reaction', es: 'Reacción' } },
  actionKinds: {
    action: { en: 'Action', es: 'Acción' },
    bonusAction: { en: 'Bonus action', es: 'Acción adicional' },
    move: { en: 'Move', es: 'Movimiento' },
    free: { en: 'Free activity', es: 'Actividad libre' },
  },
  parts: {
    roll: { en: 'Roll', es: 'Tirada' },
    modifier: { en: 'Modifier', es: 'Modificador' },
    tieBreak: { en: 'Modifier, for ties', es: 'Modificador, para los empates' },
    delay: { en: 'Delayed turn', es: 'Turno retrasado' },
    before: {
      en: 'Before those it ties with, by a delayed turn',
      es: 'Antes que quienes igualan, por un turno retrasado',
    },
    after: {
      en: 'After those it ties with, by a delayed turn',
      es: 'Después de quienes igualan, por un turno retrasado',
    },
  },
};

/** The rules, a sentence each. */
export const rules: readonly RuleText[] = [
  {
    id: 'D20-1',
    en: 'Everyone rolls 1d20 and adds a modifier, once; the result stands in every round, and a newcomer rolls when it comes in.',
    es: 'Cada cual tira 1d20 y suma su modificador, una sola vez; el resultado vale para todos los asaltos y quien llega después tira al incorporarse.',
  },
  {
    id: 'D20-2',
    en: 'The highest score acts first; of equal scores the higher modifier; those still equal act together.',
    es: 'Actúa primero la puntuación más alta; en un empate, el modificador mayor; quienes siguen igualados actúan a la vez.',
  },
  {
    id: 'D20-3',
    en: 'A turn holds an action, a bonus action and a move, in any order, and any free activities.',
    es: 'Un turno da para una acción, una acción adicional y un movimiento, en cualquier orden, y las actividades libres que se quiera.',
  },
  {
    id: 'D20-4',
    en: 'Everyone has one reaction, in anybody’s turn; it comes back when the own turn comes up.',
    es: 'Cada cual tiene una reacción, en el turno de cualquiera; se recupera al llegar el turno propio.',
    ruling: true,
  },
  {
    id: 'D20-5',
    en: 'The action of a turn can ready an action or a move for a condition; it waits until the own turn comes up again.',
    es: 'Con la acción de un turno se puede preparar una acción o un movimiento para una condición; espera hasta que vuelva a llegar el turno propio.',
  },
  {
    id: 'D20-6',
    en: 'When its condition comes about, what was readied interrupts and spends the reaction, or is given up.',
    es: 'Al darse la condición, lo preparado interrumpe y gasta la reacción, o se abandona.',
  },
  {
    id: 'D20-7',
    en: 'A turn in which only free activities were done can be delayed and taken at any later moment; it is lost when the own turn comes up again, and taken in a later round it is that round’s turn.',
    es: 'Un turno en que solo hubo actividades libres se puede retrasar y tomar en cualquier momento posterior; se pierde al volver a llegar el turno propio y, si se toma en otro asalto, es el turno de ese asalto.',
    ruling: true,
  },
  {
    id: 'D20-8',
    en: 'Whoever takes a delayed turn stands from then on right before the one it interrupted, or last where nobody was acting.',
    es: 'Quien toma un turno retrasado queda desde entonces justo antes de quien interrumpió, o el último si nadie actuaba.',
    ruling: true,
  },
];
