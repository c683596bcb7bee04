import type { CommandName } from '@bitacora/engine';

/** How a command stands in the schema: what it does, and whether its mutation takes an input; it must be given where nothing is said. */
export interface CommandMutation {
  readonly about: string;
  readonly input?: 'optional' | 'none';
}

/** The mutation of every command, by its name. */
export const MUTATIONS: Readonly<Record<CommandName, CommandMutation>> = {
  addCombatant: { about: 'Somebody comes in.' },
  updateCombatant: { about: 'Changes a combatant.' },
  removeCombatant: { about: 'Takes a combatant out of the encounter for good.' },
  start: { about: 'The first round begins.', input: 'none' },
  rollInitiative: {
    about: 'One batch of what the stage waits for now; whoever is not given faces is rolled by the server.',
    input: 'optional',
  },
  decideTie: { about: 'Decides a tie that the dice left (Yôkai Sensô).' },
  declare: { about: 'Says what a combatant does; with an outcome it is resolved at once.' },
  resolve: { about: 'Says how a declared action came out.' },
  veto: { about: 'The activity never happened and costs nothing.' },
  endTurn: { about: 'Ends a combatant’s turn.' },
  delay: { about: 'Holds the turn’s action back.' },
  act: { about: 'Takes a delayed action now, or an open slot.' },
  defend: { about: 'Defends, at any moment.' },
  prepare: { about: 'Prepares an action for a condition (Yôkai Sensô).' },
  trigger: { about: 'The condition is met: takes the prepared action.' },
  waive: { about: 'The condition is met: declines the prepared action.' },
  react: { about: 'Spends the Reaction (Yôkai Sensô).' },
  recover: { about: 'Recovers (Yôkai Sensô).' },
  reserveDie: { about: 'Sets a die aside (Yôkai Sensô).' },
  withdraw: { about: 'Hides or steps aside (Yôkai Sensô).' },
  join: { about: 'Comes back into the fight (Yôkai Sensô).' },
  spendMoxie: { about: 'Spends Moxie to go first (Eclipse Phase).' },
  wound: { about: 'Inflicts wounds.' },
  heal: { about: 'Heals wounds.' },
  setStatus: { about: 'Takes a combatant out, or brings it back.' },
  applyCondition: { about: 'Gives a combatant a condition.' },
  removeCondition: { about: 'Takes a condition away.' },
  adjustInitiative: { about: 'Changes an initiative score.' },
  moveInOrder: { about: 'Puts a waiting entry elsewhere.' },
  roll: { about: 'Any other roll of the table.' },
  note: { about: 'Notes something down.' },
  contributeSeed: { about: 'Puts a player’s own seed into the server’s dice, before the start.' },
  advance: { about: 'Closes a stage that waits for nobody but might be used.', input: 'none' },
  undo: { about: 'Takes back the last command that is not undone.', input: 'none' },
  redo: { about: 'Brings back the command that was undone last.', input: 'none' },
  end: { about: 'Ends the encounter.', input: 'optional' },
};
