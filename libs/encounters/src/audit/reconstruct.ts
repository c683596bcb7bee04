import {
  own,
  type Action,
  type Command,
  type CommandName,
  type Core,
  type DomainEvent,
  type EventData,
  type EventOf,
  type EventType,
  type JsonObject,
  type RollRecord,
} from '@bitacora/engine';

/** What a command may have been, by the event that it led to first. */
type Reading<T extends EventType> = (
  data: EventData[T],
  events: readonly DomainEvent[],
  core: Core,
) => readonly Command[];

/** A command with those of its optional fields that are there. */
function command(type: CommandName, fields: Readonly<Record<string, unknown>> = {}): Command {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return { type, ...Object.fromEntries(given) } as unknown as Command;
}

const byWhom = (type: CommandName) => (data: { readonly combatant: string }) => [
  command(type, { combatant: data.combatant }),
];

const harm =
  (type: 'wound' | 'heal') =>
  ({ combatant, count, kind, source }: EventData['WoundsInflicted']) => [
    command(type, { combatant, count, kind, source }),
  ];

const READINGS: { readonly [T in EventType]?: Reading<T> } = {
  CombatantAdded: ({ combatant, came }) =>
    (came ? ['now', undefined, 'nextRound'] : ['nextRound', undefined, 'now']).map((when) =>
      command('addCombatant', { combatantData: combatant, when }),
    ),
  CombatantChanged: updates,
  CombatantRemoved: ({ combatant, reason }) => [command('removeCombatant', { combatant, reason })],
  EncounterStarted: () => [command('start')],
  InitiativeRolled: ({ rolls }, _, core) => initiatives(rolls, core),
  TieBreakRolled: ({ rolls }, _, core) => initiatives(rolls, core),
  TieDecided: ({ order }) => [command('decideTie', { order })],
  OrderChanged: moves,
  TurnStarted: ({ turns }) => [command('act', { combatant: turns[0]?.combatant })],
  ActionDeclared: declarations,
  ActionResolved: ({ declaration, outcome, opposedBy }) => [
    command('resolve', { declaration, outcome, ...(opposedBy.length > 0 && { opposedBy }) }),
  ],
  ActionVetoed: ({ declaration, reason }) => [command('veto', { declaration, reason })],
  TurnEnded: byTurn,
  ActionDelayed: byWhom('delay'),
  DelayedActionTaken: byWhom('act'),
  TurnForfeited: ({ combatant }) => [command('act', { combatant }), command('delay', { combatant })],
  EnergySpent: ({ combatant, kind }) => [command('defend', { combatant, kind })],
  DefenceMade: ({ combatant, kind, label }) => [command('defend', { combatant, kind, label })],
  ReactionMade: ({ combatant, action }) => [command('react', { combatant, action })],
  ActionPrepared: ({ combatant, prepared: { action, condition, moving } }) => [
    command('prepare', { combatant, action, condition, moving }),
    command('prepare', { combatant, action, condition }),
  ],
  PreparedActionLost: (_, events) => later(events, 'ActionPrepared'),
  PreparedActionTriggered: byWhom('trigger'),
  PreparedActionWaived: byWhom('waive'),
  RecoveryStarted: byWhom('recover'),
  ReserveDieRolled: ({ combatant, rolls }) => [command('reserveDie', { combatant, ...tableRolls(rolls) })],
  CombatantWithdrew: ({ combatant, how, total }) => [command('withdraw', { combatant, how, total })],
  CombatantJoined: ({ combatant, score }) => [command('join', { combatant, score })],
  MoxieSpent: byWhom('spendMoxie'),
  WoundsInflicted: harm('wound'),
  WoundsHealed: harm('heal'),
  StatusChanged: ({ combatant, status, reason }) => [command('setStatus', { combatant, status, reason })],
  ConditionApplied: conditions,
  ConditionRemoved: ({ condition }) => [command('removeCondition', { condition })],
  InitiativeAdjusted: ({ combatant, by, reason, round }) => [
    command('adjustInitiative', { combatant, by, reason, ...(round !== null && { lasts: 'round' }) }),
    command('act', { combatant }),
  ],
  DiceRolled: ({ expression, label, roll }) => [
    command('roll', {
      combatant: roll.combatant,
      dice: expression,
      label,
      ...(roll.by === 'table' && { rolls: roll.faces }),
    }),
  ],
  NoteAdded: ({ text }) => [command('note', { text })],
  SeedContributed: ({ seed }) => [command('contributeSeed', { seed })],
  CommandUndone: () => [command('undo')],
  CommandRedone: () => [command('redo')],
  EncounterEnded: ({ reason }) => [command('end', { reason })],
};

/**
 * The commands that `events`, which one command led to upon `core`, may come from, the likeliest first. What the table gave is in
 * the events, so that one of them gives exactly these events where the rules of then were those of now.
 */
export function commandsBehind(core: Core, events: readonly DomainEvent[]): readonly Command[] {
  const cause = events.find((event) => event.type !== 'SeedCommitted');
  if (cause === undefined) return [];
  const reading = own(READINGS as Record<string, Reading<EventType>>, cause.type);
  const readings = reading?.(cause.data, events, core) ?? [];
  // What happens by itself may come first: at the end of a stage, or where somebody comes up.
  const others = core.combatants.map((c) => command('act', { combatant: c.id }));
  return [...readings, command('advance'), ...others];
}

function updates({ combatant, changes, reason }: EventData['CombatantChanged']): readonly Command[] {
  const without = pick(changes, (name) => name !== 'resources');
  return [changes, without].map((given) => command('updateCombatant', { combatant, changes: given, reason }));
}

/** Faces that the table threw. */
function tableRolls(rolls: readonly RollRecord[]): JsonObject {
  const given = rolls.filter((roll) => roll.by === 'table' && roll.dice.length > 0);
  return given.length === 0
    ? {}
    : { rolls: Object.fromEntries(given.map((roll) => [roll.combatant ?? '', roll.faces])) };
}

/** A condition may have put a die of its own into the pools of those who bear it: then the table has added one less. */
function initiatives(rolls: readonly RollRecord[], { conditions }: Core): readonly Command[] {
  const names = new Set(conditions.map(({ name }) => name));
  const bearersOf = (name: string) => new Set(conditions.filter((c) => c.name === name).map((c) => c.combatant));
  return [initiative(rolls, new Set()), ...[...names].map((name) => initiative(rolls, bearersOf(name)))];
}

function initiative(rolls: readonly RollRecord[], burdened: ReadonlySet<string>): Command {
  const by = (value: (roll: RollRecord) => unknown): JsonObject | undefined => {
    const entries = rolls.flatMap((roll) => {
      const one = value(roll);
      return one === undefined ? [] : [[roll.combatant ?? '', one]];
    });
    return entries.length === 0 ? undefined : (Object.fromEntries(entries) as JsonObject);
  };
  return command('rollInitiative', {
    only: rolls.map((roll) => roll.combatant),
    ...tableRolls(rolls),
    skills: by(({ detail }) => detail?.skill),
    pools: by(({ combatant, detail }) =>
      addedDice(detail?.pool as JsonObject | undefined, burdened.has(combatant ?? '') ? 1 : 0),
    ),
    results: by((roll) => (roll.dice.length === 0 ? checkOf(roll) : undefined)),
    scores: by((roll) =>
      roll.dice.length === 0 && roll.detail?.successes === undefined ? givenScore(roll) : undefined,
    ),
    celerity: by(({ detail }) => detail?.celerity),
  });
}

/** What the table added to a pool, as far as the pool alone tells it. */
function addedDice(pool: JsonObject | undefined, less: number): JsonObject | undefined {
  return pool === undefined ? undefined : { boost: pool.boost, setback: Math.max(0, Number(pool.setback) - less) };
}

function checkOf({ detail }: RollRecord): JsonObject | undefined {
  if (detail?.successes === undefined) return undefined;
  return { successes: detail.successes, advantages: detail.advantages };
}

/** The score that the table gave: without what was added to it. */
function givenScore({ total, modifiers }: RollRecord): number | undefined {
  return total === null ? undefined : total - modifiers.reduce((sum, { value }) => sum + value, 0);
}

/** The waiting entry that the game master put before or after another. */
function moves({ order, reason }: EventData['OrderChanged']): readonly Command[] {
  return order.flatMap(({ moved, entries }, i) => {
    const key = entries[0]?.key;
    if (!moved || entries.length !== 1 || key === undefined) return [];
    const [before, after] = [order[i + 1], order[i - 1]].map((group) => group?.entries[0]?.key);
    return [
      ...(before === undefined ? [] : [command('moveInOrder', { key, before, reason })]),
      ...(after === undefined ? [] : [command('moveInOrder', { key, after, reason })]),
    ];
  });
}

const OF_ONE_ACTION = ['label', 'defensive', 'celerity'];

function declarations(
  { declaration }: EventData['ActionDeclared'],
  events: readonly DomainEvent[],
): readonly Command[] {
  const { combatant, action, id } = declaration;
  if (action.kind === 'intent') return [intent(combatant, action, events)];
  const resolved = events.find(
    (event): event is EventOf<'ActionResolved'> => event.type === 'ActionResolved' && event.data.declaration === id,
  );
  const outcome = resolved === undefined ? undefined : (resolved.data.outcome ?? {});
  return [action, withoutCount(action)].map((said) => command('declare', { combatant, action: said, outcome }));
}

/** Without the passes that were counted on its task. */
function withoutCount(action: Action): Action {
  const task = pick((action.task ?? {}) as JsonObject, (name) => name !== 'passes');
  return { ...action, ...(action.task !== undefined && { task }) };
}

/** A Storyteller intent, from the declarations that its actions became. */
function intent(combatant: string, first: Action, events: readonly DomainEvent[]): Command {
  const actions = events
    .filter((event) => event.type === 'ActionDeclared')
    .map(({ data }) => pick(data.declaration.action, (name) => OF_ONE_ACTION.includes(name)));
  const whole = pick(first, (name) => !OF_ONE_ACTION.includes(name) && name !== 'place');
  return command('declare', { combatant, action: { ...whole, actions } });
}

function pick(object: JsonObject, wanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => wanted(name)));
}

function byTurn({ combatant }: EventData['TurnEnded']): readonly Command[] {
  return [command('endTurn', { combatant })];
}

function conditions({ condition }: EventData['ConditionApplied'], _: unknown, core: Core): readonly Command[] {
  const { combatant, name, until } = condition;
  if (until === null) return [command('applyCondition', { combatant, name })];
  const { round, boundary, of } = until;
  const lasts = { rounds: round - core.clock.round, boundary, ...(of !== null && { of }) };
  return [
    command('applyCondition', { combatant, name, lasts }),
    command('applyCondition', { combatant, name, lasts: { ...lasts, rounds: round } }),
  ];
}

/** What a later event of the command tells of it. */
function later(events: readonly DomainEvent[], type: EventType): readonly Command[] {
  const found = events.find((event) => event.type === type);
  if (found === undefined) return [];
  const reading = READINGS[type] as Reading<EventType>;
  return reading(found.data, events, undefined as unknown as Core);
}
