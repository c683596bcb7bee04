import { isAble, pendingRolls, rulingsOf, view, type Command, type Core, type RuleSet } from '@bitacora/engine';
import { fill, type SeededRandom } from '@bitacora/engine/testing';
import { openStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import type { ServerKeys } from '../audit/keys.js';
import { openEncounters } from '../encounters.js';
import type { CombatantInput, CommandInput, Encounters, ExecuteResult, Folded } from '../types.js';
import type { Viewer } from '../viewer.js';
import { maskedOrder } from '../visibility/mask.js';
import { hiddenIn } from '../visibility/sight.js';
import { ADMIN } from './fixture.js';
import { onlyFor } from './world-steps.js';

/** Who looks on. */
export const SPECTATOR: Viewer = { role: 'spectator', combatants: [], actor: 'spectator' };

/** What comes to pass in sight of all is sent through the eyes of the table, by its numbers. */
const AT_THE_TABLE: Viewer = { role: 'player', combatants: [], actor: 'gm' };

const SECRET_IDS = 1_000_000;
const MOST_SECRET_STEPS = 200;

/** A UUID by number. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** What two worlds have in common. */
export interface Common {
  readonly rules: RuleSet;
  readonly keys: ServerKeys;
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly table: readonly CombatantInput[];
  /** The viewers whose every byte is kept. */
  readonly viewers: readonly Viewer[];
}

/** One of two pasts that differ only in what the table may not know. */
export class World {
  readonly id = uuid(0);
  /** All that the table got, a line each: answers, and what each viewer was sent. */
  readonly seen = new Map<string, string[]>();
  #openIds = 0;
  readonly #reveals = new Set<string>();
  #failed: Error | null = null;
  #now = Date.UTC(2026, 0, 1);
  #nextId = this.id;
  #secrets = 0;
  readonly #secretIds = new Set<string>();
  readonly #end = new AbortController();
  readonly #reached = new Map<Viewer, number>();
  readonly #following: Promise<void>[] = [];

  private constructor(
    readonly encounters: Encounters,
    readonly common: Common,
    readonly random: SeededRandom,
    clock: { now: () => Date; ids: () => string },
  ) {
    clock.now = () => new Date(this.#now);
    clock.ids = () => this.#nextId;
  }

  /** Opens a world with `hidden` ones beside the table. */
  static async open(common: Common, hidden: readonly CombatantInput[], random: SeededRandom): Promise<World> {
    const late = { now: () => new Date(0), ids: () => '' };
    const { keys } = common;
    const store = await openStore('memory:');
    const deps = { store, rulesets, keys, clock: () => late.now(), ids: () => late.ids() };
    const world = new World(await openEncounters(deps), common, random, late);
    const { rules, options, table } = common;
    const input = { name: 'World', ruleset: rules.id, options, combatants: [...hidden, ...table] };
    const made = await world.encounters.create(input, { viewer: ADMIN, requestId: 'r' });
    if (made.kind !== 'done') throw new Error(JSON.stringify(made));
    for (const viewer of common.viewers) await world.#follow(viewer);
    return world;
  }

  /** The encounter as it is. */
  async truth(): Promise<Folded> {
    const loaded = await this.encounters.load(this.id);
    if (loaded.kind !== 'found') throw new Error(loaded.kind);
    return loaded.folded;
  }

  /** The encounter as the table sees it. */
  async shown(viewer = SPECTATOR): Promise<Folded> {
    const loaded = await this.encounters.load(this.id, {}, viewer);
    if (loaded.kind !== 'found') throw new Error(loaded.kind);
    return loaded.folded;
  }

  /** From now on it is step `step`, by the clock and by the ids of what is in sight. */
  begin(step: number): void {
    this.#now = Date.UTC(2026, 0, 1) + step * 1_000;
    this.#nextId = uuid(step);
  }

  /** Keeps what the table got. */
  note(from: string, text: string): void {
    const lines = this.seen.get(from) ?? [];
    lines.push(text);
    this.seen.set(from, lines);
  }

  /** Sends what is in sight of all; what the table gets as an answer is kept. */
  async openly(
    command: CommandInput,
    viewer = AT_THE_TABLE,
    more: { key?: string; ifMatch?: number } = {},
  ): Promise<boolean> {
    const { key, ifMatch } = more;
    const result = await this.encounters.execute(this.id, command, {
      viewer,
      requestId: 'r',
      ...(key !== undefined && { idempotencyKey: key }),
      ...(ifMatch !== undefined && { ifMatch }),
    });
    this.note('answers', await written(result, viewer));
    return result.kind === 'done';
  }

  /** Sends what is in sight of all and only the game master may say. */
  async ruled(command: CommandInput): Promise<boolean> {
    return (await this.encounters.execute(this.id, command, { viewer: ADMIN, requestId: 'r' })).kind === 'done';
  }

  /** One in sight is hidden, and shown again before anything else happens. */
  async hideAndReveal(id: string): Promise<void> {
    await this.ruled({ type: 'updateCombatant', combatant: id, changes: { hidden: true } });
    this.#openIds += 1;
    this.#nextId = uuid(SECRET_IDS / 2 + this.#openIds);
    this.#reveals.add(this.#nextId);
    await this.ruled({ type: 'updateCombatant', combatant: id, changes: { hidden: false } });
  }

  /** Does what nobody at the table may know of; nothing where the rules forbid it. */
  async secretly(command: CommandInput): Promise<boolean> {
    const open = this.#nextId;
    this.#secrets += 1;
    this.#nextId = uuid(SECRET_IDS + this.#secrets);
    this.#secretIds.add(this.#nextId);
    const result = await this.encounters.execute(this.id, command, { viewer: ADMIN, requestId: 'r' });
    this.#nextId = open;
    return result.kind === 'done';
  }

  /** Lets the hidden do what the fight waits for, so that nothing waits for them alone. */
  async quiet(): Promise<void> {
    for (let i = 0; i < MOST_SECRET_STEPS; i += 1) {
      const { encounter } = await this.truth();
      const command = secretStep(encounter.now, this.common.rules, this.random);
      if (command === null || !somebodyIsAble(encounter.now)) return;
      await this.secretly(command);
    }
    throw new Error('the hidden ones come to no end');
  }

  /** The game master takes back the last command in sight, and all hidden ones since; then perhaps brings all back. */
  async takeBack(andRedo: boolean): Promise<void> {
    const undone: boolean[] = [];
    for (;;) {
      const { past } = (await this.truth()).encounter;
      if (past === null) break;
      const isOpen = !this.#secretIds.has(past.command);
      undone.push(isOpen);
      await this.#goBack('undo', isOpen);
      // One that was hidden and shown again would be hidden still.
      if (isOpen && !this.#reveals.has(past.command)) break;
    }
    if (andRedo) for (const isOpen of undone.reverse()) await this.#goBack('redo', isOpen);
  }

  async #goBack(type: 'undo' | 'redo', isOpen: boolean): Promise<void> {
    if (!isOpen) {
      await this.secretly({ type });
      return;
    }
    this.#openIds += 1;
    this.#nextId = uuid(SECRET_IDS / 2 + this.#openIds);
    if (!(await this.ruled({ type }))) throw new Error(`no ${type}`);
  }

  /** Waits until every viewer has got all that there is for it. */
  async delivered(): Promise<void> {
    for (const viewer of this.common.viewers) {
      const { revision } = await this.shown(viewer);
      while ((this.#reached.get(viewer) ?? 0) < revision) {
        if (this.#failed !== null) throw this.#failed;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#following);
    await this.encounters.close();
  }

  async #follow(viewer: Viewer): Promise<void> {
    const changes = await this.encounters.follow(this.id, { after: 0, signal: this.#end.signal }, viewer);
    const run = async (): Promise<void> => {
      for await (const { revision, events, folded } of changes ?? []) {
        const text = `${String(revision)} ${folded.at} ${JSON.stringify(events)} ${folded.viewJson(viewer)}`;
        this.note(viewer.actor, text);
        this.#reached.set(viewer, revision);
      }
    };
    this.#following.push(run().catch((error: unknown) => void (this.#failed = error as Error)));
  }
}

/** An answer as its receiver gets it. */
async function written(result: ExecuteResult, viewer: Viewer): Promise<string> {
  if (result.kind !== 'done') return JSON.stringify(result);
  const { folded, head, revision, events, replayed } = result;
  return `${JSON.stringify({ revision, events, replayed, head: await head() })} ${folded.viewJson(viewer)}`;
}

/** What the fight waits for of hidden ones alone; null when it waits for none of them. */
function secretStep(core: Core, rules: RuleSet, random: SeededRandom): Command | null {
  const hidden = hiddenIn(core);
  if (hidden.size === 0) return null;
  const seat = { view: view({ now: core } as never, rules), rules, random };
  const theirs = pendingRolls(core, rules).filter((id) => hidden.has(id));
  if (core.clock.stage === 'initiative' && theirs.length > 0)
    return onlyFor(fill(seat, 'rollInitiative', '') as never, theirs);
  if (core.clock.stage === 'declaration') {
    const one = (rules.order.declarers?.(core) ?? []).find((id) => hidden.has(id));
    return one === undefined ? null : fill(seat, 'declare', one);
  }
  const tie = rulingsOf(core, rules).find((set) => set.some((id) => hidden.has(id)));
  if (core.clock.stage === 'tie' && tie !== undefined && tie.filter((id) => !hidden.has(id)).length < 2)
    return { type: 'decideTie', order: tie };
  const acting = core.frames.at(-1)?.members.find((m) => !m.done && m.combatant !== null && hidden.has(m.combatant));
  if (typeof acting?.combatant === 'string') return { type: 'endTurn', combatant: acting.combatant };
  return mayBeClosed(core, rules, hidden) ? { type: 'advance' } : null;
}

/** Whether a stage is open that could be used by hidden ones alone. */
function mayBeClosed(core: Core, rules: RuleSet, hidden: ReadonlySet<string>): boolean {
  const others = core.combatants.filter((c) => !c.hidden);
  const isShown = maskedOrder(core.order, hidden).length > 0;
  const waits = core.clock.stage === 'standby' && core.frames.length === 0;
  const held = waits && (!isShown || others.every((c) => c.delayed === null));
  const close = core.clock.stage === 'close' && rules.moments.closeIsUsed?.({ ...core, combatants: others }) !== true;
  return held || close;
}

/** Whether somebody in sight can still have turns: without one, only hidden ones go on, round after round. */
export function somebodyIsAble({ combatants, status }: Core): boolean {
  return status !== 'running' || combatants.some((c) => !c.hidden && isAble(c));
}
