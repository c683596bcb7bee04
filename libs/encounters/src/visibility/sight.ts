import type { Core, Encounter, Group, Stage } from '@bitacora/engine';
import type { EventEnvelope } from '../envelope.js';

/** What one scope of viewers is shown: hidden combatants do not exist, and what others declare in secret shows when its stage ends. */
export interface Scope {
  /** The combatants whose secret declarations it sees. */
  readonly owned: readonly string[];
}

/** What one has declared in secret, and the resources that it had before. */
export interface Secret {
  readonly declarations: readonly string[];
  readonly resources: Readonly<Record<string, number>>;
}

/** What is withheld for now, by combatant. */
export type Withheld = Readonly<Record<string, Secret>>;

/** What a scope is shown of the encounter besides what it may see of it. */
export interface Shown {
  readonly encounter: Encounter;
  /** The pass that is shown. */
  readonly pass: number;
  /** The stage that is shown: one that waits for hidden ones alone is none. */
  readonly stage: Stage;
  readonly withheld: Withheld;
  /** The order of the pass that is shown, while one runs in which only hidden ones act; else null. */
  readonly order: readonly Group[] | null;
  readonly turns: Turns;
}

/** The activations of this round as they are numbered for a scope; their true numbers are given again when they are undone. */
export interface Turns {
  readonly count: number;
  readonly shown: ReadonlyMap<number, number>;
}

/** A frame that a command led to: under which id it was shown, and what stood after it. */
export interface Step {
  readonly command: string;
  /** Whether it is shown as what the command itself did, not as what came by itself. */
  readonly isOwn: boolean;
  readonly after: Shown;
}

/** A command that is not undone, as the scope saw it; a stack, newest first, beside the encounter's own. */
export interface Before {
  readonly before: Shown;
  readonly steps: readonly Step[];
  readonly rest: Before | null;
}

/** An undone command, as the scope saw it; a stack, newest first. */
export interface After extends Before {
  readonly after: Shown;
  readonly rest: After | null;
}

/** All that goes along from one command to the next. */
export interface State extends Shown {
  readonly past: Before | null;
  readonly future: After | null;
}

/** What a scope sees happen at once: its events and the encounter as it is then. */
export interface Frame extends Shown {
  /** Counts what the scope has seen: the number of its events up to here. */
  readonly revision: number;
  readonly events: readonly EventEnvelope[];
}

interface GivenNumber {
  readonly shown: string;
  /** The encounter's true revision when it was first shown. */
  readonly since: number;
}

/** Numbers as a scope sees them: dense, whatever hidden ones used up. A number once shown stays. */
export class Numbers {
  readonly #shown = new Map<string, GivenNumber>();
  readonly #true = new Map<string, string>();

  constructor(readonly prefix: string) {}

  /** The number that `id` is shown under; a new one, from true revision `since` on, if it has none. */
  show(id: string, since: number): string {
    const known = this.#shown.get(id);
    if (known !== undefined) return known.shown;
    const shown = `${this.prefix}${String(this.#shown.size + 1)}`;
    this.#shown.set(id, { shown, since });
    this.#true.set(shown, id);
    return shown;
  }

  /** The number that `id` was shown under at true revision `at`; undefined if it was not shown by then. */
  shownAs(id: string, at: number): string | undefined {
    const known = this.#shown.get(id);
    return known === undefined || known.since > at ? undefined : known.shown;
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
  /** Those who were hidden when they were removed: never shown. */
  readonly gone = new Set<string>();

  constructor(readonly scope: Scope) {}

  /** `id` is removed from `core`. */
  lose(id: string, core: Core): void {
    if (hiddenIn(core).has(id)) this.gone.add(id);
  }
}

/** The ids of those who are unseen in `core`: the hidden, and those who were hidden when they went, of whom a slot may be left (SW-9). */
export function unseenIn(core: Core, { gone }: Sight): ReadonlySet<string> {
  const hidden = hiddenIn(core);
  if (gone.size === 0) return hidden;
  return new Set([...hidden, ...core.removed.filter((id) => gone.has(id))]);
}

/** The ids that are hidden in `core`. */
export function hiddenIn(core: Core): ReadonlySet<string> {
  return new Set(core.combatants.filter((c) => c.hidden).map((c) => c.id));
}
