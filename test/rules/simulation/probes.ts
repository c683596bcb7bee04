import {
  decide,
  isRefusal,
  MASTER_COMMANDS,
  sameJson,
  TURN_COMMANDS,
  view,
  type Command,
  type CommandName,
  type Encounter,
  type RuleSet,
} from '@bitacora/engine';
import { fill, seededDice, type SeededRandom } from '@bitacora/engine/testing';
import { ensure } from './violation.js';

const TRIES_OF_LISTED = 80;
const TRIES_OF_OTHERS = 2;

/** Sends every command that there is from the state as it stands: those in `available` are accepted with some fields, no other is with any. */
export function checkAvailable(rules: RuleSet, encounter: Encounter, random: SeededRandom): void {
  const seen = view(encounter, rules);
  const seat = { view: seen, rules, random };
  const probe = (id: string, name: CommandName) => {
    const listed = seen.available[id]?.includes(name) === true;
    const tries: Command[] = [];
    for (let i = 0; i < (listed ? TRIES_OF_LISTED : TRIES_OF_OTHERS); i += 1) {
      const command = fill(seat, name, id);
      tries.push(command);
      const accepted = !isRefusal(decide(command, encounter, { rules, dice: seededDice(i), commandId: 'probe' }));
      ensure(listed || !accepted, 'what `available` does not list is refused', () => ({
        id,
        command,
        clock: seen.clock,
      }));
      if (accepted) return;
    }
    ensure(!listed, 'what `available` lists is accepted with some fields', () => ({
      id,
      name,
      last: tries.at(-1),
      refusal: decide(tries.at(-1) as Command, encounter, { rules, dice: seededDice(0), commandId: 'probe' }),
    }));
  };
  for (const { id } of seen.combatants) for (const name of TURN_COMMANDS) if (name !== 'veto') probe(id, name);
  for (const name of MASTER_COMMANDS) probe('', name);
}

/** Takes back everything to the creation and does it again: every state on the way is as it was. */
export function checkUndoOfAll(rules: RuleSet, encounter: Encounter): void {
  const states = [encounter.now];
  let current = encounter;
  const send = (type: 'undo' | 'redo') => {
    const result = decide({ type }, current, {
      rules,
      dice: seededDice(0),
      commandId: `all${String(current.revision)}`,
    });
    if (isRefusal(result)) return false;
    current = result.encounter;
    return true;
  };
  while (send('undo')) states.push(current.now);
  ensure(
    current.now.status === 'setup' && current.now.clock.round === 0,
    'undoing everything leads back to the creation',
    () => current.now.clock,
  );
  states.pop();
  while (send('redo'))
    ensure(
      sameJson(states.pop(), current.now),
      'redoing everything passes through the same states',
      () => current.now.clock,
    );
  ensure(
    states.length === 0 && sameJson(current.now, encounter.now),
    'redoing everything leads back to the end',
    () => current.now.clock,
  );
}
