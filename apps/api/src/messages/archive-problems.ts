import type { ImportProblemCode, LogProblemCode } from '@bitacora/encounters';
import type { Sentences } from './template.js';

/** What can be wrong with a log, and with a file that holds one. */
export const ARCHIVE_PROBLEMS: Readonly<Record<LogProblemCode | ImportProblemCode, Sentences>> = {
  REVISION_GAP: {
    en: ['Here stands revision {found}; it should be {expected}.', 'A revision is missing.'],
    es: ['Aquí está la revisión {found}; debería ser la {expected}.', 'Falta una revisión.'],
  },
  EVENT_TWICE: {
    en: ['The event {found} stands twice.', 'An event stands twice.'],
    es: ['El suceso {found} está dos veces.', 'Un suceso está dos veces.'],
  },
  BAD_EVENT_ID: {
    en: ['{found} is no id of an event.', 'The id of an event is none.'],
    es: ['{found} no es el identificador de un suceso.', 'El identificador de un suceso no lo es.'],
  },
  COMMAND_SPLIT: {
    en: ['The events of command {found} do not stand together.', 'The events of a command do not stand together.'],
    es: ['Los sucesos de la orden {found} no están juntos.', 'Los sucesos de una orden no están juntos.'],
  },
  TIME_BACKWARDS: {
    en: [
      'Its time is {found}, before the event before it at {expected}.',
      'Its time is before that of the event before it.',
    ],
    es: [
      'Su hora es {found}, antes que el suceso anterior, de {expected}.',
      'Su hora es anterior a la del suceso anterior.',
    ],
  },
  UNREADABLE: {
    en: ['The event cannot be read: {reason}.', 'The event cannot be read.'],
    es: ['No se puede leer el suceso: {reason}.', 'No se puede leer el suceso.'],
  },
  NO_PROOF: {
    en: 'The event has no proof, or none of the right form.',
    es: 'El suceso no tiene prueba, o no la tiene en la forma debida.',
  },
  HASH: {
    en: ['Its hash is {found}; its content gives {expected}.', 'Its hash does not fit its content.'],
    es: ['Su hash es {found}; su contenido da {expected}.', 'Su hash no corresponde a su contenido.'],
  },
  NOT_CREATED: {
    en: 'A log begins with the creation of its encounter, which happens once.',
    es: 'Un registro empieza con la creación de su encuentro, que ocurre una sola vez.',
  },
  OTHER_ENCOUNTER: {
    en: ['It is of encounter {found}, not of {expected}.', 'It is of another encounter.'],
    es: ['Es del encuentro {found}, no de {expected}.', 'Es de otro encuentro.'],
  },
  UNKNOWN_RULESET: {
    en: ['This server has no rule set {found}.', 'This server does not have its rule set.'],
    es: ['Este servidor no tiene el reglamento {found}.', 'Este servidor no tiene su reglamento.'],
  },
  NEWER_EVENT: {
    en: [
      '{type} of version {version} is of a newer program; this one knows up to {known}.',
      'It was written by a newer program.',
    ],
    es: [
      '{type} de la versión {version} es de un programa más nuevo; este conoce hasta la {known}.',
      'Lo escribió un programa más nuevo.',
    ],
  },
  DOES_NOT_FOLLOW: {
    en: ['It cannot follow what stands before it: {reason}.', 'It cannot follow what stands before it.'],
    es: ['No puede seguir a lo que hay antes: {reason}.', 'No puede seguir a lo que hay antes.'],
  },
  DECISION: {
    en: ['By the rules this stands here: {expected}.', 'By the rules the command leads to something else.'],
    es: ['Según las reglas, aquí va esto: {expected}.', 'Según las reglas, la orden lleva a otra cosa.'],
  },
  EPOCH: {
    en: ['It speaks of the seeds {found}; they should be {expected}.', 'It speaks of other seeds.'],
    es: ['Habla de las semillas {found}; deberían ser las {expected}.', 'Habla de otras semillas.'],
  },
  COMMITMENT: {
    en: ['The revealed seed has the commitment {found}, not {expected}.', 'The revealed seed is not the one promised.'],
    es: ['La semilla revelada tiene el compromiso {found}, no {expected}.', 'La semilla revelada no es la prometida.'],
  },
  NO_COMMITMENT: {
    en: ['Roll {roll} of the server has no commitment before it.', 'A roll of the server has no commitment before it.'],
    es: [
      'La tirada {roll} del servidor no tiene ningún compromiso antes.',
      'Una tirada del servidor no tiene ningún compromiso antes.',
    ],
  },
  SEED_AFTER_REVEAL: {
    en: [
      'Roll {roll} uses the seed {epoch}, which was revealed before.',
      'A roll uses a seed that was revealed before.',
    ],
    es: ['La tirada {roll} usa la semilla {epoch}, ya revelada.', 'Una tirada usa una semilla ya revelada.'],
  },
  ROLL_NUMBER: {
    en: ['The roll has the number {found}; it should be {expected}.', 'The roll has another number than it should.'],
    es: ['La tirada tiene el número {found}; debería ser el {expected}.', 'El número de una tirada no es el debido.'],
  },
  ROLL_SHAPE: {
    en: ['Roll {roll} has {found} faces for {expected} dice.', 'The faces of a roll do not fit its dice.'],
    es: [
      'La tirada {roll} tiene {found} caras para {expected} dados.',
      'Las caras de una tirada no encajan con sus dados.',
    ],
  },
  IMPOSSIBLE_FACE: {
    en: ['Die {die} of roll {roll} shows {found}; it has {max} faces.', 'A die shows a face that it does not have.'],
    es: [
      'El dado {die} de la tirada {roll} muestra {found}; tiene {max} caras.',
      'Un dado muestra una cara que no tiene.',
    ],
  },
  DIE: {
    en: [
      'Die {die} of roll {roll} shows {found}; the seed gives {expected}.',
      'A die shows another face than its seed gives.',
    ],
    es: [
      'El dado {die} de la tirada {roll} muestra {found}; la semilla da {expected}.',
      'Un dado muestra otra cara que la de su semilla.',
    ],
  },
  TOTAL: {
    en: ['The total of roll {roll} is {found}; it should be {expected}.', 'The total of a roll is not what it gives.'],
    es: [
      'El total de la tirada {roll} es {found}; debería ser {expected}.',
      'El total de una tirada no es el que corresponde.',
    ],
  },
  CUT_OFF: {
    en: ['The log ends at revision {found}; it has been at {expected}.', 'The end of the log is missing.'],
    es: ['El registro acaba en la revisión {found}; ha llegado a la {expected}.', 'Falta el final del registro.'],
  },
  OTHER_HEAD: {
    en: ['The hash here is {found}; it has been {expected}.', 'The hash here is another than it has been.'],
    es: ['El hash aquí es {found}; antes era {expected}.', 'El hash aquí no es el que era.'],
  },
  SIGNATURE: {
    en: ['The head is not signed by its key {key}.', 'The head is not signed by its key.'],
    es: ['La cabeza no está firmada con su clave {key}.', 'La cabeza no está firmada con su clave.'],
  },
  lineTooLong: {
    en: ['A line may have at most {max} bytes.', 'The line is too long.'],
    es: ['Una línea puede tener como mucho {max} bytes.', 'La línea es demasiado larga.'],
  },
  commandTooLarge: {
    en: ['The events of one command may have at most {max} bytes together.', 'A command has too many events.'],
    es: [
      'Los sucesos de una orden pueden tener como mucho {max} bytes entre todos.',
      'Una orden tiene demasiados sucesos.',
    ],
  },
  notUtf8: { en: 'The line is not UTF-8.', es: 'La línea no está en UTF-8.' },
  lineNotEnded: { en: 'The last line has no end.', es: 'La última línea no tiene final.' },
  notCanonical: { en: 'The line is not canonical JSON.', es: 'La línea no es JSON canónico.' },
  unknownKind: { en: 'The line is of no known kind.', es: 'La línea no es de ninguna clase conocida.' },
  wrongField: {
    en: ['The field {field} is missing, is too much or is wrong.', 'A field is wrong.'],
    es: ['El campo {field} falta, sobra o está mal.', 'Un campo está mal.'],
  },
  outOfOrder: {
    en: ['A line of the kind {found} cannot stand here.', 'The line cannot stand here.'],
    es: ['Una línea de la clase {found} no puede estar aquí.', 'La línea no puede estar aquí.'],
  },
  viewerCopy: {
    en: 'It is the copy of one who may not see everything: it can be checked, but no encounter can be made of it.',
    es: 'Es la copia de quien no puede verlo todo: se puede comprobar, pero con ella no se puede crear el encuentro.',
  },
  withheld: {
    en: 'The content of an event is left out: no encounter can be made of it.',
    es: 'Falta el contenido de un suceso: así no se puede crear el encuentro.',
  },
  encounterTwice: {
    en: ['The encounter {found} stands twice in the file.', 'An encounter stands twice in the file.'],
    es: ['El encuentro {found} está dos veces en el archivo.', 'Un encuentro está dos veces en el archivo.'],
  },
  badEncounterId: {
    en: ['{found} is no id that an encounter can have.', 'It is no id that an encounter can have.'],
    es: ['{found} no puede ser el identificador de un encuentro.', 'No puede ser el identificador de un encuentro.'],
  },
  otherHead: {
    en: ['The head is {found}; the events give {expected}.', 'The head does not fit the events.'],
    es: ['La cabeza es {found}; los sucesos dan {expected}.', 'La cabeza no corresponde a los sucesos.'],
  },
  badSignature: {
    en: ['The head is not signed by its key {key}.', 'The head is not signed by its key.'],
    es: ['La cabeza no está firmada con su clave {key}.', 'La cabeza no está firmada con su clave.'],
  },
  otherHistory: {
    en: [
      'The encounter is here already, and is another from revision {revision} on.',
      'The encounter is here already, and is another.',
    ],
    es: ['El encuentro ya está aquí, y es otro desde la revisión {revision}.', 'El encuentro ya está aquí, y es otro.'],
  },
  cutOff: { en: 'The file ends before its encounter does.', es: 'El archivo acaba antes que su encuentro.' },
};
