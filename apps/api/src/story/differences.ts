import type { Difference, DifferenceKind } from '@bitacora/encounters';
import type { Json, JsonObject, RuleSet, View } from '@bitacora/engine';
import { sentence, type Language, type Params, type Sentences } from '../messages/index.js';
import { shortly, textOf } from './shortly.js';
import { Vocabulary } from './words.js';

/** What each kind of difference says. */
export const DIFFERENCE_TEXTS: Readonly<Record<DifferenceKind, Sentences>> = {
  status: {
    en: ['The combat was {from} and is {to}.', 'The state of the combat changed.'],
    es: ['El combate estaba {from} y está {to}.', 'Cambió el estado del combate.'],
  },
  clock: {
    en: ['It was {from}; it is {to}.', 'Time went on.'],
    es: ['Era {from}; es {to}.', 'Pasó el tiempo.'],
  },
  order: {
    en: ['The order was {from}; it is {to}.', 'The order changed.'],
    es: ['El orden era {from}; es {to}.', 'Cambió el orden.'],
  },
  acting: {
    en: ['{from} acted; now: {to}.', 'Others act.'],
    es: ['Actuaba: {from}; ahora: {to}.', 'Actúan otros.'],
  },
  suspended: {
    en: ['{from} had to wait; now: {to}.', 'Others have to wait.'],
    es: ['Esperaba: {from}; ahora: {to}.', 'Esperan otros.'],
  },
  combatantAdded: { en: ['{who} came in.', 'Somebody came in.'], es: ['{who} entró.', 'Alguien entró.'] },
  combatantRemoved: { en: ['{who} is gone.', 'Somebody is gone.'], es: ['{who} ya no está.', 'Alguien ya no está.'] },
  name: {
    en: ['{from} is called {to}.', 'A name changed.'],
    es: ['{from} se llama {to}.', 'Cambió un nombre.'],
  },
  side: {
    en: ['{who}: side {from} → {to}.', 'A side changed.'],
    es: ['{who}: bando {from} → {to}.', 'Cambió un bando.'],
  },
  hidden: {
    en: ['{who}: hidden {from} → {to}.', 'Somebody hid or appeared.'],
    es: ['{who}: oculto {from} → {to}.', 'Alguien se ocultó o apareció.'],
  },
  combatantStatus: {
    en: ['{who} was {from} and is {to}.', 'A status changed.'],
    es: ['{who} estaba {from} y está {to}.', 'Cambió un estado.'],
  },
  wounds: {
    en: ['{who}: wounds {from} → {to}.', 'Wounds changed.'],
    es: ['{who}: heridas {from} → {to}.', 'Cambiaron las heridas.'],
  },
  resource: {
    en: ['{who}: {key} {from} → {to}.', 'A resource changed.'],
    es: ['{who}: {key} {from} → {to}.', 'Cambió un recurso.'],
  },
  initiative: {
    en: ['{who}: initiative {from} → {to}.', 'An initiative changed.'],
    es: ['{who}: iniciativa {from} → {to}.', 'Cambió una iniciativa.'],
  },
  stats: {
    en: ['{who}: {key} {from} → {to}.', 'A stat changed.'],
    es: ['{who}: {key} {from} → {to}.', 'Cambió una característica.'],
  },
  delayed: {
    en: ['{who}: delayed action {from} → {to}.', 'A delayed action changed.'],
    es: ['{who}: acción retrasada {from} → {to}.', 'Cambió una acción retrasada.'],
  },
  prepared: {
    en: ['{who}: prepared action {from} → {to}.', 'A prepared action changed.'],
    es: ['{who}: acción preparada {from} → {to}.', 'Cambió una acción preparada.'],
  },
  reserveDie: {
    en: ['{who}: reserve die {from} → {to}.', 'A reserve die changed.'],
    es: ['{who}: dado reservado {from} → {to}.', 'Cambió un dado reservado.'],
  },
  sidelined: {
    en: ['{who}: at the edge of the fight {from} → {to}.', 'Somebody came in from the edge, or went there.'],
    es: ['{who}: al margen del combate {from} → {to}.', 'Alguien entró desde el margen, o fue allí.'],
  },
  withdrawn: {
    en: ['{who}: withdrawn {from} → {to}.', 'Somebody withdrew or came back.'],
    es: ['{who}: retirado {from} → {to}.', 'Alguien se retiró o volvió.'],
  },
  conditionBegun: {
    en: ['{who} is now: {to}.', 'A condition began.'],
    es: ['{who} tiene ahora: {to}.', 'Empezó una condición.'],
  },
  conditionEnded: {
    en: ['{who} is no longer: {from}.', 'A condition ended.'],
    es: ['{who} ya no tiene: {from}.', 'Terminó una condición.'],
  },
  declared: {
    en: ['{who}, declarations: {from} → {to}.', 'Declarations changed.'],
    es: ['{who}, declaraciones: {from} → {to}.', 'Cambiaron las declaraciones.'],
  },
  declaration: {
    en: ['{who}, declaration {key}: {from} → {to}.', 'A declaration changed.'],
    es: ['{who}, declaración {key}: {from} → {to}.', 'Cambió una declaración.'],
  },
};

/** What the sentences look things up in: both states, and the rule set. */
export interface DifferenceContext {
  readonly before: View;
  readonly after: View;
  readonly rules: RuleSet;
}

/** A difference as a sentence. */
export function differenceText(difference: Difference, context: DifferenceContext, language: Language): string {
  const words = new Vocabulary(context.rules, language);
  const names = new Map([...context.before.combatants, ...context.after.combatants].map((c) => [c.id, c.name]));
  return sentence(DIFFERENCE_TEXTS[difference.what], language, factsOf(difference, words, names), 500);
}

type Names = ReadonlyMap<string, string>;

function factsOf({ what, combatant, key, from, to }: Difference, words: Vocabulary, names: Names): Params {
  const tell = (value: Json) => told(what, value, words, names);
  return {
    who: combatant === null ? null : (names.get(combatant) ?? combatant),
    key: key === null ? null : nameOf(what, key, words),
    from: tell(from),
    to: tell(to),
  };
}

function nameOf(what: DifferenceKind, key: string, words: Vocabulary): string {
  if (what === 'resource') return words.of('resources', key);
  return what === 'stats' ? words.stat(key) : key;
}

const NOTHING = '–';

function told(what: DifferenceKind, value: Json, words: Vocabulary, names: Names): string {
  if (value === null) return NOTHING;
  switch (what) {
    case 'status':
      return words.word(`encounter.${textOf(value)}`);
    case 'combatantStatus':
      return words.word(`status.${textOf(value)}`);
    case 'withdrawn':
      return words.word(`how.${textOf(value)}`);
    case 'declaration':
      return words.word(`declaration.${textOf(value)}`);
    case 'clock':
      return clock(value as JsonObject, words);
    case 'order':
      return order(value as unknown as Order, words, names);
    case 'acting':
    case 'suspended':
      return keys((value as readonly Json[]).flat(), names) || NOTHING;
    case 'conditionBegun':
    case 'conditionEnded':
      return words.of('conditions', textOf((value as JsonObject).name));
    case 'declared':
      return action((value as JsonObject).action as JsonObject, words);
    case 'prepared':
      return `${action((value as JsonObject).action as JsonObject, words)} (${textOf((value as JsonObject).condition)})`;
    case 'reserveDie':
      return textOf((value as JsonObject).value);
    case 'delayed':
      return `${words.round} ${textOf((value as JsonObject).round)}, ${words.pass} ${textOf((value as JsonObject).pass)}`;
    default:
      return typeof value === 'boolean' ? words.word(value ? 'yes' : 'no') : shortly(value, words);
  }
}

function clock({ round, pass, stage }: JsonObject, words: Vocabulary): string {
  return `${words.round} ${textOf(round)}, ${words.pass} ${textOf(pass)}, ${words.of('stages', textOf(stage))}`;
}

type Order = readonly (readonly { readonly key: string; readonly score: number; readonly state: string }[])[];

function order(groups: Order, words: Vocabulary, names: Names): string {
  const told = groups.map((entries) =>
    entries
      .map(({ key, score, state }) => `${keys([key], names)} ${String(score)} (${words.word(`state.${state}`)})`)
      .join(' + '),
  );
  return told.length === 0 ? NOTHING : told.join(', ');
}

/** Keys of entries with their owners' names. */
function keys(all: readonly Json[], names: Names): string {
  return all
    .map((key) => {
      const [id = '', entry] = textOf(key).split(':');
      const name = names.get(id) ?? id;
      return entry === undefined ? name : `${name}:${entry}`;
    })
    .join(', ');
}

function action({ kind, label }: JsonObject, words: Vocabulary): string {
  const name = words.of('actionKinds', textOf(kind));
  return typeof label === 'string' && label !== '' ? `${name}: ${label}` : name;
}
