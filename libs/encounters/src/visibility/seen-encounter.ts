import type { Encounter, RuleSet, View } from '@bitacora/engine';
import type { EventEnvelope } from '../envelope.js';
import type { Folded } from '../types.js';
import type { Frame, Sight } from './sight.js';
import { maskedEncounter, maskedView } from './view.js';

interface Made {
  readonly encounter: Encounter;
  readonly view: View;
  json: string | null;
}

/** An encounter after one frame, as a scope sees it; whoever of the scope looks gets the same objects. */
export class SeenEncounter implements Folded {
  #made: WeakRef<Made> | null = null;

  constructor(
    readonly frame: Frame,
    readonly sight: Sight,
    readonly rules: RuleSet,
    readonly at: string,
  ) {}

  get id(): string {
    return this.frame.encounter.now.id;
  }

  get revision(): number {
    return this.frame.revision;
  }

  get events(): readonly EventEnvelope[] {
    return this.frame.events;
  }

  get encounter(): Encounter {
    return this.#make().encounter;
  }

  get folded(): this {
    return this;
  }

  view(): View {
    return this.#make().view;
  }

  viewJson(): string {
    const made = this.#make();
    return (made.json ??= JSON.stringify(made.view));
  }

  #make(): Made {
    const known = this.#made?.deref();
    if (known !== undefined) return known;
    const encounter = maskedEncounter(this.frame, this.revision, this.sight);
    const made: Made = { encounter, view: maskedView(encounter, this.rules), json: null };
    this.#made = new WeakRef(made);
    return made;
  }
}
