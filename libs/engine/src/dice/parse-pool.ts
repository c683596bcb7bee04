import { DICE_LIMITS } from './limits.js';
import { NARRATIVE_DICE, type NarrativeDie, type NarrativePool } from './narrative.js';
import { described, diceProblem, type DiceProblem } from './problem.js';
import { Scanner } from './scanner.js';

type ParsedPool = { readonly ok: true; readonly pool: NarrativePool } | DiceProblem;

/**
 * Reads a pool of narrative dice, as an object (`{proficiency: 1, ability: 2}`) or as text (`1 proficiency + 2 ability`,
 * `2a + 1p`). In text a name may be cut to any beginning of it but `d`, which could be any die; see `docs/dice.md`.
 * It never throws.
 * @returns the pool, with at least one die and within `DICE_LIMITS`, or what is wrong and where.
 */
export function parsePool(input: unknown): ParsedPool {
  if (typeof input === 'string') return poolOfText(input);
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return diceProblem('NOT_DICE', 0);
  return poolOfObject(input);
}

function poolOfObject(input: object): ParsedPool {
  const counts = new Map<NarrativeDie, number>();
  for (const [name, count] of Object.entries(input) as [string, unknown][]) {
    const die = NARRATIVE_DICE.find((known) => known === name);
    if (die === undefined) return diceProblem('UNKNOWN_DIE', 0, { found: name.slice(0, DICE_LIMITS.text) });
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > DICE_LIMITS.dice) {
      return diceProblem('COUNT_RANGE', 0, { found: described(count), die, min: 0, max: DICE_LIMITS.dice });
    }
    counts.set(die, count);
  }
  return poolOf(counts, 0);
}

function poolOfText(text: string): ParsedPool {
  const { text: max } = DICE_LIMITS;
  if (text.length > max) return diceProblem('TOO_LONG', max + 1, { length: text.length, max });
  const scanner = new Scanner(text);
  if (scanner.atEnd()) return diceProblem('EMPTY', 1);
  const counts = new Map<NarrativeDie, number>();
  do readItem(scanner, counts);
  while (scanner.problem === null && (scanner.take('+') || scanner.take(',')));
  if (!scanner.atEnd()) scanner.fail('EXPECTED_SEPARATOR', scanner.at, { found: scanner.found() });
  return scanner.problem ?? poolOf(counts, 1);
}

function readItem(scanner: Scanner, counts: Map<NarrativeDie, number>): void {
  const count = scanner.number();
  const max = DICE_LIMITS.dice;
  if (count !== null && count.value > max) {
    scanner.fail('COUNT_RANGE', count.at, { found: count.digits, min: 0, max });
  }
  const { text: word, at } = scanner.word();
  if (word === '') scanner.fail('EXPECTED_DIE', at, { found: scanner.found() });
  if (word === 'd') scanner.fail('AMBIGUOUS_DIE', at, { found: word, use: 'di' });
  const die = NARRATIVE_DICE.find((known) => known.startsWith(word));
  if (die === undefined) scanner.fail('UNKNOWN_DIE', at, { found: word });
  else counts.set(die, (counts.get(die) ?? 0) + (count?.value ?? 1));
}

function poolOf(counts: ReadonlyMap<NarrativeDie, number>, at: number): ParsedPool {
  const count = [...counts.values()].reduce((sum, more) => sum + more, 0);
  if (count === 0) return diceProblem('NO_DICE', at);
  if (count > DICE_LIMITS.dice) return diceProblem('TOO_MANY_DICE', at, { count, max: DICE_LIMITS.dice });
  const of = (die: NarrativeDie): number => counts.get(die) ?? 0;
  return {
    ok: true,
    pool: {
      proficiency: of('proficiency'),
      ability: of('ability'),
      boost: of('boost'),
      setback: of('setback'),
      difficulty: of('difficulty'),
      challenge: of('challenge'),
      force: of('force'),
    },
  };
}
