import type { ErrorCode } from 'yaml';

/** In Spanish what the parser says in English only. */
const SPANISH: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'un alias no puede llevar ancla ni etiqueta',
  BAD_ALIAS: 'un alias o un ancla necesita un nombre, y que no acabe en dos puntos',
  BAD_COLLECTION_TYPE: 'la etiqueta es de otra clase de colección',
  BAD_DIRECTIVE: 'hay una directiva que no es ninguna',
  BAD_DQ_ESCAPE: 'hay un escape que no es ninguno dentro de las comillas',
  BAD_INDENT: 'la sangría no es la de las líneas vecinas',
  BAD_PROP_ORDER: 'el ancla o la etiqueta debe ir detrás del indicador',
  BAD_SCALAR_START: 'un valor sin comillas no puede empezar con este carácter',
  BLOCK_AS_IMPLICIT_KEY: 'una lista o un objeto en bloque no puede estar aquí en una sola línea con su clave',
  BLOCK_IN_FLOW: 'dentro de corchetes o llaves no puede haber un bloque',
  DUPLICATE_KEY: 'la clave está repetida',
  IMPOSSIBLE: 'aquí hay algo que no debería poder estar',
  KEY_OVER_1024_CHARS: 'la clave tiene más de 1024 caracteres',
  MISSING_CHAR: 'falta un carácter: unas comillas, una coma, un guion, dos puntos o un espacio',
  MULTILINE_IMPLICIT_KEY: 'una clave debe caber en una línea',
  MULTIPLE_ANCHORS: 'hay más de un ancla',
  MULTIPLE_DOCS: 'hay más de un documento',
  MULTIPLE_TAGS: 'hay más de una etiqueta',
  NON_STRING_KEY: 'la clave debe ser un texto',
  RESOURCE_EXHAUSTION: 'los alias se multiplican demasiado',
  TAB_AS_INDENT: 'hay tabuladores en la sangría',
  TAG_RESOLVE_FAILED: 'no se conoce la etiqueta',
  UNEXPECTED_TOKEN: 'aquí hay algo que no se espera',
};

/** What is wrong with a text as YAML, in Spanish. `code` is the parser's; without one its aliases cannot be resolved. */
export function yamlFaultInSpanish(code: string | undefined): string {
  if (code === undefined) return 'sus alias no se pueden resolver';
  return Object.hasOwn(SPANISH, code) ? SPANISH[code as ErrorCode] : SPANISH.UNEXPECTED_TOKEN;
}
