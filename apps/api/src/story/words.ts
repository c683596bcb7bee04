import { SHARED_WORDS, type Labels, type RuleSet, type Text } from '@bitacora/engine';
import type { Language } from '../messages/index.js';

/** Words of what every game has, where a rule set has none of its own. */
export const WORDS = {
  'status.active': { en: 'active', es: 'en combate' },
  'status.unconscious': { en: 'unconscious', es: 'inconsciente' },
  'status.incapacitated': { en: 'incapacitated', es: 'incapacitado' },
  'status.dead': { en: 'dead', es: 'muerto' },
  'status.fled': { en: 'fled', es: 'huido' },
  'encounter.setup': { en: 'being set up', es: 'en preparación' },
  'encounter.running': { en: 'running', es: 'en marcha' },
  'encounter.ended': { en: 'ended', es: 'terminado' },
  'stage.setup': { en: 'Preparations', es: 'Preparativos' },
  'stage.initiative': { en: 'Initiative', es: 'Iniciativa' },
  'stage.tie': { en: 'Ties', es: 'Empates' },
  'stage.declaration': { en: 'Declarations', es: 'Declaraciones' },
  'stage.actions': { en: 'Actions', es: 'Acciones' },
  'stage.standby': { en: 'Standby', es: 'A la espera' },
  'stage.close': { en: 'Close', es: 'Cierre' },
  'boundary.startOfTurn': { en: 'the start of the turn', es: 'el principio del turno' },
  'boundary.endOfTurn': { en: 'the end of the turn', es: 'el final del turno' },
  'boundary.endOfRound': { en: 'the end of the round', es: 'el final de la ronda' },
  'field.name': { en: 'name', es: 'nombre' },
  'field.side': { en: 'side', es: 'bando' },
  'field.hidden': { en: 'visibility', es: 'visibilidad' },
  'field.stats': { en: 'stats', es: 'características' },
  'field.resources': { en: 'resources', es: 'recursos' },
  'reason.wounds': { en: 'wounds', es: 'heridas' },
  'reason.strain': { en: 'strain', es: 'tensión' },
  'reason.stats': { en: 'changed stats', es: 'cambio de características' },
  'reason.status': { en: 'change of status', es: 'cambio de estado' },
  'reason.adjustment': { en: 'adjusted initiative', es: 'ajuste de iniciativa' },
  'reason.removed': { en: 'somebody is gone', es: 'alguien se ha ido' },
  'reason.arrival': { en: 'arrival', es: 'llegada' },
  'reason.energy': { en: 'energy', es: 'energía' },
  'reason.tieBreak': { en: 'broken tie', es: 'desempate' },
  'reason.moxie': { en: 'Moxie', es: 'Moxie' },
  'reason.defence': { en: 'defence', es: 'defensa' },
  'reason.veto': { en: 'veto', es: 'veto' },
  'reason.delay': { en: 'delayed turn', es: 'turno retrasado' },
  'reason.ownTurn': { en: 'its own turn has come', es: 'llega el turno propio' },
  'reason.roundEnded': { en: 'the round is over', es: 'termina la ronda' },
  'reason.expired': { en: 'not used in time', es: 'no se usó a tiempo' },
  'reason.replaced': { en: 'replaced by another', es: 'sustituida por otra' },
  'reason.reaction': { en: 'the reaction is used', es: 'se usa la reacción' },
  'reason.ended': { en: 'ended', es: 'terminado' },
  'reason.out': { en: 'out of action', es: 'fuera de combate' },
  'reason.defended': { en: 'it has defended itself', es: 'se ha defendido' },
  'reason.unconscious': { en: 'unconscious', es: 'inconsciente' },
  'reason.incapacitated': { en: 'incapacitated', es: 'incapacitado' },
  'reason.dead': { en: 'dead', es: 'muerto' },
  'reason.fled': { en: 'fled', es: 'huido' },
  'state.waiting': { en: 'waiting', es: 'esperando' },
  'state.acting': { en: 'acting', es: 'actuando' },
  'state.acted': { en: 'has acted', es: 'ha actuado' },
  'state.delayed': { en: 'delayed', es: 'retrasado' },
  'state.forfeited': { en: 'forfeited', es: 'perdido' },
  'state.out': { en: 'out', es: 'fuera' },
  'declaration.declared': { en: 'declared', es: 'declarada' },
  'declaration.resolved': { en: 'resolved', es: 'resuelta' },
  'declaration.vetoed': { en: 'vetoed', es: 'vetada' },
  'declaration.cancelled': { en: 'cancelled', es: 'cancelada' },
  'how.hide': { en: 'hiding', es: 'esconderse' },
  'how.stepAside': { en: 'stepping aside', es: 'apartarse' },
  'by.table': { en: 'by the table', es: 'en la mesa' },
  'by.server': { en: 'by the server', es: 'por el servidor' },
  'outcome.success': { en: 'success', es: 'éxito' },
  'outcome.failure': { en: 'failure', es: 'fracaso' },
  'purpose.initiative': { en: 'initiative', es: 'iniciativa' },
  'purpose.tieBreak': { en: 'tie-break', es: 'desempate' },
  'purpose.reserveDie': { en: 'reserve die', es: 'dado reservado' },
  'purpose.free': { en: 'roll', es: 'tirada' },
  'symbol.success': { en: 'success', es: 'éxito' },
  'symbol.advantage': { en: 'advantage', es: 'ventaja' },
  'symbol.failure': { en: 'failure', es: 'fallo' },
  'symbol.threat': { en: 'threat', es: 'amenaza' },
  'symbol.triumph': { en: 'triumph', es: 'triunfo' },
  'symbol.despair': { en: 'despair', es: 'desesperación' },
  'symbol.light': { en: 'light', es: 'luz' },
  'symbol.dark': { en: 'dark', es: 'oscuridad' },
  'symbol.netSuccesses': { en: 'net successes', es: 'éxitos netos' },
  'symbol.netAdvantages': { en: 'net advantages', es: 'ventajas netas' },
  nobody: { en: 'Nobody', es: 'Nadie' },
  slot: { en: 'An open slot', es: 'Un turno libre' },
  yes: { en: 'yes', es: 'sí' },
  no: { en: 'no', es: 'no' },
} as const satisfies Readonly<Record<string, Text>>;

/** The names of rule sets' words that stand besides others. */
type Group = 'stages' | 'entries' | 'resources' | 'actionKinds' | 'parts' | 'conditions';

/** The words of a rule set in one language; what has none is the table's own and stays as it is. */
export class Vocabulary {
  readonly labels: Labels;

  constructor(
    readonly rules: Pick<RuleSet, 'names' | 'labels' | 'stats'>,
    readonly language: Language,
  ) {
    this.labels = rules.labels;
  }

  get round(): string {
    return this.labels.round[this.language];
  }

  get pass(): string {
    return this.labels.pass[this.language];
  }

  /** A word of what every game has. */
  word(key: string): string {
    const found = own(WORDS, key);
    return found === undefined ? key.slice(key.indexOf('.') + 1) : found[this.language];
  }

  /** The name of one of a combatant's stats. */
  stat(key: string): string {
    return own(this.rules.stats, key)?.title?.[this.language] ?? key;
  }

  /** A word of the rule set, else of every game, else the word itself. */
  of(group: Group, key: string): string {
    const found = own(this.labels[group] ?? {}, key) ?? (group === 'parts' ? own(SHARED_WORDS, key) : undefined);
    if (found !== undefined) return found[this.language];
    return group === 'stages' ? this.word(`stage.${key}`) : key;
  }
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
