import type { Labels, RuleText } from '@bitacora/engine';

/** The game's own words. */
export const labels: Labels = {
  round: { en: 'TJ (game turn)', es: 'TJ (Turno de Juego)' },
  pass: { en: 'Round of actions', es: 'Ronda de acciones' },
  stages: {
    initiative: { en: 'Win initiative', es: 'Ganar iniciativa' },
    actions: { en: 'Actions', es: 'Acciones' },
  },
  entries: {
    physical: { en: 'Physical action', es: 'Acción física' },
    mental: { en: 'Mental action', es: 'Acción mental' },
  },
  resources: {
    physicalEnergy: { en: 'Physical energy left', es: 'Energía física restante' },
    mentalEnergy: { en: 'Mental energy left', es: 'Energía mental restante' },
    overReserve: { en: 'Defences beyond the reserve', es: 'Defensas que sobrepasan la reserva' },
    overReservePhysical: {
      en: 'Physical defences beyond the reserve',
      es: 'Defensas físicas que sobrepasan la reserva',
    },
    overReserveMental: { en: 'Mental defences beyond the reserve', es: 'Defensas mentales que sobrepasan la reserva' },
  },
  actionKinds: {
    physical: { en: 'Physical action', es: 'Acción física' },
    mental: { en: 'Mental action', es: 'Acción mental' },
  },
  parts: {
    physicalInitiative: { en: 'Physical initiative (IF)', es: 'Iniciativa física (IF)' },
    mentalInitiative: { en: 'Mental initiative (IM)', es: 'Iniciativa mental (IM)' },
    roll: { en: 'Die of this TJ', es: 'Dado de este TJ' },
    tieDie: { en: 'Tie die', es: 'Dado de desempate' },
    physicalFirst: { en: 'Own equal values: physical first', es: 'Valores propios iguales: primero el físico' },
    valueAsItCameUp: { en: 'Value with which it came up', es: 'Valor con el que le tocó' },
  },
};

/** The rules, a sentence each. */
export const rules: readonly RuleText[] = [
  {
    id: 'TJ-1',
    en: 'Everyone has two places in the order, one for physical initiative and one for mental; the highest value goes first, whichever it is.',
    es: 'Cada cual tiene dos puestos en el orden, uno por su iniciativa física y otro por la mental; va antes el valor más alto, sea cual sea.',
  },
  {
    id: 'TJ-2',
    en: 'In a place an action of its kind is possible, once in each round of actions, for one point of that energy.',
    es: 'En cada puesto cabe una acción de su tipo, una vez en cada ronda de acciones, a cambio de un punto de esa energía.',
  },
  {
    id: 'TJ-3',
    en: 'A place whose owner lacks the ability or the energy for it is passed over, and nothing is lost by that; a defence needs no ability.',
    es: 'El puesto de quien no tiene capacidad o energía para usarlo se pasa por alto y nada se pierde por ello; para defenderse no hace falta capacidad.',
    ruling: true,
  },
  {
    id: 'TJ-4',
    en: 'Combatants with equal values roll 1d10 each, as often as they stay equal; the highest goes first for the whole TJ.',
    es: 'Los combatientes con valores iguales tiran 1d10 cada uno, las veces que sigan empatados; el más alto va antes durante todo el TJ.',
    ruling: true,
  },
  {
    id: 'TJ-5',
    en: "Of a combatant's own equal values the physical one goes first.",
    es: 'De los valores iguales de un mismo combatiente va antes el físico.',
    ruling: true,
  },
  {
    id: 'TJ-6',
    en: 'Rounds of actions follow each other, from the highest value down, until one passes in which nobody spends energy or nobody can act.',
    es: 'Las rondas de acciones se suceden, del valor más alto al más bajo, hasta que en una nadie gasta energía o ya nadie puede actuar.',
    ruling: true,
  },
  {
    id: 'TJ-7',
    en: 'A defence is possible at any moment, at difficulty 3, for one point of energy of its kind, which is then missing for actions.',
    es: 'Es posible defenderse en cualquier momento, con ND 3 y un punto de energía del tipo de la defensa, que luego falta para actuar.',
    ruling: true,
  },
  {
    id: 'TJ-8',
    en: 'Two more defences are possible beyond the reserve, at difficulty 4 and 5; after them there is none until the next TJ.',
    es: 'Agotada la reserva caben dos defensas más, con ND 4 y 5; después no queda ninguna hasta el siguiente TJ.',
    ruling: true,
  },
  {
    id: 'TJ-9',
    en: 'The first TJ goes by the bare values; from the second on each rolls 1d10 at its start and adds it to both values for that TJ.',
    es: 'El primer TJ va por los valores tal cual; desde el segundo cada cual tira 1d10 al principio y lo suma a sus dos valores para ese TJ.',
  },
  {
    id: 'TJ-10',
    en: 'Energy is full and the difficulty of defences is back at 3 when a TJ starts.',
    es: 'Al empezar un TJ la energía vuelve a estar completa y el ND de las defensas vuelve a 3.',
  },
  {
    id: 'TJ-11',
    en: "A combatant's score is the higher of its two values; adjustments count on both; there is no delaying and no action without energy.",
    es: 'La puntuación de un combatiente es el mayor de sus dos valores; los ajustes cuentan en ambos; no se puede retrasar ni actuar sin energía.',
  },
];
