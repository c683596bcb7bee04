import type { RefusalCode } from '@bitacora/engine';
import type { Sentences } from './template.js';

/** A code that clients see: the HTTP status that it has at the REST edge, a title that never changes, and what to tell people. */
export interface CodeEntry {
  readonly status: number;
  readonly title: Readonly<Record<'en' | 'es', string>>;
  readonly detail: Sentences;
}

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
      es: ['Las características no encajan en el reglamento, en {pointer}.', 'Las características no encajan en el reglamento.'],
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
        'The roll of {combatant} does not fit its dice: {given} faces given, {needed} needed.',
        'The roll of {combatant} does not fit its dice: {found} is not between {min} and {max}.',
        'The roll does not fit its dice: {given} faces given, {needed} needed.',
        'The roll does not fit its dice: {found} is not between {min} and {max}.',
        'The roll of {combatant} does not fit its dice.',
        'The roll does not fit its dice.',
      ],
      es: [
        'La tirada de {combatant} no encaja con sus dados: hay {given} caras y hacen falta {needed}.',
        'La tirada de {combatant} no encaja con sus dados: {found} no está entre {min} y {max}.',
        'La tirada no encaja con sus dados: hay {given} caras y hacen falta {needed}.',
        'La tirada no encaja con sus dados: {found} no está entre {min} y {max}.',
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
      en: ['It is not the time of {combatant} to declare.', 'It is not the time of this combatant to declare.'],
      es: ['A {combatant} no le toca declarar.', 'A ese combatiente no le toca declarar.'],
    },
  ),
  NOT_ACTING: rule(
    { en: 'Not acting', es: 'No está actuando' },
    {
      en: ['{combatant} is not acting now; acting: {acting}.', '{combatant} is not acting now.', 'It is not acting now.'],
      es: ['{combatant} no está actuando ahora; actúa: {acting}.', '{combatant} no está actuando ahora.', 'No está actuando ahora.'],
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
      en: ['The kind {kind} is not possible here; possible: {allowed}.', 'The kind {kind} is not possible here.', 'That kind of action is not possible here.'],
      es: ['La clase {kind} no es posible aquí; son posibles: {allowed}.', 'La clase {kind} no es posible aquí.', 'Esa clase de acción no es posible aquí.'],
    },
  ),
  MANEUVER_LIMIT: rule(
    { en: 'No maneuver left', es: 'Sin maniobras' },
    { en: 'No further maneuver is possible in this turn.', es: 'No cabe otra maniobra en este turno.' },
  ),
  ACTION_LIMIT: rule(
    { en: 'No such action left', es: 'Sin más acciones así' },
    {
      en: ['No further action of the kind {kind} is possible in this turn.', 'No further action of that kind is possible in this turn.'],
      es: ['No cabe otra acción de la clase {kind} en este turno.', 'No cabe otra acción de esa clase en este turno.'],
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
      en: ['{combatant} has acted too much for that.', 'It has acted too much for that.'],
      es: ['{combatant} ya ha actuado demasiado para eso.', 'Ya ha actuado demasiado para eso.'],
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
    { en: 'No Moxie left', es: 'Sin Brío' },
    {
      en: ['{combatant} has no Moxie left.', 'There is no Moxie left.'],
      es: ['A {combatant} no le queda Brío.', 'No queda Brío.'],
    },
  ),
  MOXIE_TOO_LATE: rule(
    { en: 'Too late for Moxie', es: 'Tarde para el Brío' },
    {
      en: 'Moxie changes the order only before anything has been done in this pass.',
      es: 'El Brío solo cambia el orden antes de que se haya hecho algo en esta fase.',
    },
  ),
  MOXIE_SPENT: rule(
    { en: 'Moxie already spent', es: 'Brío ya gastado' },
    {
      en: ['{combatant} has spent Moxie in this pass already.', 'Moxie has been spent in this pass already.'],
      es: ['{combatant} ya ha gastado Brío en esta fase.', 'Ya se ha gastado Brío en esta fase.'],
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
    { en: 'A reaction does not move', es: 'Una reacción no mueve' },
    { en: 'Of the reactions only a dodge may move.', es: 'De las reacciones, solo esquivar permite moverse.' },
  ),
  NO_PREPARED_ACTION: rule(
    { en: 'No prepared action', es: 'Sin acción preparada' },
    {
      en: ['{combatant} has no prepared action.', 'There is no prepared action.'],
      es: ['{combatant} no tiene ninguna acción preparada.', 'No hay ninguna acción preparada.'],
    },
  ),
  NOT_RECOVERING: rule(
    { en: 'Not recovering', es: 'Sin recuperarse' },
    {
      en: ['{combatant} has not recovered in this round.', 'Only one who recovers may do that.'],
      es: ['{combatant} no se ha recuperado en esta ronda.', 'Solo puede hacerlo quien se recupera.'],
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
      en: ['{key} does not wait for its turn in this pass.', '{combatant} does not wait for its turn in this pass.', 'It does not wait for its turn in this pass.'],
      es: ['{key} no espera su turno en esta fase.', '{combatant} no espera su turno en esta fase.', 'No espera su turno en esta fase.'],
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

/** Every other code: what the edges themselves say no to. */
export const EDGE_CODES = {
  ENCOUNTER_NOT_FOUND: {
    status: 404,
    title: { en: 'Encounter not found', es: 'Encuentro no encontrado' },
    detail: {
      en: ['There is no encounter {id}.', 'There is no such encounter.'],
      es: ['No hay ningún encuentro {id}.', 'No hay tal encuentro.'],
    },
  },
  REVISION_NOT_FOUND: {
    status: 404,
    title: { en: 'Revision not found', es: 'Revisión no encontrada' },
    detail: {
      en: ['The encounter has no revision {wanted}; it stands at {revision}.', 'The encounter was not there then.'],
      es: ['El encuentro no tiene la revisión {wanted}; está en la {revision}.', 'El encuentro no existía entonces.'],
    },
  },
  RULESET_NOT_FOUND: {
    status: 404,
    title: { en: 'Rule set not found', es: 'Reglamento no encontrado' },
    detail: {
      en: ['There is no rule set {id}.', 'There is no such rule set.'],
      es: ['No hay ningún reglamento {id}.', 'No hay tal reglamento.'],
    },
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    title: { en: 'Not found', es: 'No encontrado' },
    detail: { en: 'There is nothing at this address.', es: 'No hay nada en esta dirección.' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: { en: 'Method not allowed', es: 'Método no permitido' },
    detail: {
      en: ['{method} is not possible here; possible: {allowed}.', 'This method is not possible here.'],
      es: ['{method} no es posible aquí; son posibles: {allowed}.', 'Este método no es posible aquí.'],
    },
  },
  REVISION_CONFLICT: {
    status: 409,
    title: { en: 'Revision conflict', es: 'Conflicto de revisión' },
    detail: {
      en: ['The encounter is not where you think: it stands at revision {revision}.', 'The encounter has changed meanwhile.'],
      es: ['El encuentro no está donde crees: está en la revisión {revision}.', 'El encuentro ha cambiado entretanto.'],
    },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: { en: 'Body too large', es: 'Cuerpo demasiado grande' },
    detail: {
      en: ['The body may have at most {max} bytes.', 'What was sent is too large to be kept.'],
      es: ['El cuerpo puede tener como mucho {max} bytes.', 'Lo enviado es demasiado grande para guardarlo.'],
    },
  },
  URI_TOO_LONG: {
    status: 414,
    title: { en: 'Address too long', es: 'Dirección demasiado larga' },
    detail: { en: 'A part of the address is too long.', es: 'Una parte de la dirección es demasiado larga.' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: { en: 'Unsupported media type', es: 'Formato no admitido' },
    detail: { en: 'The body must be application/json in UTF-8.', es: 'El cuerpo debe ser application/json en UTF-8.' },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: { en: 'Idempotency key reused', es: 'Clave de idempotencia repetida' },
    detail: {
      en: 'This Idempotency-Key came before with another request.',
      es: 'Esta Idempotency-Key ya vino con otra petición.',
    },
  },
  RATE_LIMITED: {
    status: 429,
    title: { en: 'Too many requests', es: 'Demasiadas peticiones' },
    detail: {
      en: ['Too many requests; try again in {seconds} seconds.', 'Too many requests; try again later.'],
      es: ['Demasiadas peticiones; vuelve a intentarlo en {seconds} segundos.', 'Demasiadas peticiones; vuelve a intentarlo más tarde.'],
    },
  },
  INTERNAL: {
    status: 500,
    title: { en: 'Internal error', es: 'Error interno' },
    detail: {
      en: 'Something failed here that is not your fault. The request id finds it in the log.',
      es: 'Aquí ha fallado algo que no es culpa tuya. El id de la petición lo encuentra en el registro.',
    },
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: { en: 'Store unavailable', es: 'Almacén no disponible' },
    detail: {
      en: 'The event store cannot be reached now. Try again with the same Idempotency-Key.',
      es: 'Ahora no se llega al almacén de eventos. Vuelve a intentarlo con la misma Idempotency-Key.',
    },
  },
  SHUTTING_DOWN: {
    status: 503,
    title: { en: 'Shutting down', es: 'Apagándose' },
    detail: { en: 'The server is shutting down; try again shortly.', es: 'El servidor se está apagando; vuelve a intentarlo enseguida.' },
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;

/** A code of the edges. */
export type EdgeCode = keyof typeof EDGE_CODES;

/** Every code that a client can see. */
export type Code = RefusalCode | EdgeCode;

/** The catalogue of all codes. */
export const CODES: Readonly<Record<Code, CodeEntry>> = { ...REFUSALS, ...EDGE_CODES };
