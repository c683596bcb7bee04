import { EMPTY, type RuleSet } from '@bitacora/engine';
import type { EventEnvelope } from '../envelope.js';
import { beginning, project } from '../visibility/project.js';
import { Sight, type Frame, type State } from '../visibility/sight.js';
import { maskedEncounter, maskedView } from '../visibility/view.js';

/** Looks at a log as the table does, command by command: what it could not be shown is found before somebody asks for it. */
export class Onlooker {
  readonly #sight = new Sight({ owned: [] });
  #state: State = beginning(EMPTY);
  #frame: Frame | null = null;

  /** One command's events. Throws where the table could not be told them. */
  look(events: readonly EventEnvelope[], rules: RuleSet): void {
    const { frames, state } = project(this.#state, this.#frame?.revision ?? 0, events, rules, this.#sight);
    this.#state = state;
    this.#frame = frames.at(-1) ?? this.#frame;
  }

  /** Throws where the table could not be shown the encounter as it is now. */
  see(rules: RuleSet): void {
    if (this.#frame !== null) maskedView(maskedEncounter(this.#frame, this.#frame.revision, this.#sight), rules);
  }
}
