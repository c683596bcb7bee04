import type { RefusalCode } from '@bitacora/engine';
import type { CodeEntry } from './entry.js';
import type { Sentences } from './template.js';

const rule = (title: CodeEntry['title'], detail: Sentences): CodeEntry => ({ status: 422, title, detail });

/** Every refusal of the engine. */
export const REFUSALS: Readonly<Record<RefusalCode, CodeEntry>> = {
  MALFORMED: {
    status: 400,
    title: { en: 'Malformed request', es: 'Petición mal formada' },
    detail: { en: 'The request is not what this call takes.', es: 'La petición no es la que admite esta llamada.' },
  },
  NOT_RUNNING: rule(
    { en: 'Not started', es: 'Sin empezar' },
    { en: 'The encounter has not started yet.', es: 'El encuentro todavía no ha empezado.' },
  ),
  ALREADY_STARTED: rule(
    { en: 'Already started', es: 'Ya empezado' },
    { en: 'The encounter has started already.', es: 'El encuentro ya ha empezado.' },
  ),
  ENCOUNTER_ENDED: rule(
    { en: 'Encounter ended', es: 'Encuentro terminado' },
    {
      en: 'The encounter has ended; only undo and redo are possible.',
      es: 'El encuentro ha terminado; solo se puede deshacer y rehacer.',
    },
  ),
  NO_COMBATANTS: rule(
    { en: 'No combatants', es: 'Sin combatientes' },
    { en: 'There is nobody who could act.', es: 'No hay nadie que pueda actuar.' },
  ),
  UNKNOWN_COMBATANT: rule(
    { en: 'Unknown combatant', es: 'Combatiente desconocido' },
    {
      en: ['There is no combatant {combatant} in this encounter.', 'There is no such combatant in this encounter.'],
      es: ['No hay ningún combatiente {combatant} en este encuentro.', 'No hay tal combatiente en este encuentro.'],
    },
  ),
  DUPLICATE_COMBATANT: rule(
    { en: 'Id already used', es: 'Identificador ya usado' },
    {
      en: ['The id {combatant} has been used in this encounter already.', 'That id has been used already.'],
      es: ['El identificador {combatant} ya se ha usado en este encuentro.', 'Ese identificador ya se ha usado.'],
    },
  ),
  INVALID_STATS: rule(
    { en: 'Invalid stats', es: 'Características no válidas' },
    {
      en: ['The stats do not fit the rule set, at {pointer}.', 'The stats do not fit the rule set.'],
      es: [
        'Las características no encajan en el reglamento, en {pointer}.',
        'Las características no encajan en el reglamento.',
      ],
    },
  ),
  NOT_IN_RULESET: rule(
    { en: 'Not in this rule set', es: 'No existe en este reglamento' },
    {
      en: ['The rule set {ruleset} has no command {command}.', 'This rule set has no such command.'],
      es: ['El reglamento {ruleset} no tiene la orden {command}.', 'Este reglamento no tiene esa orden.'],
    },
  ),
  INITIATIVE_PENDING: rule(
    { en: 'Initiative pending', es: 'Falta la iniciativa' },
    { en: 'Initiative has to be rolled first.', es: 'Antes hay que tirar la iniciativa.' },
  ),
  NO_ROLL_PENDING: rule(
    { en: 'No roll pending', es: 'Ninguna tirada pendiente' },
    {
      en: ['No roll is pending for {combatant}.', 'No roll is pending.'],
      es: ['{combatant} no tiene ninguna tirada pendiente.', 'No hay ninguna tirada pendiente.'],
    },
  ),
  BAD_ROLL: rule(
    { en: 'Impossible roll', es: 'Tirada imposible' },
    {
      en: [
        'There are no dice for the opening score of {combatant}: give it in {field}.',
        'The roll of {combatant} does not fit its dice: {given} faces given, {needed} needed.',
        'The roll of {combatant} does not fit its dice: {found} is no face from {min} to {max}.',
        'The roll does not fit its dice: {given} faces given, {needed} needed.',
        'The roll does not fit its dice: {found} is no face from {min} to {max}.',
        'The roll of {combatant} does not fit its dice.',
        'The roll does not fit its dice.',
      ],
      es: [
        'No hay dados para la puntuación inicial de {combatant}: indíquese en {field}.',
        'La tirada de {combatant} no encaja con sus dados: hay {given} caras y hacen falta {needed}.',
        'La tirada de {combatant} no encaja con sus dados: {found} no es una cara de {min} a {max}.',
        'La tirada no encaja con sus dados: hay {given} caras y hacen falta {needed}.',
        'La tirada no encaja con sus dados: {found} no es una cara de {min} a {max}.',
        'La tirada de {combatant} no encaja con sus dados.',
        'La tirada no encaja con sus dados.',
      ],
    },
  ),
  TIE_PENDING: rule(
    { en: 'Tie pending', es: 'Empate pendiente' },
    { en: 'A tie has to be decided first.', es: 'Antes hay que deshacer un empate.' },
  ),
  INVALID_TIE_ORDER: rule(
    { en: 'Not a tie to decide', es: 'No es un empate por decidir' },
    {
      en: 'The order must name exactly the members of one of the pending ties.',
      es: 'El orden debe nombrar exactamente a los miembros de uno de los empates pendientes.',
    },
  ),
  DECLARATION_PENDING: rule(
    { en: 'Declarations pending', es: 'Faltan declaraciones' },
    { en: 'Not everybody has declared yet.', es: 'Todavía no han declarado todos.' },
  ),
  NOT_YOUR_DECLARATION: rule(
    { en: 'Not your time to declare', es: 'No te toca declarar' },
    {
      en: [
        'It is not the time of {combatant} to declare; declaring now: {declaring}.',
        'It is not the time of {combatant} to declare.',
        'It is not the time of this combatant to declare.',
      ],
      es: [
        'A {combatant} no le toca declarar; declaran ahora: {declaring}.',
        'A {combatant} no le toca declarar.',
        'A ese combatiente no le toca declarar.',
      ],
    },
  ),
  NOT_ACTING: rule(
    { en: 'Not acting', es: 'No está actuando' },
    {
      en: [
        '{combatant} cannot take the slot that is open: it is one for {slot}.',
        '{combatant} can do that only in the stage {during}.',
        '{itself} is acting, but it is not the moment for that.',
        '{combatant} is not acting now; acting: {acting}.',
        '{combatant} is not acting now.',
        'It is not acting now.',
      ],
      es: [
        '{combatant} no puede tomar el turno disponible: es para {slot}.',
        '{combatant} puede hacerlo solo en la etapa {during}.',
        '{itself} está actuando, pero no es el momento de eso.',
        '{combatant} no está actuando ahora; actúa: {acting}.',
        '{combatant} no está actuando ahora.',
        'No está actuando ahora.',
      ],
    },
  ),
  OUT_OF_ACTION: rule(
    { en: 'Out of action', es: 'Fuera de combate' },
    {
      en: ['{combatant} cannot act: its status is {status}.', '{combatant} cannot act.', 'It cannot act.'],
      es: ['{combatant} no puede actuar: su estado es {status}.', '{combatant} no puede actuar.', 'No puede actuar.'],
    },
  ),
  WRONG_ACTION_KIND: rule(
    { en: 'Wrong kind of action', es: 'Clase de acción equivocada' },
    {
      en: [
        'The kind {kind} is not possible here; possible: {allowed}.',
        'The kind {kind} is not possible here.',
        'That kind of action is not possible here.',
      ],
      es: [
        'La clase {kind} no es posible aquí; son posibles: {allowed}.',
        'La clase {kind} no es posible aquí.',
        'Esa clase de acción no es posible aquí.',
      ],
    },
  ),
  MANEUVER_LIMIT: rule(
    { en: 'No maneuver left', es: 'Sin maniobras' },
    {
      en: [
        'The condition {condition} of {combatant} allows no maneuver.',
        'No further maneuver is possible in this turn.',
      ],
      es: [
        'La condición {condition} de {combatant} no permite ninguna maniobra.',
        'No cabe otra maniobra en este turno.',
      ],
    },
  ),
  ACTION_LIMIT: rule(
    { en: 'No such action left', es: 'Sin más acciones así' },
    {
      en: [
        'At most {celerity} of the actions of {combatant} can be by Celerity.',
        'Only what was readied is possible here; readied: {readied}.',
        'The condition {condition} of {combatant} allows no action.',
        'No further action of the kind {kind} is possible in this turn.',
        'No further action of that kind is possible in this turn.',
      ],
      es: [
        'Como máximo {celerity} de las acciones de {combatant} pueden ser por Celeridad.',
        'Aquí solo cabe lo que se había preparado; preparado: {readied}.',
        'La condición {condition} de {combatant} no permite ninguna acción.',
        'No cabe otra acción de la clase {kind} en este turno.',
        'No cabe otra acción de esa clase en este turno.',
      ],
    },
  ),
  UNKNOWN_DECLARATION: rule(
    { en: 'Unknown declaration', es: 'Declaración desconocida' },
    {
      en: ['There is no declaration {declaration}.', 'There is no such declaration.'],
      es: ['No hay ninguna declaración {declaration}.', 'No hay tal declaración.'],
    },
  ),
  ALREADY_RESOLVED: rule(
    { en: 'Already settled', es: 'Ya zanjada' },
    {
      en: ['The declaration {declaration} is {state} already.', 'The declaration is settled already.'],
      es: ['La declaración {declaration} ya está zanjada ({state}).', 'La declaración ya está zanjada.'],
    },
  ),
  ALREADY_ACTED: rule(
    { en: 'Already acted', es: 'Ya ha actuado' },
    {
      en: ['What {combatant} has already done rules that out.', 'What it has already done rules that out.'],
      es: ['Lo que {combatant} ya ha hecho lo impide.', 'Lo que ya ha hecho lo impide.'],
    },
  ),
  NO_WILLPOWER: rule(
    { en: 'No Willpower left', es: 'Sin Fuerza de Voluntad' },
    {
      en: ['{combatant} has no Willpower left.', 'There is no Willpower left.'],
      es: ['A {combatant} no le queda Fuerza de Voluntad.', 'No queda Fuerza de Voluntad.'],
    },
  ),
  NO_DELAYED_ACTION: rule(
    { en: 'No delayed action', es: 'Sin acción retrasada' },
    {
      en: ['{combatant} holds no delayed action.', 'There is no delayed action.'],
      es: ['{combatant} no tiene ninguna acción retrasada.', 'No hay ninguna acción retrasada.'],
    },
  ),
  NO_MOXIE: rule(
    { en: 'No Moxie left', es: 'Sin Moxie' },
    {
      en: ['{combatant} has no Moxie left.', 'There is no Moxie left.'],
      es: ['A {combatant} no le queda Moxie.', 'No queda Moxie.'],
    },
  ),
  MOXIE_TOO_LATE: rule(
    { en: 'Too late for Moxie', es: 'Tarde para el Moxie' },
    {
      en: 'Moxie changes the order only before anything has been done in this pass.',
      es: 'El Moxie solo cambia el orden antes de que se haya hecho algo en esta fase.',
    },
  ),
  MOXIE_SPENT: rule(
    { en: 'Moxie already spent', es: 'Moxie ya gastado' },
    {
      en: ['{combatant} has spent Moxie in this pass already.', 'Moxie has been spent in this pass already.'],
      es: ['{combatant} ya ha gastado Moxie en esta fase.', 'Ya se ha gastado Moxie en esta fase.'],
    },
  ),
  NO_ENERGY: rule(
    { en: 'No energy left', es: 'Sin energía' },
    {
      en: ['{combatant} has no energy of that kind left.', 'There is no energy of that kind left.'],
      es: ['A {combatant} no le queda energía de esa clase.', 'No queda energía de esa clase.'],
    },
  ),
  NO_DEFENCE_LEFT: rule(
    { en: 'No defence left', es: 'Sin defensas' },
    {
      en: ['{combatant} cannot defend any more.', 'No defence is left.'],
      es: ['{combatant} ya no puede defenderse.', 'No quedan defensas.'],
    },
  ),
  NO_ACTION_LEFT: rule(
    { en: 'No action left', es: 'Sin acciones' },
    {
      en: ['{combatant} has no action left.', 'No action is left.'],
      es: ['A {combatant} no le quedan acciones.', 'No quedan acciones.'],
    },
  ),
  NO_REACTION_LEFT: rule(
    { en: 'No reaction left', es: 'Sin reacción' },
    {
      en: ['{combatant} has used its Reaction.', 'The Reaction is used up.'],
      es: ['{combatant} ya ha usado su Reacción.', 'La Reacción ya se ha usado.'],
    },
  ),
  REACTION_CANNOT_MOVE: rule(
    { en: 'A reaction does not move', es: 'Una reacción no permite moverse' },
    {
      en: ['Of the reactions only these may move: {allowed}.', 'Of the reactions only a dodge may move.'],
      es: [
        'De las reacciones, solo estas permiten moverse: {allowed}.',
        'De las reacciones, solo esquivar permite moverse.',
      ],
    },
  ),
  NO_PREPARED_ACTION: rule(
    { en: 'No prepared action', es: 'Sin acción preparada' },
    {
      en: ['{combatant} has no prepared action.', 'There is no prepared action.'],
      es: ['{combatant} no tiene ninguna acción preparada.', 'No hay ninguna acción preparada.'],
    },
  ),
  NOT_RECOVERING: rule(
    { en: 'Not recovering', es: 'Sin recomponerse' },
    {
      en: ['{combatant} is not recovering in this round.', 'Only one who recovers may do that.'],
      es: ['{combatant} no se está recomponiendo en esta ronda.', 'Solo puede hacerlo quien se recompone.'],
    },
  ),
  NOT_SIDELINED: rule(
    { en: 'Not sidelined', es: 'No está al margen' },
    {
      en: ['{combatant} is in the fight already.', 'It is in the fight already.'],
      es: ['{combatant} ya está en el combate.', 'Ya está en el combate.'],
    },
  ),
  NOT_WAITING: rule(
    { en: 'Not waiting', es: 'No está esperando' },
    {
      en: [
        '{key} does not wait for its turn in this pass.',
        '{combatant} does not wait for its turn in this pass.',
        'It does not wait for its turn in this pass.',
      ],
      es: [
        '{key} no espera su turno en esta vuelta.',
        '{combatant} no espera su turno en esta vuelta.',
        'No espera su turno en esta vuelta.',
      ],
    },
  ),
  UNKNOWN_CONDITION: rule(
    { en: 'Unknown condition', es: 'Condición desconocida' },
    {
      en: ['There is no condition {condition}.', 'There is no such condition.'],
      es: ['No hay ninguna condición {condition}.', 'No hay tal condición.'],
    },
  ),
  NOTHING_TO_ADVANCE: rule(
    { en: 'Nothing to advance', es: 'Nada que avanzar' },
    {
      en: 'There is no stage that could be closed now.',
      es: 'No hay ninguna etapa que se pueda cerrar ahora.',
    },
  ),
  NOTHING_TO_UNDO: rule(
    { en: 'Nothing to undo', es: 'Nada que deshacer' },
    { en: 'There is no command to undo.', es: 'No hay ninguna orden que deshacer.' },
  ),
  NOTHING_TO_REDO: rule(
    { en: 'Nothing to redo', es: 'Nada que rehacer' },
    { en: 'There is no command to redo.', es: 'No hay ninguna orden que rehacer.' },
  ),
};
