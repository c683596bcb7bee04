import type { Labels, RuleText } from '@bitacora/engine';

/** The game's own words. */
export const labels: Labels = {
  round: { en: 'Round', es: 'Ronda' },
  pass: { en: 'Turns', es: 'Turnos' },
  stages: {
    initiative: { en: 'Opening initiative', es: 'Iniciativa inicial' },
    tie: { en: 'Tied initiative', es: 'Empate de iniciativa' },
    actions: { en: 'Turns', es: 'Turnos' },
    close: { en: 'End of the round', es: 'Final de la ronda' },
  },
  resources: {
    active: { en: 'Active Action', es: 'Acción Activa' },
    reaction: { en: 'Reaction', es: 'Reacción' },
  },
  actionKinds: { active: { en: 'Active Action', es: 'Acción Activa' } },
  parts: {
    opening: { en: 'Opening score', es: 'Iniciativa inicial' },
    roll: { en: 'Roll of the opening score', es: 'Tirada de iniciativa' },
    initiativeBonus: { en: 'Bonus of the opening score', es: 'Bono de la iniciativa inicial' },
    reserveDie: { en: 'Reserve die (Recomponerse)', es: 'Dado reservado (Recomponerse)' },
    cde: { en: 'CDE of Reflexes: initiative', es: 'CDE de Reflejos: iniciativa' },
    ruling: { en: "Game master's ruling for this round", es: 'Decisión del Director de Juego para esta ronda' },
    scoreAtRoundStart: {
      en: 'Score by which it has its place this round',
      es: 'Iniciativa por la que ocupa su lugar en esta ronda',
    },
    orderStands: { en: 'The order stands for the whole round', es: 'El orden se mantiene toda la ronda' },
  },
};

/** The rules, a sentence each. */
export const rules: readonly RuleText[] = [
  {
    id: 'YS-1',
    en: 'Initiative is a score that runs on from round to round; each round goes by the scores with which it starts, highest first.',
    es: 'La Iniciativa es una puntuación que sigue de ronda en ronda; cada ronda va por las puntuaciones con que empieza, de mayor a menor.',
  },
  {
    id: 'YS-2',
    en: 'Of equal scores the higher CDE goes first; if that is equal too, the game master decides for that round.',
    es: 'A igual puntuación va antes la CDE más alta; si también es igual, decide el Director de Juego para esa ronda.',
  },
  {
    id: 'YS-3',
    en: 'The order stands for the whole round whatever the scores do; who comes into it goes behind those it ties with.',
    es: 'El orden se mantiene toda la ronda hagan lo que hagan las puntuaciones; quien entra en él va detrás de aquellos con quienes empata.',
    ruling: true,
  },
  {
    id: 'YS-4',
    en: 'A round gives everyone one Active Action and one Reaction; they come back when the next one starts and do not add up.',
    es: 'Cada ronda da a todos una Acción Activa y una Reacción; vuelven al empezar la siguiente y no se acumulan.',
    ruling: true,
  },
  {
    id: 'YS-5',
    en: 'The Active Action is taken in the own turn, once a round, and it must be said beforehand whether it is on the move.',
    es: 'La Acción Activa se realiza en el turno propio, una vez por ronda, y hay que decir antes si es en movimiento.',
  },
  {
    id: 'YS-6',
    en: 'A Reaction is possible in any turn, once a round; only a dodge can be made on the move.',
    es: 'Se puede reaccionar en cualquier turno, una vez por ronda; solo esquivar puede hacerse en movimiento.',
  },
  {
    id: 'YS-7',
    en: 'The Active Action can prepare an action for a condition; once it is met, the Reaction pays for taking it at that instant, or it is waived.',
    es: 'La Acción Activa puede preparar otra para una condición; al cumplirse, se gasta la Reacción para hacerla en ese instante, o se renuncia a ella.',
  },
  {
    id: 'YS-8',
    en: 'A prepared action is lost by another Reaction, by waiving it, or when the next own turn starts.',
    es: 'La acción preparada se pierde al usar otra Reacción, al renunciar a ella o al empezar el siguiente turno propio.',
    ruling: true,
  },
  {
    id: 'YS-9',
    en: 'Recovering uses the Active Action; at the end of the round the Reaction may then be spent to roll 1d4 and keep it in sight.',
    es: 'Recomponerse usa la Acción Activa; al final de la ronda se puede gastar la Reacción para tirar 1d4 y dejarlo a la vista.',
  },
  {
    id: 'YS-10',
    en: 'The first opposed action before the end of the next round adds the die to the score; otherwise the die is lost.',
    es: 'La primera acción enfrentada antes de que acabe la ronda siguiente suma el dado a la puntuación; si no la hay, el dado se pierde.',
  },
  {
    id: 'YS-11',
    en: 'Whoever is sidelined has no turn, and at the end of a round may step aside, hide with a Stealth total of 9 or more, or join from the next round.',
    es: 'Quien está al margen no tiene turno, y al final de una ronda puede apartarse, esconderse con un total de sigilo de 9 o más, o incorporarse desde la siguiente.',
    ruling: true,
  },
  {
    id: 'YS-12',
    en: 'The end of the round waits only while somebody recovering or sidelined can still use it.',
    es: 'El final de la ronda solo espera mientras alguien que se recompone o está al margen pueda aún aprovecharlo.',
    ruling: true,
  },
  {
    id: 'YS-13',
    en: 'An adjustment changes the score at once and the order from the next round on; there is no delaying.',
    es: 'Un ajuste cambia la puntuación de inmediato y el orden desde la ronda siguiente; no se puede retrasar.',
  },
];
