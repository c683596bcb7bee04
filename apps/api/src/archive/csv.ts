import type { EventEnvelope } from '@bitacora/encounters';
import type { EventData, RollRecord, TurnRecord } from '@bitacora/engine';

/** A table that a log can be given as. */
export type TableName = 'rolls' | 'turns' | 'wounds';

type Cell = string | number | boolean | null | undefined;

const COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  rolls: [
    'revision',
    'at',
    'actor',
    'command',
    'combatant',
    'name',
    'purpose',
    'by',
    'roll',
    'hidden',
    'dice',
    'faces',
    'modifiers',
    'total',
    'label',
  ],
  turns: [
    'activation',
    'combatant',
    'name',
    'key',
    'round',
    'pass',
    'source',
    'from',
    'to',
    'startedAt',
    'endedAt',
    'ended',
  ],
  wounds: ['revision', 'at', 'actor', 'command', 'combatant', 'name', 'change', 'wounds', 'kind', 'source'],
};

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[\t\r ]*[=+\-@]/;

/** A row as RFC 4180 writes it. What somebody wrote and a spreadsheet would compute gets an apostrophe before it. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows of a table, its head first, as the log comes; events that were undone are in it too. */
export async function* tableOf(
  table: TableName,
  events: AsyncIterable<EventEnvelope>,
): AsyncGenerator<string, void, undefined> {
  yield csvRow(COLUMNS[table]);
  const maker = new Rows();
  for await (const event of events) {
    maker.note(event);
    const rows = table === 'rolls' ? maker.rolls(event) : table === 'wounds' ? maker.wounds(event) : maker.turns(event);
    if (rows.length > 0) yield rows.map(csvRow).join('');
  }
  if (table === 'turns') yield maker.unfinished().map(csvRow).join('');
}

interface OpenTurn extends TurnRecord {
  readonly source: string;
  readonly from: number;
  readonly startedAt: string;
  readonly round: number;
  readonly pass: number;
}

type Row = readonly Cell[];

class Rows {
  readonly #names = new Map<string, string>();
  readonly #open = new Map<number, OpenTurn>();
  #round = 0;
  #pass = 0;

  /** Takes note of names and of the clock. */
  note({ type, data }: EventEnvelope): void {
    const facts = data as unknown as EventData['CombatantAdded'] &
      EventData['CombatantChanged'] &
      EventData['PassStarted'];
    if (type === 'CombatantAdded') this.#names.set(facts.combatant.id, facts.combatant.name);
    if (type === 'CombatantChanged' && typeof facts.changes.name === 'string')
      this.#names.set(facts.combatant, facts.changes.name);
    if (type === 'RoundStarted') [this.#round, this.#pass] = [facts.round, 1];
    if (type === 'PassStarted') [this.#round, this.#pass] = [facts.round, facts.pass];
  }

  rolls({ type, data, revision, at, actor, command }: EventEnvelope): readonly Row[] {
    return rollsIn(type, data).map(({ roll, label }) => [
      revision,
      at,
      actor,
      command,
      roll.combatant,
      this.#name(roll.combatant),
      roll.purpose,
      roll.by,
      roll.roll,
      roll.hidden === true,
      roll.dice.map((faces) => `d${String(faces)}`).join(' '),
      roll.faces.join(' '),
      roll.modifiers.map(({ what, value }) => `${what} ${String(value)}`).join('; '),
      roll.total,
      label,
    ]);
  }

  wounds({ type, data, revision, at, actor, command }: EventEnvelope): readonly Row[] {
    if (type !== 'WoundsInflicted' && type !== 'WoundsHealed') return [];
    const { combatant, count, wounds, kind, source } = data as unknown as EventData['WoundsInflicted'];
    const change = type === 'WoundsInflicted' ? count : -count;
    return [[revision, at, actor, command, combatant, this.#name(combatant), change, wounds, kind, source]];
  }

  turns({ type, data, revision, at }: EventEnvelope): readonly Row[] {
    if (type === 'TurnStarted') {
      const { source, turns } = data as unknown as EventData['TurnStarted'];
      for (const turn of turns) {
        this.#open.set(turn.activation, {
          ...turn,
          source,
          from: revision,
          startedAt: at,
          round: this.#round,
          pass: this.#pass,
        });
      }
      return [];
    }
    const { activation, reason } = data as { readonly activation?: unknown; readonly reason?: unknown };
    const ended = ENDINGS[type];
    const turn = ended === undefined || typeof activation !== 'number' ? undefined : this.#open.get(activation);
    if (turn === undefined) return [];
    this.#open.delete(turn.activation);
    return [this.#turn(turn, revision, at, type === 'TurnEnded' ? String(reason) : ended)];
  }

  /** The turns that have not ended. */
  unfinished(): readonly Row[] {
    return [...this.#open.values()].map((turn) => this.#turn(turn, null, null, null));
  }

  #turn(turn: OpenTurn, to: Cell, endedAt: Cell, ended: Cell): Row {
    const { activation, combatant, key, round, pass, source, from, startedAt } = turn;
    return [
      activation,
      combatant,
      this.#name(combatant),
      key,
      round,
      pass,
      source,
      from,
      to,
      startedAt,
      endedAt,
      ended,
    ];
  }

  #name(combatant: string | null): Cell {
    return combatant === null ? null : (this.#names.get(combatant) ?? null);
  }
}

/** What ends a turn, and how that is called. */
const ENDINGS: Readonly<Partial<Record<string, string>>> = {
  TurnEnded: 'ended',
  ActionDelayed: 'delayed',
  TurnForfeited: 'forfeited',
};

interface Labelled {
  readonly roll: RollRecord;
  readonly label: string | null;
}

function rollsIn(type: string, data: unknown): readonly Labelled[] {
  const { rolls, roll, label } = data as {
    readonly rolls?: readonly RollRecord[];
    readonly roll?: RollRecord;
    readonly label?: string | null;
  };
  if (type === 'DiceRolled' && roll !== undefined) return [{ roll, label: label ?? null }];
  const many = ['InitiativeRolled', 'TieBreakRolled', 'ReserveDieRolled'].includes(type) ? rolls : undefined;
  return (many ?? []).map((one) => ({ roll: one, label: null }));
}
