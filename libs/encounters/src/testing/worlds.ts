import {
  create,
  decide,
  EMPTY,
  isAble,
  isRefusal,
  pendingRolls,
  rulingsOf,
  view,
  type Command,
  type Core,
  type DomainEvent,
  type JsonObject,
  type RollInitiative,
  type RuleSet,
  type View,
} from '@bitacora/engine';
import {
  fill,
  HABITS,
  nextCommand,
  randomCombatant,
  seededRandom,
  type Habits,
  type SeededRandom,
} from '@bitacora/engine/testing';
import { verifiableDice } from '../dice/index.js';
import type { EventEnvelope } from '../envelope.js';
import { eventIds } from '../identity.js';
import { beginning, project } from '../visibility/project.js';
import { masked, maskedOrder } from '../visibility/mask.js';
import { hiddenIn, Sight, type Frame, type State } from '../visibility/sight.js';
import { maskedEncounter, maskedView } from '../visibility/view.js';

const SEEDS = { open: Buffer.alloc(32, 1), hidden: Buffer.alloc(32, 2) };

/** One of two pasts that differ only in what the table may not know. */
export interface World {
  readonly frames: readonly Frame[];
  readonly core: Core;
  /** What the table sees now. */
  readonly shown: View;
  /** What the table could do now, the game master's part of it included. */
  readonly possible: View;
  /** Sends a command; whether it was accepted. */
  readonly send: (command: Command, id: string, at: string) => boolean;
  /** A shown id's true one, for commands. */
  readonly truly: (command: Command) => Command;
  /** Lets the hidden do what the fight waits for, so that nothing waits for them alone. */
  readonly quiet: (at: string) => void;
}

/** Opens a world of `rules`: `data` as the table sees it, and hidden ones beside. */
export function openWorld(
  rules: RuleSet,
  data: readonly JsonObject[],
  hidden: readonly JsonObject[],
  options: JsonObject,
  random: SeededRandom,
): World {
  const sight = new Sight({ owned: [] });
  const dice = verifiableDice(SEEDS, { encounter: 'world', contributions: [] });
  let state: State = beginning(EMPTY);
  let revision = 0;
  let full = 0;
  let secret = 0;
  const frames: Frame[] = [];
  const take = (events: readonly DomainEvent[], command: string, at: string) => {
    const ids = eventIds(command, events.length);
    const log = events.map((e, i): EventEnvelope => {
      full += 1;
      return {
        revision: full,
        position: String(full),
        id: ids[i] ?? '',
        type: e.type,
        version: 1,
        at,
        actor: 'gm',
        command,
        data: JSON.parse(JSON.stringify(e.data)) as JsonObject,
      };
    });
    const seen = project(state, revision, log, rules, sight);
    state = seen.state;
    revision = seen.frames.at(-1)?.revision ?? revision;
    frames.push(...seen.frames);
  };
  const send = (command: Command, id: string, at: string) => {
    const decision = decide(command, state.encounter, { rules, dice, commandId: id });
    if (isRefusal(decision)) return false;
    take(decision.events, id, at);
    return true;
  };
  const secretly = (command: Command, at: string) => {
    secret += 1;
    return send(command, uuid(1_000_000 + secret), at);
  };
  const made = create(
    { id: 'world', name: 'World', options, combatants: [...hidden, ...data] as never },
    { rules, dice, commandId: uuid(0) },
  );
  if (isRefusal(made)) throw new Error(JSON.stringify(made));
  take(made.events, uuid(0), '2026-01-01T00:00:00.000Z');
  const present = (): Frame => ({ ...state, revision, events: [] });
  return {
    frames,
    send,
    get core() {
      return state.encounter.now;
    },
    get shown() {
      return maskedView(maskedEncounter(present(), revision, sight), rules);
    },
    get possible() {
      return view({ ...state.encounter, now: masked(present(), sight), past: null, future: null }, rules);
    },
    truly: (command) => {
      const named = command as { declaration?: string; condition?: string };
      if (command.type === 'resolve' || command.type === 'veto')
        return { ...command, declaration: sight.declarations.behind(named.declaration ?? '') ?? 'd0' };
      if (command.type === 'removeCondition')
        return { ...command, condition: sight.conditions.behind(named.condition ?? '') ?? 'c0' };
      return command;
    },
    quiet: (at) => {
      for (let i = 0; i < 200; i += 1) {
        const command = secretStep(state.encounter.now, rules, random, view(state.encounter, rules));
        if (command === null) return;
        if (!secretly(command, at)) continue;
      }
    },
  };
}

/** A UUID by number. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** What the fight waits for of hidden ones alone; null when it waits for none of them. */
function secretStep(core: Core, rules: RuleSet, random: SeededRandom, full: View): Command | null {
  const hidden = hiddenIn(core);
  const seat = { view: full, rules, random };
  const theirs = pendingRolls(core, rules).filter((id) => hidden.has(id));
  if (core.clock.stage === 'initiative' && theirs.length > 0)
    return onlyFor(fill(seat, 'rollInitiative', '') as RollInitiative, theirs);
  if (core.clock.stage === 'declaration') {
    const one = (rules.order.declarers?.(core) ?? []).find((id) => hidden.has(id));
    return one === undefined ? null : fill(seat, 'declare', one);
  }
  const tie = rulingsOf(core, rules).find((set) => set.some((id) => hidden.has(id)));
  if (core.clock.stage === 'tie' && tie !== undefined && tie.filter((id) => !hidden.has(id)).length < 2)
    return { type: 'decideTie', order: tie };
  const acting = core.frames.at(-1)?.members.find((m) => !m.done && m.combatant !== null && hidden.has(m.combatant));
  if (acting?.combatant != null) return { type: 'endTurn', combatant: acting.combatant };
  const others = core.combatants.filter((c) => !c.hidden);
  const isShown = maskedOrder(core.order, hidden).length > 0;
  const waits = core.clock.stage === 'standby' && core.frames.length === 0;
  const held = waits && (!isShown || others.every((c) => c.delayed === null));
  const close = core.clock.stage === 'close' && rules.moments.closeIsUsed?.({ ...core, combatants: others }) !== true;
  return held || close ? { type: 'advance' } : null;
}

/** `rollInitiative` for `ids` alone. */
export function onlyFor(command: RollInitiative, ids: readonly string[]): RollInitiative {
  const only = Object.entries(command).map(([field, value]) =>
    field === 'type' || typeof value !== 'object'
      ? [field, value]
      : [field, Object.fromEntries(Object.entries(value as object).filter(([id]) => ids.includes(id)))],
  );
  return { ...(Object.fromEntries(only) as unknown as RollInitiative), only: ids };
}

const QUIET_MOVES: Habits = {
  ...HABITS,
  meddling: 15,
  moves: { ...HABITS.moves, undo: 0, redo: 0, blunder: 0, takeOut: 0, addCombatant: 0, removeCombatant: 0 },
};

/** What the table and the game master do in sight of all, made up from what is in sight. */
export function openStep(world: World, rules: RuleSet, random: SeededRandom): Command | null {
  const seen = world.possible;
  if (!world.core.combatants.some((c) => !c.hidden && isAble(c)) && world.core.status === 'running') return null;
  for (let tries = 0; tries < 20; tries += 1) {
    const command = nextCommand(seen, rules, random, QUIET_MOVES);
    if (command.type === 'spendMoxie' || command.type === 'end') continue;
    if (command.type !== 'rollInitiative') return command;
    return onlyFor(command, seen.pending.rolls);
  }
  return null;
}

const APART = ['physicalInitiative', 'mentalInitiative', 'initiative'];

/** Somebody for a world. */
export function somebody(rules: RuleSet, random: SeededRandom, id: string, hidden: boolean): JsonObject {
  const made = randomCombatant(rules, random, id);
  // A tie that is broken by dice, or by the game master, asks those in sight for something: no world can hide that.
  const apart = hidden ? APART.filter((stat) => Object.hasOwn(rules.stats, stat)) : [];
  const stats = {
    ...made.stats,
    ...Object.fromEntries(apart.map((stat, i) => [stat, 500 + 50 * i + random.below(40)])),
  };
  return { ...(made as unknown as JsonObject), stats, hidden };
}

/** A random source by number. */
export { seededRandom };
