import {
  EMPTY,
  evolve,
  evolveCore,
  isAble,
  sameJson,
  type Combatant,
  type Core,
  type DomainEvent,
  type Encounter,
  type EventOf,
  type Outcomes,
  type Recorded,
} from '@bitacora/engine';
import { ensure } from './violation.js';

/** The fold of the log as it would come back from a store is the live state. */
export function checkFold(log: readonly Recorded[], { now, revision, counters }: Encounter): void {
  const stored = JSON.parse(JSON.stringify(log)) as readonly Recorded[];
  const folded = stored.reduce(evolve, EMPTY);
  ensure(sameJson(folded.now, now), 'the fold of the log is the live state', () => differing(folded.now, now));
  ensure(
    folded.revision === revision && sameJson(folded.counters, counters),
    'the fold counts like the live encounter',
    () => folded.counters,
  );
}

function differing(a: Core, b: Core): unknown {
  return Object.keys(b).filter((key) => !sameJson(a[key as keyof Core], b[key as keyof Core]));
}

/** The events that count: without the undone ones. */
export function effective(log: readonly Recorded[]): readonly Recorded[] {
  const done: (readonly Recorded[])[] = [];
  const undone: (readonly Recorded[])[] = [];
  for (let i = 0; i < log.length;) {
    const first = log[i] as Recorded;
    const end = log.findIndex((event, at) => at > i && event.command !== first.command);
    const command = log.slice(i, end < 0 ? log.length : end);
    if (first.type === 'CommandUndone') undone.push(done.pop() ?? []);
    else if (first.type === 'CommandRedone') done.push(undone.pop() ?? []);
    else {
      done.push(command);
      undone.length = 0;
    }
    i += command.length;
  }
  return done.flat();
}

/** What has happened since the pass began. */
interface Pass {
  /** How often each entry came up. */
  readonly came: Map<string, number>;
  /** Those to whom something happened that may have cost them their entries. */
  readonly disturbed: Set<string>;
}

/** Reads the story of a fight, undone commands left out, and checks what must hold of its order. */
export function checkStory(events: readonly Recorded[], family: string): void {
  let core = EMPTY.now;
  let pass: Pass = { came: new Map(), disturbed: new Set() };
  const reactions = new Map<string, number>();
  const gone = new Set<string>();
  for (const event of events) {
    if (event.type === 'PassStarted' || event.type === 'RoundEnded') checkPassIsOver(core, pass);
    if (event.type === 'ActionDeclared') checkDeclaration(core, event, gone);
    if (event.type === 'RoundStarted') gone.clear();
    if (event.type === 'StatusChanged') gone.add(event.data.combatant);
    if (event.type === 'TurnStarted') checkTurns(core, event, pass);
    if (event.type === 'OrderChanged' && event.data.rule === 'EP-6') goBack(event, pass);
    countReactions(event, reactions);
    for (const id of disturbedBy(event)) pass.disturbed.add(id);
    core = evolveCore(core, event);
    if (event.type === 'PassStarted') {
      pass = { came: new Map(), disturbed: new Set() };
      checkPlaces(core, family);
    }
  }
}

function checkPassIsOver({ order, clock, frames }: Core, { came, disturbed }: Pass): void {
  for (const { key, combatant, state } of order.flatMap((group) => group.entries)) {
    const found = () => ({ key, state, clock });
    ensure(state !== 'waiting' && state !== 'acting', 'a pass is over when every entry has had its turn', found);
    ensure(state !== 'acted' || came.has(key), 'an entry that has acted has come up', found);
    const lost = state === 'out' || state === 'forfeited';
    ensure(!lost || combatant === null || disturbed.has(combatant), 'nobody loses a turn for nothing', found);
  }
  ensure(frames.length === 0, 'a pass is over when nobody acts', () => frames);
}

function checkTurns({ order, clock }: Core, { data }: EventOf<'TurnStarted'>, { came }: Pass): void {
  if (data.source !== 'turn') return;
  for (const { key, entry, combatant } of data.turns) {
    if (combatant === null || entry === null) continue;
    const isFurther = key.endsWith(':extra');
    ensure(!isFurther || clock.pass > 1, 'further actions come after every first action', () => ({ key, clock }));
    came.set(entry, (came.get(entry) ?? 0) + 1);
    ensure(came.get(entry) === 1, 'nobody acts twice in a pass', () => ({ key, clock }));
    const state = order.flatMap((g) => g.entries).find((e) => e.key === entry)?.state;
    ensure(state === 'waiting' || state === 'acting', 'who comes up was waiting', () => ({ key, state, clock }));
  }
}

function goBack({ data }: EventOf<'OrderChanged'>, { came }: Pass): void {
  for (const entry of data.order.flatMap((g) => g.entries)) if (entry.state === 'waiting') came.delete(entry.key);
}

/** Who declares ahead belongs to the lowest group of which somebody has not declared; a newcomer declares alone, and who was taken out does not declare in that round. */
function checkDeclaration(
  { clock, order, open, combatants, resume }: Core,
  { data }: EventOf<'ActionDeclared'>,
  gone: ReadonlySet<string>,
): void {
  const { combatant } = data.declaration;
  const silent = (id: string | null) => {
    const c = combatants.find((one) => one.id === id);
    return (
      c !== undefined &&
      isAble(c) &&
      !gone.has(c.id) &&
      !open.some((d) => d.combatant === id && d.round === clock.round)
    );
  };
  if (clock.stage !== 'declaration' || (resume !== null && resume !== 'actions') || !silent(combatant)) return;
  if (order.some((group) => group.opened)) return;
  const lowest = [...order].reverse().find((group) => group.entries.some((e) => silent(e.combatant)));
  const isIn = order.some((group) => group.entries.some((e) => e.combatant === combatant));
  const holds = !isIn || lowest?.entries.some((e) => e.combatant === combatant) === true;
  ensure(holds, 'declarations are made in exact reverse order', () => ({
    combatant,
    order: order.map((g) => g.entries.map((e) => e.key)),
  }));
}

function countReactions(event: DomainEvent, reactions: Map<string, number>): void {
  if (event.type === 'RoundStarted') reactions.clear();
  const { set = {} } = event.data as Outcomes;
  for (const [id, { resources = {} }] of Object.entries(set)) if (resources.reaction === 1) reactions.delete(id);
  if (!SPENDS_A_REACTION.includes(event.type)) return;
  const { combatant } = event.data as { readonly combatant: string };
  reactions.set(combatant, (reactions.get(combatant) ?? 0) + 1);
  ensure(reactions.get(combatant) === 1, 'one reaction a round', () => event);
}

const SPENDS_A_REACTION = ['ReactionMade', 'PreparedActionTriggered', 'ReserveDieRolled'];

/** Events after which an entry may rightly be lost to its owner. */
const COSTS_AN_ENTRY = [
  'StatusChanged',
  'CombatantChanged',
  'TurnForfeited',
  'EnergySpent',
  'DefenceMade',
  'ActionVetoed',
  'DelayedActionTaken',
  'DelayedActionLost',
  'ActionDelayed',
];

function disturbedBy({ type, data }: DomainEvent): readonly string[] {
  if (!COSTS_AN_ENTRY.includes(type)) return [];
  const { combatant } = data as { readonly combatant?: string | null };
  return typeof combatant === 'string' ? [combatant] : [];
}

/** Whom each family owes a place in a pass, said a second time and apart from the rule sets; null where that depends on more than the combatant. */
const OWED: Readonly<Record<string, (c: Combatant, core: Core) => readonly string[] | null>> = {
  'eclipse-phase': ({ id, stats }, { clock }) => (Number(stats.speed) >= clock.pass ? [id] : []),
  'turno-de-juego': ({ id, stats, resources }) =>
    ['physical', 'mental']
      .filter((kind) => stats[`${kind}Ability`] !== false && Number(resources[`${kind}Energy`]) > 0)
      .map((kind) => `${id}:${kind}`),
  'star-wars': ({ id }, { options }) => (options.slots === true ? null : [id]),
  'yokai-senso': ({ id }) => [id],
  storyteller: ({ id }, { clock }) => (clock.pass === 1 ? [id] : null),
  d20: ({ id }) => [id],
};

/** The places that those who can have turns are owed in the present pass; null where that cannot be said. */
export function owedPlaces(core: Core, family: string): readonly string[] | null {
  const owed = core.combatants.filter(isAble).map((c) => (OWED[family] ?? (() => null))(c, core));
  return owed.includes(null) ? null : owed.flatMap((keys) => keys ?? []);
}

function checkPlaces(core: Core, family: string): void {
  const owed = owedPlaces(core, family);
  if (owed === null) return;
  const wanted = [...owed].sort();
  const given = core.order.flatMap((g) => g.entries.map((e) => e.key)).sort();
  ensure(sameJson(wanted, given), 'every active combatant has its due places in a pass, and nobody else', () => ({
    wanted,
    given,
    clock: core.clock,
  }));
}
