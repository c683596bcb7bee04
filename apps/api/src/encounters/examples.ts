/** A body that a page about the API can show and send as it stands. */
interface Example {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

type Examples = Readonly<Record<string, Example>>;

/** New encounters, one of each family. */
export const ENCOUNTER_EXAMPLES = {
  eclipsePhase: {
    summary: 'Eclipse Phase',
    value: {
      name: 'Docking bay',
      ruleset: 'eclipse-phase-1e',
      combatants: [
        { id: 'ana', name: 'Ana', kind: 'pc', stats: { intuition: 20, reflexes: 20 } },
        { id: 'drone', name: 'Drone', kind: 'npc', stats: { intuition: 10, reflexes: 10, speed: 2 } },
      ],
    },
  },
  starWars: {
    summary: 'Star Wars, narrative dice',
    value: {
      name: 'The cantina',
      ruleset: 'star-wars-ffg',
      combatants: [
        { id: 'kesh', name: 'Kesh', kind: 'pc', stats: { presence: 3, willpower: 2, cool: 1, vigilance: 2 } },
        { id: 'thug', name: 'Thug', kind: 'npc', stats: { presence: 2, willpower: 2, cool: 0, vigilance: 0 } },
      ],
    },
  },
  turnoDeJuego: {
    summary: 'Turno de Juego',
    value: {
      name: 'The mill',
      ruleset: 'turno-de-juego',
      combatants: [
        {
          id: 'hana',
          name: 'Hana',
          kind: 'pc',
          stats: { physicalInitiative: 12, mentalInitiative: 2, physicalEnergy: 2, mentalEnergy: 1 },
        },
      ],
    },
  },
  yokaiSenso: {
    summary: 'Yôkai Sensô',
    value: {
      name: 'The bamboo grove',
      ruleset: 'yokai-senso',
      combatants: [{ id: 'aki', name: 'Aki', kind: 'pc', stats: { cde: 6, initiativeBonus: 2 } }],
    },
  },
  vampire: {
    summary: 'Vampire, V20',
    value: {
      name: 'Elysium',
      ruleset: 'vampire-v20',
      combatants: [{ id: 'lucia', name: 'Lucia', kind: 'pc', stats: { dexterity: 4, wits: 4, celerity: 1 } }],
    },
  },
  d20: {
    summary: 'A d20 game',
    value: {
      name: 'The wolves',
      ruleset: 'd20',
      combatants: [
        { id: 'mira', name: 'Mira', kind: 'pc', stats: { modifier: 4 } },
        { id: 'wolf', name: 'Wolf', kind: 'npc', stats: { modifier: 2 } },
      ],
    },
  },
} satisfies Examples;

/** Commands: the fight in the docking bay, in an order in which all are taken. */
export const COMMAND_EXAMPLES = {
  start: { summary: 'start: the fight begins', value: { type: 'start' } },
  rollInitiative: {
    summary: 'rollInitiative: Ana’s die fell on the table, the server rolls the others',
    value: { type: 'rollInitiative', rolls: { ana: [7] } },
  },
  declare: {
    summary: 'declare: Ana shoots, and hits',
    value: {
      type: 'declare',
      combatant: 'ana',
      action: { kind: 'complex', label: 'Shoot' },
      outcome: { success: true },
    },
  },
  wound: { summary: 'wound: the drone is hurt', value: { type: 'wound', combatant: 'drone', source: 'Ana’s shot' } },
  endTurn: { summary: 'endTurn: Ana is done', value: { type: 'endTurn', combatant: 'ana' } },
  delay: { summary: 'delay: the drone waits', value: { type: 'delay', combatant: 'drone' } },
  act: { summary: 'act: the drone does it now', value: { type: 'act', combatant: 'drone' } },
  applyCondition: {
    summary: 'applyCondition: until the next round is over',
    value: {
      type: 'applyCondition',
      combatant: 'ana',
      name: 'dazzled',
      lasts: { rounds: 1, boundary: 'endOfRound' },
    },
  },
  addCombatant: {
    summary: 'addCombatant: somebody comes in',
    value: {
      type: 'addCombatant',
      combatantData: { id: 'bo', name: 'Bo', kind: 'pc', stats: { intuition: 15, reflexes: 15 } },
    },
  },
  roll: { summary: 'roll: any other dice', value: { type: 'roll', dice: '3d10+2', label: 'Hacking' } },
  note: { summary: 'note: for the log', value: { type: 'note', text: 'The lights go out.' } },
  undo: { summary: 'undo: the last command is taken back', value: { type: 'undo' } },
  end: { summary: 'end: the fight is over', value: { type: 'end' } },
} satisfies Examples;
