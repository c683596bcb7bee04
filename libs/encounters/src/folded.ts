import { view, type Encounter, type RuleSet, type View } from '@bitacora/engine';
import type { Folded } from './types.js';
import { viewJson } from './view-json.js';
import { seesAll, type Viewer } from './viewer.js';

/** What was made for all who see everything; collected when nobody uses it and memory is short. */
interface Made {
  readonly view: View;
  json: string | null;
}

/** A folded encounter, whole: for those who see everything. Its view is made when it is first asked for, and shared. */
export class FoldedEncounter implements Folded {
  #made: WeakRef<Made> | null = null;

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
    return (made.json ??= viewJson(made.view, this.encounter.now));
  }

  #make(viewer: Viewer): Made {
    if (!seesAll(viewer)) throw new Error('a whole encounter was about to be shown to one who may not see everything');
    const known = this.#made?.deref();
    if (known !== undefined) return known;
    const made: Made = { view: view(this.encounter, this.rules), json: null };
    this.#made = new WeakRef(made);
    return made;
  }
}
