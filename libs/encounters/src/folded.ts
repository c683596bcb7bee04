import type { Encounter, RuleSet, View } from '@bitacora/engine';
import type { Folded } from './types.js';
import { scopeOf, viewFor, type Viewer } from './viewer.js';

/** What was made for one scope; collected when nobody uses it and memory is short. */
interface Made {
  readonly view: View;
  json: string | null;
}

/** A folded encounter; its views are made when they are first asked for, and shared. */
export class FoldedEncounter implements Folded {
  #made: Map<string, WeakRef<Made>> | null = null;

  constructor(
    readonly encounter: Encounter,
    readonly rules: RuleSet,
    readonly at: string,
  ) {}

  get id(): string {
    return this.encounter.now.id;
  }

  get revision(): number {
    return this.encounter.revision;
  }

  view(viewer: Viewer): View {
    return this.#make(viewer).view;
  }

  viewJson(viewer: Viewer): string {
    const made = this.#make(viewer);
    return (made.json ??= JSON.stringify(made.view));
  }

  #make(viewer: Viewer): Made {
    const scope = scopeOf(viewer);
    const known = this.#made?.get(scope)?.deref();
    if (known !== undefined) return known;
    const made: Made = { view: viewFor(viewer, this.encounter, this.rules), json: null };
    this.#made ??= new Map();
    this.#made.set(scope, new WeakRef(made));
    return made;
  }
}
