import { committed, seedOf, sha, thrown, type Data, type Made } from './forge.js';

const PURPOSE_OF: Readonly<Record<string, string>> = {
  InitiativeRolled: 'initiative',
  TieBreakRolled: 'tieBreak',
  ReserveDieRolled: 'reserveDie',
  DiceRolled: 'free',
};

/** How a roll comes about. */
export interface Throw {
  readonly dice: readonly number[];
  readonly by?: 'server' | 'table';
  readonly faces?: readonly number[];
  readonly hidden?: boolean;
  readonly modifiers?: readonly { readonly what: string; readonly value: number }[];
  readonly total?: number | null;
  readonly detail?: Data;
}

/** Writes an honest log, event by event. */
export class Log {
  readonly events: Made[] = [];
  /** The players' seeds so far. */
  readonly players: string[] = [];
  epoch = 0;
  private readonly numbers = { open: 0, hidden: 0 };
  private commands = 0;

  constructor(
    readonly encounter = 'pelea-ñ',
    readonly ruleset = 'eclipse-phase-1e',
    options: Data = { woundPenalty: 1 },
  ) {
    this.command();
    this.add('EncounterCreated', { id: encounter, name: 'La Peña', ruleset, options, dice: this.dice() });
    this.add('CombatantAdded', { combatant: { id: 'ana', name: 'Ana «la Ñ» 🎲', stats: {} } });
  }

  /** Begins a command: the events until the next one are its own. */
  command(): void {
    this.commands += 1;
  }

  /** Adds an event to the present command. */
  add(type: string, data: Data): void {
    const revision = this.events.length + 1;
    const at = new Date(Date.UTC(2024, 0, 1) + revision * 1000).toISOString();
    const [id, command] = [uuid(`event ${revision}`), uuid(`command ${this.commands}`)];
    this.events.push({ revision, id, type, version: 1, at, actor: 'gm', command, data });
  }

  /** A command of one event. */
  then(type: string, data: Data): void {
    this.command();
    this.add(type, data);
  }

  contribute(seed: string): void {
    this.then('SeedContributed', { combatant: null, seed });
    this.players.push(seed);
  }

  /** Commits to the next epoch's seeds, in the present command. */
  commit(): void {
    this.epoch += 1;
    this.add('SeedCommitted', { dice: this.dice() });
  }

  /** Ends the encounter and reveals the present seed. */
  end(): void {
    this.then('EncounterEnded', { reason: null, reveal: { epoch: this.epoch, seed: this.seed().toString('hex') } });
  }

  /** A roll's record for an event of `type`; a number is spent. */
  record(type: string, wanted: Throw): Data & { faces: number[] } {
    const { dice, by = 'server', hidden = false, modifiers = [], detail } = wanted;
    const roll = (this.numbers[hidden ? 'hidden' : 'open'] += 1);
    const purpose = PURPOSE_OF[type] ?? '';
    const seed = hidden ? seedOf(`hidden ${this.epoch}`) : this.seed();
    const face = (faces: number, die: number) => thrown(seed, this.encounter, this.players, roll, die, faces, purpose);
    const faces = [...(wanted.faces ?? dice.map(face))];
    const sum = [...faces, ...modifiers.map(({ value }) => value)].reduce((a, b) => a + b, 0);
    const total = wanted.total === undefined ? sum : wanted.total;
    const rest = { ...(hidden && { hidden }), ...(detail !== undefined && { detail }) };
    return { combatant: 'ana', roll, by, purpose, dice, faces, modifiers, total, ...rest };
  }

  /** A command that rolls for several at once. */
  roll(type: 'InitiativeRolled' | 'TieBreakRolled' | 'ReserveDieRolled', ...throws: readonly Throw[]): void {
    this.then(type, { rolls: throws.map((one) => this.record(type, one)) });
  }

  /** A free roll; `count` says what its faces come to. */
  free(
    expression: string,
    dice: readonly number[],
    count: (faces: readonly number[]) => Data,
    wanted: Partial<Throw> = {},
  ): void {
    const record = this.record('DiceRolled', { ...wanted, dice });
    const result = count(record.faces);
    const roll = { ...record, total: result.total ?? null };
    this.then('DiceRolled', { expression, label: null, roll, result: { faces: record.faces, ...result } });
  }

  private seed(): Buffer {
    return seedOf(`open ${this.epoch}`);
  }

  private dice(): Data {
    const [open, hidden] = [this.seed(), seedOf(`hidden ${this.epoch}`)];
    const { epoch } = this;
    return { commitment: committed(open), epoch, hiddenCommitment: committed(hidden), scheme: 'bitacora/dice/v1' };
  }
}

/** What `2d6kh1+3` comes to. */
export function bestOfTwoPlusThree([a = 0, b = 0]: readonly number[]): Data {
  const [kept, dropped] = b > a ? [b, a] : [a, b];
  return { kind: 'expression', total: kept + 3, kept: [kept], dropped: [dropped] };
}

/** What `3d10` comes to. */
export function sumOf(faces: readonly number[]): Data {
  return { kind: 'expression', total: faces.reduce((a, b) => a + b, 0), kept: faces, dropped: [] };
}

/** A log of 200 events: three epochs, the last one not revealed, with players' seeds, hidden rolls and the table's. */
export function longLog(encounter?: string): Log {
  const log = new Log(encounter);
  log.contribute('luna');
  log.then('EncounterStarted', {});
  for (let round = 1; log.events.length < 195; round += 1) {
    if (round === 4) log.contribute('ñandú 🎲');
    if (round === 12 || round === 24) {
      log.end();
      log.then('CommandUndone', { undone: log.events.at(-1)?.command });
      log.command();
      log.commit();
      log.add('DiceRolled', freeData(log));
    }
    if (round === 14) log.contribute('third');
    playRound(log, round);
  }
  while (log.events.length < 200) log.then('NoteAdded', { text: `${log.events.length}` });
  return log;
}

function freeData(log: Log): Data {
  const record = log.record('DiceRolled', { dice: [1000, 1000, 1000] });
  return {
    expression: '3d1000',
    label: null,
    roll: { ...record },
    result: { faces: record.faces, ...sumOf(record.faces) },
  };
}

function playRound(log: Log, round: number): void {
  const modifiers = [
    { what: 'rating', value: 8 },
    { what: 'wounds', value: -round },
  ];
  log.command();
  log.add('RoundStarted', { round });
  log.add('InitiativeRolled', {
    rolls: [
      log.record('InitiativeRolled', { dice: [10], modifiers }),
      log.record('InitiativeRolled', { dice: [10], modifiers, hidden: true }),
      log.record('InitiativeRolled', { dice: [10], modifiers, by: 'table', faces: [7] }),
    ],
  });
  if (round % 3 === 0) log.roll('TieBreakRolled', { dice: [10] }, { dice: [10] });
  if (round % 4 === 0) log.roll('ReserveDieRolled', { dice: [4] });
  log.free('2d6kh1+3', [6, 6], bestOfTwoPlusThree);
  log.free('3D10', [10, 10, 10], sumOf, { by: 'table', faces: [1, 10, 5] });
  log.then('NoteAdded', {
    text: `ronda ${round}: "¡ay!" \\ \u0001 é 🎲`,
    e: 1e21,
    small: 1e-7,
    list: [null, true, {}],
  });
}

function uuid(label: string): string {
  const hex = sha(label);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
