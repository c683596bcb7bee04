import type { Verified } from './encounter.js';
import type { Fault, FaultCode, FaultValues } from './fault.js';

/** The languages that the verifier speaks. */
export type Language = 'en' | 'es';

type Sentences = Readonly<Record<FaultCode, string>>;

const EN: Sentences = {
  EMPTY_FILE: 'the file is empty; it should begin with a line of kind {expected}',
  NO_LINE_FEED: 'the line does not end with a line feed; the last line needs one too',
  LINE_TOO_LONG: 'the line is longer than {max} bytes',
  NOT_UTF8: 'the line is not UTF-8',
  NOT_JSON: 'the line is not JSON; it begins with {found}',
  TOO_DEEP: 'the values are nested more than {max} deep',
  NOT_CANONICAL:
    'the line is not canonical JSON (RFC 8785): in column {column} stands {found}, it should be {expected}',
  UNKNOWN_KIND: 'the kind of the line is {found}; it should be export, event, withheld or head',
  WRONG_FIELD: 'the field {field} is {found}; it should be {expected}',
  OUT_OF_ORDER: 'a line of kind {found} stands where one of kind {expected} should stand',
  CUT_OFF: 'the file ends in the middle of an encounter; a line of kind {expected} should stand here',
  ENCOUNTER_TWICE: 'the encounter {found} stands in the file a second time',
  TOO_MANY_EVENTS: 'this verifier reads at most {max} events of an encounter',
  REVISION: 'the revision is {found}; it should be {expected}',
  ID_TWICE: 'an earlier event has the id {found} too',
  COMMAND_SPLIT: 'the events of command {found} do not stand together: it began earlier and another came between',
  NOT_CREATED: 'the encounter begins with {found}; it should begin with {expected}',
  HASH: 'the hash does not follow from the event before and this content and salt: it is {found}, they give {expected}',
  HEAD_REVISION: 'the head names revision {found}; the last event is revision {expected}',
  HEAD_HASH: 'the head names hash {found}; the last event has {expected}',
  KEY_ID: 'the head names key {found}; its public key has the id {expected}',
  SIGNATURE: 'the signature of the head is not of key {key}',
  OTHER_KEY: 'the head is signed with key {found}; it should be {expected}',
  OTHER_HEAD: 'this revision has hash {found}; the head you kept says {expected}: the past was changed',
  HEAD_BEYOND:
    'the log ends with revision {found}; the head you kept is of revision {revision}, {expected}: the end was cut off',
  ROLL_FIELD: 'the field {field} is {found}; it should be {expected}',
  NO_COMMITMENT: 'roll {roll} is by the server, which has committed to no seed; SeedCommitted should stand before it',
  EPOCH: 'the seed committed to has epoch {found}; it should be {expected}',
  REVEALED_EPOCH: 'a seed of epoch {found} is revealed; it should be of epoch {expected}',
  COMMITMENT: 'the revealed seed does not fit its commitment: it gives {found}, committed to was {expected}',
  SEED_AFTER_REVEAL:
    'roll {roll} uses the seed of epoch {epoch}, which was revealed before; SeedCommitted should stand before it',
  ROLL_NUMBER: 'the roll has number {found}; it should be {expected}',
  PURPOSE: 'the purpose of roll {roll} is {found}; it should be {expected}',
  FACE_COUNT: 'roll {roll} has {found} faces; it should have {expected}',
  FACE_IMPOSSIBLE: 'die {die} of roll {roll} shows {found}; possible is {expected}',
  FACE: 'die {die} of roll {roll} shows {found}; the revealed seed gives {expected}',
  EXPRESSION: 'roll {roll}: {found} is no roll that can be counted; it should be written as docs/dice.md says',
  DICE: 'roll {roll} has dice {found}; what was written asks for {expected}',
  TOTAL: 'roll {roll} has total {found}; its faces and modifiers give {expected}',
  RESULT: 'the result has {field} {found}; the faces give {expected}',
};

const ES: Sentences = {
  EMPTY_FILE: 'el archivo está vacío; debería empezar con una línea de clase {expected}',
  NO_LINE_FEED: 'la línea no acaba en un salto de línea; también la última lo necesita',
  LINE_TOO_LONG: 'la línea tiene más de {max} bytes',
  NOT_UTF8: 'la línea no es UTF-8',
  NOT_JSON: 'la línea no es JSON; empieza con {found}',
  TOO_DEEP: 'los valores están anidados a más de {max} niveles',
  NOT_CANONICAL:
    'la línea no es JSON canónico (RFC 8785): en la columna {column} está {found}, debería estar {expected}',
  UNKNOWN_KIND: 'la clase de la línea es {found}; debería ser export, event, withheld o head',
  WRONG_FIELD: 'el campo {field} es {found}; debería ser {expected}',
  OUT_OF_ORDER: 'hay una línea de clase {found} donde debería haber una de clase {expected}',
  CUT_OFF: 'el archivo acaba en medio de un encuentro; aquí debería haber una línea de clase {expected}',
  ENCOUNTER_TWICE: 'el encuentro {found} está por segunda vez en el archivo',
  TOO_MANY_EVENTS: 'este verificador lee como mucho {max} sucesos de un encuentro',
  REVISION: 'la revisión es {found}; debería ser {expected}',
  ID_TWICE: 'un suceso anterior ya tiene el id {found}',
  COMMAND_SPLIT: 'los sucesos de la orden {found} no están juntos: empezó antes y hay otra por medio',
  NOT_CREATED: 'el encuentro empieza con {found}; debería empezar con {expected}',
  HASH: 'el hash no se sigue del suceso anterior y de este contenido y su sal: es {found}, y ellos dan {expected}',
  HEAD_REVISION: 'la cabeza nombra la revisión {found}; el último suceso es la revisión {expected}',
  HEAD_HASH: 'la cabeza nombra el hash {found}; el último suceso tiene {expected}',
  KEY_ID: 'la cabeza nombra la clave {found}; su clave pública tiene el id {expected}',
  SIGNATURE: 'la firma de la cabeza no es de la clave {key}',
  OTHER_KEY: 'la cabeza está firmada con la clave {found}; debería ser {expected}',
  OTHER_HEAD: 'esta revisión tiene el hash {found}; la cabeza que guardaste dice {expected}: se cambió el pasado',
  HEAD_BEYOND:
    'el registro acaba en la revisión {found}; la cabeza que guardaste es de la revisión {revision}, {expected}: se cortó el final',
  ROLL_FIELD: 'el campo {field} es {found}; debería ser {expected}',
  NO_COMMITMENT:
    'la tirada {roll} es del servidor, que no se ha comprometido con ninguna semilla; antes debería haber SeedCommitted',
  EPOCH: 'la semilla comprometida es de la época {found}; debería ser {expected}',
  REVEALED_EPOCH: 'se revela una semilla de la época {found}; debería ser de la época {expected}',
  COMMITMENT: 'la semilla revelada no concuerda con su compromiso: da {found}, y el compromiso era {expected}',
  SEED_AFTER_REVEAL:
    'la tirada {roll} usa la semilla de la época {epoch}, ya revelada; antes debería haber SeedCommitted',
  ROLL_NUMBER: 'la tirada tiene el número {found}; debería ser {expected}',
  PURPOSE: 'el fin de la tirada {roll} es {found}; debería ser {expected}',
  FACE_COUNT: 'la tirada {roll} tiene {found} caras; debería tener {expected}',
  FACE_IMPOSSIBLE: 'el dado {die} de la tirada {roll} muestra {found}; es posible {expected}',
  FACE: 'el dado {die} de la tirada {roll} muestra {found}; la semilla revelada da {expected}',
  EXPRESSION:
    'tirada {roll}: {found} no es una tirada que se pueda contar; debería estar escrita como dice docs/dice.md',
  DICE: 'la tirada {roll} tiene los dados {found}; lo escrito pide {expected}',
  TOTAL: 'la tirada {roll} tiene el total {found}; sus caras y modificadores dan {expected}',
  RESULT: 'el resultado tiene {field} {found}; las caras dan {expected}',
};

/** What the help of the command says. */
export const HELP = {
  en: {
    about:
      'Checks an export without any server: the chain, the signed head, every die. Exit code 1: something was changed.',
    file: 'the export, NDJSON',
    head: 'a head that you kept: it has to be in the chain (can be given several times)',
    key: 'id of the key that has to have signed',
    json: 'prints a JSON object a line',
  },
  es: {
    about:
      'Comprueba una exportación sin servidor: la cadena, la cabeza firmada, cada dado. Código de salida 1: algo se cambió.',
    file: 'la exportación, NDJSON',
    head: 'una cabeza que guardaste: ha de estar en la cadena (se puede dar varias veces)',
    key: 'id de la clave que ha de haber firmado',
    json: 'escribe un objeto JSON por línea',
  },
} as const;

const FRAMES = {
  en: {
    place: 'line {line}: ',
    revised: 'line {line}, revision {revision}: ',
    bad: 'BAD {where}{what}',
    good: 'OK  {encounter}: {events}; {rolls}; head {head}, key {key}',
    events: '{count} events',
    withheld: '{count} of them withheld',
    viewer: 'one viewer’s copy',
    rolls: '{count} rolls verified',
    unverifiable: '{count} not verifiable ({why})',
    unrevealed: '{count} not revealed',
    hidden: '{count} hidden',
    table: '{count} by the table',
    seeds: '{count} seeds, one after the other',
    unreadable: 'cannot read {file}: {why}',
    badHead: '--head has to be REVISION:HASH, 64 hexadecimal digits after the colon, not {found}',
    badKey: '--key has to be the id of a key, 16 hexadecimal digits, not {found}',
  },
  es: {
    place: 'línea {line}: ',
    revised: 'línea {line}, revisión {revision}: ',
    bad: 'MAL {where}{what}',
    good: 'OK  {encounter}: {events}; {rolls}; cabeza {head}, clave {key}',
    events: '{count} sucesos',
    withheld: '{count} de ellos retenidos',
    viewer: 'copia de un espectador',
    rolls: '{count} tiradas verificadas',
    unverifiable: '{count} no verificables ({why})',
    unrevealed: '{count} sin revelar',
    hidden: '{count} ocultas',
    table: '{count} de la mesa',
    seeds: '{count} semillas, una tras otra',
    unreadable: 'no se puede leer {file}: {why}',
    badHead: '--head ha de ser REVISIÓN:HASH, con 64 cifras hexadecimales tras los dos puntos, y no {found}',
    badKey: '--key ha de ser el id de una clave, 16 cifras hexadecimales, y no {found}',
  },
} as const;

/** What is wrong, without where. */
export function faultSentence({ code, values }: Fault, language: Language): string {
  return filled((language === 'es' ? ES : EN)[code], values);
}

/** What is wrong, and where, on one line. */
export function faultLine(fault: Fault, language: Language): string {
  const { line, revision } = fault.place;
  const { place, revised, bad } = FRAMES[language];
  const where = revision === null ? filled(place, { line }) : filled(revised, { line, revision });
  return filled(bad, { where, what: faultSentence(fault, language) });
}

/** What was verified of an encounter, on one line. */
export function verifiedLine(verified: Verified, language: Language): string {
  const words = FRAMES[language];
  const { encounter, events, withheld, scope, rolls, seeds, head } = verified;
  const counted = (sentence: string, count: number) => (count > 0 ? [filled(sentence, { count })] : []);
  const why = (['unrevealed', 'hidden', 'table'] as const).flatMap((reason) => counted(words[reason], rolls[reason]));
  const open = rolls.unrevealed + rolls.hidden + rolls.table;
  const unverifiable = open > 0 ? [filled(words.unverifiable, { count: open, why: why.join(', ') })] : [];
  return filled(words.good, {
    encounter: visible(encounter),
    events: [
      ...[filled(words.events, { count: events })],
      ...counted(words.withheld, withheld),
      ...(scope === 'viewer' ? [words.viewer] : []),
    ].join(', '),
    rolls: [
      filled(words.rolls, { count: rolls.verified }),
      ...unverifiable,
      ...(seeds > 1 ? [filled(words.seeds, { count: seeds })] : []),
    ].join(', '),
    head: `${head.revision}:${head.hash}`,
    key: head.key,
  });
}

/** Why a call cannot be done. */
export function refusalLine(
  refusal: 'unreadable' | 'badHead' | 'badKey',
  values: FaultValues,
  language: Language,
): string {
  return filled(FRAMES[language][refusal], values);
}

function filled(sentence: string, values: FaultValues): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => visible(String(values[name] ?? '')));
}

/** A text that cannot steer a terminal: control characters are shown as their escapes. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
