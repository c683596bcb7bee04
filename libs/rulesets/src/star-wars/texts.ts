import type { Labels, RuleText } from '@bitacora/engine';

/** The game's own words. */
export const labels: Labels = {
  round: { en: 'Round', es: 'Ronda' },
  pass: { en: 'Round', es: 'Ronda' },
  stages: {
    initiative: { en: 'Initiative checks', es: 'Tiradas de iniciativa' },
    actions: { en: 'Turns', es: 'Turnos' },
  },
  entries: {
    pc: { en: 'Player character slot', es: 'Turno de personaje jugador' },
    npc: { en: 'NPC slot', es: 'Turno de PNJ' },
  },
  resources: { strain: { en: 'Strain', es: 'Tensión' } },
  actionKinds: {
    incidental: { en: 'Incidental', es: 'Actividad menor' },
    maneuver: { en: 'Maneuver', es: 'Maniobra' },
    action: { en: 'Action', es: 'Acción' },
  },
  conditions: {
    staggered: { en: 'Staggered: no action', es: 'Aturdido: sin acciones' },
    immobilized: { en: 'Immobilized: no maneuver', es: 'Inmovilizado: sin maniobras' },
    disoriented: {
      en: 'Disoriented: a setback die on initiative',
      es: 'Desorientado: un dado de complicación en la iniciativa',
    },
  },
  parts: {
    successes: { en: 'Successes', es: 'Éxitos' },
    advantages: { en: 'Advantages', es: 'Ventajas' },
    cool: { en: 'Cool', es: 'Frialdad' },
    vigilance: { en: 'Vigilance', es: 'Alerta' },
    pc: { en: 'Player character', es: 'Personaje jugador' },
    npc: { en: 'Non-player character', es: 'Personaje no jugador' },
    slot: { en: 'Slot', es: 'Turno disponible' },
  },
};

/** The rules, a sentence each. */
export const rules: readonly RuleText[] = [
  {
    id: 'SW-1',
    en: 'Each combatant checks Vigilance when the fight surprises it and Cool when it was ready; everyone may use a skill of its own.',
    es: 'Cada combatiente tira Alerta si el combate le sorprende y Frialdad si estaba preparado; cada cual puede usar su propia habilidad.',
  },
  {
    id: 'SW-2',
    en: 'The higher of characteristic and ranks says how many dice, the lower how many of them are proficiency dice; there is no difficulty, only boost and setback dice.',
    es: 'El mayor entre característica y rangos da el número de dados y el menor cuántos de ellos son de pericia; no hay dificultad, solo dados de beneficio y complicación.',
  },
  {
    id: 'SW-3',
    en: 'Every face of a narrative die is known by its number; the table may also say only the net successes and advantages.',
    es: 'Cada cara de un dado narrativo se conoce por su número; la mesa también puede decir solo los éxitos y ventajas netos.',
  },
  {
    id: 'SW-4',
    en: 'More successes act first, then more advantages, then a player’s character before an NPC; those still equal act together.',
    es: 'Actúa antes quien tiene más éxitos, luego más ventajas, luego el personaje jugador antes que el PNJ; quienes siguen igualados actúan a la vez.',
    ruling: true,
  },
  {
    id: 'SW-5',
    en: 'A turn allows any incidentals, one action and one free maneuver; a second maneuver costs 2 strain or the action, and there is no third.',
    es: 'Un turno permite cualquier actividad menor, una acción y una maniobra gratuita; la segunda maniobra cuesta 2 de tensión o la acción, y no hay tercera.',
  },
  {
    id: 'SW-6',
    en: 'An activity that the game master vetoes never happened, and what it cost comes back.',
    es: 'Una actividad vetada por el director de juego no ha ocurrido, y lo que costó se recupera.',
  },
  {
    id: 'SW-7',
    en: 'Strain or wounds above the threshold incapacitate: strain once the activity that cost it is decided, wounds at once.',
    es: 'La tensión o las heridas por encima del umbral incapacitan: la tensión al decidirse la actividad que la costó, las heridas de inmediato.',
  },
  {
    id: 'SW-8',
    en: 'Initiative is checked once and stands in every round; a newcomer checks when it comes in, and adjustments count as successes.',
    es: 'La iniciativa se tira una vez y vale para todas las rondas; quien llega después tira al incorporarse, y los ajustes cuentan como éxitos.',
    ruling: true,
  },
  {
    id: 'SW-9',
    en: 'With slots, each result makes a place for its kind, and any combatant of that kind that has not acted this round may take it; a place that nobody can take is skipped.',
    es: 'Con turnos libres, cada resultado crea un puesto para su tipo y lo toma cualquiera de ese tipo que no haya actuado en la ronda; el puesto que nadie puede tomar se salta.',
  },
  {
    id: 'SW-10',
    en: 'Nobody delays a turn in this game.',
    es: 'En este juego nadie retrasa su turno.',
  },
  {
    id: 'SW-11',
    en: 'Staggered allows no action, immobilized no maneuver, and disoriented adds a setback die to a later initiative check.',
    es: 'Aturdido no permite acciones, inmovilizado no permite maniobras y desorientado añade un dado de complicación a una tirada de iniciativa posterior.',
  },
];
