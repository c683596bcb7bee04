import type { CombatantData, JsonObject } from '@bitacora/engine';

/** The stats of a hero by the game's own abbreviations; energies are 1 where they are not said. */
export interface Values {
  readonly if: number;
  readonly im: number;
  readonly ef?: number;
  readonly em?: number;
}

/** A combatant of Turno de Juego. */
export function hero(id: string, values: Values, more: JsonObject = {}): CombatantData {
  const { if: physicalInitiative, im: mentalInitiative, ef: physicalEnergy = 1, em: mentalEnergy = 1 } = values;
  const stats = { physicalInitiative, mentalInitiative, physicalEnergy, mentalEnergy, ...more };
  return { id, name: id, kind: 'pc', stats };
}
