import type { RuleSet } from '@bitacora/engine';
import { d20 } from './d20/index.js';
import { eclipsePhase } from './eclipse-phase/index.js';
import { starWars } from './star-wars/index.js';
import { storytellerGames } from './storyteller/index.js';
import { turnoDeJuego } from './turno-de-juego/index.js';
import { yokaiSenso } from './yokai-senso/index.js';

/** The rule sets that this build knows. */
export interface Registry {
  /** All of them, in the order in which they are listed. */
  readonly all: () => readonly RuleSet[];
  /** The one of that id, if it is known. */
  readonly get: (id: string) => RuleSet | undefined;
}

const ALL: readonly RuleSet[] = [eclipsePhase, starWars, turnoDeJuego, yokaiSenso, ...storytellerGames, d20];

const BY_ID = new Map(ALL.map((rules) => [rules.id, rules]));

/** Every rule set of the product: a family is one line here. */
export const rulesets: Registry = {
  all: () => ALL,
  get: (id) => BY_ID.get(id),
};
