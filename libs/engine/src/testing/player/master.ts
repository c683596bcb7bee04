import { BOUNDARIES, MASTER_COMMANDS, STATUSES, TURN_COMMANDS, type Command } from '../../command.js';
import type { CombatantView } from '../../view.js';
import { between, chance, pick, weighted } from './chance.js';
import { fill, outcome, type Seat } from './fields.js';
import { randomCombatant, randomStat } from './roster.js';

/** The largest fight that the player makes by adding combatants. */
const MOST = 8;

/** A move of the game master that is no step of the turn order; null where it makes no sense now. */
type Move = (seat: Seat) => Command | null;

const any = ({ view, random }: Seat): CombatantView => pick(random, view.combatants);

const out = ({ view }: Seat) => view.combatants.filter((c) => c.status !== 'active');

/** The moves by name. */
const MOVES = {
  wound: (seat) => ({
    type: 'wound',
    combatant: any(seat).id,
    ...(chance(seat.random, 30) && { count: between(seat.random, 1, 3) }),
  }),
  heal: (seat) => ({
    type: 'heal',
    combatant: any(seat).id,
    ...(chance(seat.random, 30) && { count: between(seat.random, 1, 3) }),
  }),
  takeOut: (seat) => ({ type: 'setStatus', combatant: any(seat).id, status: pick(seat.random, STATUSES.slice(1)) }),
  bringBack: (seat) =>
    out(seat).length === 0 ? null : { type: 'setStatus', combatant: pick(seat.random, out(seat)).id, status: 'active' },
  addCombatant: (seat) =>
    seat.view.combatants.length >= MOST
      ? null
      : { ...newcomer(seat), ...(chance(seat.random, 70) && { when: pick(seat.random, ['now', 'nextRound']) }) },
  removeCombatant: (seat) =>
    seat.view.combatants.length < 2 ? null : { type: 'removeCombatant', combatant: any(seat).id },
  adjustInitiative: (seat) => ({
    type: 'adjustInitiative',
    combatant: any(seat).id,
    by: between(seat.random, -3, 3),
    reason: 'higher ground',
    ...(chance(seat.random, 50) && { lasts: pick(seat.random, ['round', 'encounter']) }),
  }),
  moveInOrder,
  applyCondition: (seat) => ({
    type: 'applyCondition',
    combatant: any(seat).id,
    name: pick(seat.random, ['stunned', 'immobilized', 'staggered', 'disoriented']),
    ...(chance(seat.random, 75) && {
      lasts: {
        rounds: seat.random.below(3),
        boundary: pick(seat.random, BOUNDARIES),
        ...(chance(seat.random, 30) && { of: any(seat).id }),
      },
    }),
  }),
  removeCondition: (seat) =>
    seat.view.conditions.length === 0
      ? null
      : { type: 'removeCondition', condition: pick(seat.random, seat.view.conditions).id },
  updateCombatant,
  veto: ({ view, random }) => {
    const open = view.declarations.filter((d) => d.state === 'declared');
    return open.length === 0 ? null : { type: 'veto', declaration: pick(random, open).id };
  },
  undo: (seat) => (can(seat, 'undo') ? { type: 'undo' } : null),
  redo: (seat) => (can(seat, 'redo') ? { type: 'redo' } : null),
  roll: (seat) => ({
    type: 'roll',
    dice: pick(seat.random, ['2d6+1', '4d6kh3', '1d10']),
    ...(chance(seat.random, 50) && { combatant: any(seat).id }),
  }),
  note: () => ({ type: 'note', text: 'It is raining.' }),
  blunder,
} as const satisfies Record<string, Move>;

/** The name of a move. */
export type MoveName = keyof typeof MOVES;

/** How often the game master makes each move, in proportion to the others. */
export const MOVE_WEIGHTS: Readonly<Record<MoveName, number>> = {
  wound: 8,
  heal: 5,
  takeOut: 4,
  bringBack: 6,
  addCombatant: 3,
  removeCombatant: 1,
  adjustInitiative: 5,
  moveInOrder: 5,
  applyCondition: 4,
  removeCondition: 2,
  updateCombatant: 4,
  veto: 4,
  undo: 5,
  redo: 4,
  roll: 1,
  note: 1,
  blunder: 6,
};

/** Some move of the game master, or null where the one that luck named makes no sense. */
export function meddle(seat: Seat, weights: Readonly<Record<MoveName, number>>): Command | null {
  const name = weighted(seat.random, Object.entries(weights) as [MoveName, number][]);
  return MOVES[name](seat);
}

/** Gets a fight going again in which nobody can act. */
export function rescue(seat: Seat): Command {
  const { view, random } = seat;
  const back = out(seat).filter((c) => !c.sidelined && c.withdrawn === null);
  if (back.length > 0 && chance(random, 80))
    return { type: 'setStatus', combatant: pick(random, back).id, status: 'active' };
  const { combatantData } = newcomer(seat);
  return view.combatants.length >= MOST
    ? { type: 'removeCombatant', combatant: any(seat).id }
    : { type: 'addCombatant', when: 'now', combatantData: { ...combatantData, sidelined: false } };
}

function can({ view }: Seat, command: string): boolean {
  return view.available['']?.includes(command) === true;
}

function newcomer({ rules, random }: Seat) {
  return {
    type: 'addCombatant',
    combatantData: randomCombatant(rules, random, `n${String(random.uint32())}`),
  } as const;
}

function moveInOrder({ view, random }: Seat): Command | null {
  const waiting = view.order.flatMap((g) => g.entries).filter((e) => e.state === 'waiting');
  if (waiting.length < 2) return null;
  const [key, beside] = [pick(random, waiting).key, pick(random, waiting).key];
  return { type: 'moveInOrder', key, [pick(random, ['before', 'after'])]: beside, reason: 'so be it' };
}

function updateCombatant(seat: Seat): Command {
  const { rules, random } = seat;
  const c = any(seat);
  const resources = Object.keys(c.resources);
  const changes = pick(random, [
    { stats: randomStat(rules, random) },
    { stats: randomStat(rules, random) },
    { name: 'Somebody else', side: 'left' },
    { hidden: !c.hidden },
    ...(resources.length === 0 ? [] : [{ resources: { [pick(random, resources)]: random.below(3) } }]),
  ]);
  return { type: 'updateCombatant', combatant: c.id, changes };
}

/** A command that the rules mostly refuse: of anybody, at any time. */
function blunder(seat: Seat): Command {
  const { random } = seat;
  if (chance(random, 20)) return fill(seat, pick(random, MASTER_COMMANDS.slice(0, 4)), '');
  const id = chance(random, 5) ? 'nobody' : any(seat).id;
  const command = pick(random, TURN_COMMANDS);
  return command === 'veto'
    ? { type: 'resolve', declaration: 'd1', outcome: outcome(random) }
    : fill(seat, command, id);
}
