import { ARCHIVE_PROBLEMS } from './archive-problems.js';
import type { Sentences } from './template.js';

/** What can be wrong with a part of a request: words of the engine, of written dice, and of the edges. */
export const PROBLEMS: Readonly<Record<string, Sentences>> = {
  ...ARCHIVE_PROBLEMS,
  unknownField: {
    en: ['There is no such field here; possible: {allowed}.', 'There is no such field here.'],
    es: ['Aquí no existe ese campo; son posibles: {allowed}.', 'Aquí no existe ese campo.'],
  },
  notAHead: {
    en: 'A head is written REVISION:HASH, with 64 hex digits.',
    es: 'Una cabeza se escribe REVISIÓN:HASH, con 64 cifras hexadecimales.',
  },
  noLines: {
    en: 'The body must be lines of JSON, as application/x-ndjson.',
    es: 'El cuerpo debe ser líneas de JSON, como application/x-ndjson.',
  },
  missing: { en: 'This field is required.', es: 'Este campo es obligatorio.' },
  notAnObject: { en: 'It must be an object.', es: 'Debe ser un objeto.' },
  notAList: {
    en: ['It must be a list of at most {max} items.', 'It must be a list.'],
    es: ['Debe ser una lista de {max} elementos como mucho.', 'Debe ser una lista.'],
  },
  notANumber: { en: 'It must be a number.', es: 'Debe ser un número.' },
  notABoolean: { en: 'It must be true or false.', es: 'Debe ser true o false.' },
  notInRange: {
    en: ['It must be an integer from {min} to {max}.', 'It must be an integer.'],
    es: ['Debe ser un entero de {min} a {max}.', 'Debe ser un entero.'],
  },
  notAChoice: {
    en: ['It must be one of: {choices}.', 'It is none of the values that are possible.'],
    es: ['Debe ser uno de estos valores: {choices}.', 'No es ninguno de los valores posibles.'],
  },
  notSuchAText: {
    en: ['It must be a text of at most {maxLength} characters, in the form that is asked for.', 'It must be a text.'],
    es: ['Debe ser un texto de {maxLength} caracteres como mucho, en la forma que se pide.', 'Debe ser un texto.'],
  },
  textLength: {
    en: ['It must be a text of {min} to {max} characters.', 'It must be a text.'],
    es: ['Debe ser un texto de {min} a {max} caracteres.', 'Debe ser un texto.'],
  },
  nameLength: {
    en: ['A name has {min} to {max} characters; this one has {given}.', 'A name has 1 to 200 characters.'],
    es: ['Un nombre tiene de {min} a {max} caracteres; este tiene {given}.', 'Un nombre tiene de 1 a 200 caracteres.'],
  },
  badId: {
    en: [
      'An id has 1 to {max} characters, no colon and no control characters, and is not __proto__.',
      'This cannot be an id.',
    ],
    es: [
      'Un identificador tiene de 1 a {max} caracteres, sin dos puntos ni caracteres de control, y no es __proto__.',
      'Esto no puede ser un identificador.',
    ],
  },
  listLength: {
    en: ['It must be a list of {min} to {max} items.', 'The list has a length that is not possible.'],
    es: ['Debe ser una lista de {min} a {max} elementos.', 'La lista tiene una longitud que no es posible.'],
  },
  notSuchAList: {
    en: ['It must be a list of at most {max} texts.', 'It must be a list of texts.'],
    es: ['Debe ser una lista de {max} textos como mucho.', 'Debe ser una lista de textos.'],
  },
  outcomeOfIntent: {
    en: 'An intent is only declared; its actions have outcomes when they are resolved.',
    es: 'Una intención solo se declara; sus acciones tienen resultado cuando se resuelven.',
  },
  seedLength: {
    en: ['A seed has {min} to {max} bytes in UTF-8.', 'A seed has 1 to 256 bytes.'],
    es: ['Una semilla tiene de {min} a {max} bytes en UTF-8.', 'Una semilla tiene de 1 a 256 bytes.'],
  },
  facesOrResult: {
    en: ['Give faces or a result for {combatant}, not both.', 'Give faces or a result, not both.'],
    es: [
      'Indica las caras o el resultado de {combatant}, no las dos cosas.',
      'Indica las caras o el resultado, no las dos cosas.',
    ],
  },
  scoreAndRoll: {
    en: ['Give a score or faces for {combatant}, not both.', 'Give a score or faces, not both.'],
    es: [
      'Indica una puntuación o las caras de {combatant}, no las dos cosas.',
      'Indica una puntuación o las caras, no las dos cosas.',
    ],
  },
  notModifiers: {
    en: ['It must be a list of at most {max} modifiers.', 'It must be a list of modifiers.'],
    es: ['Debe ser una lista de {max} modificadores como mucho.', 'Debe ser una lista de modificadores.'],
  },
  notAModifier: {
    en: ['A modifier is {"what": text, "value": integer}, its value between -{max} and {max}.', 'This is no modifier.'],
    es: [
      'Un modificador es {"what": texto, "value": entero}, con el valor entre -{max} y {max}.',
      'Esto no es un modificador.',
    ],
  },
  tooMany: {
    en: ['There can be at most {max} of them.', 'There are too many of them.'],
    es: ['Puede haber {max} como mucho.', 'Hay demasiados.'],
  },
  beforeOrAfter: { en: 'Give exactly one of before and after.', es: 'Indica exactamente uno de before y after.' },
  besideItself: { en: 'Nothing can be moved next to itself.', es: 'Nada puede moverse junto a sí mismo.' },
  unknownCommand: {
    en: ['There is no command {given}.', 'The type must name a command.'],
    es: ['No hay ninguna orden {given}.', 'El tipo debe nombrar una orden.'],
  },
  notJson: { en: 'The body is no valid JSON.', es: 'El cuerpo no es JSON válido.' },
  tooDeep: {
    en: ['It is nested deeper than {max} levels.', 'It is nested too deep.'],
    es: ['Está anidado a más de {max} niveles.', 'Está anidado a demasiados niveles.'],
  },
  socketOnly: {
    en: 'Subscriptions go over a WebSocket.',
    es: 'Las suscripciones van por un WebSocket.',
  },
  playersOnly: {
    en: 'Only a player has combatants.',
    es: 'Solo un jugador tiene combatientes.',
  },
  notInFuture: {
    en: 'It must be a time that is still to come.',
    es: 'Debe ser una hora que aún no ha pasado.',
  },
  forbiddenKey: {
    en: ['The key {key} is not allowed.', 'This key is not allowed.'],
    es: ['La clave {key} no está permitida.', 'Esta clave no está permitida.'],
  },
  notATime: {
    en: 'It must be a time in ISO 8601 with its zone, such as 2024-05-01T18:30:00Z.',
    es: 'Debe ser una hora en ISO 8601 con su zona, como 2024-05-01T18:30:00Z.',
  },
  oneOfTwo: {
    en: ['Give {first} or {second}, not both.', 'Give one of them, not both.'],
    es: ['Indica {first} o {second}, no los dos.', 'Indica uno de ellos, no los dos.'],
  },
  notAnETag: {
    en: 'It must be a revision in quotes, such as "17".',
    es: 'Debe ser una revisión entre comillas, como "17".',
  },
  badCursor: {
    en: 'This cursor was not given out by this list.',
    es: 'Esta lista no ha dado este cursor.',
  },
  badPosition: { en: 'This position was not given out here.', es: 'Esta posición no se ha dado aquí.' },
  notPrintable: {
    en: ['It must have 1 to {max} printable ASCII characters.', 'It must be printable ASCII.'],
    es: ['Debe tener de 1 a {max} caracteres ASCII imprimibles.', 'Debe ser ASCII imprimible.'],
  },
  NOT_DICE: { en: 'Dice are a text or an object.', es: 'Los dados son un texto o un objeto.' },
  EMPTY: { en: 'No dice are written.', es: 'No hay dados escritos.' },
  TOO_LONG: {
    en: ['The text has {length} characters; at most {max} are possible.', 'The text is too long.'],
    es: ['El texto tiene {length} caracteres; el máximo es {max}.', 'El texto es demasiado largo.'],
  },
  EXPECTED_TERM: {
    en: ['In column {at}, a number, dice such as 3d10, or ( should stand.', 'A number or dice are missing.'],
    es: ['En la columna {at} debería haber un número, dados como 3d10, o (.', 'Falta un número o dados.'],
  },
  EXPECTED_FACES: {
    en: ['In column {at}, the number of faces of the die is missing.', 'The number of faces is missing.'],
    es: ['En la columna {at} falta el número de caras del dado.', 'Falta el número de caras.'],
  },
  EXPECTED_SELECTOR: {
    en: ['In column {at}, kh, kl, dh or dl should stand.', 'kh, kl, dh or dl is missing.'],
    es: ['En la columna {at} debería haber kh, kl, dh o dl.', 'Falta kh, kl, dh o dl.'],
  },
  EXPECTED_OPERATOR: {
    en: ['In column {at}, +, - or * should stand, or the end.', 'An operator is missing.'],
    es: ['En la columna {at} debería haber +, - o *, o el final.', 'Falta un operador.'],
  },
  UNCLOSED_PARENTHESIS: {
    en: ['The ( in column {opened} is not closed.', 'A parenthesis is not closed.'],
    es: ['El ( de la columna {opened} no se cierra.', 'Hay un paréntesis sin cerrar.'],
  },
  UNOPENED_PARENTHESIS: {
    en: ['The ) in column {at} closes nothing.', 'A parenthesis closes nothing.'],
    es: ['El ) de la columna {at} no cierra nada.', 'Hay un paréntesis que no cierra nada.'],
  },
  COUNT_RANGE: {
    en: ['The number of dice must be from {min} to {max}, not {found}.', 'That many dice are not possible.'],
    es: ['El número de dados debe ir de {min} a {max}, y no {found}.', 'Ese número de dados no es posible.'],
  },
  FACES_RANGE: {
    en: ['A die has {min} to {max} faces, not {found}.', 'A die does not have that many faces.'],
    es: ['Un dado tiene de {min} a {max} caras, y no {found}.', 'Un dado no tiene tantas caras.'],
  },
  SELECTOR_RANGE: {
    en: ['From {min} to {max} of these dice can be chosen, not {found}.', 'That many dice cannot be chosen.'],
    es: ['De esos dados se pueden elegir de {min} a {max}, y no {found}.', 'No se pueden elegir tantos dados.'],
  },
  CANNOT_DROP: { en: 'Of a single die none can be dropped.', es: 'De un solo dado no se puede descartar ninguno.' },
  NUMBER_RANGE: {
    en: ['Numbers go from {min} to {max}.', 'The number is too great.'],
    es: ['Los números van de {min} a {max}.', 'El número es demasiado grande.'],
  },
  RESULT_RANGE: {
    en: ['The result could leave the range from {min} to {max}.', 'The result could be too great.'],
    es: ['El resultado podría salirse del intervalo de {min} a {max}.', 'El resultado podría ser demasiado grande.'],
  },
  TOO_MANY_DICE: {
    en: ['At most {max} dice can be rolled at once, not {count}.', 'These are too many dice.'],
    es: ['Se pueden tirar {max} dados a la vez como mucho, y no {count}.', 'Son demasiados dados.'],
  },
  NO_DICE: { en: 'There is no die to roll.', es: 'No hay ningún dado que tirar.' },
  EXPECTED_DIE: {
    en: ['In column {at}, the name of a narrative die should stand.', 'The name of a narrative die is missing.'],
    es: ['En la columna {at} debería haber el nombre de un dado narrativo.', 'Falta el nombre de un dado narrativo.'],
  },
  EXPECTED_SEPARATOR: {
    en: ['In column {at}, + or a comma should stand, or the end.', 'A separator is missing.'],
    es: ['En la columna {at} debería haber + o una coma, o el final.', 'Falta un separador.'],
  },
  UNKNOWN_DIE: {
    en: ['No narrative die is called {found}.', 'No narrative die is called so.'],
    es: ['Ningún dado narrativo se llama {found}.', 'Ningún dado narrativo se llama así.'],
  },
  AMBIGUOUS_DIE: {
    en: ['This could be any die: write {use}.', 'This could be any die.'],
    es: ['Esto podría ser cualquier dado: escribe {use}.', 'Esto podría ser cualquier dado.'],
  },
};
