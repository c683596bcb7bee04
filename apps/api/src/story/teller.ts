import type { EventEnvelope } from '@bitacora/encounters';
import type { EventData, EventType, Group, JsonObject, RollRecord, RuleSet } from '@bitacora/engine';
import { sentence, type Language, type Params } from '../messages/index.js';
import { factsOf } from './facts.js';
import { ruleOf } from './rules.js';
import { signed } from './shortly.js';
import { STORY, UNKNOWN_EVENT } from './sentences.js';
import { Vocabulary } from './words.js';

/** So many of the newest commands and declarations are remembered, for what refers to them later. */
const REMEMBERED = 10_000;
const LONGEST = 2_000;

/** What a sentence can look up: what earlier events of the same log said. */
export interface Memory {
  readonly words: Vocabulary;
  /** The name of a combatant, or its id where it has none. */
  readonly name: (combatant: string | null | undefined) => string;
  /** What was declared under a number. */
  readonly action: (declaration: string | null) => string | undefined;
  /** The revision of a command's first event. */
  readonly firstOf: (command: string) => number | undefined;
  readonly order: (groups: readonly Group[]) => string;
  readonly roll: (roll: RollRecord) => string;
}

/** Tells a log, a line an event, in one language. To be given every event from the first one on, also those that are not wanted. */
export class Teller implements Memory {
  readonly words: Vocabulary;
  readonly #names = new Map<string, string>();
  readonly #actions = new Map<string, string>();
  readonly #commands = new Map<string, number>();

  constructor(
    readonly rules: RuleSet,
    readonly language: Language,
  ) {
    this.words = new Vocabulary(rules, language);
  }

  /** The line of an event: its revision, what happened, and the rule by which it did. */
  line(event: EventEnvelope): string {
    return `${String(event.revision).padStart(5)}  ${this.tell(event)}`;
  }

  /** {@link line} without the revision. */
  tell(event: EventEnvelope): string {
    const { type, data } = event;
    this.#remember(event);
    if (!Object.hasOwn(STORY, type)) {
      return onOneLine(sentence(UNKNOWN_EVENT, this.language, { type }));
    }
    const said = onOneLine(sentence(STORY[type], this.language, this.#facts(type, data), LONGEST));
    const rule = ruleOf(this.rules, type, data.rule);
    return rule === undefined ? said : `${said} [${onOneLine(rule)}]`;
  }

  name = (combatant: string | null | undefined): string =>
    combatant === null || combatant === undefined ? this.words.word('slot') : (this.#names.get(combatant) ?? combatant);

  action = (declaration: string | null): string | undefined =>
    declaration === null ? undefined : this.#actions.get(declaration);

  firstOf = (command: string): number | undefined => this.#commands.get(command);

  order = (groups: readonly Group[]): string =>
    groups
      .map(({ entries }) => {
        const names = entries.map((entry) => this.#entry(entry.combatant, entry.entry));
        return `${names.join(' + ')} ${String(entries[0]?.score ?? '')}`;
      })
      .join(', ');

  roll = ({ combatant, total, faces, modifiers }: RollRecord): string => {
    const parts = [
      ...(faces.length > 0 ? [`${this.words.word('purpose.free')} ${faces.join('+')}`] : []),
      ...modifiers.map(({ what, value }) => `${this.words.of('parts', what)} ${signed(value)}`),
    ];
    const shown = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
    return `${this.name(combatant)} ${String(total ?? '–')}${shown}`;
  };

  #entry(combatant: string | null, entry: string): string {
    const label = this.words.of('entries', entry);
    if (combatant === null) return label;
    return entry === 'main' || label === entry ? this.name(combatant) : `${this.name(combatant)} (${label})`;
  }

  /** The facts of an event; none where a newer program has changed what its data look like. */
  #facts(type: EventType, data: JsonObject): Params {
    try {
      return factsOf(type, data as unknown as EventData[EventType], this);
    } catch {
      return {};
    }
  }

  #remember({ type, data, command, revision }: EventEnvelope): void {
    if (!this.#commands.has(command)) keep(this.#commands, command, revision);
    const { combatant, changes, declaration } = data as {
      readonly combatant?: { readonly id?: unknown; readonly name?: unknown } | string;
      readonly changes?: { readonly name?: unknown };
      readonly declaration?: { readonly id?: unknown; readonly action?: { kind?: unknown; label?: unknown } };
    };
    if (type === 'CombatantAdded' && typeof combatant === 'object')
      this.#names.set(String(combatant.id), String(combatant.name));
    if (type === 'CombatantChanged' && typeof combatant === 'string' && typeof changes?.name === 'string')
      this.#names.set(combatant, changes.name);
    if (type === 'ActionDeclared' && declaration?.action !== undefined) {
      const { kind, label } = declaration.action;
      const said = typeof label === 'string' && label !== '' ? label : this.words.of('actionKinds', String(kind));
      keep(this.#actions, String(declaration.id), said);
    }
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  if (map.size <= REMEMBERED) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

/** What a table wrote may hold anything: a line stays a line, and nothing in it steers a terminal. */
function onOneLine(text: string): string {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
