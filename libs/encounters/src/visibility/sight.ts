import type { Core, Encounter, Stage } from '@bitacora/engine';
import type { EventEnvelope } from '../envelope.js';

/** What one scope of viewers is shown: hidden combatants do not exist, and what others declare in secret shows when its stage ends. */
export interface Scope {
  /** The combatants whose secret declarations it sees. */
  readonly owned: readonly string[];
}

/** What is withheld for now: by combatant, the resources that it had before its secret declaration. */
export type Withheld = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The whole encounter with what a scope's view of it needs besides. */
export interface State {
  readonly encounter: Encounter;
  /** The pass that is shown. */
  readonly pass: number;
  /** The stage that is shown: one that waits for hidden ones alone is none. */
  readonly stage: Stage;
  readonly withheld: Withheld;
}

/** What a scope sees happen at once: its events and the encounter as it is then. */
export interface Frame extends State {
  /** Counts what the scope has seen: the number of its events up to here. */
  readonly revision: number;
  readonly events: readonly EventEnvelope[];
}

/** Numbers as a scope sees them: dense, whatever hidden ones used up. A number once shown stays. */
export class Numbers {
  readonly #shown = new Map<string, string>();
  readonly #true = new Map<string, string>();

  constructor(readonly prefix: string) {}

  /** The number that `id` is shown under; a new one if it has none. */
  show(id: string): string {
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const shown = `${this.prefix}${String(this.#shown.size + 1)}`;
    this.#shown.set(id, shown);
    this.#true.set(shown, id);
    return shown;
  }

  /** The number that `id` is shown under; undefined if it never was. */
  shownAs(id: string): string | undefined {
    return this.#shown.get(id);
  }

  /** What is shown under `shown`. */
  behind(shown: string): string | undefined {
    return this.#true.get(shown);
  }
}

/** All that a scope has been shown of one encounter so far. Grows at its end only. */
export class Sight {
  readonly declarations = new Numbers('d');
  readonly conditions = new Numbers('c');
  readonly activations = new Numbers('');
  /** Command ids as the scope sees them, by the true ones. */
  readonly commands = new Map<string, string>();

  constructor(readonly scope: Scope) {}
}

/** The ids that are hidden in `core`. */
export function hiddenIn(core: Core): ReadonlySet<string> {
  return new Set(core.combatants.filter((c) => c.hidden).map((c) => c.id));
}
