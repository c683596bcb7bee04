import { printable } from '../printable.js';
import type { Texts } from '../texts.js';

/** The part of an encounter view that is drawn. */
export interface DrawnView {
  readonly name: string;
  readonly clock: { readonly round: number; readonly pass: number; readonly stage: string };
  readonly order: readonly { readonly entries: readonly DrawnEntry[] }[];
  readonly combatants: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly wounds: number;
  }[];
  readonly conditions: readonly { readonly combatant: string; readonly name: string }[];
}

interface DrawnEntry {
  readonly key: string;
  readonly combatant: string | null;
  readonly score: number;
  readonly state: string;
}

/** The words of a rule set for its clock. */
export interface ClockWords {
  readonly round: string;
  readonly pass: string;
  readonly stages: Readonly<Record<string, string>>;
}

/** The order, one entry a line: those that act at the same time are tied together. */
export function drawOrder(view: DrawnView, words: Texts['replay']): readonly string[] {
  const owners = new Map(view.combatants.map((c) => [c.id, c]));
  const rows = view.order.flatMap(({ entries }) =>
    entries.map((entry, i) => {
      const tie = entries.length === 1 ? ' ' : i === 0 ? '┌' : i === entries.length - 1 ? '└' : '│';
      const owner = owners.get(entry.combatant ?? '');
      const part = entry.key.includes(':') ? ` (${entry.key.slice(entry.key.lastIndexOf(':') + 1)})` : '';
      const name = `${owner?.name ?? entry.combatant ?? words.slot}${part}`;
      return { tie, name, entry, notes: notesOf(view, entry.combatant, words) };
    }),
  );
  const width = Math.min(40, Math.max(0, ...rows.map(({ name }) => [...name].length)));
  return rows.map(({ tie, name, entry, notes }) => {
    const mark = entry.state === 'acting' ? '▸' : ' ';
    const state = words.states[entry.state] ?? entry.state;
    const line = ` ${mark}${tie} ${padded(name, width)} ${String(entry.score).padStart(4)}  ${state}${notes}`;
    return printable(line.trimEnd());
  });
}

function padded(name: string, width: number): string {
  return name + ' '.repeat(Math.max(0, width - [...name].length));
}

function notesOf({ combatants, conditions }: DrawnView, id: string | null, words: Texts['replay']): string {
  const c = combatants.find((one) => one.id === id);
  if (c === undefined) return '';
  const notes = [
    ...(c.wounds > 0 ? [words.wounds(c.wounds)] : []),
    ...(c.status === 'active' ? [] : [words.statuses[c.status] ?? c.status]),
    ...conditions.filter((one) => one.combatant === id).map((one) => one.name),
  ];
  return notes.length === 0 ? '' : `  · ${notes.join(', ')}`;
}

/** A whole screen: where in the log, when in the fight, the order, and what happened. */
export function drawScreen(
  view: DrawnView,
  place: { readonly revision: number; readonly last: number },
  lines: readonly string[],
  clock: ClockWords,
  words: Texts['replay'],
): string {
  const { round, pass, stage } = view.clock;
  const when = `${clock.round} ${String(round)}, ${clock.pass} ${String(pass)}, ${clock.stages[stage] ?? stage}`;
  return [
    printable(`${view.name}  ${String(place.revision)}/${String(place.last)}`),
    printable(when),
    '',
    ...drawOrder(view, words),
    '',
    ...lines.map(printable),
    '',
    words.help,
  ].join('\n');
}
