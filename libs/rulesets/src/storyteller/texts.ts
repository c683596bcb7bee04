import type { Labels, RuleText } from '@bitacora/engine';

/** The games' own words. */
export const labels: Labels = {
  round: { en: 'Turn', es: 'Turno' },
  pass: { en: 'Actions', es: 'Acciones' },
  stages: {
    initiative: { en: 'Initiative', es: 'Iniciativa' },
    declaration: { en: 'Declaration', es: 'Declaración' },
    actions: { en: 'Attack', es: 'Ataque' },
    standby: { en: 'Delayed actions', es: 'Acciones retrasadas' },
  },
  entries: {
    main: { en: 'First action', es: 'Primera acción' },
    extra: { en: 'Further actions', es: 'Acciones adicionales' },
  },
  resources: {
    willpower: { en: 'Willpower', es: 'Fuerza de Voluntad' },
    celerity: { en: 'Celerity committed', es: 'Celeridad comprometida' },
    actionsLeft: { en: 'Actions left', es: 'Acciones restantes' },
  },
  actionKinds: { intent: { en: 'Intent', es: 'Intención' } },
  parts: {
    roll: { en: 'Roll', es: 'Tirada' },
    dexterity: { en: 'Dexterity', es: 'Destreza' },
    wits: { en: 'Wits', es: 'Astucia' },
    celerity: { en: 'Celerity', es: 'Celeridad' },
    wounds: { en: 'Wound penalty', es: 'Penalización por heridas' },
    tieRating: { en: 'Rating, for ties', es: 'Puntuación, para los empates' },
    further: { en: 'Further action, at the end of the turn', es: 'Acción adicional, al final del turno' },
  },
};

/** The rules, a sentence each. */
export const rules: readonly RuleText[] = [
  {
    id: 'ST-1',
    en: 'Everyone rolls 1d10 every turn and adds a rating: Dexterity, Wits, and what the game counts of Celerity and wounds.',
    es: 'Cada turno todos tiran 1d10 y suman su puntuación: Destreza, Astucia y lo que el juego cuente de Celeridad y heridas.',
  },
  {
    id: 'ST-2',
    en: 'Lost health levels give a penalty of 0, 1, 1, 2, 2 and 5; at the seventh the combatant is incapacitated.',
    es: 'Los niveles de salud perdidos dan una penalización de 0, 1, 1, 2, 2 y 5; con el séptimo el combatiente queda incapacitado.',
  },
  {
    id: 'ST-3',
    en: 'The highest result acts first; equal results go by the higher rating; equal in both act at the same time.',
    es: 'Actúa primero el resultado más alto; a igual resultado, la mayor puntuación; si también es igual, actúan a la vez.',
  },
  {
    id: 'ST-4',
    en: 'Wounds and healing count for the result from the next turn on.',
    es: 'Las heridas y la curación cuentan para el resultado desde el turno siguiente.',
    ruling: true,
  },
  {
    id: 'ST-5',
    en: 'Celerity for extra actions is committed with the roll, one point an action; in V20 those points do not count for the rating.',
    es: 'La Celeridad para acciones extra se compromete con la tirada, un punto por acción; en V20 esos puntos no cuentan para la puntuación.',
    ruling: true,
  },
  {
    id: 'ST-6',
    en: 'Intents are declared from the slowest up, all actions at once; in Dark Ages each declares in its own activation.',
    es: 'Las intenciones se declaran de la iniciativa más baja a la más alta, con todas las acciones; en Edad Oscura cada uno declara en su propia activación.',
  },
  {
    id: 'ST-7',
    en: 'First actions come in order of initiative; all further ones come at the end of the turn, in the same order.',
    es: 'Las primeras acciones van en orden de iniciativa; todas las demás al final del turno, en el mismo orden.',
    ruling: true,
  },
  {
    id: 'ST-8',
    en: 'An action can be delayed and taken at any later step of the turn, interrupting; what is not taken by its end is lost.',
    es: 'Una acción se puede retrasar y realizar en cualquier momento posterior del turno, interrumpiendo; si el turno acaba sin usarla, se pierde.',
    ruling: true,
  },
  {
    id: 'ST-9',
    en: 'A defence is possible at any moment while actions are left: a defensive one goes first, then the last further one, then the first.',
    es: 'Es posible defenderse en cualquier momento mientras queden acciones: se usa antes una defensiva, después la última adicional y por último la primera.',
    ruling: true,
  },
  {
    id: 'ST-10',
    en: 'Whoever is taken out loses all that was left and has nothing more this turn; who comes in late declares alone; an adjustment of initiative shows from the next turn, or in this one if it is for this one.',
    es: 'Quien queda fuera de combate pierde cuanto le quedaba y no tiene nada más este turno; quien llega tarde declara a solas; un ajuste de iniciativa se nota desde el turno siguiente, o en este si es solo para este.',
    ruling: true,
  },
];
