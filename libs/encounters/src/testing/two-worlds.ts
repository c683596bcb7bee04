import { TURN_COMMANDS, view, type RuleSet, type View } from '@bitacora/engine';
import { fill, seededRandom, type SeededRandom } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import type { Change, CombatantInput, CommandInput, LoadResult } from '../types.js';
import type { Viewer } from '../viewer.js';
import { hiddenIn } from '../visibility/sight.js';
import { knownKeys } from './known-keys.js';
import { comesOfHidden, openStep, secretMeddling, somebody } from './world-steps.js';
import { somebodyIsAble, SPECTATOR, World, type Common } from './worlds.js';

const STEPS = 24;
const all = rulesets.all();
const keys = knownKeys();

const PLAYER: Viewer = { role: 'player', combatants: ['t0'], actor: 'player' };

/** Two lines that ought to be the same. */
export interface Difference {
  readonly seed: number;
  readonly ruleset: string;
  readonly step: number;
  /** Both, from where they differ on. */
  readonly lines: readonly [string, string];
}

/**
 * Plays two worlds by one script, the hidden ones doing what they like in each, and compares byte for byte what the table got:
 * frames and their order, views, answers, refusals, pages, lists, earlier states, heads. Null where all is the same.
 */
export async function differingPair(seed: number): Promise<Difference | null> {
  const rules = all[seed % all.length] as RuleSet;
  const random = seededRandom(seed + 1);
  const common: Common = {
    rules,
    keys,
    options: rules.family === 'storyteller' && random.below(2) === 0 ? { secretDeclarations: true } : {},
    table: Array.from({ length: 2 + random.below(2) }, (_, i) => somebody(rules, random, `t${String(i)}`, false)),
    viewers: [SPECTATOR, PLAYER],
  };
  const secret = (n: number): CombatantInput[] =>
    Array.from({ length: n }, (_, i) => somebody(rules, random, `x${String(i)}`, true));
  const worlds = [
    await World.open(common, secret(random.below(2)), seededRandom(seed + 7_000)),
    await World.open(common, secret(1 + random.below(2)), seededRandom(seed + 8_000)),
  ] as const;
  try {
    return await compared(worlds, seed, random);
  } finally {
    for (const world of worlds) await world.close();
  }
}

type Worlds = readonly [World, World];

async function compared(worlds: Worlds, seed: number, random: SeededRandom): Promise<Difference | null> {
  const [first] = worlds;
  const ruleset = first.common.rules.id;
  for (let step = 1; step <= STEPS; step += 1) {
    for (const world of worlds) world.begin(step);
    const move = await nextMove(worlds, random);
    for (const world of worlds) {
      await move(world);
      await world.quiet();
      await world.delivered();
    }
    if (!somebodyIsAble((await first.shown()).encounter.now)) return null;
    const lines = difference(worlds);
    if (lines !== null) return { seed, ruleset, step, lines };
    for (const world of worlds) {
      await meddle(world, step);
      await world.quiet();
    }
  }
  for (const world of worlds) {
    await world.quiet();
    await world.delivered();
  }
  for (const world of worlds) await lookBack(world, seededRandom(seed));
  const lines = difference(worlds);
  return lines === null ? null : { seed, ruleset, step: STEPS + 1, lines };
}

type Move = (world: World) => Promise<unknown>;

/** The next thing in sight, made up from what the table sees, to be done in either world. */
async function nextMove(worlds: Worlds, random: SeededRandom): Promise<Move> {
  const [first] = worlds;
  const { encounter, revision } = await first.shown();
  const seen: View = view(encounter, first.common.rules);
  const anybody = seen.combatants[random.below(seen.combatants.length)]?.id ?? '';
  const half = random.below(2) === 0;
  switch (random.below(14)) {
    case 0:
      return (world) => world.takeBack(half);
    case 1: {
      const isPossible = (await Promise.all(worlds.map(hasHidden))).every((is) => is);
      return isPossible ? (world) => fromHidden(world, anybody, half) : talk;
    }
    case 2:
    case 3: {
      const command = probe(seen, first.common.rules, random);
      return (world) => world.openly(command, PLAYER);
    }
    case 4: {
      const more = { ifMatch: revision - random.below(3), key: `k${String(random.below(5))}` };
      return (world) => world.openly({ type: 'note', text: half ? 'Once.' : 'Again.' }, PLAYER, more);
    }
    case 5:
      return (world) => world.hideAndReveal(anybody);
    default: {
      const command = openStep(seen, first.common.rules, random);
      return command === null ? talk : (world) => world.openly(command);
    }
  }
}

const talk: Move = (world) => world.openly({ type: 'note', text: 'They talk.' });

async function hasHidden(world: World): Promise<boolean> {
  return hiddenIn((await world.truth()).encounter.now).size > 0;
}

async function fromHidden(world: World, target: string, wounds: boolean): Promise<void> {
  const { now } = (await world.truth()).encounter;
  await world.ruled(comesOfHidden(now, target, wounds ? 'wound' : 'condition', world.random));
}

/** What a player might try: anything, with anybody's id, a hidden one's among them. */
function probe(seen: View, rules: RuleSet, random: SeededRandom): CommandInput {
  const ids = ['t0', 't1', 'x0', 'x1', 'nobody'];
  const id = ids[random.below(ids.length)] ?? '';
  switch (random.below(6)) {
    case 0:
      return { type: 'resolve', declaration: `d${String(random.below(9))}`, opposedBy: [id] };
    case 1:
      return { type: 'roll', dice: '1d10', combatant: id };
    case 2:
      return { type: 'rollInitiative', only: [id] };
    default: {
      const type = TURN_COMMANDS[random.below(TURN_COMMANDS.length)] ?? 'endTurn';
      return type === 'resolve' || type === 'veto'
        ? { type: 'endTurn', combatant: id }
        : fill({ view: seen, rules, random }, type, id);
    }
  }
}

async function meddle(world: World, step: number): Promise<void> {
  for (let i = world.random.below(3); i > 0; i -= 1) {
    const { now } = (await world.truth()).encounter;
    await world.secretly(secretMeddling(now, world.common.rules, world.random, `y${String(step)}${String(i)}`));
  }
}

/** Everything that can be read of the past. */
async function lookBack(world: World, random: SeededRandom): Promise<void> {
  const { encounters, id } = world;
  for (const viewer of world.common.viewers) {
    const { revision } = await world.shown(viewer);
    const types = random.below(2) === 0 ? { types: ['TurnStarted', 'InitiativeRolled', 'StageEntered'] } : {};
    const after = random.below(revision);
    const read = [
      await encounters.events(id, { after, limit: 1 + random.below(30), ...types }, viewer),
      await encounters.list({ encounter: id }, viewer),
      await encounters.list({}, viewer),
      await asSeen(encounters.load(id, { revision: 1 + random.below(revision + 3) }, viewer), viewer),
      await asSeen(
        encounters.load(id, { time: new Date(random.below(STEPS) * 1_000 + START).toISOString() }, viewer),
        viewer,
      ),
      await listed(await encounters.eventStream(id, viewer)),
      await firstOf(await encounters.follow(id, { after }, viewer)),
    ];
    for (const one of read) world.note('read', JSON.stringify(one));
    const lines = await encounters.archive.copy(id, viewer);
    for await (const line of lines ?? []) world.note('copy', line);
  }
}

const START = Date.UTC(2026, 0, 1);

async function asSeen(loading: Promise<LoadResult>, viewer: Viewer): Promise<unknown> {
  const loaded = await loading;
  return loaded.kind === 'found' ? [loaded.folded.revision, loaded.folded.viewJson(viewer)] : loaded;
}

async function listed(items: AsyncIterable<unknown> | null): Promise<unknown> {
  const all: unknown[] = [];
  for await (const item of items ?? []) all.push(item);
  return all.map((item) => (item as { revision: number }).revision);
}

async function firstOf(changes: AsyncIterable<Change> | null): Promise<unknown> {
  for await (const { revision, events } of changes ?? []) return [revision, events];
  return null;
}

/** The first two lines that differ, from where they do. */
function difference([one, other]: Worlds): Difference['lines'] | null {
  for (const from of new Set([...one.seen.keys(), ...other.seen.keys()])) {
    const [a, b] = [one.seen.get(from) ?? [], other.seen.get(from) ?? []];
    const at = a.findIndex((line, i) => line !== b[i]);
    if (at < 0 && a.length === b.length) continue;
    const line = at < 0 ? a.length : at;
    return apart(`${from} ${a[line] ?? ''}`, `${from} ${b[line] ?? ''}`);
  }
  for (const world of [one, other]) world.seen.clear();
  return null;
}

function apart(a: string, b: string): readonly [string, string] {
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const from = Math.max(0, at - 300);
  return [a.slice(from, at + 200), b.slice(from, at + 200)];
}
